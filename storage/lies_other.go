//go:build !linux

package storage

import "os"

// A fileID is the identity of a file, whatever its name.
type fileID struct{ info os.FileInfo }

func (f fileID) is(other fileID) bool { return os.SameFile(f.info, other.info) }

// fileAt returns the identity of the file at a path.
func fileAt(path string) (fileID, error) {
	info, err := os.Stat(path)
	return fileID{info}, err
}
