package audit

import (
	"fmt"
	"time"

	"sabot/games"
	"sabot/pit/people"
	"sabot/pit/record"
)

// drops is what is known of the shifts whose drop boxes the back office counted.
type drops struct {
	counts []people.DropCount
	last   map[people.ShiftID]int64     // the entry of the last count
	closed map[people.ShiftID]time.Time // when a shift closed
	broken map[string]bool              // tables of which not all was read
}

// judgeDrop demands that a count is of notes by two people, and names the count that it
// puts right.
func (w *Witness) judgeDrop(a *Run, e *record.Entry, f record.BoxCounted) *record.Fault {
	id := people.ShiftID{Table: f.Table, Shift: f.Shift}
	if w.drops.last == nil {
		w.drops.last = map[people.ShiftID]int64{}
	}
	was := w.drops.last[id]
	w.drops.last[id] = e.Seq
	w.drops.counts = append(w.drops.counts, people.DropCount{Seq: e.Seq, At: e.At, BoxCounted: f})
	var notes []games.Amount
	for _, s := range f.Notes {
		notes = append(notes, s.Value)
	}
	switch {
	case f.Replaces != was:
		return a.fail(e.Seq, record.WrongDrop, "it puts the count of entry %d right, and the last one of shift %d of %s is entry %d", f.Replaces, f.Shift, f.Table, was)
	case f.Replaces != 0 && f.Reason == "":
		return a.fail(e.Seq, record.WrongDrop, "it does not say why shift %d of %s was counted again", f.Shift, f.Table)
	case f.By == f.With:
		return a.fail(e.Seq, record.WrongDrop, "%s counted alone", f.By)
	case !f.Notes.Sound(notes, true):
		return a.fail(e.Seq, record.WrongDrop, "what it counts are no notes")
	}
	return nil
}

// closedShift notes when a shift of a table closed.
func (w *Witness) closedShift(e *record.Entry) {
	if w.drops.closed == nil {
		w.drops.closed = map[people.ShiftID]time.Time{}
	}
	w.drops.closed[people.ShiftID{Table: e.Table, Shift: e.Shift}] = e.At
}

// unread notes that not all of a table was read.
func (w *Witness) unread(table string) {
	if w.drops.broken == nil {
		w.drops.broken = map[string]bool{}
	}
	w.drops.broken[table] = true
}

// dropsOfNone are the counts of shifts that had not closed by then, as far as the tables
// were read without a fault.
func (w *Witness) dropsOfNone() []*record.Fault {
	var faults []*record.Fault
	for _, c := range w.drops.counts {
		at, ok := w.drops.closed[people.ShiftID{Table: c.Table, Shift: c.Shift}]
		if !w.drops.broken[c.Table] && (!ok || c.At.Before(at) && !w.twice(at)) {
			faults = append(faults, &record.Fault{
				Table: record.HouseStream, Seq: c.Seq, Code: record.WrongDrop, Kind: record.KindOf(c.BoxCounted),
				What: fmt.Sprintf("it counts the drop box of shift %d of %s, which had not closed", c.Shift, c.Table),
			})
		}
	}
	return faults
}
