package start

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"sabot/storage"
)

// MakeData makes a data directory that was named, by an option or SABOT_DATA, and is not there, and reports whether
// it did. It may be misspelt. Why one cannot be made is told where the record is opened.
func MakeData(asked string) bool {
	dir := cmp.Or(asked, os.Getenv("SABOT_DATA"))
	if dir == "" {
		return false
	}
	_, err := os.Stat(dir)
	return errors.Is(err, os.ErrNotExist) && storage.MakeFolder(dir) == nil
}

// FindData returns the data directory in which a house keeps its record, by its whole name: what was asked for, else SABOT_DATA, else the
// user's: XDG_DATA_HOME on Linux, LocalAppData on Windows.
func FindData(asked string) (string, error) {
	if dir := cmp.Or(asked, os.Getenv("SABOT_DATA")); dir != "" {
		return filepath.Abs(dir)
	}
	base := os.Getenv("XDG_DATA_HOME")
	if runtime.GOOS == "windows" {
		base = os.Getenv("LocalAppData")
	}
	if base == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", errors.New("there is no home directory for the record: name one with --data")
		}
		base = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(base, "sabot"), nil
}
