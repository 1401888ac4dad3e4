package seal_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"sabot/pit/seal"
)

// byHand is a witness as C2SP's tlog-cosignature and signed-note describe one, made of bytes here and of none of seal's code.
type byHand struct {
	name    string
	private ed25519.PrivateKey
}

func (w byHand) public() []byte { return w.private[32:] }

func (w byHand) id(kind byte) []byte {
	sum := sha256.Sum256(slices.Concat([]byte(w.name), []byte{'\n', kind}, w.public()))
	return sum[:4]
}

// key is the file of a witness: a private half and a public one of plain signatures.
func (w byHand) key() string {
	private := base64.StdEncoding.EncodeToString(append([]byte{1}, w.private[:32]...))
	return "PRIVATE+KEY+" + w.name + "+" + hex.EncodeToString(w.id(1)) + "+" + private + "\n" + w.verifier(1) + "\n"
}

func (w byHand) verifier(kind byte) string {
	return w.name + "+" + hex.EncodeToString(w.id(kind)) + "+" + base64.StdEncoding.EncodeToString(append([]byte{kind}, w.public()...))
}

// cosigns is the line of a cosignature/v1 under a text; says is the time as the signed text has it.
func (w byHand) cosigns(text string, seconds uint64, says string) string {
	sig := ed25519.Sign(w.private, []byte("cosignature/v1\ntime "+says+"\n"+text))
	blob := slices.Concat(w.id(4), binary.BigEndian.AppendUint64(nil, seconds), sig)
	return "— " + w.name + " " + base64.StdEncoding.EncodeToString(blob) + "\n"
}

func (w byHand) countersigns(text string) string {
	return "— " + w.name + " " + base64.StdEncoding.EncodeToString(append(w.id(1), ed25519.Sign(w.private, []byte(text))...)) + "\n"
}

func witnessOf(name string, seed byte) byHand {
	return byHand{name, ed25519.NewKeyFromSeed([]byte(strings.Repeat(string(rune(seed)), 32)))}
}

// headOfOne is a signed head and what of it is signed.
func headOfOne(t *testing.T) (head, text string) {
	t.Helper()
	var tree seal.Tree
	tree.Add(record(1))
	head, err := seal.HeadOf("LB1", &tree).Sign(key(t))
	if err != nil {
		t.Fatal(err)
	}
	body, _, _ := strings.Cut(head, "\n\n")
	return head, body + "\n"
}

// A cosignature is that of the specification to the byte, by the key that a witness had before there were any: its id, the
// time before the signature, and what is signed.
func TestCosignatureIsThatOfC2SP(t *testing.T) {
	const seconds = 1679315147
	head, text := headOfOne(t)
	for _, w := range []byHand{witnessOf("witness", 7), witnessOf("witness.example.com/w1", 8)} {
		got, err := seal.Cosign(head, w.key(), time.Unix(seconds, 999))
		if want := head + w.cosigns(text, seconds, "1679315147"); err != nil || got != want {
			t.Errorf("%s\nnot\n%s: %v", got, want, err)
		}
		for _, form := range []byte{1, 4} {
			if verifier, err := seal.CosignatureKey(w.verifier(form)); err != nil || verifier != w.verifier(4) {
				t.Errorf("its verifier is %s, not %s: %v", verifier, w.verifier(4), err)
			}
			times, err := seal.Cosigned(got, w.verifier(form))
			if err != nil || len(times) != 1 || !times[0].Equal(time.Unix(seconds, 0)) {
				t.Errorf("cosigned at %v: %v", times, err)
			}
		}
	}
	// The time in the example of the specification, whose key it does not give.
	blob, err := base64.StdEncoding.DecodeString("jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==")
	if err != nil || len(blob) != 4+8+64 || binary.BigEndian.Uint64(blob[4:]) != seconds {
		t.Errorf("%x: %v", blob, err)
	}
}

