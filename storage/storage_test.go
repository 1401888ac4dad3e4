package storage_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/storage"
)

func open(t testing.TB, dir string) *storage.Store {
	t.Helper()
	s, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func entry(seq int64) record.Entry {
	return record.Entry{
		Table: "LB1", Seq: seq, At: time.UnixMilli(1_795_000_000_000 + seq).UTC(), By: "11", Shift: 1, Shoe: 1, Hand: 1,
		Fact: record.CardLaid{Card: "8", At: "box:1"},
	}
}

// begun opens the record of a house whose key is in use.
func begun(t testing.TB, dir string) *storage.Store {
	t.Helper()
	s := open(t, dir)
	first := record.Entry{Table: record.HouseStream, Seq: 1, At: time.UnixMilli(1_795_000_000_000).UTC(), Fact: record.SealedBy{Key: s.Verifier()}}
	if err := s.Append(first); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestContract(t *testing.T) {
	recordtest.Run(t, func(t *testing.T) record.Keeper { return open(t, t.TempDir()) })
}

func TestMoreThanAPage(t *testing.T) {
	s := open(t, t.TempDir())
	var entries []record.Entry
	for seq := int64(1); seq <= 4001; seq++ {
		entries = append(entries, entry(seq))
	}
	if err := s.Append(entries...); err != nil {
		t.Fatal(err)
	}
	n := int64(0)
	for e, err := range s.Entries("LB1", 1) {
		if n++; err != nil || e.Seq != n {
			t.Fatalf("entry %d is %d: %v", n, e.Seq, err)
		}
	}
	if n != 4001 {
		t.Errorf("%d entries, want 4001", n)
	}
}

// Entries are facts, also behind the program's back.
func TestNothingIsChangedOrDeleted(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if err := s.Append(entry(1), entry(2)); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, storage.FileName)+"?_pragma=recursive_triggers(1)&_pragma=busy_timeout(2000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, attempt := range []string{
		`UPDATE entries SET entry = 'x'`, `DELETE FROM entries`, `INSERT OR REPLACE INTO entries (key, entry) SELECT key, 'x' FROM entries`,
	} {
		if _, err := db.Exec(attempt); err == nil {
			t.Errorf("%s: it was done", attempt)
		}
	}
}

func TestRightsAreTight(t *testing.T) {
	if !moded {
		t.Skip("its rights are not in a file's mode")
	}
	dir := filepath.Join(t.TempDir(), "new")
	begun(t, dir)
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, storage.FileName): 0o600, filepath.Join(dir, storage.KeyFile): 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s: %v, want %v", path, info.Mode().Perm(), want)
		}
	}
}

