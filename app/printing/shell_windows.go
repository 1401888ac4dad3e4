package printing

import (
	"errors"

	"golang.org/x/sys/windows"
)

// send has the program that opens PDFs print one.
func send(path string) error {
	verb, err := windows.UTF16PtrFromString("print")
	if err != nil {
		return &RefusedError{err.Error()}
	}
	file, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return &RefusedError{err.Error()}
	}
	const noAssociation = windows.Errno(31) // no program here prints PDFs
	err = windows.ShellExecute(0, verb, file, nil, nil, windows.SW_HIDE)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, noAssociation):
		return ErrNoPrinting
	}
	return &RefusedError{err.Error()}
}
