// Package ending ends a program that was told to, within a bound: what it holds is let go of
// whatever its window system does. Fyne 2.8.1 can wait for itself for ever once its window is gone.
package ending

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Bound is the time that a window system has to end. What is still not let go of after the same
// time once more goes with the program: the record bears that, as it bears a power cut.
const Bound = 4 * time.Second

// An End is the release of all that a program holds.
type End struct {
	Shut    func() // is done once the program is told to end; nil for nothing
	release func() error
	told    chan struct{}
	tell    sync.Once
	once    sync.Once
	err     error
}

// Of returns the end of a program that lets go of what it holds by release.
func Of(release func() error) *End { return &End{release: release, told: make(chan struct{})} }

// Told tells the program to end.
func (e *End) Told() {
	e.tell.Do(func() {
		if e.Shut != nil {
			e.Shut()
		}
		close(e.told)
	})
}

// Release lets go of all that the program holds, once. A second caller waits for the first one. It returns the error of
// that release.
func (e *End) Release() error {
	e.once.Do(func() { e.err = e.release() })
	return e.err
}

// Watch ends the program within a bound after Told or a signal. After the bound it releases by atWindow, which
// runs its argument on the thread of the window, or at once where the window is gone. After the bound once more
// it ends without. exit ends the program.
func (e *End) Watch(bound time.Duration, atWindow func(func()), exit func(code int)) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			e.Told()
		case <-e.told:
		}
		time.Sleep(bound)
		if err := e.letGo(bound, atWindow); err != nil {
			fmt.Fprintf(os.Stderr, "sabot: the program was told to end and did not: %v\n", err)
			exit(1)
			return
		}
		fmt.Fprintln(os.Stderr, "sabot: the window system did not end: what the program held is let go of all the same")
		exit(0)
	}()
}

// errHeld is the error of an end that came before all was let go of.
var errHeld = errors.New("something keeps it busy; it ends all the same, and what it held is free")

// letGo asks for the release until it is done, or the bound is over: what the window was asked shortly
// before its end is dropped.
func (e *End) letGo(bound time.Duration, atWindow func(func())) error {
	over := time.After(bound)
	done := make(chan error, 1)
	again := time.NewTicker(bound / 20)
	defer again.Stop()
	for {
		go atWindow(func() {
			err := e.Release()
			select {
			case done <- err:
			default: // one answer is enough
			}
		})
		select {
		case err := <-done:
			return err
		case <-over:
			return errHeld
		case <-again.C:
		}
	}
}
