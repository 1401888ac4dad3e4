package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// Where the house asks who reads its record, nothing of it is printed or written without the PIN of somebody who may, and the
// record has who read it.
func TestReadsBehindAPIN(t *testing.T) {
	data, out := closed(t), t.TempDir()
	readsAsk(t, data)
	before := len(houseFacts(t, data))
	reads := map[string][]string{
		"export": {"export"},
		"log":    {"log"},
		"report": {"report", "changes", "--lang", "en", "-o", filepath.Join(out, "changes.pdf")},
		"backup": {"backup", filepath.Join(out, "record.db")},
	}
	elsewhere := filepath.Join(out, "wrong")
	must(t, os.WriteFile(elsewhere, []byte("0000\n"), 0o600))
	for name, args := range reads {
		args = slices.Clip(append(args, "--data", data))
		by := func(number string) []string {
			pins, _ := pinsOf(t, number)
			return append(args, "--reader", number, "--pin-file", pins)
		}
		for why, trial := range map[string]struct {
			args []string
			says string
		}{
			"nobody":     {args, "--reader"},
			"no PIN":     {append(args, "--reader", "31"), "--reader"},
			"wrong PIN":  {append(args, "--reader", "31", "--pin-file", elsewhere), "PIN"},
			"a croupier": {by("11"), "may not"},
		} {
			said, problem, status := ctl(t, "", trial.args...)
			if status != unusable || said != "" || !strings.Contains(problem, trial.says) {
				t.Errorf("%s by %s: %d %q %q", name, why, status, said, problem)
			}
		}
		if left, err := filepath.Glob(filepath.Join(out, "*.*")); err != nil || len(left) > 0 {
			t.Errorf("%s, refused, left %v, %v", name, left, err)
		}
		if said, problem, status := ctl(t, "", by("31")...); status != done || said == "" {
			t.Errorf("%s by a manager: %d %q", name, status, problem)
		}
		for _, file := range []string{"changes.pdf", "record.db"} {
			_ = os.Remove(filepath.Join(out, file))
		}
	}
	file := filepath.Join(out, "signed.pdf")
	for by, want := range map[string]int{"11": unusable, "11,21": done} { // who signs reads
		pins, _ := pinsOf(t, strings.Split(by, ",")...)
		if _, problem, status := ctl(t, "", "report", "reconstruction", "--data", data, "--table", "LB1", "-o", file, "--sign", by, "--pin-file", pins); status != want {
			t.Errorf("signed by %s: %d %q", by, status, problem)
		}
	}
	count := map[record.Fact]int{}
	for _, f := range houseFacts(t, data)[before:] {
		switch f := f.(type) {
		case record.PINFailed:
			count[f]++
		case record.ReportPrinted:
			if !strings.HasSuffix(f.Report, record.SignedReport) {
				count[record.ReportPrinted{Report: f.Report, By: f.By}]++
			}
		case record.BackedUp:
			count[record.BackedUp{By: f.By}]++
		}
	}
	if want := (map[record.Fact]int{
		record.PINFailed{Number: "31"}: len(reads), record.ReportPrinted{Report: "changes-provisional", By: "31"}: 1, record.BackedUp{By: "31"}: 1,
	}); !maps.Equal(count, want) {
		t.Errorf("the record has %v, want %v", count, want)
	}
	h, err := session.Read(data, time.Now)
	must(t, err)
	if in := h.State.People().InOffice("31"); in != 0 {
		t.Errorf("somebody is still reading: %d", in)
	}
	last, read := h.State.People().LastSigned("31")
	if !read || last.Table != "" || !last.Reads {
		t.Errorf("the record does not say that 31 read it: %+v", last)
	}
	must(t, h.Close())
	verified(t, done, data)
	must(t, os.Remove(filepath.Join(data, storage.KeyFile)))
	if said, problem, status := ctl(t, "", "export", "--data", data); status != done || said == "" {
		t.Errorf("a copy without the house's keys: %d %q", status, problem)
	}
}

// Who says unasked that they read is taken at their word as where the house asks: no PIN, no reading, and all of it on the record.
func TestReaderUnasked(t *testing.T) {
	data := closed(t)
	pins, _ := pinsOf(t, "31")
	wrong := filepath.Join(t.TempDir(), "wrong")
	must(t, os.WriteFile(wrong, []byte("0000\n"), 0o600))
	before := len(houseFacts(t, data))
	for says, args := range map[string][]string{
		"--pin-file":        {"--reader", "31"},
		"--reader":          {"--pin-file", pins},
		"signing on 31":     {"--reader", "31", "--pin-file", wrong},
		"signing on 99":     {"--reader", "99", "--pin-file", wrong},
		"report: give both": {"report", "changes", "-o", filepath.Join(t.TempDir(), "r.pdf"), "--pin-file", pins},
	} {
		if args[0] != "report" {
			args = append([]string{"log"}, args...)
		}
		says = strings.TrimPrefix(says, "report: ")
		if said, problem, status := ctl(t, "", append(args, "--data", data)...); status != unusable || said != "" || !strings.Contains(problem, says) {
			t.Errorf("%v: %d %.200q %q", args, status, said, problem)
		}
	}
	if said, problem, status := ctl(t, "", "log", "--data", data, "--reader", "31", "--pin-file", pins); status != done || said == "" {
		t.Errorf("%d %q", status, problem)
	}
	var got []record.Fact
	for _, f := range houseFacts(t, data)[before:] {
		switch f.(type) {
		case record.PINFailed, record.SignedOn, record.SignedOff:
			got = append(got, f)
		}
	}
	if want := []record.Fact{record.PINFailed{Number: "31"}, record.SignedOn{Number: "31", For: string(house.ReadReports)}, record.SignedOff{Number: "31", Why: record.LeftOffice}}; !slices.Equal(got, want) {
		t.Errorf("the record has %+v", got)
	}
	verified(t, done, data)
	must(t, os.Remove(filepath.Join(data, storage.KeyFile)))
	if _, problem, status := ctl(t, "", "export", "--data", data, "--reader", "31", "--pin-file", pins); status != unusable || !strings.Contains(problem, "leave --reader") {
		t.Errorf("a copy without keys: %d %q", status, problem)
	}
}

// readsAsk has the house ask who reads.
func readsAsk(t *testing.T, data string) {
	t.Helper()
	h, err := session.Open(data, time.Now)
	must(t, err)
	elena, err := h.SignOn("316931")
	must(t, err)
	set := h.State.Particulars()
	set.ReadsAsk = true
	must(t, h.SetHouse(set, elena))
	must(t, h.Close())
}

// houseFacts are those of the house's stream.
func houseFacts(t *testing.T, data string) []record.Fact {
	t.Helper()
	h, err := session.Read(data, time.Now)
	must(t, err)
	var facts []record.Fact
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		facts = append(facts, e.Fact)
	}
	must(t, h.Close())
	return facts
}
