//go:build !linux

package screens

import "time"

// running returns how long this program has been running, by the clock that nobody sets.
func running() time.Duration { return time.Since(loaded) }
