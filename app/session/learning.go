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

// Learning is the house for who learns: that of the record of a directory, for reading alone, so that
// its chips and tables are drilled. Where there is no record, or it cannot be read, it is one in memory,
// and unread is why that of the directory cannot be: nil where there is none.
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
