package storage_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/disk"
)

// moded says that a file's mode is who may open it: on Windows that is its ACL (TestRightsOnWindows).
const moded = runtime.GOOS != "windows"

// A file is written in place of an older one, for this user alone, and through no link:
// whoever lays one where it is written first has nothing overwritten.
func TestWriteFile(t *testing.T) {
	dir, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "x.pdf")
	for _, name := range []string{file, file + ".part"} {
		if err := os.Symlink(victim, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, content := range []string{"one", "another"} {
		if err := storage.WriteFile(file, []byte(content)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(file)
		if err != nil || !info.Mode().IsRegular() || moded && info.Mode() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != content {
			t.Errorf("%q, %v", got, err)
		}
	}
	if got, err := os.ReadFile(victim); err != nil || string(got) != "mine" {
		t.Errorf("what the link led to is %q, %v", got, err)
	}
	if err := storage.WriteFile(filepath.Join(dir, "gone", "x"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 2 {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

// A backup is nobody else's to read at any moment while it is written.
func TestBackupIsNeverOpenToOthers(t *testing.T) {
	if !moded {
		t.Skip("its rights are not in a file's mode")
	}
	s := begun(t, t.TempDir())
	for seq := int64(1); seq <= 3000; seq += 100 {
		var list []record.Entry
		for n := range int64(100) {
			list = append(list, entry(seq+n))
		}
		if err := s.Append(list...); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	var stop atomic.Bool
	seen, done := make(chan bool, 1), make(chan fs.FileMode, 1)
	go func() {
		var open fs.FileMode
		for !stop.Load() {
			names, _ := os.ReadDir(folder)
			for _, n := range names {
				if info, err := n.Info(); err == nil {
					open |= info.Mode().Perm() & 0o077
					select {
					case seen <- true:
					default:
					}
				}
			}
		}
		done <- open
	}()
	_, err := s.Backup(context.Background(), filepath.Join(folder, "b.db"), func(record.Snapshot) error {
		select {
		case <-seen: // it is whole by now, and has not its name yet
			return nil
		case <-time.After(time.Minute):
			return errors.New("nobody saw the file that is written")
		}
	})
	stop.Store(true)
	if open := <-done; err != nil || open != 0 {
		t.Errorf("rights %v were seen, %v", open, err)
	}
}

// A backup of any name is restored, and nothing is made beside it.
func TestRestoreOfAnyName(t *testing.T) {
	s := begun(t, t.TempDir())
	if err := s.Append(entry(1)); err != nil {
		t.Fatal(err)
	}
	whole := func(record.Snapshot) error { return nil }
	restored := func(s record.Snapshot, _ string) error { return whole(s) }
	for _, name := range []string{"a?b.db", "a#b.db", "a%41.db", "a b.db", "file:c.db", "ü&mode=x.db"} {
		if !moded && strings.ContainsAny(name, "?:") {
			continue // no file is called so there
		}
		folder, dir := t.TempDir(), filepath.Join(t.TempDir(), name)
		file := filepath.Join(folder, name)
		if _, err := s.Backup(t.Context(), file, whole); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := storage.Restore(t.Context(), file, dir, restored); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if names, err := os.ReadDir(folder); err != nil || len(names) != 1 {
			t.Errorf("%s: the folder has %v, %v", name, names, err)
		}
		if n, err := open(t, dir).Last("LB1"); n != 1 || err != nil {
			t.Errorf("%s: %d entries, %v", name, n, err)
		}
	}
}

// What does not hold is not restored, and a directory that has something of another record
// is left alone.
func TestRestoreIsJudged(t *testing.T) {
	from := t.TempDir()
	s := begun(t, from)
	if err := s.Append(entry(1)); err != nil {
		t.Fatal(err)
	}
	whole := func(record.Snapshot) error { return nil }
	restored := func(s record.Snapshot, _ string) error { return whole(s) }
	file := filepath.Join(t.TempDir(), "b.db")
	if _, err := s.Backup(t.Context(), file, whole); err != nil {
		t.Fatal(err)
	}
	bad := errors.New("it does not hold")
	dir := t.TempDir()
	if err := storage.Restore(t.Context(), file, dir, func(record.Snapshot, string) error { return bad }); !errors.Is(err, bad) {
		t.Errorf("%v", err)
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 0 {
		t.Errorf("left behind: %v, %v", names, err)
	}
	refused := errors.New("no room for a name")
	disk.Before = func(op disk.Op) error {
		if filepath.Base(op.To) == storage.FileName {
			return refused
		}
		return nil
	}
	err := storage.Restore(t.Context(), file, dir, restored)
	disk.Before = nil
	if !errors.Is(err, refused) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, storage.RestoreMark)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the mark of a restore that failed: %v", err)
	}
	strange := t.TempDir()
	other := begun(t, strange)
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(strange, storage.FileName)); err != nil {
		t.Fatal(err)
	}
	if err := storage.Restore(t.Context(), file, strange, restored); !errors.Is(err, record.ErrKeyLost) {
		t.Errorf("beside the key of another house: %v", err)
	}
	same := t.TempDir()
	key, err := os.ReadFile(filepath.Join(from, storage.KeyFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(same, storage.KeyFile), key, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := storage.Restore(t.Context(), file, same, restored); err != nil {
		t.Fatalf("beside its own key: %v", err)
	}
	if again := open(t, same); again.Verifier() != s.Verifier() {
		t.Error("it goes on under another key than its own that is there")
	}
}

// A key that is put back after the record went on under another one waits until the record
// goes on under it again: nobody is left with a record and a key that do not belong together.
func TestKeyIsPutBack(t *testing.T) {
	from := t.TempDir()
	s := begun(t, from)
	file, dir := filepath.Join(t.TempDir(), "b.db"), t.TempDir()
	if _, err := s.Backup(t.Context(), file, func(record.Snapshot) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := storage.Restore(t.Context(), file, dir, func(record.Snapshot, string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(from, storage.KeyFile))
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.ReadKey(string(text))
	if err != nil {
		t.Fatal(err)
	}
	named := func(s *storage.Store, seq int64) {
		t.Helper()
		e := record.Entry{Table: record.HouseStream, Seq: seq, At: time.UnixMilli(1_795_000_000_000 + seq).UTC(), Fact: record.SealedBy{Key: s.Verifier()}}
		if err := errors.Join(s.Append(e), s.Close()); err != nil {
			t.Fatal(err)
		}
	}
	again := open(t, dir)
	if again.Verifier() == s.Verifier() {
		t.Fatal("a restored record has the key of before")
	}
	named(again, 2)
	old, err := seal.ReadKey(key.Text() + again.Verifier() + "\n") // as a kit makes it of the keys that the record names
	if err != nil {
		t.Fatal(err)
	}
	for seq := int64(3); seq < 5; seq++ { // while the record is under another key, and under that one
		if err := storage.WriteKey(dir, old); err != nil {
			t.Fatal(err)
		}
		back := open(t, dir)
		if back.Verifier() != s.Verifier() {
			t.Error("another key than the one that was put back")
		}
		named(back, seq)
	}
	if _, err := os.Stat(filepath.Join(dir, storage.KeyFile+".new")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a key waits still: %v", err)
	}
}
