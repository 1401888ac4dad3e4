package pgtest

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// Address returns an address of this machine at which nobody listens. It is outside of the range from which systems give a port to
// whoever asks for any: nobody gets it before the caller listens there.
func Address(tb testing.TB) string {
	tb.Helper()
	const first, ports = 20000, 12000
	for {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(first+rand.IntN(ports)))
		l, err := net.Listen("tcp", address)
		if err != nil {
			continue // it is taken
		}
		if err := l.Close(); err != nil {
			tb.Fatal(err)
		}
		return address
	}
}
