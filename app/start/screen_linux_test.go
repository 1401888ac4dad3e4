package start

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
)

// Without a screen a sentence says so and what to do; with one that does not answer, which.
func TestScreen(t *testing.T) {
	dir := t.TempDir()
	listening, err := net.Listen("unix", filepath.Join(dir, "wayland-7"))
	if err != nil {
		t.Fatal(err)
	}
	defer listening.Close()
	x, err := net.Listen("unix", "@/tmp/.X11-unix/X60717") // as a server that has only that one
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, c := range []struct{ wayland, x, runtime, says string }{
		{"", "", "", "neither DISPLAY nor WAYLAND_DISPLAY is set"},
		{"", "", dir, "neither DISPLAY nor WAYLAND_DISPLAY is set"},
		{"wayland-7", "", dir, ""},
		{filepath.Join(dir, "wayland-7"), "", "", ""},
		{"wayland-8", "", dir, "WAYLAND_DISPLAY is wayland-8, and nothing answers there"},
		{"wayland-8", ":60717.0", dir, ""},
		{"", ":60717", "", ""},
		{"", "unix:60717", "", ""},
		{"", ":60718", "", "DISPLAY is :60718, and nothing answers there"},
		{"", "localhost:60999", "", ""}, // no port: it is left to X
		{"", "127.0.0.1:59535", "", "DISPLAY is 127.0.0.1:59535, and nothing answers there"},
		{"", "/private/tmp/launchd/org.x:0", "", ""},
	} {
		t.Setenv("WAYLAND_SOCKET", "")
		t.Setenv("WAYLAND_DISPLAY", c.wayland)
		t.Setenv("DISPLAY", c.x)
		t.Setenv("XDG_RUNTIME_DIR", c.runtime)
		err := Screen()
		if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
