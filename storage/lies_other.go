//go:build !linux

package storage

import "os"

// fileID is which file something is, whatever its name.
type fileID struct{ info os.FileInfo }

func (f fileID) is(other fileID) bool { return os.SameFile(f.info, other.info) }

// fileAt is which file lies at a path.
func fileAt(path string) (fileID, error) {
	info, err := os.Stat(path)
	return fileID{info}, err
}
