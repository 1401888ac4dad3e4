package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"sabot/pit/record"
	"sabot/storage/disk"
)

// CopyOf writes a record that lies elsewhere, and the sealed keys of its people, into one new file as Backup does.
// Before the file gets its name Holds judges it, with the key that the record names last. One that does not hold is
// not kept.
func CopyOf(ctx context.Context, file string, from record.Snapshot, secrets []record.Secret, holds func(s record.Snapshot, named string) error) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s is there already: name a new file", file)
	}
	part, err := newPart(file, nil)
	if err != nil {
		return err
	}
	if err = fill(ctx, part, from, secrets); err == nil {
		err = judged(ctx, part, func(s record.Snapshot) error {
			keys, err := keysIn(ctx, s)
			if err != nil {
				return err
			}
			return holds(s, last(keys))
		})
	}
	if err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", file, reason(filepath.Dir(file), err)), disk.Delete(part))
	}
	return finish(part, file)
}

// fill fills a file with the layout of a record and what a snapshot has.
func fill(ctx context.Context, part string, from record.Snapshot, secrets []record.Secret) (err error) {
	dir := part + ".d"
	if err := MakeFolder(dir); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s, err := Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	names, err := from.Streams(ctx)
	for _, name := range names {
		if err == nil {
			err = s.copyStream(ctx, from, name)
		}
	}
	if err == nil {
		err = s.keepSecrets(secrets)
	}
	if err == nil {
		err = s.copyTo(ctx, part)
	}
	return err
}

// copyStream writes a stream as a snapshot has it, with its head as it was signed there.
func (s *Store) copyStream(ctx context.Context, from record.Snapshot, name string) (err error) {
	head, err := from.Stored(ctx, name)
	if err != nil || head == nil {
		return err
	}
	stream, err := s.stream(name, true)
	if err != nil {
		return err
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for l, err := range from.Lines(ctx, name) {
		if err == nil && l.Wrong != nil {
			err = fmt.Errorf("entry %d of %s: %w", l.Seq, name, l.Wrong)
		}
		if err == nil {
			line := headline(l.Entry.Fact)
			_, err = tx.Stmt(s.insert).Exec(key(stream, l.Seq), sql.NullInt64{Int64: line, Valid: line != 0}, string(l.Bytes), mark(l.Leaf))
		}
		if err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	if _, err = tx.Exec(`INSERT INTO heads (stream, size, edge, note) VALUES (?, ?, ?, ?)`, stream, head.Size, head.Edge, head.Note); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// keysIn returns the keys that a record names, the last one last.
func keysIn(ctx context.Context, s record.Snapshot) ([]string, error) {
	return namedKeys(func(yield func(record.Entry, error) bool) {
		for line, err := range s.Lines(ctx, record.HouseStream) {
			var e record.Entry
			if err == nil {
				e = line.Entry
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	})
}
