//go:build !linux

package start

func guard() {}
