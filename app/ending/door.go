package ending

import (
	"runtime"
	"strings"
	"sync/atomic"
)

// A Door hands work to the thread of a window until the program begins to end.
type Door struct {
	do   func(func())
	shut atomic.Bool
}

// NewDoor returns the door of a window system that is given work by do.
func NewDoor(do func(func())) *Door { return &Door{do: Dropping(do)} }

// Shut has nothing done any more: whoever comes from beside the window comes too late.
func (d *Door) Shut() { d.shut.Store(true) }

// Do has the window do something, unless the program has begun to end by then. It may be called from anywhere.
func (d *Door) Do(f func()) {
	if d.shut.Load() {
		return
	}
	d.do(func() {
		if !d.shut.Load() {
			f()
		}
	})
}

// Dropping returns do, which gives a window system work, for a window system that may end meanwhile. Fyne 2.8.1 closes the queue of
// its work without a look at who is about to add to it: that panics, and what was to be done is dropped instead.
func Dropping(do func(func())) func(func()) {
	return func(f func()) {
		began := false
		defer func() {
			broken := recover()
			if broken == nil {
				return
			}
			if err, is := broken.(runtime.Error); began || !is || !strings.Contains(err.Error(), "send on closed channel") {
				panic(broken)
			}
		}()
		do(func() {
			began = true
			f()
		})
	}
}
