package shoe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"go.bug.st/serial"
)

// A Transport is a way in which a shoe is connected to this machine.
type Transport string

// The transports.
const (
	Serial Transport = "serial"
	TCP    Transport = "tcp" // a box between that is a server, such as a MOXA NPort
)

// Transports returns all transports.
func Transports() []Transport { return []Transport{Serial, TCP} }

// A Setting is the connection of the shoe at a table.
type Setting struct {
	Protocol  Protocol  `json:"protocol"`
	Transport Transport `json:"transport"`
	Address   string    `json:"address"` // a port, /dev/ttyUSB0 or COM3; or host:port
}

// Errors of a setting that cannot be.
var (
	ErrNoProtocol  = errors.New("no shoe speaks so")
	ErrNoTransport = errors.New("no shoe is wired so")
	ErrNoAddress   = errors.New("the address of a shoe is missing, or is none")
	ErrTaken       = errors.New("another program reads this shoe")
)

// Check returns what is wrong with a setting; nil where nothing.
func (s Setting) Check() error {
	switch {
	case NewDecoder(s.Protocol) == nil:
		return ErrNoProtocol
	case s.Transport != Serial && s.Transport != TCP:
		return ErrNoTransport
	case strings.TrimSpace(s.Address) == "":
		return ErrNoAddress
	}
	if s.Transport == TCP {
		if _, port, err := net.SplitHostPort(s.Address); err != nil || port == "" {
			return ErrNoAddress
		}
	}
	return nil
}

// baud returns the speed of a serial line, 8 bits, no parity, one stop bit.
func (p Protocol) baud() int {
	if p == AngelEye {
		return 4800
	}
	return 9600
}

// dialing is how long a server may take to answer.
const dialing = 5 * time.Second

// A tap is an open line: it has no way to write. What it keeps to itself has one, which nothing
// here calls.
type tap struct {
	read  func([]byte) (int, error)
	close func() error
}

func (t tap) Read(b []byte) (int, error) { return t.read(b) }
func (t tap) Close() error               { return t.close() }

// open opens the line. As root a port opens twice, and each reader would have half of what comes; a server of one
// client throws the one before off. So there is a lock as well.
func (s Setting) open(ctx context.Context) (io.ReadCloser, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	lock, err := s.lock()
	if err != nil {
		return nil, err
	}
	if s.Transport == TCP {
		d := net.Dialer{Timeout: dialing, KeepAlive: dialing}
		conn, err := d.DialContext(ctx, "tcp", s.Address)
		if err != nil {
			return nil, errors.Join(err, lock.Unlock())
		}
		return tap{conn.Read, func() error { return errors.Join(conn.Close(), lock.Unlock()) }}, nil
	}
	port, err := serial.Open(s.Address, &serial.Mode{BaudRate: s.Protocol.baud(), DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", s.Address, err), lock.Unlock())
	}
	return tap{port.Read, func() error { return errors.Join(port.Close(), lock.Unlock()) }}, nil
}

// lock takes a line for this reader alone. The lock is a file in the folder of this machine for what is there for a
// while, wherever a program has its data. Two programs meet at the line and nowhere else. It is another user's file
// as well, so nobody writes it, and it is made only where it is not there.
func (s Setting) lock() (*flock.Flock, error) {
	path, err := filepath.EvalSymlinks(s.Address) // two names of one port
	if err != nil {
		path = s.Address
	}
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:`, r) {
			return '-'
		}
		return r
	}, path)
	path = filepath.Join(os.TempDir(), "sabot-shoe"+name+".lock")
	if made, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE|os.O_EXCL, 0o644); err == nil {
		err = errors.Join(made.Chmod(0o644), made.Close()) // whatever this user usually keeps from others
		if err != nil {
			return nil, err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY))
	switch held, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case !held:
		return nil, fmt.Errorf("%s: %w", s.Address, ErrTaken)
	}
	return lock, nil
}
