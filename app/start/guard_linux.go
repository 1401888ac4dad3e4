package start

import "golang.org/x/sys/unix"

func guard() {
	// A core file would hold every key that was open; who may not dump may not be traced.
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}
