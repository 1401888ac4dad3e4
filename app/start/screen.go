package start

import "errors"

// errNone is the error where no screen was named.
var errNone = errors.New("there is no screen to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; start Sabot in a session with a screen, or use sabotctl, which needs none")

// Screen returns nil where a screen answers to open a window on, or where only trying can tell. Error: which one does not.
func Screen() error { return reach() }
