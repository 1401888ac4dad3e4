package storage

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
)

// Backup implements record.Copied. It reads by a connection of its own: nobody at a table waits
// for it.
func (s *Store) Backup(ctx context.Context, file string, holds func(record.Snapshot) error) (record.Copy, error) {
	c, err := s.backup(ctx, file, holds)
	if err != nil {
		err = fmt.Errorf("backing up to %s: %w", file, err)
	}
	return c, err
}

func (s *Store) backup(ctx context.Context, file string, holds func(record.Snapshot) error) (record.Copy, error) {
	if _, err := os.Stat(file); err == nil {
		return record.Copy{}, errors.New("it is there already: name a new file")
	}
	part := file + ".part"
	if err := removeIfThere(part); err != nil {
		return record.Copy{}, err
	}
	err := s.copyTo(ctx, part)
	if err != nil {
		return record.Copy{}, errors.Join(reason(part, err), err, removeIfThere(part))
	}
	err = judged(ctx, part, holds)
	switch {
	case ctx.Err() != nil:
		return record.Copy{}, errors.Join(ctx.Err(), removeIfThere(part))
	case err != nil:
		return record.Copy{}, errors.Join(err, finish(part, file+".faulty"))
	}
	c, err := measured(part)
	if err != nil {
		return record.Copy{}, errors.Join(err, removeIfThere(part))
	}
	return c, finish(part, file)
}

// Within implements record.Copied.
func (s *Store) Within(name string) bool {
	own, err := os.Stat(s.dir)
	if err != nil {
		return false
	}
	real, err := filepath.EvalSymlinks(name)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(name) != name {
		name = filepath.Dir(name)
		real, err = filepath.EvalSymlinks(name)
	}
	if err != nil {
		return false
	}
	for {
		if folder, err := os.Stat(real); err == nil && os.SameFile(own, folder) {
			return true
		}
		if filepath.Dir(real) == real {
			return false
		}
		real = filepath.Dir(real)
	}
}

func (s *Store) copyTo(ctx context.Context, part string) error {
	db, done, err := readingOf(filepath.Join(s.dir, FileName), "")
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, part)
	return errors.Join(err, done(), db.Close())
}

// reason is what the system says where SQLite has only its own word for it: syscall.ENOSPC,
// fs.ErrNotExist, fs.ErrPermission or syscall.EROFS; nil for another reason.
func reason(part string, err error) error {
	if isCode(err, sqlite3.SQLITE_FULL) {
		return syscall.ENOSPC
	}
	f, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// judged has a copy judged that nothing writes to.
func judged(ctx context.Context, part string, holds func(record.Snapshot) error) error {
	r, err := openReader(ctx, part, "")
	if err != nil {
		return err
	}
	return errors.Join(holds(r), r.Close())
}

// measured is what a file is known by.
func measured(file string) (record.Copy, error) {
	f, err := os.Open(file)
	if err != nil {
		return record.Copy{}, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	return record.Copy{Bytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}

// Restore puts a backup into a data directory that has no record yet. A file that
// is no sound record is refused and nothing is written.
func Restore(file, dir string) error {
	target := filepath.Join(dir, FileName)
	if _, err := os.Stat(target); err == nil {
		return fmt.Errorf("%s holds a record already: restore into an empty directory", dir)
	}
	if err := sound(file); err != nil {
		return fmt.Errorf("%s is no backup that can be restored: %w", file, err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("restoring into %s: %w", dir, err)
	}
	part := target + ".part"
	if err := copyFile(file, part); err != nil {
		return errors.Join(fmt.Errorf("restoring into %s: %w", dir, err), removeIfThere(part))
	}
	return finish(part, target)
}

// sound tests a backup without writing to it.
func sound(file string) error {
	if _, err := os.Stat(file); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer db.Close()
	var answer string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&answer); err != nil {
		return err
	}
	if answer != "ok" {
		return fmt.Errorf("SQLite says: %s", answer)
	}
	var n int
	return db.QueryRow(`SELECT count(*) FROM streams`).Scan(&n)
}

// finish makes a written file durable and gives it its name in one step.
func finish(part, file string) error {
	f, err := os.OpenFile(part, os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(f.Chmod(0o600), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(part, file)
	}
	if err != nil {
		return errors.Join(err, removeIfThere(part))
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

func removeIfThere(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
