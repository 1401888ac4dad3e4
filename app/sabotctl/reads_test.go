package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/storage"
)

// Where the house asks who reads its record, nothing of it is printed or written without the PIN of somebody who may, and the
// record has who read it.
func TestReadsBehindAPIN(t *testing.T) {
	data := closed(t)
	h, err := session.Open(data, time.Now)
	must(t, err)
	elena, err := h.SignOn("316931")
	must(t, err)
	set := h.State.Particulars()
	set.ReadsAsk = true
	must(t, h.SetHouse(set, elena))
	must(t, h.Close())
	out := t.TempDir()
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
	h, err = session.Read(data, time.Now)
	must(t, err)
	if in := h.State.InOffice("31"); in != 0 {
		t.Errorf("somebody is still reading: %d", in)
	}
	last, read := h.State.LastSigned("31")
	if !read || last.Table != "" {
		t.Errorf("the record does not say that 31 read it: %+v", last)
	}
	must(t, h.Close())
	verified(t, done, data)
	must(t, os.Remove(filepath.Join(data, storage.KeyFile)))
	if said, problem, status := ctl(t, "", "export", "--data", data); status != done || said == "" {
		t.Errorf("a copy without the house's keys: %d %q", status, problem)
	}
}
