package session

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// MachineZone returns the zone of this machine by the IANA's list; "" where the machine names none.
func MachineZone() string {
	name, asked := os.LookupEnv("TZ")
	if name = strings.TrimPrefix(name, ":"); asked && name == "" {
		return "UTC"
	}
	if !asked {
		name = linkedZone("/etc/localtime")
	}
	if _, err := time.LoadLocation(name); err != nil || name == "Local" {
		return ""
	}
	return name
}

// linkedZone returns the zone that a link among the system's zones names.
func linkedZone(link string) string {
	at, err := filepath.EvalSymlinks(link)
	if err != nil {
		return ""
	}
	_, name, _ := strings.Cut(filepath.ToSlash(at), "zoneinfo/")
	return strings.TrimPrefix(name, "posix/")
}
