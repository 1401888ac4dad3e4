package sim

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Port makes a serial port that is none: what is written here comes out of the port that it
// names. Raw: every byte passes as it is.
func Port() (end *os.File, port string, err error) {
	end, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, "", err
	}
	conn, err := end.SyscallConn()
	if err != nil {
		return nil, "", err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		var n int
		if failed = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); failed != nil {
			return
		}
		if n, failed = unix.IoctlGetInt(int(fd), unix.TIOCGPTN); failed != nil {
			return
		}
		port = fmt.Sprintf("/dev/pts/%d", n)
		failed = raw(int(fd))
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		_ = end.Close()
		return nil, "", err
	}
	return end, port, nil
}

// raw takes from a line all that it does to what passes.
func raw(fd int) error {
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return err
	}
	t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	t.Oflag &^= unix.OPOST
	t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	t.Cflag = t.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8
	return unix.IoctlSetTermios(fd, unix.TCSETS, t)
}
