package session

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sabot/storage"
	"sabot/storage/memory"
)

// Learning returns a house for practice. It is that of the directory's record, read-only, so that its own chips and
// tables are drilled. Where there is no record, or it cannot be read, it is one in memory. The error unread is why
// the directory's record cannot be read; nil where there is none.
func Learning(dir string, now func() time.Time) (h *House, unread, err error) {
	h, unread = Read(dir, now)
	if unread == nil {
		return h, nil, nil
	}
	if _, there := os.Stat(filepath.Join(dir, storage.FileName)); errors.Is(there, fs.ErrNotExist) {
		unread = nil
	}
	record, err := memory.New()
	if err != nil {
		return nil, unread, err
	}
	h, err = On(record, now)
	return h, unread, err
}
