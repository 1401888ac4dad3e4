// Package tpmtest is a TPM 2.0 in software (Debian's swtpm) for tests.
package tpmtest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sabot/storage/tpm"
)

// Start starts a TPM of its own for a test, which the programs of that test find; it is gone with the test. A machine that has no swtpm skips the test,
// one that builds for others fails it.
func Start(t testing.TB) {
	t.Helper()
	program, err := exec.LookPath("swtpm")
	const none = "there is no swtpm here: make deps-pit installs it"
	switch {
	case err != nil && os.Getenv("CI") == "true":
		t.Fatal(none)
	case err != nil:
		t.Skip(none)
	}
	dir, err := os.MkdirTemp("", "tpm") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "s")
	run := exec.Command(program, "socket", "--tpm2", "--tpmstate", "dir="+dir, "--server", "type=unixio,path="+socket, "--flags", "not-need-init,startup-clear")
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = run.Process.Kill()
		_ = run.Wait()
		_ = os.RemoveAll(dir)
	})
	const wait = 30 * time.Second
	for until := time.Now().Add(wait); ; time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("unix", socket); err == nil {
			_ = conn.Close()
			break
		}
		if time.Now().After(until) {
			t.Fatal("swtpm does not come up")
		}
	}
	t.Setenv(tpm.DeviceEnv, socket)
}
