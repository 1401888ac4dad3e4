package tpm

import (
	"github.com/google/go-tpm/tpm2/transport"
	"github.com/google/go-tpm/tpm2/transport/windowstpm"
)

// connect opens the TPM, which Windows shares out by itself (TBS).
func connect() (transport.TPMCloser, error) {
	t, err := windowstpm.Open()
	if err != nil {
		return nil, unusable("TBS", err)
	}
	return t, nil
}
