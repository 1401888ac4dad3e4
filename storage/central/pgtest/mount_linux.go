package pgtest

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// mount makes a disk of so many bytes of a folder.
func mount(folder string, bytes int64) (unmount func() error, err error) {
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", bytes)); err != nil {
		return nil, err
	}
	return func() error { return unix.Unmount(folder, unix.MNT_DETACH) }, nil // PostgreSQL closes files of a database that is dropped when it comes to that
}
