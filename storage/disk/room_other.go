//go:build !linux && !darwin && !windows

package disk

import "errors"

// Room returns how many bytes of the disk on which a folder lies are free, and how many it has.
func Room(string) (free, all uint64, err error) { return 0, 0, errors.ErrUnsupported }
