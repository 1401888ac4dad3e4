package start

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const patience = 3 * time.Second // for an X server on another machine

func reach() error {
	if os.Getenv("WAYLAND_SOCKET") != "" { // a connection that is open already
		return nil
	}
	var tried []string
	if path := wayland(); path != "" {
		err := dial("unix", path)
		if err == nil {
			return nil
		}
		if os.Getenv("WAYLAND_DISPLAY") != "" { // else nobody spoke of it
			tried = append(tried, fmt.Sprintf("WAYLAND_DISPLAY is %s, and nothing answers there (%v)", os.Getenv("WAYLAND_DISPLAY"), err))
		}
	}
	if name := os.Getenv("DISPLAY"); name != "" {
		err := dialX(name)
		if err == nil {
			return nil
		}
		tried = append(tried, fmt.Sprintf("DISPLAY is %s, and nothing answers there (%v)", name, err))
	}
	if len(tried) == 0 {
		return errNone
	}
	return errors.New("there is no screen to open a window on: " + strings.Join(tried, "; "))
}

// wayland returns the socket of the compositor, "" where nothing names it.
func wayland() string {
	name := os.Getenv("WAYLAND_DISPLAY")
	if name == "" {
		name = "wayland-0"
	}
	if filepath.IsAbs(name) {
		return name
	}
	folder := os.Getenv("XDG_RUNTIME_DIR")
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, name)
}

var server = regexp.MustCompile(`^(?:unix|([A-Za-z0-9.-]*|\[[0-9a-fA-F:]+\])):(\d{1,5})(?:\.\d+)?$`)

// dialX looks for an X server by the name of its display. A name of another form is left to X.
func dialX(name string) error {
	m := server.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	if m[1] == "" {
		path := "/tmp/.X11-unix/X" + m[2]
		err := dial("unix", path)
		if err != nil && dial("unix", "@"+path) == nil {
			err = nil
		}
		return err
	}
	number, err := strconv.Atoi(m[2])
	const first, last = 6000, 65535
	if err != nil || first+number > last {
		return nil
	}
	return dial("tcp", m[1]+":"+strconv.Itoa(first+number))
}

func dial(network, address string) error {
	c, err := net.DialTimeout(network, address, patience)
	if err != nil {
		return err
	}
	return c.Close()
}
