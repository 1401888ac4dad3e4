package shoe

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"syscall"
	"testing"
	"time"
)

// Why a line is not open is told as what a house can see to, by whatever the system said of it.
func TestWhyALineIsLost(t *testing.T) {
	on := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	for _, c := range []struct {
		err  error
		up   bool
		want Why
	}{
		{on(syscall.ECONNREFUSED), false, Refused},
		{on(syscall.EHOSTUNREACH), false, Unreachable},
		{on(syscall.ENETUNREACH), false, Unreachable},
		{on(syscall.ETIMEDOUT), true, Unanswered},
		{on(context.DeadlineExceeded), false, Unanswered},
		{on(&net.DNSError{Name: "shoe", IsNotFound: true}), false, Unnamed},
		{fmt.Errorf("COM7: %w", fs.ErrNotExist), false, Missing},
		{fmt.Errorf("COM7: %w", ErrTaken), false, Taken},
		{fs.ErrPermission, false, Forbidden},
		{on(syscall.ECONNRESET), true, Ended},
		{errUnplugged, false, Ended},
		{errors.New("input/output error"), true, Ended},
		{errors.New("out of ink"), false, Otherwise},
	} {
		if got := whyOf(c.err, c.up); got != c.want {
			t.Errorf("%v, open %v: %s, want %s", c.err, c.up, got, c.want)
		}
	}
}

// A server that refuses and a port that is not there are told as that, by the reader itself.
func TestReaderSaysWhy(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := server.Addr().String()
	server.Close()
	for _, c := range []struct {
		setting Setting
		want    Why
	}{
		{Setting{Neutral, TCP, address}, Refused},
		{Setting{Neutral, Serial, "/dev/no-such-port"}, Missing},
	} {
		events := reading(t, &Reader{Setting: c.setting, waits: []time.Duration{time.Hour}})
		if e := next(t, events); e.Kind != Lost || e.Why != c.want {
			t.Errorf("%s: %v for %q, want %q", c.setting.Address, e, e.Why, c.want)
		}
	}
}
