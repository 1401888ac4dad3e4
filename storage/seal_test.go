package storage_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
)

// sealed demands that a stream's head is that of its entries.
func sealed(t *testing.T, s *storage.Store, stream string) {
	t.Helper()
	var tree seal.Tree
	for e, err := range s.Entries(stream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		tree.Add(record.Encode(e))
	}
	note, err := s.Head(stream)
	if err != nil {
		t.Fatal(err)
	}
	if head, _, err := seal.Open(note, s.Verifier()); err != nil || head != seal.HeadOf(stream, &tree) {
		t.Fatalf("the head of %d entries is %+v, %v", tree.Size(), head, err)
	}
}

// Two programs of one directory have one key, and write one chain in turn.
func TestTwoProgramsOneChain(t *testing.T) {
	dir := t.TempDir()
	one, other := open(t, dir), open(t, dir)
	if one.Verifier() != other.Verifier() {
		t.Fatal("two keys")
	}
	seq := int64(0)
	for range 5 {
		for _, s := range []*storage.Store{one, one, other} {
			seq++
			if err := s.Append(entry(seq)); err != nil {
				t.Fatal(err)
			}
			sealed(t, s, "LB1")
		}
	}
	if err := one.Append(entry(seq)); !errors.Is(err, record.ErrConflict) {
		t.Errorf("a place that the other took: %v", err)
	}
	if err := one.Append(entry(seq + 2)); err == nil {
		t.Error("an entry is left out")
	}
	if err := one.Append(entry(seq+1), entry(seq+3)); err == nil {
		t.Error("an entry is left out within a command")
	}
	sealed(t, one, "LB1")
}

// What somebody has changed is not built upon: the next entry would seal the change.
func TestChangedHeadIsNotBuiltUpon(t *testing.T) {
	for _, statement := range []string{
		`DELETE FROM heads`,
		`UPDATE heads SET edge = zeroblob(length(edge))`,
		`UPDATE heads SET size = 3`,
		`UPDATE heads SET note = replace(note, 'LB1', 'LB2')`,
		`UPDATE heads SET (size, edge, note) = (SELECT size, edge, note FROM heads WHERE stream = 2) WHERE stream = 1`,
	} {
		dir := t.TempDir()
		s := open(t, dir)
		other := entry(1)
		other.Table = "LB2"
		third := entry(2)
		third.Table = "LB2"
		for _, entries := range [][]record.Entry{{entry(1), entry(2)}, {other, third}} {
			if err := s.Append(entries...); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
		db, err := sql.Open("sqlite", filepath.Join(dir, storage.FileName))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
		db.Close()
		s = open(t, dir)
		if err := s.Append(entry(3)); err == nil || !strings.Contains(err.Error(), "sabotctl verify") {
			t.Errorf("%s: %v", statement, err)
		}
		n := 0
		for range s.Entries("LB1", 1) {
			n++
		}
		if n != 2 {
			t.Errorf("%s: %d entries", statement, n)
		}
	}
}

// The key stays what it is, and a file that is no key is not replaced.
func TestKeyFile(t *testing.T) {
	dir := t.TempDir()
	s := begun(t, dir)
	first := s.Verifier()
	s.Close()
	s = open(t, dir)
	if s.Verifier() != first {
		t.Error("another key at the second start")
	}
	s.Close()
	file := filepath.Join(dir, storage.KeyFile)
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.Open(dir); err == nil || !strings.Contains(err.Error(), storage.KeyFile) {
		t.Errorf("a key that is none: %v", err)
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if !strings.HasPrefix(n.Name(), storage.FileName) && n.Name() != storage.KeyFile && n.Name() != "locks" {
			t.Errorf("%s was left behind", n.Name())
		}
	}
}
