package storage_test

import (
	"cmp"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sabot/storage"
)

// What a file is held against is what the migrations make of an empty one.
func TestLayoutIsThatOfTheMigrations(t *testing.T) {
	dir := t.TempDir()
	begun(t, dir)
	db, err := sql.Open("sqlite", filepath.Join(dir, storage.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list [][4]string
	for rows.Next() {
		var o [4]string
		if err := rows.Scan(&o[0], &o[1], &o[2], &o[3]); err != nil {
			t.Fatal(err)
		}
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b [4]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	var text strings.Builder
	for _, o := range list {
		fmt.Fprintf(&text, "%s %s %s\n%s\n;\n", o[0], o[1], o[2], o[3])
	}
	want, err := os.ReadFile("layout.txt")
	if err != nil || text.String() != string(want) {
		t.Errorf("layout.txt is not what the migrations make, %v:\n%s", err, &text)
	}
}
