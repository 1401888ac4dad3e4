package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
	"sabot/storage/central"
)

// verified is what verify says of a directory.
func verified(t *testing.T, wantStatus int, args ...string) string {
	t.Helper()
	out, problem, status := ctl(t, "", append([]string{"verify", "--data"}, args...)...)
	if status != wantStatus {
		t.Fatalf("verify %v: status %d, want %d\n%s%s", args, status, wantStatus, out, problem)
	}
	return out + problem
}

func named(t *testing.T, out, want string) {
	t.Helper()
	if !strings.Contains(out, want) {
		t.Errorf("%q is not named:\n%s", want, out)
	}
}

// A record is verified while tables are open, and nothing of it is written.
func TestVerifyBesideAnOpenTable(t *testing.T) {
	dir := t.TempDir()
	h, err := session.Open(dir, time.Now)
	must(t, err)
	defer h.Close()
	must(t, h.SetUp(house.DemoPlan("it", "lugano", 1)))
	clock := demo.NewClock(time.Now())
	must(t, demo.Play(context.Background(), h, clock, "LB1", 4, 1))
	table, err := h.OpenTable("LB1")
	must(t, err)
	defer func() { must(t, table.Release()) }()
	before := sum(t, dir)
	for range 3 {
		named(t, verified(t, done, dir), "\nLB1: ")
		if sum(t, dir) != before {
			t.Error("verify has written to the record")
		}
		must(t, table.Do(pit.OfBets(hand.Bets.Repeat)))
		must(t, table.Do(pit.OfBets(hand.Bets.Clear)))
		before = sum(t, dir)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if status := run(ctx, []string{"verify", "--data", dir}, streams{strings.NewReader(""), io.Discard, io.Discard}); status != unusable {
		t.Errorf("stopped, its status is %d", status)
	}
}

// sum is over the record's file and its log.
func sum(t *testing.T, dir string) [sha256.Size]byte {
	t.Helper()
	var all []byte
	for _, name := range []string{storage.FileName, storage.FileName + "-wal"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		must(t, err)
		all = append(all, b...)
	}
	return sha256.Sum256(all)
}

// A record that is put back to what it was yesterday holds by itself; a checkpoint kept
// elsewhere shows what it lacks.
func TestVerifyWithACheckpoint(t *testing.T) {
	dir, _ := played(t)
	yesterday, err := os.ReadFile(filepath.Join(dir, storage.FileName))
	must(t, err)
	h, err := session.Open(dir, func() time.Time { return time.Now().AddDate(0, 0, 7) }) // behind what was played
	must(t, err)
	table, err := h.OpenTable("LB1")
	must(t, err)
	last := table.State.Seq
	must(t, table.Do(pit.OfBets(hand.Bets.Repeat)))
	must(t, table.Release())
	must(t, h.Close())
	kept := map[string]string{}
	for _, name := range []string{"LB1", "house"} {
		note, problem, status := ctl(t, "", "checkpoint", "--data", dir, "--table", name)
		if status != done || !strings.HasPrefix(note, name+"\n") {
			t.Fatalf("%s%s", note, problem)
		}
		kept[name] = filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(kept[name], []byte(note), 0o600))
		verified(t, done, dir, "--checkpoint", kept[name])
	}
	must(t, os.WriteFile(filepath.Join(dir, storage.FileName), yesterday, 0o600))
	verified(t, done, dir)
	verified(t, done, dir, "--checkpoint", kept["house"])
	named(t, verified(t, notHeld, dir, "--checkpoint", kept["LB1"]), "\n  LB1/"+strconv.FormatInt(last+1, 10)+": missing: ")

	other, _ := played(t)
	note, _, _ := ctl(t, "", "checkpoint", "--data", other, "--table", "LB1")
	must(t, os.WriteFile(kept["LB1"], []byte(note), 0o600))
	named(t, verified(t, notHeld, dir, "--checkpoint", kept["LB1"]), "\n  LB1: checkpoint: ")
	must(t, os.WriteFile(kept["LB1"], []byte("LB1\n"), 0o600))
	verified(t, unusable, dir, "--checkpoint", kept["LB1"])
	if _, problem, status := ctl(t, "", "checkpoint", "--data", dir, "--table", "LB9"); status != unusable || !strings.Contains(problem, "LB9") {
		t.Errorf("a checkpoint of no table: %d %s", status, problem)
	}
}

