package session_test

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage"
)

// edited has an entry of the first table, the nth of its kind in which a text stands, say something else, with the mark that goes
// with that, as whoever has the disk can; the head stays as it was. What it answers puts it back.
func edited(t *testing.T, dir, kind, with string, nth int, change func(string) string) (back func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(filepath.Join(dir, storage.FileName))+"?_pragma=busy_timeout(5000)")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(err)
	db.SetMaxOpenConns(1)
	defer db.Close()
	var key int64
	var was, trigger string
	must(db.QueryRow(`SELECT key, entry FROM entries WHERE key >> 40 = 2 AND instr(entry, ?) AND instr(entry, ?) ORDER BY key LIMIT 1 OFFSET ?`, `"`+kind+`",{`, with, nth).Scan(&key, &was))
	must(db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = 'entries_are_facts_update'`).Scan(&trigger))
	put := func(text string) {
		t.Helper()
		leaf := sha256.Sum256(append([]byte{0}, text...))
		must(behind(dir, `DROP TRIGGER entries_are_facts_update; UPDATE entries SET entry = ?, mark = ? WHERE key = ?; `+trigger, text, int64(int32(binary.BigEndian.Uint32(leaf[:4]))), key))
	}
	if change(was) == was {
		t.Fatal("nothing changed in ", was)
	}
	put(change(was))
	return func() { put(was) }
}

// rewritten is edited with one text in place of another.
func rewritten(t *testing.T, dir, kind, from, to string) (back func()) {
	t.Helper()
	return edited(t, dir, kind, from, 0, func(entry string) string { return strings.Replace(entry, from, to, 1) })
}

// What is derived from entries that somebody changed in the file is not signed by the program and kept: once
// they are as they were lists and sums are the true ones.
func TestNothingDerivedOfChangedEntriesIsKept(t *testing.T) {
	first := demotest.Start.Format(time.DateOnly)
	for name, c := range map[string]struct {
		kind, from, to string
		ask            func(h *session.House) (any, error)
	}{
		"a night of another day": {"opened", first, "2019-01-01", func(h *session.House) (any, error) {
			return h.Sums().Shifts(sums.ShiftQuery{})
		}},
		"a drop of another sum": {"dropcounted", `"cash":`, `"cash":9`, func(h *session.House) (any, error) {
			return h.Sums().HouseSum(first)
		}},
	} {
		dir := t.TempDir()
		h, clock := demotest.House(t, dir)
		demotest.Night(t, h, clock, 2)
		demotest.Again(t, h, clock, 11)
		ask := func() (any, error) {
			fresh, err := session.On(h.Store(), clock.Now)
			if err != nil {
				t.Fatal(err)
			}
			return c.ask(fresh)
		}
		other := t.TempDir() // the same without all that
		n, then := demotest.House(t, other)
		demotest.Night(t, n, then, 2)
		demotest.Again(t, n, then, 11)
		want, err := c.ask(n)
		if err != nil {
			t.Fatal(name, err)
		}
		if err := os.RemoveAll(filepath.Join(dir, "derived")); err != nil { // what was kept while the night was played is true
			t.Fatal(err)
		}
		back := rewritten(t, dir, c.kind, c.from, c.to)
		if got, err := ask(); !errors.Is(err, record.ErrChanged) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		back()
		files, err := h.Store().KeptIn("derived")
		if err != nil || len(files) > 0 {
			t.Errorf("%s: kept %v, %v", name, files, err)
		}
		got, err := ask()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: what was kept says something else: %v", name, err)
		}
	}
}

// Nor is what a table came to on a day, where its sums are kept and the list of its shifts is read from what somebody changed.
func TestNoDayOfChangedShiftsIsKept(t *testing.T) {
	dir := t.TempDir()
	h, clock := demotest.House(t, dir)
	demotest.Night(t, h, clock, 2)
	demotest.Again(t, h, clock, 3)
	first := demotest.Start.Format(time.DateOnly)
	ask := func() (reports.HouseSum, error) {
		fresh, err := session.On(h.Store(), clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		return fresh.Sums().HouseSum(demotest.Start.AddDate(0, 0, 3).Format(time.DateOnly)) // the others are of days that stay
	}
	days := func() (n int) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(dir, "derived", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if name := filepath.Base(f); strings.HasPrefix(name, "shifts4-") || strings.HasPrefix(name, "days") {
				n++
				if err := os.Remove(f); err != nil {
					t.Fatal(err)
				}
			}
		}
		return n
	}
	want, err := ask()
	if err != nil || days() == 0 || len(want.Periods[2].Lines) == 0 || want.Periods[2].Lines[0].Shifts != 4 {
		t.Fatalf("no day is kept: %+v, %v", want, err)
	}
	back := rewritten(t, dir, "opened", first, "2019-01-01")
	if got, err := ask(); !errors.Is(err, record.ErrChanged) {
		t.Errorf("%+v, %v", got, err)
	}
	days()
	back()
	if got, err := ask(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want\n%+v", got, err, want)
	}
}
