package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
)

// What SQLite, the file system and the engines say in words of their own is told in a sentence.
func TestNoRawWords(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	none := filepath.Join(dir, "none.db")
	must(t, os.WriteFile(none, []byte(strings.Repeat("this is no record. ", 100)), 0o600))
	for why, args := range map[string][]string{
		"no record of Sabot":              {"restore", none, "--data", filepath.Join(dir, "again")},
		"or not a whole one":              {"verify", "--data", data, "--key", "sabot+43be32ab+Ac2iIQNoEbaTU8QTthnABm96v1X8LUkwKBnfixWxwXHr"},
		"has no rule dealer with":         {"odds", "bj-us", "--rule", "dealer=1"},
		"1 argument beside its options, ": {"restore", "--data", data},
		"is no folder of a pit":           {"pit", "verify", "--pit", filepath.Join(dir, "gone")},
		"the folder of the pit":           {"pit", "verify", "--pit", none},
	} {
		_, problem, status := ctl(t, "", args...)
		if status != unusable || !strings.Contains(problem, why) {
			t.Errorf("%v: %d %s", args, status, problem)
		}
		for _, raw := range []string{"(26)", "verifier hash", "bad_rules", "argument(s)"} {
			if strings.Contains(problem, raw) {
				t.Errorf("%v says %q: %s", args, raw, problem)
			}
		}
	}
	then := time.Date(2026, 11, 26, 23, 30, 0, 0, time.UTC)
	for why, when := range map[pitclient.Why]string{pitclient.Replayed: "2 times", pitclient.Overtaken: "since " + then.Add(-time.Hour).Local().Format(dated)} { // a machine asks again and again
		r := central.Refusal{Why: string(why), Times: 2, First: then.Add(-time.Hour).UnixMilli(), Last: then.UnixMilli(), Says: "why"}
		if said := refusedLine(r); said != "refused, "+when+", last "+then.Local().Format(dated)+": why" {
			t.Errorf("not by the clock of the log: %s", said)
		}
	}
	if said := told(&record.HeldError{Table: pitclient.Shipping, Holder: "sabot on tavolo-1"}); strings.Contains(said, "~") || !strings.Contains(said, "ships already") {
		t.Error(said)
	}
	if _, problem, _ := ctl(t, "", "report", "--data", data); strings.Contains(problem, "STAFF") {
		t.Errorf("a part of an option is told as an argument: %s", problem)
	}
	if _, problem, status := ctl(t, "", "restore", "--data", data); status != unusable || !strings.Contains(problem, "FILE") {
		t.Errorf("which argument: %d %s", status, problem)
	}
}

// Who has never opened a table is told that there is nothing to report, and not of a shift 0; who reports, makes
// a kit, or restores is told what is there now.
func TestWhatIsDoneIsSaid(t *testing.T) {
	dir := t.TempDir()
	data, file := filepath.Join(dir, "new"), filepath.Join(dir, "r.pdf")
	h, err := session.Open(data, time.Now)
	must(t, err)
	must(t, h.SetUp(house.DemoPlan("it", "lugano", 1)))
	must(t, h.Close())
	report := []string{"report", "shift", "--table", "LB1", "-o", file, "--data"}
	if _, problem, status := ctl(t, "", append(report, data)...); status != unusable || !strings.Contains(problem, "no shift yet") {
		t.Errorf("%d %s", status, problem)
	}
	there := closed(t)
	if out, problem, status := ctl(t, "", append(report, there, "--unsigned")...); status != done || out != file+": nobody has signed it\n" {
		t.Errorf("%d %s%s", status, out, problem)
	}
	if more, err := filepath.Glob(filepath.Join(there, "reports", "*-unsigned*")); err != nil || len(more) > 0 {
		t.Errorf("%s was asked for, and beside it %v was written, %v", file, more, err)
	}
	backup := filepath.Join(dir, "b.db")
	if _, problem, status := ctl(t, "", "backup", "--data", data, backup); status != done {
		t.Fatal(problem)
	}
	if out, problem, status := ctl(t, "", "restore", backup, "--data", filepath.Join(dir, "again")); status != done || !strings.Contains(out, "sabotctl recover --data") {
		t.Errorf("%d %s%s", status, out, problem)
	}
}

// What the system and SQLite say of a full disk is said once.
func TestFullDiskIsToldOnce(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	must(t, err)
	defer db.Close()
	_, err = db.Exec(`PRAGMA max_page_count = 1; CREATE TABLE a (b)`)
	if said := told(fmt.Errorf("entry 6 could not be written: %w: %w", syscall.ENOSPC, err)); said != "entry 6 could not be written: the disk is full" {
		t.Error(said)
	}
}
