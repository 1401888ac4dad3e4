package disk

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// Room returns how many bytes of the disk on which a folder lies are free, and how many it has.
func Room(dir string) (free, all uint64, err error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &free, &all, nil)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("how much room %s has: %w", dir, err)
	}
	return free, all, nil
}
