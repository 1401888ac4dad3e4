//go:build !linux

package pgtest

import "syscall"

func dying(bool, int, int) *syscall.SysProcAttr { return nil }
