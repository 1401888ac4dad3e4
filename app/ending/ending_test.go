package ending

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"
)

const bound = 40 * time.Millisecond

// gone is a window that has ended: what is asked of it is done at once.
func gone(f func()) { f() }

// deaf is a window that does nothing any more.
func deaf(func()) {}

// ended is how often all was let go of, and with which code the program ended, once it was told to
// by tell and its window system never came back.
func ended(t *testing.T, atWindow func(func()), release error, tell func(*End)) (released, code int) {
	t.Helper()
	e := Of(func() error { released++; return release })
	exit := make(chan int, 1)
	e.Watch(bound, atWindow, func(code int) { exit <- code })
	select {
	case <-exit:
		t.Fatal("it ended before it was told to")
	case <-time.After(3 * bound):
	}
	tell(e)
	select {
	case code = <-exit:
	case <-time.After(5 * time.Minute):
		t.Fatal("it never ended")
	}
	return released, code
}

// A window system that never comes back keeps nothing that the program holds.
func TestEndsWithoutTheWindowSystem(t *testing.T) {
	if n, code := ended(t, gone, nil, (*End).Told); n != 1 || code != 0 {
		t.Errorf("let go of %d times, code %d", n, code)
	}
	if n, code := ended(t, gone, errors.New("disk full"), (*End).Told); n != 1 || code != 1 {
		t.Errorf("with an error: let go of %d times, code %d", n, code)
	}
	if n, code := ended(t, deaf, nil, (*End).Told); n != 0 || code != 1 {
		t.Errorf("a window that is deaf: let go of %d times, code %d", n, code)
	}
}

// What the window drops shortly before it is gone is asked again.
func TestDroppedIsAskedAgain(t *testing.T) {
	asked := make(chan struct{}, 1)
	asked <- struct{}{}
	drops := func(f func()) {
		select {
		case <-asked:
		default:
			f()
		}
	}
	if n, code := ended(t, drops, nil, (*End).Told); n != 1 || code != 0 {
		t.Errorf("let go of %d times, code %d", n, code)
	}
}

func TestEndsAtASignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no program is sent a signal there")
	}
	n, code := ended(t, gone, nil, func(*End) {
		own, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = own.Signal(syscall.SIGTERM)
		}
		if err != nil {
			t.Error(err)
		}
	})
	if n != 1 || code != 0 {
		t.Errorf("let go of %d times, code %d", n, code)
	}
}
