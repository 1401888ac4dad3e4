package windowtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Without a screen, or where none answers, Sabot says so in one line and makes nothing.
func TestNoScreenIsASentence(t *testing.T) {
	for set, says := range map[string]string{
		"DISPLAY=":       "neither DISPLAY nor WAYLAND_DISPLAY is set",
		"DISPLAY=:60718": "DISPLAY is :60718, and nothing answers there",
	} {
		data := filepath.Join(t.TempDir(), "house")
		cmd := exec.Command(program(t, "sabot"), "--demo", "--data", data)
		cmd.Env = append(os.Environ(), "WAYLAND_DISPLAY=", "WAYLAND_SOCKET=", "XDG_RUNTIME_DIR="+t.TempDir(), set)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), says) {
			t.Errorf("%s: %v\n%s", set, err, out)
		}
		if _, err := os.Stat(data); !os.IsNotExist(err) {
			t.Errorf("%s: %s was made (%v)", set, data, err)
		}
	}
}
