package screens

import (
	"time"

	"golang.org/x/sys/unix"
)

// running returns how long this machine has been on, with its sleep. Go's own clock stands still meanwhile, and
// a machine that slept would seem to have jumped ahead.
func running() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		return time.Since(loaded)
	}
	return time.Duration(t.Nano())
}
