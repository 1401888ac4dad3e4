package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"sabot/pit/record"
	"sabot/storage/disk"
)

// A lock is the right to write a table's entries. It is a file that one program has locked. A program that dies
// lets go of it.
type lock struct{ file *flock.Flock }

// Lease implements record.Keeper.
func (s *Store) Lease(table, who string) (record.Lease, error) {
	if err := s.lies.unmoved(); err != nil {
		return nil, fmt.Errorf("locking table %s: %w", table, err)
	}
	if table == "." || !fs.ValidPath(table) || strings.ContainsAny(table, "/\\:\x00") {
		return nil, fmt.Errorf("locking table %q: %w", table, fs.ErrInvalid)
	}
	folder := filepath.Join(s.dir, "locks")
	if err := MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("locking table %s: %w", table, err)
	}
	path := filepath.Join(folder, table+".lock")
	holder := filepath.Join(folder, table+".holder")
	l := lock{flock.New(path, flock.SetPermissions(0o600))}
	ok, err := l.file.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking table %s: %w", table, err)
	}
	if !ok {
		name, err := disk.ReadPlain(holder, disk.LargestKey)
		if err != nil {
			name = []byte("a program that did not say its name")
		}
		return nil, &record.HeldError{Table: table, Holder: strings.TrimSpace(string(name))}
	}
	if err := WriteFile(holder, []byte(who+"\n")); err != nil {
		return nil, errors.Join(fmt.Errorf("locking table %s: %w", table, err), l.Release())
	}
	return l, nil
}

// Release implements record.Lease.
func (l lock) Release() error { return l.file.Unlock() }
