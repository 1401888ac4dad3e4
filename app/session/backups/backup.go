// Package backups makes copies of a record and puts them back. It knows backups, signed heads at a second place,
// the recovery kit and what a restore has lost.
package backups

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/disk"
)

// Backups is the door to copies of a house's record: made, opened and put back. It holds the house, and nothing else.
type Backups struct{ *session.House }

// Of returns the door to copies of a house's record.
func Of(h *session.House) Backups { return Backups{h} }

// A Backup is a backup that somebody wants.
type Backup struct {
	File    string
	By      house.Staff // zero for a program
	Planned bool
	// Progress is told, now and then, how many entries of the copy were judged; nil if
	// nobody wants to know.
	Progress func(entries int64)
	// Came is told what does not hold of what other machines had entered at tables that came here. The backup has it
	// as it came, and this machine can put none of it right. Nil if nobody wants to know.
	Came func(*record.Fault)
}

// BackUp writes the whole record into a new file while tables are played. It reads that file as an audit does, and
// enters what came of it. It enters nothing where ctx ends it, or where the record is open for reading alone. Where
// that cannot be entered the file is deleted again. Refusals: WrongRole; BadSetting with "own_folder" as What for a
// file beside the record itself, which of a planned one is on the record; NotPossible for a record that is kept
// nowhere.
func (h Backups) BackUp(ctx context.Context, b Backup) (record.BackedUp, error) {
	copied, ok := h.Store().(record.Copied)
	if !ok {
		return record.BackedUp{}, &house.Refusal{Why: house.NotPossible, What: "kept"}
	}
	if b.By.Number != "" {
		if err := b.By.Check(house.KeepBackups); err != nil {
			return record.BackedUp{}, err
		}
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return record.BackedUp{}, err
	}
	if copied.Within(b.File) {
		err := &house.Refusal{Why: house.BadSetting, What: "own_folder"}
		if b.Planned {
			return record.BackedUp{}, errors.Join(err, h.backupFailed(b, err))
		}
		return record.BackedUp{}, err
	}
	if !b.Planned {
		if err := backupPlace(b.File); err != nil {
			return record.BackedUp{}, err
		}
	}
	done := record.BackedUp{File: b.File, Planned: b.Planned}
	heads, err := h.Heads()
	if err == nil {
		var c record.Copy
		c, err = copied.Backup(ctx, b.File, func(s record.Snapshot) (err error) {
			var came []*record.Fault
			done.Entries, came, err = holds(ctx, s, audit.Check{Trusted: h.Store().Verifier(), Checkpoints: heads, Progress: b.Progress})
			for _, fault := range came {
				if b.Came != nil {
					b.Came(fault)
				}
			}
			return err
		})
		done.Bytes, done.SHA256 = c.Bytes, c.SHA256
	}
	switch {
	case ctx.Err() != nil:
		return record.BackedUp{}, ctx.Err()
	case err != nil:
		return record.BackedUp{}, errors.Join(err, h.backupFailed(b, err))
	}
	err = h.RecordOf(b.By.Number, house.KeepBackups, "", func(by string) record.Fact {
		done.By = by
		return done
	})
	switch {
	case errors.Is(err, record.ErrReadOnly): // who copies from a disk on which nothing can be written
		return done, nil
	case err != nil:
		return record.BackedUp{}, fmt.Errorf("%s is a whole backup, and the record does not say that it was made: %w", b.File, err)
	}
	return done, nil
}

// backupPlace refuses a file that somebody typed, and tells them. It refuses one that is there, and one in a folder
// that is not there or closed. No backup failed by it. Of a planned one nobody is told, and a disk that is full is
// no slip.
func backupPlace(file string) error {
	err := session.Unused(file)
	if err == nil {
		err = session.Writable(file)
	}
	if errors.Is(err, syscall.ENOSPC) {
		return nil
	}
	return err
}

// ErrFaulty is the error of a backup that was written and does not hold.
var ErrFaulty = errors.New("it does not hold")

// holds audits a copy; the error is its first fault. Of what came from other machines, as they had sealed it, the
// faults are returned beside that. No copy can be better, and all else of the machine has to be kept.
func holds(ctx context.Context, s record.Snapshot, c audit.Check) (entries int64, came []*record.Fault, err error) {
	all, err := audit.Verify(ctx, s, c)
	for _, stream := range all {
		entries += stream.Entries
		switch {
		case stream.Fault == nil || err != nil:
		case stream.Came:
			came = append(came, stream.Fault)
		default:
			err = fmt.Errorf("%w: %w", ErrFaulty, stream.Fault)
		}
	}
	return entries, came, err
}