// What Cosign writes opens with the library's own note.Open, and what another program cosigned is read here.
func TestCosignatureOpensAsANote(t *testing.T) {
	head, text := headOfOne(t)
	w := witnessOf("witness.example.com/w1", 9)
	got, err := seal.Cosign(head, w.key(), time.Unix(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []byte{1, 4} {
		v, err := seal.CosignatureVerifier(w.verifier(form))
		if err != nil {
			t.Fatal(err)
		}
		n, err := note.Open([]byte(got), note.VerifierList(v))
		if err != nil || len(n.Sigs) != 1 || len(n.UnverifiedSigs) != 1 || n.Text != text {
			t.Errorf("%+v: %v", n, err)
		}
		_, err = note.Open([]byte(strings.Replace(got, "\n1\n", "\n2\n", 1)), note.VerifierList(v))
		if err == nil {
			t.Error("of another head it opens")
		}
	}
}

// Signatures without a time, by the same key, are read for ever; either form of the verifier takes both.
func TestOldCountersignatureIsRead(t *testing.T) {
	head, text := headOfOne(t)
	w, other := witnessOf("witness", 3), witnessOf("witness", 4)
	old := head + w.countersigns(text)
	if made, err := seal.Countersign(head, w.key()); err != nil || made != old {
		t.Errorf("%q, not %q: %v", made, old, err)
	}
	timed := head + w.cosigns(text, 5, "5")
	for note, wants := range map[string]int{old: 0, timed: 1, old + w.cosigns(text, 6, "6") + w.cosigns(text, 5, "5"): 2, head: -1, head + other.countersigns(text): -1} {
		for _, verifier := range []string{w.verifier(1), w.verifier(4)} {
			own, by, err := seal.Split(note, verifier)
			if err != nil || own != head || slices.Contains(by, verifier) != (wants >= 0) {
				t.Errorf("%q is countersigned by %v: %v", note, by, err)
			}
			times, err := seal.Cosigned(note, verifier)
			if err != nil || len(times) != max(wants, 0) || !slices.IsSortedFunc(times, time.Time.Compare) {
				t.Errorf("%q was cosigned at %v: %v", note, times, err)
			}
		}
	}
	if again, err := seal.Cosign(timed, w.key(), time.Unix(9, 0)); err != nil || again != timed {
		t.Errorf("the second time it is %q: %v", again, err)
	}
	both, err := seal.Cosign(old, w.key(), time.Unix(5, 0))
	if err != nil || both != old+w.cosigns(text, 5, "5") {
		t.Errorf("beside the old one: %q, %v", both, err)
	}
}

// A time that was not signed is none: no bit of a cosignature can be another one, and what the specification forbids is not read.
func TestTimeThatWasNotSigned(t *testing.T) {
	head, text := headOfOne(t)
	w, other := witnessOf("witness", 5), witnessOf("witness", 6)
	good := w.cosigns(text, 100, "100")
	blob, err := base64.StdEncoding.DecodeString(strings.TrimSpace(strings.TrimPrefix(good, "— witness ")))
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{
		w.cosigns(text, 101, "100"), w.cosigns(text, 100, "0100"), w.cosigns(text, 100, "+100"), w.cosigns(text, 100, "100\n"),
		w.cosigns(text+"more\n", 100, "100"), w.cosigns(text, 1<<63, "9223372036854775808"), w.cosigns(text, 1<<64-1, "18446744073709551615"), w.cosigns(text, 1<<64-1, "-1"),
		other.cosigns(text, 100, "100"), strings.Replace(good, "witness", "witness2", 1), "— witness\n", "— witness AAAA\n", "— \n",
	}
	for i := range blob {
		for bit := range 8 {
			bent := slices.Clone(blob)
			bent[i] ^= 1 << bit
			lines = append(lines, "— witness "+base64.StdEncoding.EncodeToString(bent)+"\n")
		}
	}
	for _, line := range lines {
		times, err := seal.Cosigned(head+line, w.verifier(4))
		_, by, wrong := seal.Split(head+line, w.verifier(4), w.verifier(1))
		if err != nil || wrong != nil || len(times) > 0 || len(by) > 0 {
			t.Errorf("%q: %v by %v: %v, %v", line, times, by, err, wrong)
		}
	}
	if times, err := seal.Cosigned(head+w.cosigns(text, 1<<63-1, "9223372036854775807"), w.verifier(4)); err != nil || len(times) != 1 || times[0].Year() != 9999 {
		t.Errorf("the last moment that there is: %v, %v", times, err)
	}
	for _, verifier := range []string{"", "x", "witness", "witness+00000000+", w.verifier(2), w.verifier(4)[1:], w.verifier(4) + "A", "a b" + strings.TrimPrefix(w.verifier(4), "witness"), strings.Replace(w.verifier(4), "+", "++", 1)} {
		if _, err := seal.CosignatureVerifier(verifier); err == nil {
			t.Errorf("%q is a verifier", verifier)
		}
		if _, _, err := seal.Split(head, verifier); err == nil {
			t.Errorf("%q is a witness", verifier)
		}
	}
	for _, key := range []string{"", "x", w.verifier(1), w.key()[1:]} {
		if _, err := seal.Cosign(head, key, time.Unix(1, 0)); err == nil {
			t.Errorf("%q is a key", key)
		}
	}
	for _, text := range []string{"", "x", head[:20], strings.Replace(head, "— ", "", 1)} {
		if _, err := seal.Cosign(text, w.key(), time.Unix(1, 0)); err == nil {
			t.Errorf("%q was cosigned", text)
		}
		if _, err := seal.Cosigned(text, w.verifier(1)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
	if _, err := seal.Cosign(head, w.key(), time.Time{}); err == nil {
		t.Error("before 1970")
	}
}

// The log of a head is the same whoever has cosigned it, under whatever name; a second signature of a log is refused.
func TestLogOfACosignedHead(t *testing.T) {
	head, text := headOfOne(t)
	want, err := seal.LogOf(head)
	if err != nil {
		t.Fatal(err)
	}
	w, public := witnessOf("witness", 5), witnessOf("witness.example.com/w1", 6)
	for _, under := range []string{w.countersigns(text), w.cosigns(text, 1, "1"), public.cosigns(text, 1, "1") + w.cosigns(text, 1, "1")} {
		if log, err := seal.LogOf(head + under); err != nil || log != want {
			t.Errorf("%q: %s %v", under, log, err)
		}
	}
	before, after, _ := strings.Cut(head, "\n\n")
	for _, text := range []string{head + public.countersigns(text), before + "\n\n" + public.cosigns(text, 1, "1") + after, before + "\n\n" + public.countersigns(text) + after} {
		if log, err := seal.LogOf(text); err == nil {
			t.Errorf("%q is of %s", text, log)
		}
	}
}

// A countersignature is of a head's three lines and of no key: it holds under another key's head of the same lines. So whoever countersigns
// goes by who has which log, and not by the lines alone.
func TestCosignatureIsOfTheThreeLines(t *testing.T) {
	head, _ := headOfOne(t)
	other, _ := headOfOne(t) // the same, by another key
	w := witnessOf("witness", 2)
	seen, err := seal.Cosign(head, w.key(), time.Unix(5, 0))
	if err != nil {
		t.Fatal(err)
	}
	moved := other + strings.TrimPrefix(seen, head)
	if own, by, err := seal.Split(moved, w.verifier(4)); err != nil || own != other || len(by) != 1 {
		t.Errorf("%q by %v: %v", own, by, err)
	}
	if a, _ := seal.LogOf(seen); a == "" {
		t.Error("it has no log")
	} else if b, _ := seal.LogOf(moved); a == b {
		t.Error("two keys have one log")
	}
}
