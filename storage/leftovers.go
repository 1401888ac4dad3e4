package storage

import (
	"io/fs"
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
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if path == left(filepath.Join(dir, KeyFile)) {
			finishProtecting(dir)
			return nil
		}
		if err != nil || !e.Type().IsRegular() || !leftover.MatchString(e.Name()) {
			return nil
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftoverAge {
			_ = disk.Delete(path)
		}
		return nil
	})
}
