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
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/disk"
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
	part, err := newPart(file, nil)
	if err != nil {
		return record.Copy{}, err
	}
	if err := s.copyTo(ctx, part); err != nil {
		return record.Copy{}, errors.Join(reason(filepath.Dir(part), err), disk.Delete(part))
	}
	err = judged(ctx, part, holds)
	switch {
	case ctx.Err() != nil:
		return record.Copy{}, errors.Join(ctx.Err(), disk.Delete(part))
	case err != nil:
		return record.Copy{}, errors.Join(err, finish(part, file+".faulty"))
	}
	c, err := measured(part)
	if err != nil {
		return record.Copy{}, errors.Join(err, disk.Delete(part))
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

// judged calls holds with a copy to which nothing writes.
func judged(ctx context.Context, part string, holds func(record.Snapshot) error) error {
	r, err := openReader(ctx, part, "")
	if err != nil {
		return err
	}
	return errors.Join(holds(r), r.Close())
}

// measured returns the size and the SHA-256 of a file.
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

// Restore puts a backup into a data directory that has no record yet, with a new key that succeeds the backup's
// keys. Before the file gets its name, holds judges it, with the last key that it names. A file that is no sound
// record, or that is older than seals, is refused and removed. The error wraps record.ErrKeyLost where the
// directory has the key of another record.
func Restore(ctx context.Context, file, dir string, holds func(s record.Snapshot, named string) error) error {
	if err := empty(dir); err != nil {
		return err
	}
	if err := MakeFolder(dir); err != nil {
		return fmt.Errorf("restoring into %s: %w", dir, err)
	}
	target := filepath.Join(dir, FileName)
	part, err := newPart(target, nil)
	if err != nil {
		return fmt.Errorf("restoring into %s: %w", dir, err)
	}
	err = copyFile(file, part)
	if err == nil {
		err = sound(ctx, part)
	}
	if err == nil {
		err = takeOver(ctx, dir, part, holds)
	}
	if err == nil {
		err = markRestored(dir, part)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s is not restored into %s: %w", file, dir, rather(ctx, part, err)), disk.Delete(part))
	}
	if err := finish(part, target); err != nil {
		return errors.Join(fmt.Errorf("%s is not restored into %s: %w", file, dir, err), unmarked(dir, target))
	}
	return nil
}

// unmarked takes the mark of a restore away again where no record has got its name.
func unmarked(dir, target string) error {
	if info, err := os.Stat(target); err == nil && info.Size() > 0 {
		return nil
	}
	return disk.Delete(filepath.Join(dir, RestoreMark))
}

// empty demands that a directory has no record, nor what SQLite left of one.
func empty(dir string) error {
	for _, name := range []string{FileName, FileName + "-wal", FileName + "-journal"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Size() > 0 {
			return fmt.Errorf("%s holds a record already, or what is left of one: there is a %s in it; restore into an empty directory", dir, name)
		}
	}
	return nil
}

// takeOver judges a copy and makes the key with which it goes on, unless the one that is
// there has sealed it.
func takeOver(ctx context.Context, dir, part string, holds func(record.Snapshot, string) error) error {
	r, err := openReader(ctx, part, "&immutable=1")
	if err != nil {
		return err
	}
	keys, err := keysIn(ctx, r)
	named := last(keys)
	if err == nil {
		err = holds(r, named)
	}
	if err = errors.Join(err, r.Close()); err != nil {
		return err
	}
	verifier, err := readVerifier(filepath.Join(dir, KeyFile))
	if errors.Is(err, fs.ErrNotExist) {
		if _, _, err = keyOf(dir); err == nil || errors.Is(err, fs.ErrNotExist) { // one that waits makes way
			_, err = makeKey(dir, keys...)
		}
		return err
	}
	if err == nil && named != verifier {
		err = fmt.Errorf("%w: %s is of another record: restore into an empty directory", record.ErrKeyLost, KeyFile)
	}
	return err
}

// rather returns what is wrong with a copy that a newer Sabot seems to have written. A bit that turned looks the same, and then
// there is no newer Sabot to install.
func rather(ctx context.Context, part string, err error) error {
	if !strings.Contains(err.Error(), record.ErrNewerRecord.Error()) { // a fault has it in words
		return err
	}
	const damaged = "the file is damaged: compare its SHA-256 with what backup said of it, or take another backup"
	r, unread := openReader(ctx, part, "&immutable=1")
	if unread != nil {
		return fmt.Errorf("%w; where there is none, %s", err, damaged)
	}
	changed, unread := r.changed(ctx)
	if unread = errors.Join(unread, r.Close()); unread != nil || changed == "" {
		return err
	}
	return fmt.Errorf("%w: what is there of %s is not what was sealed: %s", record.ErrChanged, changed, damaged)
}

// changed returns the first stream whose bytes are not those for which its head was signed; "" where there is none.
func (r *Reader) changed(ctx context.Context) (string, error) {
	names, err := r.Streams(ctx)
	if err != nil {
		return "", err
	}
	for _, name := range names {
		stored, err := r.Stored(ctx, name)
		if err != nil {
			return "", err
		}
		if stored == nil {
			continue
		}
		head, err := seal.ReadHead(stored.Note)
		if err != nil {
			return name, nil
		}
		var tree seal.Tree
		for leaf, err := range r.Leaves(ctx, name) {
			if err != nil {
				return "", err
			}
			tree.AddLeaf(leaf)
		}
		if tree.Size() != head.Size || tree.Root() != head.Root {
			return name, nil
		}
	}
	return "", nil
}

// sound tests a copy as SQLite does.
func sound(ctx context.Context, part string) error {
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(part)+"?mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer db.Close()
	var answer string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check`).Scan(&answer); err != nil {
		return err
	}
	if answer != "ok" {
		return fmt.Errorf("SQLite says: %s", answer)
	}
	var n int
	return db.QueryRowContext(ctx, `SELECT count(*) FROM streams`).Scan(&n)
}

// copyFile fills a file that is there.
func copyFile(from, to string) error {
	if _, err := disk.Plain(from); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(&disk.Writer{File: out}, in)
	return errors.Join(err, out.Close())
}
