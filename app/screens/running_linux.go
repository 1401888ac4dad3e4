package screens

import (
	"time"

	"golang.org/x/sys/unix"
)

// running is how long this machine has been on, asleep too: the clock by which Go measures
// stands still then, and one that slept would seem to have jumped ahead.
func running() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return time.Since(loaded)
	}
	return time.Duration(t.Nano())
}