// A record of a newer Sabot is refused with both versions, its layout's and its
// entries'.
func TestNewerRecord(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if err := s.Append(entry(1)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	run := func(statement string) {
		db, err := sql.Open("sqlite", filepath.Join(dir, storage.FileName))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	run(`INSERT INTO entries (key, entry) VALUES ((1 << 40) + 2, '[9,"LB1",2,0,"",1,1,1,"card",{}]')`)
	s = open(t, dir)
	if _, err := pit.Resume(s, "LB1"); !errors.Is(err, record.ErrNewerRecord) || !strings.Contains(err.Error(), "version 9") || !strings.Contains(err.Error(), "up to 1") {
		t.Errorf("a newer entry: %v", err)
	}
	s.Close()
	run(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
	if _, err := storage.Open(dir); !errors.Is(err, record.ErrNewerRecord) || !strings.Contains(err.Error(), "version 99") || !strings.Contains(err.Error(), "up to 4") {
		t.Errorf("a newer layout: %v", err)
	}
}

// A full disk refuses the entry; the record is what it was, and goes on once there
// is room.
func TestFullDisk(t *testing.T) {
	s := open(t, t.TempDir())
	if err := s.Append(entry(1)); err != nil {
		t.Fatal(err)
	}
	s.LimitPages(t, 12)
	var err error
	seq := int64(1)
	for err == nil && seq < 10_000 {
		seq++
		err = s.Append(entry(seq))
	}
	if err == nil || !strings.Contains(err.Error(), "could not be written") {
		t.Fatalf("after %d entries the full disk says %v", seq, err)
	}
	s.LimitPages(t, 1<<30)
	if err := s.Append(entry(seq)); err != nil {
		t.Errorf("with room again: %v", err)
	}
	n := int64(0)
	for _, err := range s.Entries("LB1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != seq {
		t.Errorf("%d entries, want %d", n, seq)
	}
}

func TestUnwritableDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a-file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.Open(filepath.Join(file, "data")); err == nil || !strings.Contains(err.Error(), "data directory") {
		t.Errorf("error %v", err)
	}
}

// Two programs are two stores of one directory.
func TestOnePlaceForOneProgram(t *testing.T) {
	dir := t.TempDir()
	one, other := open(t, dir), open(t, dir)
	l, err := one.Lease("LB1", "process 4711 on tavolo-1")
	if err != nil {
		t.Fatal(err)
	}
	var held *record.HeldError
	if _, err := other.Lease("LB1", "me"); !errors.As(err, &held) || held.Holder != "process 4711 on tavolo-1" {
		t.Errorf("a second program: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	if l, err = other.Lease("LB1", "me"); err != nil {
		t.Fatalf("after the release: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Error(err)
	}
}

// A table whose name leads out of the folder of the locks is locked nowhere.
func TestLocksLieInTheirFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := open(t, dir)
	before, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", ".", "..", "../x", "../../x", "/x", "a/b", "a\x00"} {
		if _, err := s.Lease(name, "me"); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q: %v", name, err)
		}
	}
	after, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(after) != len(before) {
		t.Errorf("beside the data lie %v, before %v, %v", after, before, err)
	}
}

func TestBackupAndRestore(t *testing.T) {
	ctx := context.Background()
	s := open(t, t.TempDir())
	if err := s.Append(entry(1), entry(2)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "backup.db")
	entries := int64(0)
	whole := func(r record.Snapshot) error {
		for range r.Lines(ctx, "LB1") {
			entries++
		}
		return nil
	}
	restored := func(s record.Snapshot, _ string) error { return whole(s) }
	made, err := s.Backup(ctx, file, whole)
	if err != nil || entries != 2 {
		t.Fatal(entries, err)
	}
	written, err := os.ReadFile(file)
	if sum := sha256.Sum256(written); err != nil || made.Bytes != int64(len(written)) || made.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("%+v of %d bytes, %v", made, len(written), err)
	}
	if _, err := s.Backup(ctx, file, whole); err == nil {
		t.Error("a backup was overwritten")
	}
	bad := errors.New("it does not hold")
	if _, err := s.Backup(ctx, file+"2", func(record.Snapshot) error { return bad }); !errors.Is(err, bad) {
		t.Errorf("a backup that does not hold: %v", err)
	}
	stopped, stop := context.WithCancel(ctx)
	if _, err := s.Backup(stopped, file+"3", func(record.Snapshot) error { stop(); return stopped.Err() }); !errors.Is(err, context.Canceled) {
		t.Errorf("a backup that was given up: %v", err)
	}
	var names []string
	left, _ := os.ReadDir(filepath.Dir(file))
	for _, f := range left {
		names = append(names, f.Name())
	}
	if !slices.Equal(names, []string{"backup.db", "backup.db2.faulty"}) {
		t.Errorf("the folder has %v", names)
	}
	if info, err := os.Stat(file); err != nil || moded && info.Mode().Perm() != 0o600 {
		t.Errorf("rights of the backup: %v %v", info.Mode(), err)
	}
	dir := t.TempDir()
	if err := storage.Restore(ctx, file, dir, restored); err != nil {
		t.Fatal(err)
	}
	if err := storage.Restore(ctx, file, dir, restored); err == nil {
		t.Error("a record was overwritten")
	}
	n := 0
	for e, err := range open(t, dir).Entries("LB1", 1) {
		if n++; err != nil || e.Seq != int64(n) {
			t.Fatal(e, err)
		}
	}
	if n != 2 {
		t.Errorf("%d entries restored, want 2", n)
	}
	broken := filepath.Join(t.TempDir(), "broken.db")
	if err := os.WriteFile(broken, []byte("SQLite format 3\x00 and then nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	if err := storage.Restore(ctx, broken, empty, restored); err == nil {
		t.Error("noise was restored")
	}
	if left, _ := os.ReadDir(empty); len(left) > 0 {
		t.Errorf("a refused restore left %v", left)
	}
}

// TestKill writes in another process, kills it again and again, and counts: every
// entry that was acknowledged is there.
func TestKill(t *testing.T) {
	if dir := os.Getenv("SABOT_TEST_WRITE"); dir != "" {
		writeForEver(dir)
	}
	dir := t.TempDir()
	acknowledged := int64(0)
	for round := range 10 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKill$")
		cmd.Env = append(os.Environ(), "SABOT_TEST_WRITE="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; n < 20+7*round && lines.Scan(); n++ {
			if acknowledged, err = strconv.ParseInt(lines.Text(), 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() { // what was acknowledged before the kill arrived
			if n, err := strconv.ParseInt(lines.Text(), 10, 64); err == nil {
				acknowledged = n
			}
		}
		_ = cmd.Wait()
		if last := count(t, dir); last < acknowledged {
			t.Fatalf("round %d: %d entries on disk, %d were acknowledged", round, last, acknowledged)
		}
	}
	if acknowledged < 100 {
		t.Errorf("only %d entries were acknowledged: the test proves nothing", acknowledged)
	}
}

func count(t *testing.T, dir string) int64 {
	t.Helper()
	s, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	last := int64(0)
	for e, err := range s.Entries("LB1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		last = e.Seq
	}
	if last > 0 {
		sealed(t, s, "LB1")
	}
	return last
}

// writeForEver acknowledges every entry on standard output once it is durable.
func writeForEver(dir string) {
	s, err := storage.Open(dir)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	seq := int64(1)
	for range s.Entries("LB1", 1) {
		seq++
	}
	for ; ; seq++ {
		if err := s.Append(entry(seq)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(seq)
	}
}
