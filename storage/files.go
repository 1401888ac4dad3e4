package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sabot/pit/record"
)

// Keep implements record.Files: a file of the data directory, readable to this user alone.
func (s *Store) Keep(name string, content []byte) (path string, err error) {
	if !fs.ValidPath(name) {
		return "", fmt.Errorf("keeping %s: %w", name, fs.ErrInvalid)
	}
	path = filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("keeping %s: %w", name, err)
	}
	part := path + ".part"
	if err := os.WriteFile(part, content, 0o600); err != nil {
		return "", errors.Join(fmt.Errorf("keeping %s: %w", name, err), removeIfThere(part))
	}
	if err := finish(part, path); err != nil {
		return "", fmt.Errorf("keeping %s: %w", name, err)
	}
	return path, nil
}

// Kept implements record.Files.
func (s *Store) Kept(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("reading %s: %w", name, fs.ErrInvalid)
	}
	return os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)))
}

// Forget implements record.Files.
func (s *Store) Forget(name string) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("removing %s: %w", name, fs.ErrInvalid)
	}
	return removeIfThere(filepath.Join(s.dir, filepath.FromSlash(name)))
}

// KeptIn implements record.Files.
func (s *Store) KeptIn(folder string) ([]record.KeptFile, error) {
	if !fs.ValidPath(folder) {
		return nil, fmt.Errorf("reading %s: %w", folder, fs.ErrInvalid)
	}
	path := filepath.Join(s.dir, filepath.FromSlash(folder))
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", folder, err)
	}
	var list []record.KeptFile
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || filepath.Ext(e.Name()) == ".part" {
			continue // gone meanwhile, or not yet whole
		}
		list = append(list, record.KeptFile{Name: e.Name(), Path: filepath.Join(path, e.Name()), At: info.ModTime()})
	}
	return list, nil
}
