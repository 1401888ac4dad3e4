package storage

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"sabot/storage/disk"
)

// A Reserved is the room for a file that somebody asked for, beside its name and without its content. An entry
// about that file is then about one that can be there.
type Reserved struct {
	part, path string
	was        fs.FileInfo // what had the name then; nil for nothing
}

// Reserve makes room for a file of at least so many bytes. It refuses a missing or closed folder, a full disk, and
// a path that is a folder.
func Reserve(path string, least int) (*Reserved, error) {
	was, err := os.Stat(path)
	switch {
	case err != nil:
		was = nil
	case !was.Mode().IsRegular():
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
	r := &Reserved{part, path, was}
	f, err := os.OpenFile(part, os.O_RDWR, 0o600)
	if err == nil { // some disks say that they are full when they have to keep it
		err = errors.Join(disk.SyncFile(f), f.Close())
	}
	if err != nil {
		return nil, errors.Join(err, r.Drop())
	}
	return r, nil
}

// StillFree refuses a file that another program has put under the name since the room was made.
func (r *Reserved) StillFree() error {
	now, err := os.Stat(r.path)
	if err != nil || r.was != nil && os.SameFile(now, r.was) {
		return nil
	}
	return fmt.Errorf("another program has just written %s: name another file", r.path)
}

// Fill writes the content, which has at least the bytes that were reserved, and gives the file its name, in
// place of the one that had it as the room was made. It refuses what StillFree does.
func (r *Reserved) Fill(content []byte) error {
	if err := r.StillFree(); err != nil {
		return errors.Join(err, r.Drop())
	}
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

// Takes demands of the disk on which a file lies that its folder takes another file, of a few pages, and gives that back. It has to have that room for
// others than the system's own account too.
func Takes(path string) error {
	room, err := Reserve(path, noRoom)
	if err == nil {
		err = room.Drop()
	}
	if err != nil {
		return err
	}
	if free, _, unknown := disk.Room(filepath.Dir(path)); unknown == nil && free < noRoom {
		return fmt.Errorf("%s: %w", filepath.Dir(path), syscall.ENOSPC)
	}
	return nil
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
