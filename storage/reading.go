package storage

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"sabot/pit/record"
)

// errOpened is the error of a record that was read as one that nobody has open.
var errOpened = errors.New("another program opened the record while it was read: do that again")

// walOf returns the path of the file in which SQLite stores what is not in the record's own yet. It is there while a program has
// the record open, and after one that was killed.
func walOf(path string) string { return path + "-wal" }

// unopened reports whether nobody has a record open: then SQLite reads it without a file beside it, also where nothing can be
// written.
func unopened(path string) bool {
	_, err := os.Stat(walOf(path))
	return errors.Is(err, fs.ErrNotExist)
}

// readingOf opens a record's file so that nothing is changed, neither in it nor beside it.
// Done is asked once all was read.
func readingOf(path, more string) (db *sql.DB, done func() error, err error) {
	alone := unopened(path)
	if alone {
		more += "&immutable=1"
	}
	done = func() error {
		if alone && !unopened(path) {
			return errOpened
		}
		return nil
	}
	db, err = sql.Open("sqlite", "file:"+url.PathEscape(path)+"?mode=ro&_pragma=busy_timeout(5000)"+more)
	return db, done, err
}

// A Reading is a record that is read and never written to.
type Reading struct {
	*Store
	done     func() error
	verifier string
}

var (
	_ record.Keeper = (*Reading)(nil)
	_ record.Copied = (*Reading)(nil)
)

// OpenReading opens the record of a data directory for reading alone. Everything that writes nothing can be asked
// of it; the rest is refused with record.ErrReadOnly. It needs no key and changes no file. Errors: as OpenReader.
func OpenReading(dir string) (*Reading, error) { return openReadingOf(dir, (*Reading).trusted) }

// OpenKeyless opens a record as OpenReading does, but with any or no key file, for a caller that puts the key
// back. Its Verifier is the last one that the record names.
func OpenKeyless(dir string) (*Reading, error) { return openReadingOf(dir, (*Reading).named) }

func openReadingOf(dir string, verifier func(*Reading) (string, error)) (*Reading, error) {
	path, err := recordIn(dir)
	if err != nil {
		return nil, err
	}
	if err := noJournal(path); err != nil {
		return nil, fmt.Errorf("opening the record %s: %w", path, err)
	}
	r, err := openReading(dir, path, verifier)
	if err != nil {
		return nil, fmt.Errorf("opening the record %s: %w", path, err)
	}
	return r, nil
}

func openReading(dir, path string, verifier func(*Reading) (string, error)) (*Reading, error) {
	db, done, err := readingOf(path, "")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	r := &Reading{Store: newStore(db, dir), done: done}
	if err := sealed(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if r.verifier, err = verifier(r); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return r, nil
}

// trusted returns the public half of the key beside the record. Without a key file it returns the last key that
// the record names.
func (r *Reading) trusted() (string, error) {
	verifier, err := readVerifier(filepath.Join(r.dir, KeyFile))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return r.named()
	}
	return verifier, err
}

// named returns the key that the record names last; "" where it names none.
func (r *Reading) named() (string, error) {
	named, err := namedKeys(r.Entries(record.HouseStream, 1))
	return last(named), err
}

// Close implements record.Keeper. The error is of a record that changed while it was read.
func (r *Reading) Close() error { return errors.Join(r.done(), r.Store.Close()) }

// SealSeed hides the method of the Store: a record that is open for reading does not give its secret.
func (r *Reading) SealSeed() {}

// Verifier implements record.Keeper.
func (r *Reading) Verifier() string { return r.verifier }

// Append implements record.Journal: it is refused.
func (r *Reading) Append(...record.Entry) error { return record.ErrReadOnly }

// AppendIf implements record.Keeper: it is refused.
func (r *Reading) AppendIf(string, int64, ...record.Entry) error { return record.ErrReadOnly }

// AppendWith implements record.Keeper: it is refused.
func (r *Reading) AppendWith([]record.Secret, ...record.Entry) error { return record.ErrReadOnly }

// Vouch implements record.Keeper: it is refused.
func (r *Reading) Vouch(string, int64, []byte) (string, error) { return "", record.ErrReadOnly }

// Lease implements record.Keeper: it is refused.
func (r *Reading) Lease(string, string) (record.Lease, error) { return nil, record.ErrReadOnly }

// Keep implements record.Files: it is refused.
func (r *Reading) Keep(string, []byte) (string, error) { return "", record.ErrReadOnly }

// Forget implements record.Files: it is refused.
func (r *Reading) Forget(string) error { return record.ErrReadOnly }

// Destroy implements record.Files: it is refused.
func (r *Reading) Destroy(string) error { return record.ErrReadOnly }
