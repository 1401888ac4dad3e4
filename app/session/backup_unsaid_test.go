package session_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit/record"
	"sabot/storage"
)

// full is a record whose disk is full.
type full struct{ *storage.Store }

func (f full) Append(entries ...record.Entry) error { return f.AppendWith(nil, entries...) }

func (full) AppendWith([]record.Secret, ...record.Entry) error {
	return fmt.Errorf("entry 42 of house could not be written: %w", syscall.ENOSPC)
}

// A backup is kept where the disk of the record is full: it is needed most then. That the record does not say so is told.
func TestBackupThatTheRecordCannotSay(t *testing.T) {
	n := short(t)
	n.must(n.house.Close())
	store, err := storage.OpenExisting(n.dir)
	n.must(err)
	t.Cleanup(func() { _ = store.Close() })
	h, err := session.On(full{store}, n.clock.Now)
	n.must(err)
	file := filepath.Join(t.TempDir(), "b.db")
	_, err = backups.Of(h).BackUp(context.Background(), backups.Backup{File: file})
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), file+" is a whole backup, and the record does not say that it was made") {
		t.Errorf("it says %v", err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}
