package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit/seal"
)

// Verify says when a witness cosigned what was kept, by either form of the witness's key. A countersignature of before there were times
// is read as ever; a time that cannot be is named.
func TestVerifySaysWhenItWasCosigned(t *testing.T) {
	data := closed(t)
	folder, key := filepath.Join(t.TempDir(), "usb"), filepath.Join(t.TempDir(), "witness.key")
	keep(t, data, folder, "LB1", "house")
	names, err := filepath.Glob(filepath.Join(folder, "*"+session.CheckpointEnding))
	must(t, err)
	file := names[0] // LB1's
	bare := string(mustRead(t, file))
	out, timed, status := ctl(t, "", append([]string{"witness", "--key", key}, names...)...)
	if status != done {
		t.Fatal(timed)
	}
	old := strings.TrimSpace(out)
	timed = strings.TrimSpace(timed[strings.LastIndex(timed, " "):])
	if want, err := seal.CosignatureKey(old); err != nil || timed != want || timed == old {
		t.Errorf("the new form is %s, not %s: %v", timed, want, err)
	}
	for _, form := range []string{old, timed} {
		out := verified(t, done, data, "--checkpoints", folder, "--witness", form)
		if n := strings.Count(out, "\n  cosigned by "+short(form)+": "); n != 2 || strings.Contains(out, "without a time") {
			t.Errorf("by %s: %s", form, out)
		}
	}

	private := string(mustRead(t, key))
	made := madeOf(t, data)
	cosign := func(at time.Time) {
		t.Helper()
		text, err := seal.Cosign(bare, private, at)
		must(t, err)
		must(t, os.WriteFile(file, []byte(text), 0o600))
	}
	for _, c := range []struct {
		at    time.Time
		says  string
		wants int
	}{
		{time.Now().Add(4 * time.Minute), "cosigned by", done},
		{time.Now().Add(6 * time.Minute), "which is still to come", notHeld},
		{time.Unix(1<<62, 0), "9999", notHeld},
		{made.Add(-4 * time.Minute), "cosigned by", done},
		{made.Add(-6 * time.Minute), "and its last entry was made on ", notHeld},
		{time.Unix(0, 0), "1970", notHeld},
	} {
		cosign(c.at)
		out := verified(t, c.wants, data, "--checkpoints", folder, "--witness", timed)
		if !strings.Contains(out, c.says) || (c.wants == notHeld) != strings.Contains(out, "holds, but 1 of the times that witnesses say cannot be") {
			t.Errorf("cosigned on %s: %s", c.at, out)
		}
	}

	text, err := seal.Countersign(bare, private)
	must(t, err)
	must(t, os.WriteFile(file, []byte(text), 0o600))
	for _, form := range []string{old, timed} {
		named(t, verified(t, done, data, "--checkpoints", folder, "--witness", form), "countersigned by "+short(form)+" without a time: 1\n")
	}
}

// madeOf returns when the last entry of LB1 was made.
func madeOf(t *testing.T, data string) (at time.Time) {
	t.Helper()
	r, err := readRecord(t.Context(), data)
	must(t, err)
	defer r.Close()
	for line, broken := range r.Lines(t.Context(), "LB1") {
		if broken != nil {
			t.Fatal(broken)
		}
		at = line.Entry.At
	}
	return at
}
