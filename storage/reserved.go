package storage

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"sabot/storage/disk"
)

// A Reserved is the room for a file that somebody asked for, beside its name and without its content. An entry
// about that file is then about one that can be there.
type Reserved struct{ part, path string }

// Reserve makes room for a file of at least so many bytes. It refuses a missing or closed folder, a full disk, and
// a path that is a folder.
func Reserve(path string, least int) (*Reserved, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file: name another one", path)
	}
	noise := make([]byte, least) // zeros may take no room
	if _, err := rand.Read(noise); err != nil {
		return nil, err
	}
	part, err := newPart(path, noise)
	if err != nil {
		return nil, err
	}
	r := &Reserved{part, path}
	f, err := os.OpenFile(part, os.O_RDWR, 0o600)
	if err == nil { // some disks say that they are full when they have to keep it
		err = errors.Join(disk.SyncFile(f), f.Close())
	}
	if err != nil {
		return nil, errors.Join(err, r.Drop())
	}
	return r, nil
}

// Fill writes the content, which has at least the bytes that were reserved, and gives the file its name, in
// place of an older one.
func (r *Reserved) Fill(content []byte) error {
	f, err := os.OpenFile(r.part, os.O_RDWR, 0o600)
	if err == nil {
		_, err = (&disk.Writer{File: f}).Write(content)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return errors.Join(err, r.Drop())
	}
	return finish(r.part, r.path)
}

// Drop gives the reserved room back.
func (r *Reserved) Drop() error { return disk.Delete(r.part) }

// named returns an error of a file that has not got its name yet, by the name that somebody gave it.
func named(err error, path string) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &fs.PathError{Op: p.Op, Path: path, Err: p.Err}
	}
	return err
}
