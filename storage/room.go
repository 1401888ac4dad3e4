package storage

import (
	"fmt"
	"syscall"

	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
	"sabot/storage/disk"
)

var _ record.Spacious = (*Store)(nil)

// Room implements record.Spacious: of the disk on which the data directory lies.
func (s *Store) Room() (free, all uint64, err error) { return disk.Room(s.dir) }

// noRoom is the largest free space, in bytes, with which an error of the disk is taken for a full disk.
const noRoom = 1 << 15

// reason adds the system's words to an error for which SQLite has only its own. The error of a full disk wraps
// syscall.ENOSPC, also where a file of SQLite's own did not fit. The error of a damaged file names the remedy.
func reason(dir string, err error) error {
	full := isCode(err, sqlite3.SQLITE_FULL)
	if isCode(err, sqlite3.SQLITE_CANTOPEN) || isCode(err, sqlite3.SQLITE_IOERR_SHMSIZE) {
		free, _, unknown := disk.Room(dir)
		full = unknown == nil && free < noRoom
	}
	switch {
	case full:
		return fmt.Errorf("%w: %w", syscall.ENOSPC, err)
	case isCode(err, sqlite3.SQLITE_CORRUPT), isCode(err, sqlite3.SQLITE_NOTADB):
		return fmt.Errorf("%w: the file is damaged: put it back as it was, or have sabotctl restore put a backup into an empty directory", err)
	}
	return err
}
