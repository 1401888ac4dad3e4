package disk

import (
	"errors"
	"fmt"
	"syscall"
)

// told returns an error that wraps syscall.ENOSPC where the system reports in words of its own that a disk is full.
func told(err error) error { return toldOf(err, fullSaid) }

func toldOf(err error, full []error) error {
	for _, said := range full {
		if errors.Is(err, said) {
			return fmt.Errorf("%w: %w", syscall.ENOSPC, err)
		}
	}
	return err
}
