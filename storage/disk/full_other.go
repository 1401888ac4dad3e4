//go:build !windows

package disk

// fullSaid is what this system says of a full disk besides ENOSPC.
var fullSaid []error
