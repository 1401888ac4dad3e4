package storage_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/pit/record"
	"sabot/storage"
)

// madeBy09 are the rows in which Sabot 0.9 said the version of the layout that it made.
const madeBy09 = "1 0 1 19\n2 1 1 19\n3 2 1 19\n4 3 1 19\n5 4 1 19\n"

// A new file has the layout of Sabot 0.9, in the same order, and says its version in the same rows: layout.txt is what that
// one made, and is never edited.
func TestLayoutOfANewFile(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir)
	if got, want := laidOut(t, dir), layoutOf09(t); got != want {
		t.Errorf("a new file has\n%s\nwant\n%s", got, want)
	}
}

// A first start of Sabot 0.9 that ended between its steps, before anything was entered, is made good.
func TestLayoutThatWasHalfMade(t *testing.T) {
	dir := t.TempDir()
	inFile(t, dir, `CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
		INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1), (2, 1);
		CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
		CREATE TABLE entries (key INTEGER PRIMARY KEY, headline INTEGER, entry TEXT NOT NULL, mark INTEGER);
		CREATE TABLE heads (stream INTEGER PRIMARY KEY REFERENCES streams)`)
	begun(t, dir) // which judges the layout
	if got := laidOut(t, dir); !strings.HasSuffix(got, ";\n"+madeBy09) {
		t.Errorf("it was made\n%s", got)
	}
}

// A record that was entered before there were seals is refused, whoever opens it, and stays as it is.
func TestRecordFromBeforeSeals(t *testing.T) {
	dir := t.TempDir()
	inFile(t, dir, `CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
		INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1);
		CREATE TABLE streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
		CREATE TABLE entries (key INTEGER PRIMARY KEY, headline INTEGER, entry TEXT NOT NULL);
		INSERT INTO streams (name) VALUES ('house');
		INSERT INTO entries (key, entry) VALUES ((1 << 40) + 1, '[1,"house",1,1768071600000,"",0,0,0,"house",{"name":"Casinò","currency":"CHF","language":"it"}]')`)
	before := laidOut(t, dir)
	if _, err := storage.Open(dir); !errors.Is(err, record.ErrOlderRecord) {
		t.Errorf("opened: %v", err)
	}
	if _, err := storage.OpenReader(t.Context(), dir); !errors.Is(err, record.ErrOlderRecord) {
		t.Errorf("read: %v", err)
	}
	if laidOut(t, dir) != before {
		t.Error("its layout was changed")
	}
}

// layoutOf09 returns what laidOut says of a file that Sabot 0.9 made.
func layoutOf09(t *testing.T) string {
	t.Helper()
	made, err := os.ReadFile("layout.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(made) + madeBy09
}

// laidOut returns the layout of a record's file, in the order in which it was made, and the rows that say its version.
func laidOut(t *testing.T, dir string) string {
	t.Helper()
	return inRows(t, dir, "%s %s %s\n%s\n;\n", `SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY rowid`) +
		inRows(t, dir, "%s %s %s %s\n", `SELECT id, version_id, is_applied, length(tstamp) FROM goose_db_version ORDER BY id`)
}

// inRows returns the rows of four columns that a query finds in a record's file.
func inRows(t *testing.T, dir, form, query string) string {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, storage.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var text strings.Builder
	for rows.Next() {
		var a, b, c, d string
		if err := rows.Scan(&a, &b, &c, &d); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, form, a, b, c, d)
	}
	return text.String()
}

// inFile carries statements out in a record's file, which it makes where there is none.
func inFile(t *testing.T, dir, statements string) {
	t.Helper()
	file := filepath.Join(dir, storage.FileName)
	db, err := sql.Open("sqlite", file)
	if err == nil {
		_, err = db.Exec(statements)
	}
	if err := errors.Join(err, db.Close(), os.Chmod(file, 0o600)); err != nil {
		t.Fatal(err)
	}
}
