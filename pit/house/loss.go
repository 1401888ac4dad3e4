package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// A Loss is a restore that left signed heads behind.
type Loss struct {
	Seq int64 // of the entry of the restore
	At  time.Time
	record.RestoredFrom
	Firm   int64             // where the house's entries of the backup ended at the earliest
	Ended  int64             // and where they ended, as far as the restore's own entries show
	Signed record.LossSigned // zero until somebody has signed for it
}

// Open reports whether an inspector and a manager have yet to sign for it.
func (l Loss) Open() bool { return len(l.Left) > 0 && l.Signed.Manager == "" }

// idle reports whether a fact tells nothing of what went on in the house. Such a fact may lie between the end of a backup and the
// entry that it was restored.
func idle(f record.Fact) bool {
	switch f := f.(type) {
	case record.PINFailed, record.ClockDrifted, record.Restored, record.SealedBy:
		return true
	case record.PINCleared:
		return !f.Unlocked()
	}
	return false
}

func (h Backups) applyFirm(e record.Entry) {
	_, begins := e.Fact.(record.Restored)
	switch {
	case !idle(e.Fact):
		h.firm, h.goneOn = e.Seq, 0
	case begins && h.goneOn == 0: // under another key, as after a restore
		h.goneOn = e.Seq
	}
}

// Firm returns the last entry of the house that is of more than this machine. What a backup held ends
// there or behind it.
func (h Backups) Firm() int64 { return h.firm }

// applyRestored counts a restore: its entry comes behind the one of the other key, where there is one.
func (h Backups) applyRestored(e record.Entry) {
	switch f := e.Fact.(type) {
	case record.Restored:
		h.papersPutBack(f.Heads)
	case record.RestoredFrom:
		h.papersPutBack(f.Heads)
	}
	if h.goneOn == 0 {
		day, _ := time.Parse(time.DateOnly, h.DayOf(e))
		h.Restores = append(h.Restores, day.Year())
	}
}

// RestoresSince returns how many times the record was restored from the first gaming day of a year on.
func (h Backups) RestoresSince(year int) (n int) {
	for _, y := range h.Restores {
		if y >= year {
			n++
		}
	}
	return n
}

func (h Backups) applyLoss(e record.Entry) {
	switch f := e.Fact.(type) {
	case record.RestoredFrom:
		h.applyRestored(e)
		h.Moves().applyPutBack(f.Heads)
		l := Loss{Seq: e.Seq, At: e.At, RestoredFrom: f, Firm: h.firm, Ended: h.firm}
		if h.goneOn > 0 {
			l.Ended = h.goneOn - 1
		}
		h.losses = append(slices.Clone(h.losses), l)
	case record.LossSigned:
		h.losses = slices.Clone(h.losses)
		for i := range h.losses {
			if h.losses[i].Seq == f.Restore {
				h.losses[i].Signed = f
			}
		}
	}
}

// Losses returns the restores that were entered, the oldest first.
func (h Backups) Losses() []Loss { return slices.Clone(h.losses) }

// SignLoss records that an inspector and a manager answer for what a restore has lost. Refusals: WrongRole, SamePerson, and
// NotPossible with "loss" where nobody has to sign for it.
func (h Backups) SignLoss(restore int64, inspector, manager Staff) ([]record.Fact, error) {
	f := record.LossSigned{Restore: restore, Inspector: inspector.Number, Manager: manager.Number}
	if err := inspector.MayEnter(f); err != nil {
		return nil, err
	}
	if err := manager.Check(ChangeHouse); err != nil {
		return nil, err
	}
	if inspector.Number == manager.Number {
		return nil, &Refusal{Why: SamePerson, What: manager.Name}
	}
	if !slices.ContainsFunc(h.losses, func(l Loss) bool { return l.Seq == restore && l.Open() }) {
		return nil, &Refusal{Why: NotPossible, What: "loss"}
	}
	return []record.Fact{f}, nil
}
