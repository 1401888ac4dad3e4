package backups

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
)

// ErrRewritten is the error of a restore for which a head was kept that stands for other entries than the backup
// has. What was there and is something else now is no loss.
var ErrRewritten = errors.New("that is no loss: what the backup has is not what was there then; verify the record")

// ErrYoungerKey is wrapped by the error of a kept head that is signed by no key which the backup knows. What it shows to be lost cannot be entered: the
// record could not prove that the head is its own.
var ErrYoungerKey = errors.New("it is of another record, or of this one under a key that it has had since that backup, as after a restore before. Restore a newer backup, or what sabotctl pit fetch brings. Where there is neither, leave that checkpoint out, and name the others with --checkpoint")

// EnterRestore enters that the record was restored from a backup of that name, and which of the heads
// that were kept elsewhere it leaves behind. It is of use before anybody works with the record: what
// is entered before it is held against those heads. Refusals: WrongRole. Errors: ErrNotRestored, ErrEntered,
// ErrOtherBackup, ErrGoneOn, ErrRewritten, ErrYoungerKey.
func (h Backups) EnterRestore(ctx context.Context, backup string, kept []audit.Kept, by house.Badge) (record.RestoredFrom, error) {
	f := record.RestoredFrom{Backup: filepath.Base(backup), By: by.Number}
	if err := by.MayEnter(f); err != nil {
		return f, err
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return f, err
	}
	if err := h.restoredFrom(ctx, backup); err != nil {
		return f, err
	}
	if err := h.ClockBack(time.Time{}); err != nil { // an entry of its own: the heads come after it
		return f, err
	}
	var err error
	if f.Heads, err = h.Heads(); err != nil {
		return f, err
	}
	if f.Left, err = h.leftBehind(ctx, kept); err != nil {
		return f, err
	}
	f.Compared = len(kept)
	if err := h.Record(by.Number, []record.Fact{f}, by); err != nil {
		return f, err
	}
	return f, h.Store().Forget(storage.RestoreMark)
}

// leftBehind returns the kept heads that are of more than the record has, the smallest of each stream first.
func (h Backups) leftBehind(ctx context.Context, kept []audit.Kept) (left []string, err error) {
	snapshot, err := h.Store().Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	notes, heads := map[seal.Head]audit.Kept{}, []seal.Head{}
	for _, k := range kept {
		note, _, err := seal.Split(k.Note)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.Source, err)
		}
		head, _, err := seal.Open(note, h.State.SealKeys...)
		if errors.Is(err, seal.ErrNotSigned) {
			return nil, fmt.Errorf("%s: %w: %w", k.Source, err, ErrYoungerKey)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.Source, err)
		}
		if _, twice := notes[head]; !twice {
			notes[head] = audit.Kept{Note: note, Source: k.Source}
			heads = append(heads, head)
		}
	}
	other, err := audit.Others(ctx, snapshot, heads)
	if err != nil {
		return nil, err
	}
	for _, o := range other {
		has := o.Has
		if o.Head.Stream == record.HouseStream {
			has = h.State.Backups().Firm()
		}
		if o.Head.Size <= has {
			return nil, fmt.Errorf("%s: %w", notes[o.Head].Source, ErrRewritten)
		}
		left = append(left, notes[o.Head].Note)
	}
	return slices.Clip(left), nil
}

// SignLoss enters that an inspector and a manager answer for what a restore has lost. Refusals: those
// of house.House.SignLoss.
func (h Backups) SignLoss(restore int64, inspector, manager house.Badge) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	facts, err := h.State.Backups().SignLoss(restore, inspector.Staff, manager.Staff)
	if err != nil {
		return err
	}
	return h.Record(manager.Number, facts, inspector, manager)
}
