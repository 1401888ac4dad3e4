// Package printing sends a file to the printer of the machine, the way its system does.
package printing

import (
	"errors"
	"path/filepath"
)

// Printer prints files.
type Printer interface {
	// Print hands a PDF to the printer; it does not wait for the paper. Errors:
	// ErrNoPrinting, *RefusedError.
	Print(file string) error
}

// ErrNoPrinting is the error of a machine that has nothing to print with.
var ErrNoPrinting = errors.New("there is nothing to print with here: install CUPS (it brings lp), or print the PDF from another machine")

// RefusedError is what the machine's printing said when it did not take a file.
type RefusedError struct{ Says string }

func (e *RefusedError) Error() string {
	return "the printer did not take the file: " + e.Says + "; see that a default printer is set and switched on"
}

// System is the printer of this machine.
type System struct{}

var _ Printer = System{}

// Print implements Printer.
func (System) Print(file string) error {
	path, err := filepath.Abs(file)
	if err != nil {
		return &RefusedError{err.Error()}
	}
	return send(path)
}
