package torture

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// mount puts a disk of so many bytes where a folder is.
func mount(folder string, size int64) (unmount func() error, err error) {
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", size)); err != nil {
		return nil, err
	}
	return func() error { return unix.Unmount(folder, 0) }, nil
}

// enlarge makes a mounted disk larger.
func enlarge(folder string, size int64) error {
	return unix.Mount("tmpfs", folder, "tmpfs", unix.MS_REMOUNT, fmt.Sprintf("size=%d,mode=0700", size))
}
