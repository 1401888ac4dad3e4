package printing

import (
	"errors"

	"golang.org/x/sys/windows"
)

// send has the program that opens PDFs print one. That program says nothing of the queue.
func send(path string) (Job, error) {
	verb, err := windows.UTF16PtrFromString("print")
	if err != nil {
		return Job{}, &RefusedError{Otherwise, err.Error()}
	}
	file, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return Job{}, &RefusedError{Otherwise, err.Error()}
	}
	const noAssociation = windows.Errno(31) // no program here prints PDFs
	err = windows.ShellExecute(0, verb, file, nil, nil, windows.SW_HIDE)
	switch {
	case err == nil:
		return Job{}, nil
	case errors.Is(err, noAssociation):
		return Job{}, ErrNoPrinting
	}
	return Job{}, &RefusedError{Otherwise, err.Error()}
}
