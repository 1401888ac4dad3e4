package start

import (
	"testing"

	"golang.org/x/sys/unix"
)

// A program that is guarded leaves no core and is dumped by nobody.
func TestGuard(t *testing.T) {
	Guard()
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &limit); err != nil || limit.Cur != 0 || limit.Max != 0 {
		t.Errorf("cores of %d bytes, %v", limit.Cur, err)
	}
	dumpable, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	if err != nil || dumpable != 0 {
		t.Errorf("dumpable %d, %v", dumpable, err)
	}
}