// backupFailed enters that no good backup came of it; of planned ones in a row the first.
func (h Backups) backupFailed(b Backup, why error) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	if _, _, known := h.State.Backups().BackupTrouble(); known && b.Planned {
		return nil
	}
	return h.RecordOf(b.By.Number, house.KeepBackups, "", func(by string) record.Fact {
		return record.BackupFailed{File: b.File, Why: why.Error(), Planned: b.Planned, By: by, Cause: causeOf(why)}
	})
}

// causeOf returns the recorded cause for a backup's error; "" where there is no word for it.
func causeOf(why error) record.BackupCause {
	switch {
	case errors.Is(why, syscall.ENOSPC):
		return record.DiskFull
	case errors.Is(why, fs.ErrNotExist), errors.Is(why, syscall.ENOTDIR):
		return record.FolderGone
	case mayNotWrite(why):
		return record.FolderClosed
	case errors.Is(why, ErrFaulty):
		return record.CopyFaulty
	case house.RefusedFor(why, house.BadSetting):
		return record.OwnFolder
	}
	return ""
}

// BackupName returns a file name for a backup that is made now.
func (h Backups) BackupName() string {
	return "sabot-" + h.State.Wall(h.Now()).Format("2006-01-02-150405") + ".db"
}

// PlanBackups sets where and when the record is backed up each day. Refusals: those of
// house.House.PlanBackups and of BackupFolder; BadSetting with "closed_folder" as What for one in
// which nothing may be written.
func (h Backups) PlanBackups(plan record.BackupPlanned, by house.Badge) error {
	facts, err := h.State.Backups().PlanBackups(plan, by.Staff)
	return h.planned(plan.Folder, facts, err, by)
}

// planned records a plan that writes into a folder, unless it may not lie there.
func (h Backups) planned(folder string, facts []record.Fact, err error, by house.Badge) error {
	if err != nil {
		return err
	}
	if folder != "" {
		if err := h.BackupFolder(folder); err != nil {
			return err
		}
		if closed(folder) {
			return &house.Refusal{Why: house.BadSetting, What: "closed_folder"}
		}
	}
	return h.Record(by.Number, facts, by)
}

// closed reports whether nothing may be written in a folder. It tries to: other errors count as open, since
// they may have passed once a backup is due.
func closed(folder string) bool {
	f, err := disk.CreateTemp(folder, ".sabot-*.part")
	if err == nil {
		err = errors.Join(f.Close(), disk.Delete(f.Name()))
	}
	return mayNotWrite(err)
}

// mayNotWrite reports whether an error means that writing is not permitted there.
func mayNotWrite(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// BackupFolder refuses a folder where no backup may lie. Refusals: BadSetting with "folder"
// as What for one that is none, with "own_folder" for that of the record or one in it.
func (h Backups) BackupFolder(name string) error {
	copied, ok := h.Store().(record.Copied)
	switch {
	case !IsFolder(name):
		return &house.Refusal{Why: house.BadSetting, What: "folder"}
	case ok && copied.Within(name):
		return &house.Refusal{Why: house.BadSetting, What: "own_folder"}
	}
	return nil
}

// IsFolder reports whether name is the absolute path of an existing folder.
func IsFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() && filepath.IsAbs(name)
}

// PlannedBackup makes the backup whose hour has passed; false where none is due, or another
// program makes it. Errors: those of BackUp.
func (h Backups) PlannedBackup(ctx context.Context) (made bool, err error) {
	if err := h.Takeover().CatchUp(); err != nil || !h.State.Backups().BackupDue(h.Now()) {
		return false, err
	}
	lease, err := h.Store().Lease(record.HouseStream, h.Whoami())
	if errors.As(err, new(*record.HeldError)) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, lease.Release()) }()
	plan, _ := h.State.Backups().BackupPlan()
	b := Backup{File: filepath.Join(plan.Folder, h.BackupName()), Planned: true}
	if !IsFolder(plan.Folder) { // a folder that is gone is not made: it was a disk that is not there
		err := fmt.Errorf("%s: %w", plan.Folder, fs.ErrNotExist)
		return false, errors.Join(err, h.backupFailed(b, err))
	}
	_, err = h.BackUp(ctx, b)
	return err == nil, err
}
