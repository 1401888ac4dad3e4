package session

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// Who changes an entry of the house in the file gives nobody a right: the house does not open.
func TestRightsAreOfEntriesThatWereSealed(t *testing.T) {
	dir, now := t.TempDir(), func() time.Time { return time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC) }
	h, err := Open(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.SetUp(house.DemoPlan("it", "", 1)), h.Close()); err != nil {
		t.Fatal(err)
	}
	change := func(from, to string) {
		db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, storage.FileName))
		if err != nil {
			t.Fatal(err)
		}
		const trigger = "entries_are_facts_update"
		var made string
		if err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, trigger).Scan(&made); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(`DROP TRIGGER ` + trigger); err != nil {
			t.Fatal(err)
		}
		done, err := db.Exec(`UPDATE entries SET entry = replace(entry, ?, ?) WHERE entry LIKE '%"staff",{"number":"11"%'`, from, to)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := done.RowsAffected(); err != nil || n != 1 {
			t.Fatal(n, err)
		}
		if _, err := db.Exec(made); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	change(`"croupier"`, `"manager"`)
	var fault *record.Fault
	if h, err := Open(dir, now); !errors.As(err, &fault) || fault.Code != record.Changed {
		t.Errorf("a croupier was made manager: %v, %v", h, err)
	}
	if h, err := Read(dir, now); !errors.As(err, &fault) {
		t.Errorf("to read: %v, %v", h, err)
	}
	change(`"manager"`, `"croupier"`)
	h, err = Open(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

// BenchmarkOpen opens a house with a year behind it.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	h, err := Open(dir, time.Now)
	if err != nil {
		b.Fatal(err)
	}
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		b.Fatal(err)
	}
	for range 100 {
		facts := make([]record.Fact, 100)
		for i := range facts {
			facts[i] = record.SignedOff{Number: "31", Why: record.LeftOffice}
		}
		if err := h.Record("", facts); err != nil {
			b.Fatal(err)
		}
	}
	if err := h.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		h, err := Open(dir, time.Now)
		if err != nil {
			b.Fatal(err)
		}
		if err := h.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
