package storage

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/unix"
)

// A fileID is the identity of a file, whatever its name.
type fileID struct {
	major, minor uint32
	inode        uint64
}

func (f fileID) is(other fileID) bool { return f == other }

// fileAt returns the identity of the file at a path. The kernel is asked for that alone. Once somebody has asked
// when a file was written last, the next write to it has a time of its own. Then the sync behind that write has the
// journal to write as well.
func fileAt(path string) (fileID, error) {
	var at unix.Statx_t
	err := uninterrupted(func() error { return unix.Statx(unix.AT_FDCWD, path, 0, unix.STATX_INO, &at) })
	if err == nil {
		return fileID{at.Dev_major, at.Dev_minor, at.Ino}, nil
	}
	if !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.EINVAL) {
		return fileID{}, &fs.PathError{Op: "statx", Path: path, Err: err}
	}
	var old unix.Stat_t // a kernel or a sandbox that has not, or lets nobody, do the other
	if err := uninterrupted(func() error { return unix.Stat(path, &old) }); err != nil {
		return fileID{}, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	return fileID{unix.Major(uint64(old.Dev)), unix.Minor(uint64(old.Dev)), old.Ino}, nil
}

func uninterrupted(call func() error) error {
	for {
		if err := call(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
