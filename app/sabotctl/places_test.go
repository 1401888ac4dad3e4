package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/session/papers"
	"sabot/reports"
)

// entered is how many entries of a kind a record has.
func entered(t *testing.T, data, kind string) int {
	t.Helper()
	out, problem, status := ctl(t, "", "log", "--data", data, "--kind", kind, "-n", "1000")
	if status != done {
		t.Fatal(problem)
	}
	return strings.Count(out, "\n")
}

// nowhere are files that cannot be written: in a folder that is not there, under the name of a folder.
func nowhere(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "folder.pdf"), 0o700))
	return []string{filepath.Join(dir, "gone", "x.pdf"), filepath.Join(dir, "folder.pdf")}
}

// A kit, a report, a backup and an enrolment that cannot be written where they are asked for leave no
// entry and no file: the record says of none that it was made, printed or failed.
func TestWhatCannotBeWrittenIsNotEntered(t *testing.T) {
	data := closed(t)
	manager, _ := pinsOf(t, "31")
	two, by := pinsOf(t, "11", "21")
	kept := func() int {
		files, err := filepath.Glob(filepath.Join(data, "reports", "*.pdf"))
		must(t, err)
		return len(files)
	}
	before, printed := kept(), entered(t, data, "printed")
	for _, file := range nowhere(t) {
		for _, args := range [][]string{
			{"kit", "--data", data, "-o", file, "--sign", "31", "--pin-file", manager},
			{"report", "incidents", "--data", data, "--table", "LB1", "-o", file},
			{"report", "incidents", "--data", data, "--table", "LB1", "-o", file, "--sign", by, "--pin-file", two},
			{"backup", "--data", data, file},
		} {
			_, problem, status := ctl(t, "", args...)
			if status != unusable || !strings.Contains(problem, file) || strings.Contains(problem, ".part") {
				t.Errorf("%v: %d %s", args, status, problem)
			}
		}
		if left, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*.part")); err != nil || len(left) > 0 {
			t.Errorf("left %v, %v", left, err)
		}
	}
	if n, p := entered(t, data, "kitmade"), entered(t, data, "printed"); n != 0 || p != printed || kept() != before {
		t.Errorf("%d kits and %d reports more are on the record, %d more kept", n, p-printed, kept()-before)
	}
	if n := entered(t, data, "backupfailed"); n != 0 {
		t.Errorf("%d failed backups are on the record", n)
	}
	file := filepath.Join(t.TempDir(), "r.pdf")
	if _, problem, status := ctl(t, "", "report", "incidents", "--data", data, "--table", "LB1", "-o", file); status != done {
		t.Fatal(problem)
	}
	pdf, err := papers.ReadReport(file)
	must(t, err)
	if e, err := reports.EvidenceOf(pdf); err != nil || e.Copy != 1 {
		t.Errorf("the first that was written is copy %d, %v", e.Copy, err)
	}
	verified(t, done, data)
}

// What lies there stays: what people signed, and whatever is no report. A report of the same kind that nobody
// signed makes way for the next one, as a program writes it each day.
func TestWhatIsThereStays(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	two, by := pinsOf(t, "11", "21")
	must(t, os.WriteFile(at("mine.pdf"), []byte("mine"), 0o600))
	report := func(file string, more ...string) []string {
		return append([]string{"report", "incidents", "--data", data, "--table", "LB1", "-o", file}, more...)
	}
	for _, args := range [][]string{
		report(at("r.pdf")), report(at("r.pdf")), report(at("r.pdf"), "--sign", by, "--pin-file", two),
	} {
		if _, problem, status := ctl(t, "", args...); status != done {
			t.Fatalf("%v: %s", args, problem)
		}
	}
	signed, err := os.ReadFile(at("r.pdf"))
	must(t, err)
	printed := entered(t, data, "printed")
	for _, args := range [][]string{
		report(at("r.pdf"), "--unsigned"), report(at("r.pdf"), "--sign", by, "--pin-file", two), report(at("mine.pdf"), "--unsigned"),
		{"card", "lugano", "-o", at("mine.pdf")},
		{"card", "lugano", "-o", at("r.pdf")},
		{"pit", "enroll", "--data", data, "--pit", dir, "--machine", "m", "-o", at("mine.pdf")},
		{"group", "enroll", "--group", dir, "--house", "m", "-o", at("mine.pdf")},
	} {
		if _, problem, status := ctl(t, "", args...); status != unusable || !strings.Contains(problem, "is there already") {
			t.Errorf("%v: %d %s", args, status, problem)
		}
	}
	if now, err := os.ReadFile(at("r.pdf")); err != nil || string(now) != string(signed) {
		t.Errorf("the signed one is another now, %v", err)
	}
	if now, err := os.ReadFile(at("mine.pdf")); err != nil || string(now) != "mine" {
		t.Errorf("mine is %.20q, %v", now, err)
	}
	if n := entered(t, data, "printed"); n != printed {
		t.Errorf("%d more are on the record", n-printed)
	}
}
