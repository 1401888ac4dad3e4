package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Backup writes the whole record, as it stands now, into one new file, also while
// tables are being played. A file that is there already is left alone.
func (s *Store) Backup(ctx context.Context, file string) error {
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%s is there already: name a new file", file)
	}
	part := file + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("backing up to %s: %w", file, err)
	}
	if _, err := s.db.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		return errors.Join(fmt.Errorf("backing up to %s: %w", file, err), removeIfThere(part))
	}
	return finish(part, file)
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