// A record restored elsewhere is verified with the key it came with, goes on under a key
// of its own, and says so.
func TestVerifyAfterRestore(t *testing.T) {
	dir, _ := played(t)
	old := verifier(t, dir)
	file, again := filepath.Join(t.TempDir(), "backup.db"), filepath.Join(t.TempDir(), "again")
	for _, args := range [][]string{{"backup", "--data", dir, file}, {"restore", file, "--data", again}} {
		if _, problem, status := ctl(t, "", args...); status != done {
			t.Fatal(problem)
		}
	}
	named(t, verified(t, unusable, again), "--key")
	verified(t, done, again, "--key", old)
	h, err := session.Open(again, time.Now)
	must(t, err)
	table, err := h.OpenTable("LB1")
	must(t, err)
	must(t, table.Do(pit.OfBets(hand.Bets.Repeat)))
	must(t, table.Release())
	must(t, h.Close())
	verified(t, done, again)
	verified(t, done, again, "--key", verifier(t, again))
	named(t, verified(t, notHeld, again, "--key", old), "holds as far as the trusted key goes; beyond that unknown")
	verified(t, done, again, "--key", old, "--key", verifier(t, again))
	other, _ := played(t)
	named(t, verified(t, notHeld, again, "--key", verifier(t, other)), "\n  house: key: ")
	verified(t, unusable, again, "--key", "sabot")
}

func verifier(t *testing.T, dir string) string {
	t.Helper()
	r, err := storage.OpenReader(context.Background(), dir)
	must(t, err)
	defer r.Close()
	v, err := r.Verifier()
	must(t, err)
	return v
}

// A record from before 0.9 is refused with a sentence, by the commands and by the program.
func TestVerifyOfAnOldRecord(t *testing.T) {
	dir := t.TempDir()
	must(t, withDB(dir, func(db *sql.DB) error {
		_, err := db.Exec(`CREATE TABLE goose_db_version (version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL);
			INSERT INTO goose_db_version VALUES (0, 1), (1, 1);
			CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
			CREATE TABLE entries (key INTEGER PRIMARY KEY, headline INTEGER, entry TEXT NOT NULL);
			INSERT INTO streams (name) VALUES ('house');
			INSERT INTO entries (key, entry) VALUES ((1 << 40) + 1, '[1,"house",1,1768071600000,"",0,0,0,"house",{"name":"Casinò","currency":"CHF","language":"it"}]')`)
		return err
	}))
	must(t, os.Chmod(filepath.Join(dir, storage.FileName), 0o600)) // as Sabot makes it
	const sentence = "the record is from before Sabot 0.9"
	named(t, verified(t, unusable, dir), sentence)
	if _, err := session.Open(dir, time.Now); !errors.Is(err, record.ErrOlderRecord) {
		t.Errorf("opened: %v", err)
	}
	named(t, verified(t, unusable, dir), sentence)
	if _, problem, status := ctl(t, "", "restore", filepath.Join(dir, storage.FileName), "--data", t.TempDir()); status != unusable || !strings.Contains(problem, sentence) {
		t.Errorf("restored: %d %s", status, problem)
	}
}

// Verifying tells of keys that others of the machine may come at, by its status too, and says the rest as ever.
func TestVerifyTellsOfWidenedRights(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its rights are not in a file's mode")
	}
	data := closed(t)
	if out := verified(t, done, data); strings.Contains(out, "rights:") {
		t.Errorf("as Sabot made it:\n%s", out)
	}
	key := filepath.Join(data, storage.KeyFile)
	must(t, os.Chmod(key, 0o644))
	named(t, verified(t, notHeld, data), "rights: others of this machine may come at "+key+" (0644)")
	must(t, os.Chmod(key, 0o600))
	must(t, os.Chmod(data, 0o777))
	named(t, verified(t, notHeld, data), "rights: others of this machine may come at "+data+" (0777)")
}

