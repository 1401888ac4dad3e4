package session_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sabot/app/session/backups"
	"sabot/pit/record"
)

// A disk that is full and one on which nothing may be written: the entry says which, nothing
// is left there, and the table goes on. It takes the right to mount a disk.
func TestBackupToADiskThatIsFull(t *testing.T) {
	n := short(t)
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { n.must(syscall.Unmount(disk, 0)) })
	fails := func(want record.BackupCause, planned bool) {
		t.Helper()
		if _, err := backups.Of(n.house).BackUp(context.Background(), backups.Backup{File: filepath.Join(disk, "b.db"), Planned: planned}); err == nil {
			t.Fatalf("a disk that is %s takes it", want)
		}
		failed, _, trouble := n.house.State.Backups().BackupTrouble()
		if left, err := os.ReadDir(disk); !trouble || failed.Cause != want || err != nil || len(left) != 0 {
			t.Errorf("%+v, left %v, %v", failed, left, err)
		}
	}
	n.must(syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	at := n.house.State.Seq
	if _, err := backups.Of(n.house).BackUp(context.Background(), backups.Backup{File: filepath.Join(disk, "b.db")}); !errors.Is(err, syscall.EROFS) || n.house.State.Seq != at {
		t.Errorf("who typed it is told, and the record is not: %v", err)
	}
	fails(record.FolderClosed, true)
	n.must(syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=64k"))
	fails(record.DiskFull, false)
	verified(t, n.dir)
}
