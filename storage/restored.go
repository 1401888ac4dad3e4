package storage

import (
	"context"
	"fmt"
	"path/filepath"

	"sabot/storage/disk"
)

// RestoreMark is the file in a data directory that says from what it was restored: the SHA-256 of the
// backup. It lies there until a manager has entered the restore.
const RestoreMark = "restored"

// markRestored notes from which file a record is being restored.
func markRestored(dir, part string) error {
	c, err := measured(part)
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, RestoreMark), []byte(c.SHA256+"\n"))
}

// OpenBackup opens a backup for reading alone, and answers its SHA-256.
func OpenBackup(ctx context.Context, file string) (r *Reader, sha256 string, err error) {
	if _, err := disk.Plain(file); err != nil {
		return nil, "", err
	}
	c, err := measured(file)
	if err == nil {
		r, err = openReader(ctx, file, "&immutable=1")
	}
	if err != nil {
		return nil, "", fmt.Errorf("reading the backup %s: %w", file, err)
	}
	return r, c.SHA256, nil
}

// OpenElsewhere reports whether another program has the record of a data directory open. Errors: those
// of OpenExisting.
func OpenElsewhere(dir string) (bool, error) {
	s, err := OpenExisting(dir)
	if err == nil { // what a program that was killed left is taken in, and is no sign of one
		err = s.Close()
	}
	return err == nil && !unopened(filepath.Join(dir, FileName)), err
}
