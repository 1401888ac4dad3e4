package session_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

func (n *night) backUp(file string) record.BackedUp {
	n.Helper()
	made, err := backups.Of(n.house).BackUp(n.Context(), backups.Backup{File: file})
	n.must(err)
	return made
}

// restored is a copy of the house in another directory.
func (n *night) restored(dir string) {
	n.Helper()
	file := filepath.Join(n.TempDir(), "b.db")
	n.backUp(file)
	n.must(backups.Restore(n.Context(), file, dir, audit.Check{}))
}

// A backup is read again before it counts, and both it and the record say what it is; it
// restores to a house that holds.
func TestBackupIsVerifiedAndEntered(t *testing.T) {
	n := short(t)
	file := filepath.Join(t.TempDir(), "b.db")
	if made, err := backups.Of(n.house).BackUp(t.Context(), backups.Backup{File: file + "0", By: n.elena.Staff}); err != nil || made.By != "" {
		t.Errorf("a backup of who has not signed on is that of %q, %v", made.By, err)
	}
	n.must(n.house.SignOnAt(n.elena, "", house.KeepBackups))
	made, err := backups.Of(n.house).BackUp(t.Context(), backups.Backup{File: file, By: n.elena.Staff})
	n.must(err)
	last, at, ok := n.house.State.Backups().LastBackup()
	info, err := os.Stat(file)
	n.must(err)
	want := int64(0)
	for _, stream := range []string{record.HouseStream, "LB1"} {
		seq, err := n.house.Store().Last(stream)
		n.must(err)
		want += seq
	}
	if !ok || last != made || made.By != "31" || made.File != file || made.Bytes != info.Size() || made.Entries != want-1 || len(made.SHA256) != 64 || !at.Equal(n.house.State.Last) {
		t.Errorf("%+v at %v, %v; the file has %d bytes, the record %d entries", last, at, ok, info.Size(), want)
	}
	other := t.TempDir()
	n.must(backups.Restore(t.Context(), file, other, audit.Check{}))
	h, err := session.Open(other, n.clock.Now)
	n.must(err)
	n.must(h.Close())
	verified(t, other)
	verified(t, n.dir)
	var refusal *house.Refusal
	if _, err := backups.Of(n.house).BackUp(t.Context(), backups.Backup{File: file + "2", By: n.dario.Staff}); !errors.As(err, &refusal) || refusal.Right != house.KeepBackups {
		t.Errorf("an inspector: %v", err)
	}
}

// The copy of a record that was changed behind Sabot's back is no backup, and the entry
// says why; one that somebody gives up leaves nothing.
func TestBackupThatDoesNotHold(t *testing.T) {
	n := short(t)
	change(t, n.dir, `UPDATE entries SET entry = replace(entry, '[2500,100]', '[2500,101]') WHERE entry LIKE '%"sliprequested"%'`)
	folder := t.TempDir()
	seq := n.house.State.Seq
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := backups.Of(n.house).BackUp(ctx, backups.Backup{File: filepath.Join(folder, "a.db")}); !errors.Is(err, context.Canceled) || n.house.State.Seq != seq {
		t.Errorf("given up: %v", err)
	}
	if _, err := backups.Of(n.house).BackUp(t.Context(), backups.Backup{File: filepath.Join(folder, "b.db")}); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("a changed record: %v", err)
	}
	failed, _, trouble := n.house.State.Backups().BackupTrouble()
	if _, _, good := n.house.State.Backups().LastBackup(); good || !trouble || failed.Cause != record.CopyFaulty || !strings.Contains(failed.Why, "LB1") {
		t.Errorf("%+v, %v", failed, trouble)
	}
	left, err := os.ReadDir(folder)
	n.must(err)
	if len(left) != 1 || left[0].Name() != "b.db.faulty" {
		t.Errorf("left %v", left)
	}
}

// A backup beside the record it is of goes with its disk: it is refused by whatever name, in
// words, and a plan of before that was there is a trouble on the record.
func TestBackupIntoTheRecordsFolder(t *testing.T) {
	n := short(t)
	link := filepath.Join(t.TempDir(), "disk")
	n.must(os.Symlink(n.dir, link))
	inside := filepath.Join(n.dir, "reports")
	n.must(os.MkdirAll(inside, 0o700))
	seq := n.house.State.Seq
	own := func(err error) {
		t.Helper()
		var refusal *house.Refusal
		if !errors.As(err, &refusal) || refusal.Why != house.BadSetting || refusal.What != "own_folder" {
			t.Errorf("%v", err)
		}
	}
	for _, folder := range []string{n.dir, inside, link, filepath.Join(link, "reports")} {
		_, err := backups.Of(n.house).BackUp(t.Context(), backups.Backup{File: filepath.Join(folder, "b.db"), By: n.elena.Staff})
		own(err)
		own(backups.Of(n.house).PlanBackups(record.BackupPlanned{Folder: folder, At: 4 * 60}, n.elena))
		if _, err := os.Stat(filepath.Join(folder, "b.db")); err == nil {
			t.Errorf("a backup lies in %s", folder)
		}
	}
	_, err := backups.Of(n.house).BackUp(t.Context(), backups.Backup{File: filepath.Join(n.dir, "not", "yet", "b.db")})
	own(err)
	if n.house.State.Seq != seq {
		t.Error("what was refused is on the record")
	}
	folder := filepath.Join(t.TempDir(), "backup")
	n.must(os.Mkdir(folder, 0o700))
	n.must(backups.Of(n.house).PlanBackups(record.BackupPlanned{Folder: folder, At: 4 * 60}, n.elena))
	n.must(os.Remove(folder))
	n.must(os.Symlink(n.dir, folder))
	n.clock.Pass(24 * time.Hour)
	_, err = backups.Of(n.house).PlannedBackup(t.Context())
	own(err)
	if failed, _, trouble := n.house.State.Backups().BackupTrouble(); !trouble || failed.Cause != record.OwnFolder {
		t.Errorf("%+v", failed)
	}
}

