package audit

import (
	"fmt"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// A loss is a restore from a backup: how far each stream went then, and which heads it left behind.
type loss struct {
	seq   int64
	at    time.Time
	sizes map[string]int64
	left  []seal.Head
}

// judgeLoss demands of a restore that its heads are those of the record at this place, and that each
// head that it leaves behind was signed for this record and stands for more than the backup had.
// What lies between the backup's end and the restore is of no weight (house.House.Firm), so a head
// of entries that were there and are others now is never left behind.
func (w *Witness) judgeLoss(a *Run, e *record.Entry, f record.RestoredFrom) *record.Fault {
	l := loss{seq: e.Seq, at: e.At, sizes: map[string]int64{}}
	for _, note := range f.Heads {
		head, _, err := seal.Open(note, w.seals...)
		if err != nil {
			return a.fail(e.Seq, record.NoCheckpoint, "it names a head that none of the record's keys has signed: %v", err)
		}
		if _, twice := l.sizes[head.Stream]; twice {
			return a.fail(e.Seq, record.NoCheckpoint, "it names two heads of %s", head.Stream)
		}
		l.sizes[head.Stream] = head.Size
		switch {
		case head.Stream != record.HouseStream:
			w.checkpoints[head.Stream] = append(w.checkpoints[head.Stream], checkpoint{Head: head, source: fmt.Sprintf("the restore %s/%d", record.HouseStream, e.Seq), putBack: len(w.aheads)})
		case head != a.before:
			return a.fail(e.Seq, record.NoCheckpoint, "it names a head of the house that is not the one before it")
		}
	}
	if _, named := l.sizes[record.HouseStream]; !named {
		return a.fail(e.Seq, record.NoCheckpoint, "it does not name the head of the house before it")
	}
	l.sizes[record.HouseStream] = a.firm
	for _, note := range f.Left {
		head, _, err := seal.Open(note, w.seals...)
		if err != nil {
			return a.fail(e.Seq, record.NoCheckpoint, "it leaves a head behind that none of the record's keys has signed: %v", err)
		}
		if head.Size <= l.sizes[head.Stream] {
			return a.fail(e.Seq, record.NoCheckpoint, "it leaves a head of %d entries of %s behind, and the backup had %d: that is no loss", head.Size, head.Stream, l.sizes[head.Stream])
		}
		l.left = append(l.left, head)
	}
	w.losses = append(w.losses, l)
	a.expected = slices.DeleteFunc(a.expected, w.lost)
	a.doubted = slices.DeleteFunc(a.doubted, w.lost)
	return nil
}

// lost reports whether a restore left that head behind, or it is that of a paper of what the restore lost.
func (w *Witness) lost(c checkpoint) bool {
	return w.named(c.Head) || w.within(c.Head, c.at) != nil
}

// named reports whether a restore names that head among those that it left behind.
func (w *Witness) named(head seal.Head) bool {
	return slices.ContainsFunc(w.losses, func(l loss) bool { return slices.Contains(l.left, head) })
}

// judgeAfter demands of a table's entry right behind what a restore found that it came after it:
// what was played before, and has been written anew since, is no loss.
func (a *Run) judgeAfter(e *record.Entry) *record.Fault {
	if _, drift := e.Fact.(record.ClockDrifted); drift {
		return nil
	}
	for _, l := range a.witness.losses {
		if a.Entries == l.sizes[a.name] && e.At.Before(l.at) && slices.ContainsFunc(l.left, func(h seal.Head) bool { return h.Stream == a.name }) {
			return a.fail(e.Seq, record.Changed, "the restore %s/%d found %d entries, and this one is older than it", record.HouseStream, l.seq, l.sizes[a.name])
		}
	}
	return nil
}

// postponed reports whether a restore may still record that a head which does not match was left behind; the head is kept until
// then.
func (a *Run) postponed(c checkpoint) bool {
	may := a.table == nil && c.given && a.tree.Size() > a.witness.house.Backups().Firm()
	if may {
		a.doubted = append(a.doubted, c)
	}
	return may
}

// mismatch returns the fault of the first head that did not match and that no restore left behind.
func (a *Run) mismatch(over bool) *record.Fault {
	if len(a.doubted) == 0 || !over && a.tree.Size() > a.witness.house.Backups().Firm() {
		return nil
	}
	return a.unmatched(a.doubted[0])
}

// unmatched returns the fault of a head that stands for other entries than the record has.
func (a *Run) unmatched(c checkpoint) *record.Fault {
	more := ""
	if l := a.witness.losses; len(l) > 0 && c.Size > l[len(l)-1].sizes[a.name] {
		more = fmt.Sprintf("; the restore %s/%d does not name that head", record.HouseStream, l[len(l)-1].seq)
	}
	return a.fail(c.Size, record.Changed, "this entry or one before it is not what %s has, which stands for %d entries; the record has %d%s", c.source, c.Size, a.claimed, more)
}

// within returns the restore that lost the entries of a paper's head; nil where none did.
func (w *Witness) within(head seal.Head, printed time.Time) *house.Loss {
	return LostBy(w.house.Backups().Losses(), head, printed)
}

// clock returns a moment by the house's clock, with its zone.
func (w *Witness) clock(at time.Time) string {
	return at.In(w.house.Zone()).Format("2006-01-02 15:04:05 MST")
}

// LostBy returns the restore that lost the entries of a head on a paper that was printed at a time; nil
// where none did. The paper is older than the restore, and the head is of more entries than the backup
// had, and of no more than the restore names.
func LostBy(losses []house.Loss, head seal.Head, printed time.Time) *house.Loss {
	for i, l := range losses {
		had, named := int64(0), int64(0)
		for _, h := range headsIn(l.Heads) {
			if h.Stream == head.Stream {
				had = h.Size
			}
		}
		if head.Stream == record.HouseStream {
			had = l.Firm
		}
		for _, h := range headsIn(l.Left) {
			if h.Stream == head.Stream {
				named = max(named, h.Size)
			}
		}
		if !printed.IsZero() && printed.Before(l.At) && had < head.Size && head.Size <= named {
			return &losses[i]
		}
	}
	return nil
}

// headsIn returns the heads of notes that can be read.
func headsIn(notes []string) (heads []seal.Head) {
	for _, note := range notes {
		if head, err := seal.ReadHead(note); err == nil {
			heads = append(heads, head)
		}
	}
	return heads
}
