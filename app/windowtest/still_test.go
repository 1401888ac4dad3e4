package windowtest

import (
	"syscall"
	"testing"
	"time"
)

// A window of a program that stood still, as on a machine that sleeps or is too busy, draws what changes afterwards.
func TestWindowThatStoodStillDrawsAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("it stands still for most of a minute")
	}
	t.Setenv("FYNE_CACHE", "2s") // after so long Fyne may forget what it has drawn; its own minute would be long to wait for
	s := newDesk(t, "1024x768").open(t.TempDir(), "it", "--demo")
	for range 3 {
		s.key("1")
		for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGCONT} {
			if err := s.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			if signal == syscall.SIGSTOP {
				time.Sleep(13 * time.Second) // Fyne looks for what to forget each ten seconds
			}
		}
		s.settle()
	}
	before := s.pixels()
	s.key("F1")
	s.until("the help, on a tenth of the screen at least", func() bool {
		other := 0
		for i, is := range s.pixels() {
			if is != before[i] {
				other++
			}
		}
		return other > len(before)/10
	})
}
