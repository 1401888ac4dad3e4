// Package display asks, before anything is begun, whether there is a screen to open a window on.
package display

import "errors"

// errNone is the error where no screen was named.
var errNone = errors.New("there is no screen to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; start Sabot in a session with a screen, or use sabotctl, which needs none")

// Reach is nil where a screen answers, or where only trying can tell; else its error says which
// one does not.
func Reach() error { return reach() }
