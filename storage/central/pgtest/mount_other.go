//go:build !linux

package pgtest

import "errors"

// mount makes a disk of so many bytes of a folder.
func mount(string, int64) (unmount func() error, err error) {
	return nil, errors.New("disks are mounted on Linux alone")
}
