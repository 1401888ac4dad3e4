package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// hidden makes a terminal show nothing of what is typed until show is called; false for what is no terminal.
func hidden(terminal *os.File) (show func(), is bool) {
	fd := int(terminal.Fd())
	was, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return nil, false
	}
	quiet := *was
	quiet.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(fd, unix.TCSETS, &quiet); err != nil {
		return nil, false
	}
	return func() { _ = unix.IoctlSetTermios(fd, unix.TCSETS, was) }, true
}
