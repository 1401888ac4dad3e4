package storage

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Wide is a file or a folder with which others of this machine may do what only its owner
// should.
type Wide struct {
	Path string
	Mode fs.FileMode // its rights
}

// Rights that others should not have: to read or change what is secret, and to put something
// else into a folder in place of it.
const (
	anyOfOthers   fs.FileMode = 0o077
	writeOfOthers fs.FileMode = 0o022
)

// Widened are the record, the keys and the authority of a data directory that others may read
// or change, the directory where others may put something in their place, and so the pepper of the
// account and its folder. None on Windows, where the account's own folders say who may what.
func Widened(dir string) []Wide {
	if runtime.GOOS == "windows" {
		return nil
	}
	var all []Wide
	look := func(path string, others fs.FileMode) {
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&others != 0 && info.Mode()&fs.ModeSticky == 0 {
			all = append(all, Wide{path, info.Mode().Perm()})
		}
	}
	look(dir, writeOfOthers)
	entries, _ := os.ReadDir(dir) // what cannot be read is told where it is needed
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && (strings.HasPrefix(name, FileName) || strings.HasPrefix(name, KeyFile) || filepath.Ext(name) == ".pem") {
			look(filepath.Join(dir, name), anyOfOthers)
		}
	}
	if pepper, err := PepperFile(); err == nil {
		look(filepath.Dir(pepper), writeOfOthers)
		look(pepper, anyOfOthers)
	}
	return all
}

// Widened implements record.Guarded.
func (s *Store) Widened() []string {
	var paths []string
	for _, w := range Widened(s.dir) {
		paths = append(paths, w.Path)
	}
	return paths
}
