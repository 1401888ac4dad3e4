package worlds

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/pit/recordtest"
)

// shelf is where the records of worlds lie: in memory where the system has such a folder.
var shelf string

func TestMain(m *testing.M) {
	var err error
	if shelf, err = os.MkdirTemp(memory(), "sabot-worlds"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer os.RemoveAll(shelf)
	recordtest.Main(m)
}

func memory() string {
	const shm = "/dev/shm"
	if info, err := os.Stat(shm); err == nil && info.IsDir() {
		return shm
	}
	return ""
}

// began is the moment at which every world begins, by a right clock.
var began = time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)

// copyFolder copies a folder of files; what lies there before is taken away.
func copyFolder(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.CopyFS(to, os.DirFS(from)))
}
