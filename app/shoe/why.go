package shoe

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"syscall"

	"go.bug.st/serial"
)

// A Why is a reason why a line is not open, as far as the system names one that a house can do something about.
// Screens have a sentence for each.
type Why string

// The reasons.
const (
	Refused     Why = "refused"     // nobody listens there, or somebody else has the line
	Unreachable Why = "unreachable" // there is no way to it
	Unanswered  Why = "unanswered"  // nothing came back in time
	Unnamed     Why = "unnamed"     // nobody knows the name
	Missing     Why = "missing"     // there is no such port
	Taken       Why = "taken"       // another program reads it
	Forbidden   Why = "forbidden"   // this account may not
	Ended       Why = "ended"       // it was open
	Otherwise   Why = "otherwise"   // see Code
)

// numbers are what systems say; Windows has its own for what goes by the net, which no other one uses.
var numbers = []struct {
	why Why
	of  []syscall.Errno
}{
	{Refused, []syscall.Errno{syscall.ECONNREFUSED, 10061}},
	{Unreachable, []syscall.Errno{syscall.ENETUNREACH, syscall.EHOSTUNREACH, syscall.ENETDOWN, syscall.EHOSTDOWN, 10051, 10065, 10050, 10064}},
	{Unanswered, []syscall.Errno{syscall.ETIMEDOUT, 10060}},
	{Ended, []syscall.Errno{syscall.ECONNRESET, syscall.EPIPE, 10054, 10053}},
}

// whyOf returns why a line did not open, or ended after it had been open.
func whyOf(err error, up bool) Why {
	for _, n := range numbers {
		for _, number := range n.of {
			if errors.Is(err, number) {
				return n.why
			}
		}
	}
	var named *net.DNSError
	var port *serial.PortError
	switch {
	case errors.Is(err, errUnplugged), errors.Is(err, io.ErrUnexpectedEOF), up:
		return Ended
	case errors.As(err, &named):
		return Unnamed
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), timedOut(err):
		return Unanswered
	case errors.Is(err, ErrTaken):
		return Taken
	case errors.Is(err, fs.ErrNotExist):
		return Missing
	case errors.Is(err, fs.ErrPermission):
		return Forbidden
	case !errors.As(err, &port):
		return Otherwise
	}
	switch port.Code() {
	case serial.PortBusy:
		return Taken
	case serial.PortNotFound, serial.InvalidSerialPort:
		return Missing
	case serial.PermissionDenied:
		return Forbidden
	}
	return Otherwise
}

func timedOut(err error) bool {
	var late net.Error
	return errors.As(err, &late) && late.Timeout()
}
