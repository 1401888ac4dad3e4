package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"

	"sabot/pit/record"
)

// lies is the list of an open record's files, as they were on the disk. Bytes written to a file that was taken
// away are lost.
type lies []place

type place struct {
	path string
	file fileID
}

// liesAt returns the files of a record: itself, and what SQLite writes ahead of it.
func liesAt(path string) (lies, error) {
	var l lies
	for _, p := range []string{path, path + "-wal"} {
		file, err := fileAt(p)
		if err != nil {
			return nil, err
		}
		l = append(l, place{p, file})
	}
	return l, nil
}

// Keep implements record.Files: nothing is made where a record was taken away, so that it can be put back.
func (s *Store) Keep(name string, content []byte) (path string, err error) {
	if err := s.lies.unmoved(); err != nil {
		return "", fmt.Errorf("keeping %s: %w", name, err)
	}
	return s.Folder.Keep(name, content)
}

// unmoved returns an error unless they are still there. The error wraps record.ErrReplaced.
func (l lies) unmoved() error {
	for _, p := range l {
		now, err := fileAt(p.path)
		if err == nil && now.is(p.file) {
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) { // a file lies where a folder lay
			return err
		}
		return fmt.Errorf("%w: %s is not what it was: put it back where it was and go on, or close every Sabot and start again", record.ErrReplaced, filepath.Base(p.path))
	}
	return nil
}
