// Package printing sends a file to the printer of the machine, the way its system does.
package printing

import (
	"errors"
	"path/filepath"
)

// Printer prints files.
type Printer interface {
	// Print hands a PDF to the printer; it does not wait for the paper, nor for ever.
	// Errors: ErrNoPrinting, *RefusedError; after either nothing waits anywhere.
	Print(file string) (Job, error)
}

// Job is a file that a printer has taken.
type Job struct {
	Queue string // what the printer is called; "" where the system does not say
	// Stopped says that the queue does not print now, and Waiting how many jobs are in it,
	// this one too; 0 where nobody knows.
	Stopped bool
	Waiting int
}

// ErrNoPrinting is the error of a machine that has nothing to print with.
var ErrNoPrinting = errors.New("there is nothing to print with here: install CUPS (it brings lp), or print the PDF from another machine")

// Why is why a printer did not take a file.
type Why string

// The reasons why.
const (
	NoDefault Why = "no_default" // none is set as the one to print on
	Rejects   Why = "rejects"    // it takes no jobs
	NoServer  Why = "no_server"  // the system's printing does not run
	Hangs     Why = "hangs"      // it did not answer in time
	Otherwise Why = "otherwise"
)

// RefusedError is what the machine's printing said when it did not take a file.
type RefusedError struct {
	Why  Why
	Says string // in the system's own words, one line
}

func (e *RefusedError) Error() string { return "the printer did not take the file: " + e.Says }

// System is the printer of this machine.
type System struct{}

var _ Printer = System{}

// Print implements Printer.
func (System) Print(file string) (Job, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return Job{}, &RefusedError{Otherwise, err.Error()}
	}
	return send(path)
}