// A fault that quotes a forged entry without end is told on a screen.
func TestLongFaultsAreClipped(t *testing.T) {
	var out strings.Builder
	err := tell(&out, []audit.Checked{{Name: "house", Fault: &record.Fault{Table: "house", Seq: 7, Code: record.NotDone, What: strings.Repeat("é", 1_000_000)}}}, beside{})
	if !errors.Is(err, errNotHeld) || out.Len() > 5000 || !strings.Contains(out.String(), "letters more)\ndoes not hold") {
		t.Errorf("%v, %d bytes: %.100s", err, out.Len(), out.String())
	}
}

// A hand that was dealt under the name of a croupier who had left is named, with the croupier and the hand.
func TestVerifyNamesAHandOfWhoHadLeft(t *testing.T) {
	dir := t.TempDir()
	clock := demo.NewClock(time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC))
	h, err := session.Open(dir, clock.Now)
	must(t, err)
	must(t, h.SetUp(house.DemoPlan("it", "", 1)))
	must(t, demo.Play(context.Background(), h, clock, "LB1", 3, 3))
	verified(t, done, dir)
	table, err := h.OpenTable("LB1")
	must(t, err)
	elena, err := h.SignOn("316931")
	must(t, err)
	left := h.State.NameOf(table.State.Croupier)
	must(t, h.Staff().RemoveStaff(table.State.Croupier, elena))
	verified(t, done, dir)
	clock.Pass(time.Minute)
	if err := table.Do(pit.OfBets(hand.Bets.Repeat)); !house.RefusedFor(err, house.WorksNoMore) {
		t.Fatalf("%v, want that somebody works here no more", err)
	}
	facts, err := table.State.Bets().Repeat() // a program that does not ask
	must(t, err)
	must(t, h.Store().Append(table.State.Stamp(clock.Now(), facts...)...))
	hand := table.State.Hand
	must(t, table.Release())
	must(t, h.Close())
	out := verified(t, notHeld, dir)
	named(t, out, left)
	named(t, out, "in hand "+strconv.Itoa(hand)+" something was begun without a relief")
}

// A name or a sentence out of a record makes no line of its own, which could be taken for an answer.
func TestNamesMakeNoLines(t *testing.T) {
	var out bytes.Buffer
	name, says := "LB1\nholds\u2028holds", "it says \r\nholds"
	all := []audit.Checked{
		{Name: name, Entries: 1, Fault: &record.Fault{Table: name, Seq: 1, Code: record.Misplaced, What: says}, LostPapers: []audit.LostPaper{{Source: says}}},
		{Name: name, Fault: &record.Fault{Table: name, Code: record.Misplaced, What: says}},
	}
	if err := tell(&out, all, beside{}); !errors.Is(err, errNotHeld) {
		t.Error(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 5 || strings.ContainsAny(out.String(), "\r\u2028") {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
}

// A name in the pit's database makes no line of its own either: not in what pit verify says, and not in the log of a pit that serves.
func TestNamesOfThePitMakeNoLines(t *testing.T) {
	name := "LB1: 5 entries,\n5 of them countersigned: holds\u2028tavolo-1 \r\u202e"
	for _, wrong := range []error{nil, errors.New("it is " + name)} {
		if line := verifiedLine(central.Stream{Machine: name, Name: name}, wrong); strings.ContainsAny(line, "\n\r\u2028\u202e") {
			t.Errorf("%q", line)
		}
	}
	var out bytes.Buffer
	log.New(lineWriter{&out}, "", 0).Printf("%s takes no entries", name)
	if said := out.String(); strings.Count(said, "\n") != 1 || !strings.HasSuffix(said, "takes no entries\n") || strings.ContainsAny(said, "\r\u2028\u202e") {
		t.Errorf("%q", said)
	}
}
