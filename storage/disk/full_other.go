//go:build !windows

package disk

// fullSaid is the list of this system's own errors for a full disk besides ENOSPC.
var fullSaid []error
