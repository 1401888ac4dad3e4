package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/pit/seal"
)

// A witness remembers what it has signed (attack A4): of a record that was changed and sealed anew with the same key it signs
// nothing, shorter, as long or longer. What goes on from what it signed it signs, once that is shown.
func TestWitnessRemembers(t *testing.T) {
	data := closed(t)
	dir := t.TempDir()
	key := filepath.Join(dir, "witness.key")
	_, problem, status := ctl(t, "", "witness", "--key", key)
	if status != done {
		t.Fatal(problem)
	}
	n := 0
	head := func(args ...string) string {
		t.Helper()
		n++
		file := filepath.Join(dir, string(rune('a'+n))+".checkpoint")
		must(t, os.WriteFile(file, []byte(says(t, done, append([]string{"checkpoint", "--data", data, "--table", "LB1"}, args...)...)), 0o600))
		return file
	}
	sign := func(want int, says string, args ...string) {
		t.Helper()
		out, problem, status := ctl(t, "", append([]string{"witness", "--key", key}, args...)...)
		if status != want || !strings.Contains(out+problem, says) {
			t.Errorf("%v: %d, not %d with %q: %s%s", args, status, want, says, out, problem)
		}
	}
	size := func(file string) string {
		t.Helper()
		text, err := os.ReadFile(file)
		must(t, err)
		return strings.SplitN(strings.TrimPrefix(string(text), "old "), "\n", 3)[1]
	}

	first := head()
	before, err := os.ReadFile(first)
	must(t, err)
	sign(done, "", first)
	must(t, os.Rename(key+".seen", key+".lost"))
	sign(unusable, "is not beside its key", head())
	sign(unusable, "is not beside its key")
	must(t, os.Rename(key+".lost", key+".seen"))
	again := head()
	sign(done, "", again)
	on(t, data)
	bare := head()
	sign(unusable, "nothing shows that these", bare)
	proved := head("--after", size(first))
	sign(done, "", proved)
	if text, err := os.ReadFile(proved); err != nil || strings.HasPrefix(string(text), "old ") {
		t.Errorf("the proof still stands before the head: %s %v", text, err)
	}
	must(t, os.WriteFile(again, before, 0o600))
	sign(unusable, "it is not signed", again) // a shorter log
	sign(done, "", "--data", data, again)
	public, err := seal.WitnessVerifier(string(mustRead(t, key)))
	must(t, err)
	for file, want := range map[string]int{first: 1, proved: 1, again: 0} { // a time says that nothing larger had been seen by then
		if times, err := seal.Cosigned(string(mustRead(t, file)), public); err != nil || len(times) != want {
			t.Errorf("%s was cosigned at %v: %v", file, times, err)
		}
	}
	on(t, data)
	sign(done, "", "--data", data, head())
	for _, after := range []string{"-1", "999999", "x"} {
		says(t, unusable, "checkpoint", "--data", data, "--table", "LB1", "--after", after)
	}

	k, err := seal.ReadKey(string(mustRead(t, filepath.Join(data, "seal.key"))))
	must(t, err)
	largest, err := seal.ReadHead(string(mustRead(t, head())))
	must(t, err)
	stranger, err := seal.NewKey()
	must(t, err)
	for _, forged := range []seal.Head{
		{Stream: "LB1", Size: largest.Size, Root: seal.Leaf([]byte("other"))},
		{Stream: "LB1", Size: largest.Size - 1, Root: seal.Leaf([]byte("other"))},
		{Stream: "LB1", Size: largest.Size + 1, Root: seal.Leaf([]byte("other"))},
	} {
		note, err := forged.Sign(k)
		must(t, err)
		strange, err := forged.Sign(stranger) // its signature can be exchanged for the house's once it is countersigned
		must(t, err)
		file := filepath.Join(dir, "forged.checkpoint")
		for _, text := range []string{
			note,
			strange,
			strings.Replace(note, "\n\n", "\n\n— other AAAAAAAA\n", 1), // as if another key had signed it first
			"old " + size(head()) + "\n\n" + note,
		} {
			must(t, os.WriteFile(file, []byte(text), 0o600))
			sign(unusable, "", file)
			sign(unusable, "", "--data", data, file)
			if after := mustRead(t, file); string(after) != text {
				t.Errorf("it was written: %s", after)
			}
		}
	}
}

// A head by another key than that of the log that a witness knows by this name is signed where somebody says that it is another log.
func TestWitnessOfTwoHouses(t *testing.T) {
	dir := t.TempDir()
	key := filepath.Join(dir, "witness.key")
	for i, c := range []struct {
		args []string
		want int
	}{{nil, done}, {nil, unusable}, {[]string{"--another"}, done}} {
		house, err := seal.NewKey()
		must(t, err)
		note, err := seal.Head{Stream: "LB1", Size: 3, Root: seal.Leaf([]byte{byte(i)})}.Sign(house)
		must(t, err)
		file := filepath.Join(dir, "LB1.checkpoint")
		must(t, os.WriteFile(file, []byte(note), 0o600))
		for range 2 { // what it has signed it signs again, as it was
			out, problem, status := ctl(t, "", append(append([]string{"witness", "--key", key}, c.args...), file)...)
			if status != c.want || c.want == unusable && !strings.Contains(problem, "is signed by another key") {
				t.Errorf("%d: %d %s%s", i, status, out, problem)
			}
			c.args = nil
		}
	}
}

func mustRead(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	must(t, err)
	return b
}

// A record that goes on under another key since a restore goes on for the witness too, where it shows that what was signed is its past.
func TestWitnessOfARestoredRecord(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	key, file := filepath.Join(dir, "witness.key"), filepath.Join(dir, "LB1.checkpoint")
	stranger, err := seal.NewKey()
	must(t, err)
	is := says(t, done, "checkpoint", "--data", data, "--table", "LB1")
	head, err := seal.ReadHead(is)
	must(t, err)
	before, err := head.Sign(stranger) // as the key of before
	must(t, err)
	must(t, os.WriteFile(file, []byte(before), 0o600))
	says(t, done, "witness", "--key", key, file)
	must(t, os.WriteFile(file, []byte(is), 0o600))
	says(t, unusable, "witness", "--key", key, file)
	says(t, done, "witness", "--key", key, "--data", data, file)
}

// A head of no entries that has another root than the empty log is not countersigned: no true head could follow it.
func TestWitnessSignsNoFalseBeginning(t *testing.T) {
	dir := t.TempDir()
	key, file := filepath.Join(dir, "witness.key"), filepath.Join(dir, "LB1.checkpoint")
	machine, err := seal.NewKey()
	must(t, err)
	var log seal.Tree
	head := seal.HeadOf("LB1", &log)
	log.Add([]byte("an entry"))
	bent := head
	bent.Root = log.Root()
	signed, err := bent.Sign(machine)
	must(t, err)
	must(t, os.WriteFile(file, []byte(signed), 0o600))
	says(t, unusable, "witness", "--key", key, file)
	signed, err = head.Sign(machine)
	must(t, err)
	must(t, os.WriteFile(file, []byte(signed), 0o600))
	says(t, done, "witness", "--key", key, file)
}
