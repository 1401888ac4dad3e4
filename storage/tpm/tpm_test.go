package tpm_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"

	"sabot/storage/tpm"
	"sabot/storage/tpm/tpmtest"
)

// What a TPM sealed it opens again, and no other one does; a machine without one says so.
func TestSealedByTheTPM(t *testing.T) {
	secret := bytes.Repeat([]byte{7}, 32)
	tpmtest.Start(t)
	sealed, err := tpm.Seal(secret)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, secret) {
		t.Error("it lies open")
	}
	for range 8 { // more often than a TPM has places for keys
		if opened, err := tpm.Open(sealed); err != nil || !bytes.Equal(opened, secret) {
			t.Fatalf("%x %v", opened, err)
		}
	}
	tpmtest.Start(t)
	if _, err := tpm.Open(sealed); !errors.Is(err, tpm.ErrOther) {
		t.Errorf("another TPM: %v", err)
	}
	t.Setenv(tpm.DeviceEnv, filepath.Join(t.TempDir(), "none"))
	if _, err := tpm.Open(sealed); !errors.Is(err, tpm.ErrUnavailable) || errors.Is(err, fs.ErrNotExist) { // no key is made anew for it
		t.Errorf("no TPM: %v", err)
	}
	if _, err := tpm.Seal(secret); !errors.Is(err, tpm.ErrUnavailable) {
		t.Errorf("no TPM: %v", err)
	}
}

// Whatever bytes are opened, it is an error.
func TestOpenOfNonsense(t *testing.T) {
	tpmtest.Start(t)
	sealed, err := tpm.Seal([]byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range sealed {
		if _, err := tpm.Open(sealed[:n]); err == nil {
			t.Fatalf("%d bytes of it open", n)
		}
	}
	for _, at := range []int{0, 1, 5, len(sealed) / 2, len(sealed) - 1} {
		bent := bytes.Clone(sealed)
		bent[at] ^= 1
		if _, err := tpm.Open(bent); err == nil {
			t.Errorf("it opens with byte %d bent", at)
		}
	}
}

// A TPM that is there and fails says so: what it has sealed is not another's for that.
func TestFailingTPM(t *testing.T) {
	tpmtest.Start(t)
	sealed, err := tpm.Seal([]byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	for name, answer := range map[string][]byte{
		"no room for another object": {0x80, 1, 0, 0, 0, 10, 0, 0, 9, 2},
		"in failure mode":            {0x80, 1, 0, 0, 0, 10, 0, 0, 1, 1},
		"a broken line":              nil,
		"half an answer":             {0x80, 1, 0, 0},
	} {
		t.Setenv(tpm.DeviceEnv, answering(t, answer))
		if _, err := tpm.Open(sealed); !errors.Is(err, tpm.ErrFailed) || errors.Is(err, tpm.ErrOther) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// answering is the socket of a TPM that answers the same to whatever it is told, and ends there.
func answering(t *testing.T, answer []byte) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "tpm") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			command := make([]byte, 10)
			if _, err := io.ReadFull(conn, command); err == nil {
				_, _ = conn.Write(answer)
			}
			_ = conn.Close()
		}
	}()
	return l.Addr().String()
}
