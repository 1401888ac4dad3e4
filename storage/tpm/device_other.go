//go:build !windows

package tpm

import (
	"io/fs"
	"os"

	"github.com/google/go-tpm/tpm2/transport"
	"github.com/google/go-tpm/tpm2/transport/linuxtpm"
	"github.com/google/go-tpm/tpm2/transport/linuxudstpm"
)

// usual is the device that several programs may use at once: the kernel keeps them apart.
const usual = "/dev/tpmrm0"

// connect opens the TPM.
func connect() (transport.TPMCloser, error) {
	device := usual
	if named := os.Getenv(DeviceEnv); named != "" {
		device = named
	}
	open := linuxtpm.Open
	if about, err := os.Stat(device); err == nil && about.Mode()&fs.ModeSocket != 0 {
		open = linuxudstpm.Open
	}
	t, err := open(device)
	if err != nil {
		return nil, unusable(device, err)
	}
	return t, nil
}
