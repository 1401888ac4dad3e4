package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"sabot/storage"
)

// WriteFile writes a file in one step, as storage.WriteFile does.
func WriteFile(file string, content []byte) error {
	if err := storage.WriteFile(file, content); err != nil {
		return NotWritten(file, err)
	}
	return nil
}

// MakeFolder makes a folder of this user, as storage.MakeFolder does.
func MakeFolder(dir string) error { return storage.MakeFolder(dir) }

// NotWritten returns the error of a file that was not written. It names the file once, even where err does too.
func NotWritten(file string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && p.Path == file {
		err = p.Err
	}
	return fmt.Errorf("writing %s: %w", file, err)
}

// Reserve makes room for a file, as storage.Reserve does.
func Reserve(file string, least int) (*storage.Reserved, error) {
	r, err := storage.Reserve(file, least)
	if err != nil {
		return nil, NotWritten(file, err)
	}
	return r, nil
}

// Writable refuses a file that cannot be written where it is asked for, before anything is done for it.
func Writable(file string) error {
	r, err := Reserve(file, 0)
	if err != nil {
		return err
	}
	return r.Drop()
}

// Unused refuses a file that is there.
func Unused(file string) error {
	_, err := os.Lstat(file)
	if err == nil {
		return fmt.Errorf("%s is there already: name another file", file)
	}
	return nil
}
