//go:build !linux && !windows

package storage

func shareOf(string) string { return "" }
