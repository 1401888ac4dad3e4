package session_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"sabot/storage"
)

// change changes a record's file behind Sabot's back, and leaves its layout as it was.
func change(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, storage.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var trigger string
	if err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = 'entries_are_facts_update'`).Scan(&trigger); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("DROP TRIGGER entries_are_facts_update"); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if _, err := db.Exec(trigger); err != nil {
			t.Fatal(err)
		}
	}()
	done, err := db.Exec(statement)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		t.Fatalf("nothing was changed: %v", err)
	}
}