// A plan is a manager's or the back office's, signed; its backup is made once after its
// hour, by the house's clock, also late; one that fails is in the record once, and stays a
// trouble until one succeeds.
func TestPlannedBackup(t *testing.T) {
	n := newNight(t)
	n.must(n.table.Release())
	folder := filepath.Join(t.TempDir(), "disk")
	plan := record.BackupPlanned{Folder: folder, At: 4 * 60}
	var refusal *house.Refusal
	if err := backups.Of(n.house).PlanBackups(plan, n.dario); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("an inspector plans: %v", err)
	}
	if err := backups.Of(n.house).PlanBackups(plan, n.elena); !errors.As(err, &refusal) || refusal.What != "folder" {
		t.Errorf("a folder that is none: %v", err)
	}
	n.must(os.Mkdir(folder, 0o700))
	if err := backups.Of(n.house).PlanBackups(record.BackupPlanned{Folder: folder, At: 24 * 60}, n.elena); !errors.As(err, &refusal) || refusal.What != "hour" {
		t.Errorf("an hour that is none: %v", err)
	}
	n.must(backups.Of(n.house).PlanBackups(plan, n.elena))
	made := func(want bool) {
		t.Helper()
		got, err := backups.Of(n.house).PlannedBackup(t.Context())
		n.must(err)
		if got != want {
			t.Errorf("at %v: made %v, want %v", n.clock.Now().In(n.house.State.Zone()), got, want)
		}
	}
	to := func(hour, minute int) { // the next time that the clocks of the house say so
		now := n.clock.Now().In(n.house.State.Zone())
		next := time.Date(now.Year(), now.Month(), now.Day(), hour, minute, 0, 0, now.Location())
		if !next.After(now) {
			next = next.AddDate(0, 0, 1)
		}
		n.clock.Pass(next.Sub(now))
	}
	made(false)
	to(3, 59)
	made(false)
	to(4, 0)
	made(true)
	made(false)
	to(3, 59)
	made(false)
	to(17, 0) // the program was not running at four
	made(true)

	n.must(os.Rename(folder, folder+"-taken-out"))
	to(4, 1)
	seq := n.house.State.Seq
	for range 3 {
		if _, err := backups.Of(n.house).PlannedBackup(t.Context()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a folder that is gone: %v", err)
		}
	}
	failed, _, trouble := n.house.State.Backups().BackupTrouble()
	if !trouble || !failed.Planned || failed.Cause != record.FolderGone || n.house.State.Seq != seq+1 {
		t.Errorf("%+v, %v; %d entries", failed, trouble, n.house.State.Seq-seq)
	}
	n.must(os.Rename(folder+"-taken-out", folder))
	made(true)
	if _, _, trouble := n.house.State.Backups().BackupTrouble(); trouble {
		t.Error("one that succeeded did not end the trouble")
	}
	verified(t, n.dir)

	n.must(backups.Of(n.house).PlanBackups(record.BackupPlanned{}, n.elena))
	to(4, 1)
	made(false)
}

// One program makes the planned backup, the others see that it is made.
func TestPlannedBackupOfTwoPrograms(t *testing.T) {
	n := newNight(t)
	n.must(backups.Of(n.house).PlanBackups(record.BackupPlanned{Folder: t.TempDir(), At: 0}, n.elena))
	n.clock.Pass(25 * time.Hour)
	other, err := session.Open(n.dir, n.clock.Now)
	n.must(err)
	defer other.Close()
	lease, err := other.Store().Lease(record.HouseStream, "the other")
	n.must(err)
	if made, err := backups.Of(n.house).PlannedBackup(t.Context()); made || err != nil {
		t.Errorf("while the other makes it: %v, %v", made, err)
	}
	n.must(lease.Release())
	if made, err := backups.Of(other).PlannedBackup(t.Context()); !made || err != nil {
		t.Errorf("%v, %v", made, err)
	}
	if made, err := backups.Of(n.house).PlannedBackup(t.Context()); made || err != nil {
		t.Errorf("after the other made it: %v, %v", made, err)
	}
	n.must(n.house.Takeover().CatchUp())
	if _, _, ok := n.house.State.Backups().LastBackup(); !ok {
		t.Error("it does not see the other's")
	}
}
