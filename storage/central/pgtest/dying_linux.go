package pgtest

import "syscall"

// dying returns the attributes of a child that dies with the test: as somebody else, where the test is root.
func dying(root bool, uid, gid int) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if root {
		a.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	return a
}
