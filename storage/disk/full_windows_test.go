package disk

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/windows"
)

// What Windows says of a full disk is told as everybody tells it.
func TestFullDiskOfWindowsIsTold(t *testing.T) {
	for _, said := range []windows.Errno{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL} {
		if err := told(&os.PathError{Op: "write", Path: "report.pdf", Err: said}); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%v", err)
		}
	}
}
