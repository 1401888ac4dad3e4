package ending

import (
	"errors"
	"testing"
)

// closed is a window system whose queue was closed just now.
func closed(func()) {
	queue := make(chan func())
	close(queue)
	queue <- nil
}

// What comes as the window system closes its queue is dropped, and ends no program.
func TestClosedQueueIsNoPanic(t *testing.T) {
	Dropping(closed)(func() { t.Error("it was done") })
	NewDoor(closed).Do(func() { t.Error("it was done") })
}

// What breaks in the work itself breaks as ever.
func TestBrokenWorkIsNoClosedQueue(t *testing.T) {
	for _, broken := range []any{errors.New("another fault"), nil} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the fault is gone")
				}
			}()
			Dropping(gone)(func() {
				if broken == nil {
					closed(nil)
				}
				panic(broken)
			})
		}()
	}
}

// Nothing from beside the window is done once the program was told to end, what was asked before included.
func TestShutDoorLetsNothingThrough(t *testing.T) {
	var asked []func()
	door, done := NewDoor(func(f func()) { asked = append(asked, f) }), 0
	door.Do(func() { done++ })
	asked[0]()
	door.Do(func() { done++ })
	e := Of(func() error { return nil })
	e.Shut = door.Shut
	e.Told()
	asked[1]()
	door.Do(func() { done++ })
	if done != 1 || len(asked) != 2 {
		t.Errorf("%d done, %d asked", done, len(asked))
	}
}
