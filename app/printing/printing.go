// Package printing sends a file to the printer of the machine, the way its system does.
package printing

import (
	"context"
	"errors"
	"path/filepath"
	"time"
)

// A Printer prints files.
type Printer interface {
	// Print hands a PDF to the printer; it does not wait for the paper, nor for ever, nor longer than
	// its context. Errors: ErrNoPrinting, *RefusedError; after either nothing waits anywhere, but it may
	// where the reason is Hangs.
	Print(ctx context.Context, file string) (Job, error)
}

// A Job is a file that a printer has taken.
type Job struct {
	Queue string // what the printer is called; "" where the system does not say
	// Stopped says that the queue does not print now, and Waiting how many jobs are in it,
	// this one too; 0 where nobody knows.
	Stopped bool
	Waiting int
}

// ErrNoPrinting is the error of a machine that has nothing to print with.
var ErrNoPrinting = errors.New("there is nothing to print with here: install CUPS (it brings lp), or print the PDF from another machine")

// A Why is a reason why a printer did not take a file.
type Why string

// The reasons why.
const (
	NoDefault Why = "no_default" // none is set as the one to print on
	Rejects   Why = "rejects"    // it takes no jobs
	NoServer  Why = "no_server"  // the system's printing does not run
	Hangs     Why = "hangs"      // it did not answer in time, or before nobody waited any more
	Otherwise Why = "otherwise"
)

// A RefusedError is the error of the machine's printing that did not take a file.
type RefusedError struct {
	Why  Why
	Says string // in the system's own words, one line
}

func (e *RefusedError) Error() string { return "the printer did not take the file: " + e.Says }

// StillReads reports whether a program that was left to itself may open the file yet: only where none could end
// it.
func (e *RefusedError) StillReads() bool { return e.Why == Hangs && leftToItself }

// A System is the printer of this machine.
type System struct{}

var _ Printer = System{}

// Print implements Printer.
func (System) Print(ctx context.Context, file string) (Job, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return Job{}, &RefusedError{Otherwise, err.Error()}
	}
	return send(ctx, path)
}

// patience is how long the system may take to queue a file. A test shortens it.
var patience = 30 * time.Second

// within returns the result of a call that nobody can end. Where it takes too long, or nobody waits any more,
// the printer hangs, and the call is left to itself.
func within(ctx context.Context, limit time.Duration, call func() error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answered := make(chan error, 1)
	go func() { answered <- call() }()
	select {
	case err := <-answered:
		return err
	case <-ctx.Done():
		return &RefusedError{Hangs, "the program that prints PDFs does not answer"}
	}
}
