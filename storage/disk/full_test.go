package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// A disk that is full is told as one, whatever the system calls it; anything else stays what it was.
func TestFullDiskIsTold(t *testing.T) {
	full, handle := errors.New("not enough space on the disk"), errors.New("the disk is full")
	for _, said := range []error{full, handle} {
		err := toldOf(&os.PathError{Op: "write", Path: "report.pdf", Err: said}, []error{full, handle})
		var where *os.PathError
		if !errors.Is(err, syscall.ENOSPC) || !errors.Is(err, said) || !errors.As(err, &where) {
			t.Errorf("%v", err)
		}
	}
	other := &os.PathError{Op: "open", Path: "report.pdf", Err: fs.ErrPermission}
	if err := toldOf(other, []error{full, handle}); err != error(other) {
		t.Errorf("%v", err)
	}
	if err := toldOf(nil, []error{full}); err != nil {
		t.Errorf("no error is %v", err)
	}
}
