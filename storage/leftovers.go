package storage

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"sabot/storage/disk"
)

// leftover is the name of a file that newPart made, or that SQLite put beside one.
var leftover = regexp.MustCompile(`^.+\.[0-9]+\.part(-journal|-wal|-shm)?$`)

// leftoverAge is how long nobody has written to a file that is certain to be left over: no backup
// takes a day.
const leftoverAge = 24 * time.Hour

// sweep takes away what programs that were killed left in a data directory of files that they were writing.
// What cannot be removed stays: it is in nobody's way.
func sweep(dir string) {
	if leftOpen(dir) {
		finishProtecting(dir)
	}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !leftover.MatchString(e.Name()) {
			return nil
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftoverAge {
			_ = disk.Delete(path)
		}
		return nil
	})
}

// leftOpen reports whether a secret of a data directory or its account that lay open has its second name still.
func leftOpen(dir string) bool {
	own, err := PepperFile()
	if err != nil {
		return false
	}
	for _, path := range []string{own, filepath.Join(dir, KeyFile)} {
		if _, err := os.Lstat(left(path)); err == nil {
			return true
		}
	}
	brought, _ := filepath.Glob(left(filepath.Join(filepath.Dir(own), "pepper-*.key"))) // the pattern is one
	return len(brought) > 0
}
