// Package disk is what Sabot does to the files that are not SQLite's: few things, each of
// which a test can have fail, or remember. It tells the room of the disk too.
package disk

import (
	"errors"
	"os"
	"runtime"
)

// A Kind is a kind of operation on a disk.
type Kind string

const (
	Make       Kind = "make a file"
	Write      Kind = "write"
	Truncate   Kind = "truncate"
	Sync       Kind = "sync"
	Rename     Kind = "rename"
	Link       Kind = "give a second name"
	Remove     Kind = "remove"
	MakeFolder Kind = "make a folder"
	SyncFolder Kind = "sync a folder" // which files it has
)

// An Op is one operation on a disk.
type Op struct {
	Kind     Kind
	Path, To string // To of a rename and a link alone
	At       int64  // where it is written; of Truncate how long the file is then
	Data     []byte // what is written, good until Before has answered
}

// Before is asked about everything right before it is done, and its error is the disk's. It is
// nil in every program.
var Before func(Op) error

func before(o Op) error {
	if Before == nil {
		return nil
	}
	return Before(o)
}

// CreateTemp creates a file as os.CreateTemp does.
func CreateTemp(dir, pattern string) (*os.File, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, told(err)
	}
	return made(f)
}

// Create opens a file to this user alone and makes it where there is none.
func Create(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, told(err)
	}
	return made(f)
}

func made(f *os.File) (*os.File, error) {
	if err := before(Op{Kind: Make, Path: f.Name()}); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// A Writer is a writer of a file from its beginning.
type Writer struct {
	File *os.File
	at   int64
}

// Write implements io.Writer.
func (w *Writer) Write(content []byte) (int, error) {
	if err := before(Op{Kind: Write, Path: w.File.Name(), At: w.at, Data: content}); err != nil {
		return 0, err
	}
	n, err := w.File.Write(content)
	w.at += int64(n)
	return n, told(err)
}

// SyncFile makes durable what a file holds.
func SyncFile(f *os.File) error {
	if err := before(Op{Kind: Sync, Path: f.Name()}); err != nil {
		return err
	}
	return told(f.Sync())
}

// Move renames a file as os.Rename does.
func Move(from, to string) error {
	if err := before(Op{Kind: Rename, Path: from, To: to}); err != nil {
		return err
	}
	return told(os.Rename(from, to))
}

// Second links a file as os.Link does: the file has a second name.
func Second(path, name string) error {
	if err := before(Op{Kind: Link, Path: path, To: name}); err != nil {
		return err
	}
	return told(os.Link(path, name))
}

// Delete removes a file; one that is not there is no error.
func Delete(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err := before(Op{Kind: Remove, Path: path}); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Mkdir makes a folder of this user alone.
func Mkdir(path string) error {
	if err := before(Op{Kind: MakeFolder, Path: path}); err != nil {
		return err
	}
	return told(mkdir(path))
}

// SyncNames makes durable which files a folder has: a name is lost in a power cut else.
func SyncNames(path string) error {
	if err := before(Op{Kind: SyncFolder, Path: path}); err != nil {
		return err
	}
	if runtime.GOOS == "windows" { // its folders cannot be synced, and need not be
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
