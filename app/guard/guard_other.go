//go:build !linux

package guard

func up() {}
