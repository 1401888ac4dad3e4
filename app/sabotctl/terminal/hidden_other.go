//go:build !linux && !windows

package terminal

import "os"

// hidden knows no terminal here: a passphrase comes from a file or a pipe.
func hidden(*os.File) (show func(), is bool) { return nil, false }
