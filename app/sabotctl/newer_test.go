package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sabot/storage"
)

var kindInEntry = regexp.MustCompile(`(,\d+,\d+,\d+,")[a-z]+(",)`)

// A record that a newer Sabot has written on (in its layout, in how an entry is written, with a kind
// of entry that is unknown here) is refused with one sentence that says so and what to do, and left
// as it is. So it is after a downgrade.
func TestRecordOfANewerSabot(t *testing.T) {
	whole := filepath.Join(closed(t), storage.FileName)
	last := func(change func(entry string) string) func(*sql.DB) error {
		return func(db *sql.DB) error {
			return withoutTriggers(db, func() error {
				var key int64
				var entry string
				if err := db.QueryRow(`SELECT key, entry FROM entries WHERE entry LIKE '%"LB1"%' ORDER BY key DESC LIMIT 1`).Scan(&key, &entry); err != nil {
					return err
				}
				if change(entry) == entry {
					t.Fatalf("nothing to change in %s", entry)
				}
				_, err := db.Exec(`UPDATE entries SET entry = ? WHERE key = ?`, change(entry), key)
				return err
			})
		}
	}
	for name, newer := range map[string]struct {
		write func(*sql.DB) error
		says  string
	}{
		"layout": {func(db *sql.DB) error {
			_, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
			return err
		}, "its layout has version 99"},
		"entry": {last(func(e string) string { return "[9" + e[2:] }), "an entry has version 9"},
		"kind":  {last(func(e string) string { return kindInEntry.ReplaceAllString(e, "${1}flown${2}") }), `entries of kind "flown"`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			content, err := os.ReadFile(whole)
			must(t, err)
			must(t, os.WriteFile(filepath.Join(dir, storage.FileName), content, 0o600))
			key, err := os.ReadFile(filepath.Join(filepath.Dir(whole), storage.KeyFile))
			must(t, err)
			must(t, os.WriteFile(filepath.Join(dir, storage.KeyFile), key, 0o600))
			must(t, withDB(dir, newer.write))
			must(t, withDB(dir, func(db *sql.DB) error { _, err := db.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); return err }))
			was, err := os.ReadFile(filepath.Join(dir, storage.FileName))
			must(t, err)
			for _, args := range [][]string{
				{"verify"},
				{"export"},
				{"log", "--table", "LB1"},
				{"report", "shift", "--table", "LB1", "--shift", "1", "-o", filepath.Join(t.TempDir(), "r.pdf")},
			} {
				out, problem, status := ctl(t, "", append(args, "--data", dir)...)
				if said := out + problem; status == done || !strings.Contains(said, "was written by a newer Sabot") || !strings.Contains(said, newer.says) || !strings.Contains(said, "install the newer one") || strings.Count(problem, "\n") > 1 {
					t.Errorf("%s: %d\n%s\n%s", args[0], status, out, problem)
				}
			}
			if now, err := os.ReadFile(filepath.Join(dir, storage.FileName)); err != nil || string(now) != string(was) {
				t.Errorf("the record was changed (%v)", err)
			}
		})
	}
}
