package shell

import (
	"time"

	"fyne.io/fyne/v2"
)

// A Clock is the time of the window: when it is, what is done later, and what comes from
// beside the window. Whatever it does it does on the window's goroutine; a test has one
// whose hands it moves itself.
type Clock interface {
	// Now returns the time of the machine.
	Now() time.Time
	// After does something once that time has passed, unless it is stopped before.
	After(d time.Duration, do func()) (stop func())
	// Later does something soon; it may be called from anywhere.
	Later(do func())
}

// A WindowClock is the clock of a real window. What it does goes through Caught, nil for none. AtWindow brings it to the window's
// goroutine, and drops it once the program ends; it is fyne.Do where it is nil.
type WindowClock struct{ Caught, AtWindow func(do func()) }

func (*WindowClock) Now() time.Time { return time.Now() }

func (c *WindowClock) After(d time.Duration, do func()) (stop func()) {
	stopped := false // on the window's goroutine, as all that reads it
	timer := time.AfterFunc(d, func() {
		c.Later(func() {
			if !stopped {
				do()
			}
		})
	})
	return func() { stopped = true; timer.Stop() }
}

func (c *WindowClock) Later(do func()) {
	atWindow := c.AtWindow
	if atWindow == nil {
		atWindow = fyne.Do
	}
	atWindow(func() {
		if c.Caught == nil {
			do()
			return
		}
		c.Caught(do)
	})
}
