package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/reports"
)

// in runs something on a machine that stands in another zone.
func in(t *testing.T, zone string, do func()) {
	t.Helper()
	there, err := time.LoadLocation(zone)
	must(t, err)
	t.Setenv("TZ", zone)
	was := time.Local
	time.Local = there
	defer func() { time.Local = was }()
	do()
}

var zones = []string{"Europe/Zurich", "Asia/Tokyo", "America/Los_Angeles"}

// A night and its reports made on machines of three zones: the figures are the same to the
// byte, the times on paper those of the house, and each report holds under each zone.
func TestReportsUnderThreeZones(t *testing.T) {
	data := closed(t)
	pins, by := pinsOf(t, "11", "21")
	var figures [][]byte
	var files []string
	for _, zone := range zones {
		in(t, zone, func() {
			elsewhere := filepath.Join(t.TempDir(), "house")
			if _, problem, status := ctl(t, "", "demo", "--at", "2026-01-10T19:00", "--data", elsewhere, "--hands", "30", "--seed", "7", "--close"); status != done {
				t.Fatal(problem)
			}
			for _, dir := range []string{data, elsewhere} {
				file := filepath.Join(t.TempDir(), "signed.pdf")
				if _, problem, status := ctl(t, "", "report", "shift", "--data", dir, "--table", "LB1", "-o", file, "--sign", by, "--pin-file", pins); status != done {
					t.Fatal(problem)
				}
				pdf, err := os.ReadFile(file)
				must(t, err)
				e, err := reports.EvidenceOf(pdf)
				must(t, err)
				if e.Zone != "Europe/Zurich" {
					t.Errorf("made in %s: its zone is %q", zone, e.Zone)
				}
				figures = append(figures, e.Figures)
				if dir == data {
					files = append(files, file)
				}
			}
		})
	}
	for i, f := range figures {
		if !bytes.Equal(f, figures[0]) {
			t.Errorf("report %d has other figures:\n%s\n%s", i, f, figures[0])
		}
	}
	for _, zone := range zones {
		in(t, zone, func() {
			for _, file := range files {
				out, problem, status := ctl(t, "", "verify-report", file, "--data", data)
				if status != done || !strings.HasSuffix(out, "the figures are the record's\nholds\n") || !strings.Contains(out, " CET") && !strings.Contains(out, " CEST") {
					t.Errorf("%s verified in %s: %d %s%s", filepath.Base(file), zone, status, out, problem)
				}
			}
		})
	}
}

// The record of a Sabot that knew no zone is restored no more, and says why. So it is of what was signed with it, whose blocks nobody
// draws any more.
func TestOldReports(t *testing.T) {
	packed, err := os.Open("testdata/old/record.db.gz")
	must(t, err)
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	must(t, err)
	record, err := io.ReadAll(z)
	must(t, err)
	backup := filepath.Join(t.TempDir(), "old.db")
	must(t, os.WriteFile(backup, record, 0o600))
	if _, problem, status := ctl(t, "", "restore", backup, "--data", filepath.Join(t.TempDir(), "house")); status != unusable || !strings.Contains(problem, "records from before Sabot 0.9 are read no more") {
		t.Errorf("restored: %d %s", status, problem)
	}
	for _, file := range []string{"testdata/old/shift.pdf", "testdata/old/slip.pdf"} {
		if out, _, status := ctl(t, "", "verify-report", file); status != notHeld || !strings.Contains(out, "it is from before Sabot 0.9") {
			t.Errorf("%s: %d %s", file, status, out)
		}
	}
}

// The house's certificate tells whose keys it vouches for, and nothing holds by it alone: without the record the figures are unknown.
func TestVerifyByTheCertificate(t *testing.T) {
	data, other := closed(t), filepath.Join(t.TempDir(), "other")
	closedIn(t, other)
	pem := func(data string) string {
		out, problem, status := ctl(t, "", "authority", "--data", data)
		if status != done {
			t.Fatal(problem)
		}
		file := filepath.Join(t.TempDir(), "house.pem")
		must(t, os.WriteFile(file, []byte(out), 0o600))
		return file
	}
	file := filepath.Join(data, "reports", "shift-LB1-1.pdf")
	if out, problem, status := ctl(t, "", "verify-report", file, "--ca", pem(data)); status != notHeld ||
		strings.Count(out, ", a certificate of this house vouches for the key\n") != 2 || !strings.Contains(out, "figures unknown") || !strings.HasSuffix(out, "\nunknown\n") {
		t.Errorf("%d %s%s", status, out, problem)
	}
	if out, _, status := ctl(t, "", "verify-report", file, "--ca", pem(other)); status != notHeld || !strings.Contains(out, "NOT a certificate of this house") {
		t.Errorf("by another house's: %d %s", status, out)
	}
	for _, args := range [][]string{{"--ca", "/no/such/file"}, {"--ca", "testdata/old/slip.pdf"}, {"--ca", pem(data), "--data", data}} {
		if _, problem, status := ctl(t, "", append([]string{"verify-report", file}, args...)...); status != unusable || strings.Count(problem, "\n") != 1 {
			t.Errorf("%v: %d %s", args, status, problem)
		}
	}
}

// Days are days: another form is read as what it says, what is none is refused, and never is
// text compared with text.
func TestDaysOfATableReport(t *testing.T) {
	data := closed(t)
	try := func(wanted int, says string, args ...string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "r.pdf")
		_, problem, status := ctl(t, "", append([]string{"report", "table", "--data", data, "--table", "LB1", "-o", file}, args...)...)
		if status != wanted || !strings.Contains(problem, says) {
			t.Errorf("%v: %d %q, wanted %d %q", args, status, problem, wanted, says)
		}
	}
	try(done, "", "--from", "01.01.2026", "--to", "31.01.2026")
	try(done, "", "--from", "1.1.2026")
	try(unusable, "no shift from 2026-02-01 to 2026-02-28", "--from", "01.02.2026", "--to", "28.02.2026")
	try(unusable, "is no day", "--from", "January")
	try(unusable, "is no day", "--to", "2026-02-30")
	try(unusable, "is after", "--from", "2026-02-01", "--to", "2026-01-01")
	try(unusable, "no texts in", "--lang", "DE")
	try(unusable, "no texts in", "--lang", "xx")
}
