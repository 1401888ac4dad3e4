package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/pit/house"
	"sabot/pit/seal"
)

// otherTurnover changes what is kept of a day of LB1 beside the record, and seals that with the record's own key.
func otherTurnover(t *testing.T, data, day string) (file string) {
	t.Helper()
	h, err := session.Open(data, time.Now)
	must(t, err)
	defer func() { must(t, h.Close()) }()
	sum, err := h.Sums().HouseSum(day)
	must(t, err)
	files, err := filepath.Glob(filepath.Join(data, "derived", "days*-LB1"))
	must(t, err)
	if len(files) != 1 {
		t.Fatal(files)
	}
	content, err := os.ReadFile(files[0])
	must(t, err)
	lines := bytes.SplitAfterN(content, []byte("\n"), 6)
	kept, err := seal.ReadHead(string(content[:len(content)-len(lines[5])]))
	must(t, err)
	note, err := h.Store().Head("LB1")
	must(t, err)
	head, err := seal.ReadHead(note)
	must(t, err)
	turnover := int64(sum.Periods[0].Lines[0].Turnover)
	body := bytes.ReplaceAll(lines[5], binary.AppendVarint(nil, turnover), binary.AppendVarint(nil, turnover+2))
	if note, err = h.Store().Vouch(kept.Stream, kept.Size, slices.Concat(head.Root[:], []byte("\n"), body)); err != nil || bytes.Equal(body, lines[5]) {
		t.Fatal("nothing was changed", err)
	}
	must(t, os.WriteFile(files[0], append([]byte(note), body...), 0o600))
	return files[0]
}

// What is kept of a day beside the record, forged with the key that seals both: verify names and deletes it, and people sign
// what the record says.
func TestForgedDays(t *testing.T) {
	data, began := t.TempDir(), time.Now().AddDate(0, 0, -10)
	clock := demo.NewClock(began)
	h, err := session.Open(data, clock.Now)
	must(t, err)
	must(t, h.SetUp(house.DemoPlan("en", "lugano", 1)))
	must(t, demo.Play(t.Context(), h, clock, "LB1", 4, 1))
	_, err = demo.Close(h, clock, "LB1")
	must(t, err)
	lines, err := h.Sums().Shifts(sums.ShiftQuery{})
	must(t, err)
	day := lines[0].Day
	must(t, h.Close())
	csv := func() string {
		t.Helper()
		dir := filepath.Join(t.TempDir(), "csv")
		if _, problem, status := ctl(t, "", "report", "house", "--data", data, "--day", day, "--csv", dir); status != done {
			t.Fatal(problem)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		must(t, err)
		var all []byte
		for _, f := range files {
			text, err := os.ReadFile(f)
			must(t, err)
			all = append(all, text...)
		}
		return string(all)
	}
	is := csv()
	verified(t, done, data)

	file := otherTurnover(t, data, day)
	if csv() == is {
		t.Fatal("what was forged is not read")
	}
	out := verified(t, notHeld, data)
	named(t, out, "what Sabot keeps of LB1 beside the record, derived/"+filepath.Base(file)+", is not what the record says: reports of it may have been false; it was thrown away")
	named(t, out, "\nholds, but what Sabot keeps beside it was not what it says")
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Error("it lies there still:", err)
	}
	verified(t, done, data)
	if csv() != is {
		t.Error("reports are others than before")
	}

	otherTurnover(t, data, day)
	pins, by := pinsOf(t, "31")
	pdf := filepath.Join(t.TempDir(), "house.pdf")
	_, problem, status := ctl(t, "", "report", "house", "--data", data, "--day", day, "-o", pdf, "--sign", by, "--pin-file", pins)
	if status != done || !strings.Contains(problem, "what Sabot keeps of LB1 beside the record") {
		t.Errorf("signed: %d %s", status, problem)
	}
	if out, problem, status := ctl(t, "", "verify-report", pdf, "--data", data); status != done {
		t.Errorf("what was signed: %d %s%s", status, out, problem)
	}
	verified(t, done, data)
}
