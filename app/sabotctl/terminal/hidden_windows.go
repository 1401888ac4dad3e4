package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// hidden makes a terminal show nothing of what is typed until show is called; false for what is no terminal.
func hidden(terminal *os.File) (show func(), is bool) {
	console := windows.Handle(terminal.Fd())
	var was uint32
	if err := windows.GetConsoleMode(console, &was); err != nil {
		return nil, false
	}
	if err := windows.SetConsoleMode(console, was&^windows.ENABLE_ECHO_INPUT); err != nil {
		return nil, false
	}
	return func() { _ = windows.SetConsoleMode(console, was) }, true
}
