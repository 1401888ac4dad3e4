package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sabot/pit/record"
	"sabot/storage/disk"
)

// WriteFile writes a file in one step, in place of an older one, readable to this user alone. It is whole and
// survives a power cut, or it is not there.
func WriteFile(path string, content []byte) error {
	part, err := newPart(path, content)
	if err != nil {
		return err
	}
	return finish(part, path)
}

// WriteOpen writes a file that is no secret, as WriteFile does: every account that may open its folder may read
// it.
func WriteOpen(path string, content []byte) error {
	part, err := newPart(path, content)
	if err != nil {
		return err
	}
	return finishFor(part, path, 0o644)
}

// newPart makes the file in which something is written before it gets its name. It was not there before, so that no
// link leads elsewhere. From the beginning this user alone can read it.
func newPart(path string, content []byte) (part string, err error) {
	f, err := disk.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return "", named(err, path)
	}
	_, err = (&disk.Writer{File: f}).Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, disk.Delete(f.Name()))
	}
	return f.Name(), nil
}

// finish makes a written file durable and gives it its name in one step, to this user alone.
func finish(part, path string) error { return finishFor(part, path, 0o600) }

func finishFor(part, path string, rights fs.FileMode) error {
	f, err := os.OpenFile(part, os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(f.Chmod(rights), disk.SyncFile(f), f.Close())
	if err == nil {
		err = disk.Move(part, path)
	}
	if err != nil {
		return errors.Join(err, disk.Delete(part))
	}
	return disk.SyncNames(filepath.Dir(path))
}

// MakeFolder makes a folder of this user alone where there is none, durably.
func MakeFolder(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	parent := filepath.Dir(path)
	if parent == path {
		return disk.Mkdir(path)
	}
	if err := MakeFolder(parent); err != nil {
		return err
	}
	if err := disk.Mkdir(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return disk.SyncNames(parent)
}

// A Folder is a folder of this user's as record.Files: a record's data directory.
type Folder struct{ dir string }

// FolderAt returns the folder of that path, which is made with the first file that is stored there.
func FolderAt(dir string) Folder { return Folder{dir} }

// Keep implements record.Files: a file readable to this user alone.
func (f Folder) Keep(name string, content []byte) (path string, err error) {
	if !fs.ValidPath(name) {
		return "", fmt.Errorf("keeping %s: %w", name, fs.ErrInvalid)
	}
	path = filepath.Join(f.dir, filepath.FromSlash(name))
	if err = MakeFolder(filepath.Dir(path)); err == nil {
		err = WriteFile(path, content)
	}
	if err != nil {
		return "", fmt.Errorf("keeping %s: %w", name, err)
	}
	return path, nil
}

// largestKept is more than any file has that is kept beside a record, in bytes.
const largestKept = 256 << 20

// Kept implements record.Files.
func (f Folder) Kept(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("reading %s: %w", name, fs.ErrInvalid)
	}
	return disk.ReadPlain(filepath.Join(f.dir, filepath.FromSlash(name)), largestKept)
}

// Forget implements record.Files.
func (f Folder) Forget(name string) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("removing %s: %w", name, fs.ErrInvalid)
	}
	return disk.Delete(filepath.Join(f.dir, filepath.FromSlash(name)))
}

// Destroy implements record.Files. Of a link it takes away the name alone: what it leads to is none of the house's.
func (f Folder) Destroy(name string) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("destroying %s: %w", name, fs.ErrInvalid)
	}
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	about, err := os.Lstat(path)
	if err != nil || !about.Mode().IsRegular() {
		return errors.Join(f.Forget(name), ifThere(err))
	}
	if err := overwrite(path, about.Size()); err != nil {
		return fmt.Errorf("writing over %s: %w", name, err)
	}
	if err := f.Forget(name); err != nil {
		return err
	}
	return disk.SyncNames(filepath.Dir(path))
}

// ifThere returns the error of a file that is there, nil for one that is not.
func ifThere(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// overwrite puts zeros in the place of what a file holds, durably.
func overwrite(path string, size int64) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = (&disk.Writer{File: file}).Write(make([]byte, min(size, largestKept)))
	return errors.Join(err, disk.SyncFile(file), file.Close())
}

// KeptIn implements record.Files.
func (f Folder) KeptIn(folder string) ([]record.KeptFile, error) {
	if !fs.ValidPath(folder) {
		return nil, fmt.Errorf("reading %s: %w", folder, fs.ErrInvalid)
	}
	path := filepath.Join(f.dir, filepath.FromSlash(folder))
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
