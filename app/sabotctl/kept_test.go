package main

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/storage"
)

// keep writes the checkpoints of a house into a folder, as somebody would by hand.
func keep(t *testing.T, data, folder string, tables ...string) {
	t.Helper()
	must(t, os.MkdirAll(folder, 0o700))
	for _, name := range tables {
		note, problem, status := ctl(t, "", "checkpoint", "--data", data, "--table", name)
		if status != done {
			t.Fatal(problem)
		}
		head, err := seal.ReadHead(note)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, name+"-"+strconv.FormatInt(head.Size, 10)+session.CheckpointEnding), []byte(note), 0o600))
	}
}

// on plays on at LB1.
func on(t *testing.T, dir string) {
	t.Helper()
	clock := demo.NewClock(time.Now())
	h, err := session.Open(dir, clock.Now)
	must(t, err)
	table, err := h.OpenTable("LB1")
	must(t, err)
	refused := table.Do(pit.OfBets(hand.Bets.Repeat))
	must(t, table.Release())
	if refused != nil { // it is closed
		must(t, demo.Play(t.Context(), h, clock, "LB1", 3, 9))
	}
	must(t, h.Close())
}

// rolled puts a record back to what it was.
func rolled(t *testing.T, dir string, was []byte) {
	t.Helper()
	for _, more := range []string{"-wal", "-shm"} {
		if err := os.Remove(filepath.Join(dir, storage.FileName+more)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	must(t, os.WriteFile(filepath.Join(dir, storage.FileName), was, 0o600))
}

// A record that is rolled back or written anew, with its own key, is named with both sizes by
// what was kept elsewhere: a folder of checkpoints, or signed reports.
func TestVerifyByWhatWasKept(t *testing.T) {
	data := closed(t)
	folder := filepath.Join(t.TempDir(), "usb")
	yesterday, err := os.ReadFile(filepath.Join(data, storage.FileName))
	must(t, err)
	on(t, data)
	keep(t, data, folder, "LB1", "house")
	must(t, os.WriteFile(filepath.Join(folder, "notes.txt"), []byte("bring milk"), 0o600))
	pins, by := pinsOf(t, "11", "21")
	report := filepath.Join(t.TempDir(), "shift.pdf")
	if _, problem, status := ctl(t, "", "report", "shift", "--data", data, "--table", "LB1", "--shift", "1", "-o", report, "--sign", by, "--pin-file", pins); status != done {
		t.Fatal(problem)
	}
	named(t, verified(t, done, data, "--checkpoints", folder), "held against 2 checkpoints")
	verified(t, done, data, "--pdf", report)
	verified(t, done, data, "--pdf", report, report)
	size := func() string {
		note, _, _ := ctl(t, "", "checkpoint", "--data", data, "--table", "LB1")
		return strings.Split(note, "\n")[1]
	}
	later := size()
	rolled(t, data, yesterday)
	verified(t, done, data) // by itself it holds
	both := "the record ends at entry " + size() + ", and the checkpoint LB1-" + later + ".checkpoint has " + later + " entries"
	named(t, verified(t, notHeld, data, "--checkpoints", folder), both)
	named(t, verified(t, notHeld, data, "--pdf", report), "and the report shift.pdf has "+later+" entries")

	on(t, data) // other entries of the same number
	named(t, verified(t, notHeld, data, "--checkpoints", folder), "is not what the checkpoint LB1-"+later+".checkpoint has, which stands for "+later+" entries; the record has "+size())
	odd := t.TempDir()
	if err := os.Mkdir(filepath.Join(odd, "LB1-1.checkpoint"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--checkpoints", t.TempDir()}, {"--checkpoints", odd}, {"--checkpoints", "/no/such"}, {"--pdf", "/no/such"}, {"more"}} {
		verified(t, unusable, append([]string{data}, args...)...)
	}
}

// A folder may have the heads of several machines. Those of another one are named by its key, and say nothing of this record's
// entries: none of them was changed. Nothing holds by such a head.
func TestHeadsOfAnotherMachineAreNamed(t *testing.T) {
	data, other, folder := closed(t), filepath.Join(t.TempDir(), "other"), filepath.Join(t.TempDir(), "usb")
	if _, problem, status := ctl(t, "", "demo", "--at", "2026-01-10T19:00", "--data", other, "--hands", "12", "--seed", "5", "--close"); status != done {
		t.Fatal(problem)
	}
	keep(t, other, folder, "LB1", "house")
	out := verified(t, notHeld, data, "--checkpoints", folder)
	key := strings.Split(verifier(t, other), "+")[1]
	for _, says := range []string{"is of another record: the key " + key + " signed it", "Verify it on the machine whose trusted key has " + key, "does not hold"} {
		named(t, out, says)
	}
	if strings.Contains(out, "this entry or one before it is not what") || strings.Contains(out, "the record ends at entry") {
		t.Errorf("its heads are said to be of entries that were changed: %s", out)
	}
}

// A reprint has no signed head in it, and neither has a file that is no report: each is named, the record
// is held against the others, and the exit status tells that something was left.
func TestVerifyGoesOnBehindAReprint(t *testing.T) {
	data := closed(t)
	signed, err := filepath.Glob(filepath.Join(data, "reports", "*.pdf"))
	must(t, err)
	pdf, err := os.ReadFile(signed[0])
	must(t, err)
	e, err := reports.EvidenceOf(pdf)
	must(t, err)
	h, err := reading(data)
	must(t, err)
	paper, err := e.Reprint(papers.Of(h).Words("en"), nil, false)
	must(t, errors.Join(err, h.Close()))
	reprint, milk := filepath.Join(t.TempDir(), "paper.pdf"), filepath.Join(t.TempDir(), "notes.txt")
	must(t, os.WriteFile(reprint, paper, 0o600))
	must(t, os.WriteFile(milk, []byte("bring milk"), 0o600))
	out := verified(t, notHeld, data, "--pdf", reprint, "--pdf", signed[0], milk)
	for _, want := range []string{"not held against " + reprint + ": ", "a reprint for paper", "not held against " + milk + ": ", "held against 2 checkpoints", "holds, but 2 of the reports named"} {
		named(t, out, want)
	}
	if strings.Contains(verified(t, done, data, "--pdf", signed[0]), "not held") {
		t.Error("a signed report is not held against")
	}
}

// Heads out of a report that is not as it was signed are held against the record, for they are signed by themselves; that the report
// is damaged is told, with the exit status.
func TestVerifyTellsOfADamagedReport(t *testing.T) {
	data := closed(t)
	file := filepath.Join(data, "reports", "shift-LB1-1.pdf")
	pdf, err := os.ReadFile(file)
	must(t, err)
	flipped := bytes.Clone(pdf)
	flipped[len(pdf)-3000] ^= 1
	for what, content := range map[string][]byte{"flipped": flipped, "cut": pdf[:len(pdf)-2000]} {
		damaged := filepath.Join(t.TempDir(), what+".pdf")
		must(t, os.WriteFile(damaged, content, 0o600))
		if notes, err := papers.CheckpointsIn(content); err != nil || len(notes) == 0 {
			t.Fatalf("%s: %d heads, %v", what, len(notes), err)
		}
		out := verified(t, notHeld, data, "--pdf", damaged, "--pdf", file)
		for _, want := range []string{"not as it was signed: " + damaged + ": ", "held against 4 checkpoints", "holds, but 1 of the reports named are not as they were signed"} {
			named(t, out, want)
		}
	}
	verified(t, done, data, "--pdf", file)
}

// A witness countersigns what was kept; what it has not seen, or another has, is named.
func TestWitness(t *testing.T) {
	data := closed(t)
	folder, key := filepath.Join(t.TempDir(), "usb"), filepath.Join(t.TempDir(), "witness.key")
	keep(t, data, folder, "LB1", "house")
	names, err := filepath.Glob(filepath.Join(folder, "*"+session.CheckpointEnding))
	must(t, err)
	made, problem, status := ctl(t, "", "witness", "--key", key)
	if status != done {
		t.Fatal(problem)
	}
	seen := strings.TrimSpace(made)
	named(t, verified(t, notHeld, data, "--checkpoints", folder, "--witness", seen), "is not countersigned by the witness")
	for range 2 { // the second time says nothing new
		if out, problem, status := ctl(t, "", append([]string{"witness", "--key", key}, names...)...); status != done || out != made {
			t.Fatalf("%d %s%s", status, out, problem)
		}
	}
	verified(t, done, data, "--checkpoints", folder, "--witness", seen)
	verified(t, done, data, "--checkpoints", folder)
	other, _, _ := ctl(t, "", "witness", "--key", filepath.Join(t.TempDir(), "other.key"))
	named(t, verified(t, notHeld, data, "--checkpoints", folder, "--witness", strings.TrimSpace(other)), "is not countersigned by the witness")
	text, err := os.ReadFile(names[0])
	must(t, err)
	must(t, os.WriteFile(names[0], []byte(strings.Replace(string(text), "— witness", "— witness2", 1)), 0o600))
	named(t, verified(t, notHeld, data, "--checkpoints", folder, "--witness", seen), "is not countersigned by the witness")
	verified(t, unusable, data, "--witness", seen)
	verified(t, unusable, data, "--checkpoints", folder, "--witness", "x")
}

// An anchor outlives a restore: the record says what it was restored from, old heads are its
// past, the key of before goes on proving what it signed, and no more than that.
func TestAnchorsOutliveARestore(t *testing.T) {
	data := closed(t)
	old := verifier(t, data)
	folder, file := filepath.Join(t.TempDir(), "usb"), filepath.Join(t.TempDir(), "b.db")
	keep(t, data, folder, "LB1", "house")
	restored := func(from string) string {
		again, file := filepath.Join(t.TempDir(), "again"), file+filepath.Base(t.TempDir())
		for _, args := range [][]string{{"backup", "--data", from, file}, {"restore", file, "--data", again}} {
			if _, problem, status := ctl(t, "", args...); status != done {
				t.Fatal(problem)
			}
		}
		on(t, again)
		return again
	}
	again := restored(data)
	twice := restored(again)
	for name, dir := range map[string]string{"once": again, "twice": twice} {
		verified(t, done, dir, "--checkpoints", folder)
		out := verified(t, notHeld, dir, "--key", old, "--checkpoints", folder)
		for _, says := range []string{"the trusted key vouches for the entries up to ", "holds as far as the trusted key goes; beyond that unknown"} {
			named(t, out, says)
		}
		if strings.Contains(out, "does not hold") || strings.Count(out, "vouches") != 2 {
			t.Errorf("%s: %s", name, out)
		}
		verified(t, done, dir, "--key", old, "--key", verifier(t, dir))
	}
	// What the old key signed stays proven: who rewrites it with a key of their own is named.
	must(t, withDB(again, func(db *sql.DB) error {
		for _, s := range []string{`DROP TRIGGER entries_are_facts_update`, `UPDATE entries SET entry = replace(entry, '"nobets",{}', '"nobets",{ }') WHERE key IN (SELECT key FROM entries WHERE entry LIKE '%"nobets",{}%' LIMIT 1)`} {
			if _, err := db.Exec(s); err != nil {
				return err
			}
		}
		return nil
	}))
	named(t, verified(t, notHeld, again, "--key", old), "does not hold")
}
