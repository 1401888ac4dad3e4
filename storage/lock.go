package storage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// HeldError is the error of a table that another program has open.
type HeldError struct {
	Table  string
	Holder string // who has it, in its own words
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("table %s is open in another program: %s; close it there first", e.Table, e.Holder)
}

// Lock is the right to write a table's record. One program has it at a time; a
// program that dies loses it.
type Lock struct{ file *flock.Flock }

// LockTable takes a table of a data directory. Who says who takes it, for the
// refusal that a second program gets: a *HeldError.
func LockTable(dir, table, who string) (*Lock, error) {
	folder := filepath.Join(dir, "locks")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("locking table %s: %w", table, err)
	}
	path := filepath.Join(folder, table+".lock")
	holder := filepath.Join(folder, table+".holder")
	l := &Lock{flock.New(path, flock.SetPermissions(0o600))}
	ok, err := l.file.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking table %s: %w", table, err)
	}
	if !ok {
		name, err := os.ReadFile(holder)
		if err != nil {
			name = []byte("a program that did not say its name")
		}
		return nil, &HeldError{table, strings.TrimSpace(string(name))}
	}
	if err := os.WriteFile(holder, []byte(who+"\n"), 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("locking table %s: %w", table, err), l.Release())
	}
	return l, nil
}

// Release gives the table back.
func (l *Lock) Release() error { return l.file.Unlock() }
