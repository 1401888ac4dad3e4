//go:build !linux

package sim

import (
	"errors"
	"os"
)

// Port returns an error: this system has no simulated ports. A pair of ports (com0com) or TCP serves.
func Port() (end *os.File, port string, err error) {
	return nil, "", errors.New("this system has no ports that are none: use --listen, or a pair of ports")
}
