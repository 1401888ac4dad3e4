package audit

import (
	"fmt"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/pit/tray"
)

// drops is what is known of the shifts whose drop boxes the back office counted.
type drops struct {
	counts []boxCount
	last   map[house.ShiftID]int64 // the entry of the last count
	closed map[house.ShiftID]closedShift
	broken map[string]bool // tables of which not all was read
}

// A boxCount is a count of a drop box.
type boxCount struct {
	house.DropCount
	taken bool // from another machine, with a table that was moved here
}

// A closedShift is a shift that closed, with its time, the check of a count of its drop box, and who was there.
type closedShift struct {
	at     time.Time
	check  tray.DropCheck
	head   shifts.Head
	checks bool // see record.Opened
}

// lastCount notes the entry of the last count of a shift, and returns that of the one before.
func (w *Witness) lastCount(id house.ShiftID, seq int64) (was int64) {
	if w.drops.last == nil {
		w.drops.last = map[house.ShiftID]int64{}
	}
	was, w.drops.last[id] = w.drops.last[id], seq
	return was
}

// takeBoxes demands of counts that came with a table that it had come from that machine, and that two people of this house signed each of
// them: whether they might, and counted notes, is in the record of the machine that entered it.
func (w *Witness) takeBoxes(a *Run, e *record.Entry, f record.BoxesTaken) *record.Fault {
	if moved, _, is := w.house.Moved(f.Table); !is || moved.From != f.Machine {
		return a.fail(e.Seq, record.NotApproved, "nobody of the house had %s moved here from %s", f.Table, f.Machine)
	}
	if !w.house.BoxesHold(f) {
		return a.fail(e.Seq, record.NotApproved, "what it takes are no drop boxes of %s that two people of the house signed", f.Table)
	}
	for id, c := range w.house.BoxesOf(f.Table, e.Seq) {
		w.lastCount(id, e.Seq)
		w.drops.counts = append(w.drops.counts, boxCount{c, true})
	}
	return nil
}

// judgeDrop demands that a count is of notes by two people, and names the count that it
// puts right.
func (w *Witness) judgeDrop(a *Run, e *record.Entry, f record.BoxCounted) *record.Fault {
	id := house.ShiftID{Table: f.Table, Shift: f.Shift}
	was := w.lastCount(id, e.Seq)
	w.drops.counts = append(w.drops.counts, boxCount{house.DropCount{Seq: e.Seq, At: e.At, BoxCounted: f}, false})
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

// closedShift notes that a shift of a table closed.
func (w *Witness) closedShift(e *record.Entry, t *pit.Table) {
	if w.drops.closed == nil {
		w.drops.closed = map[house.ShiftID]closedShift{}
	}
	w.drops.closed[house.ShiftID{Table: e.Table, Shift: e.Shift}] = closedShift{e.At, t.DropCheck(), t.HeadClosed(), t.Checks() > 0}
}

// dropCheck returns the check of a count of the drop box of a shift of a table that closed.
func (w *Witness) dropCheck(table string, shift int) tray.DropCheck {
	return w.drops.closed[house.ShiftID{Table: table, Shift: shift}].check
}

// unread notes that not all of a table was read.
func (w *Witness) unread(table string) {
	if w.drops.broken == nil {
		w.drops.broken = map[string]bool{}
	}
	w.drops.broken[table] = true
}

// dropsOfNone are the counts of shifts that had not closed by then, or that say another difference than theirs, as far as the tables
// were read without a fault.
func (w *Witness) dropsOfNone() []*record.Fault {
	var faults []*record.Fault
	for _, c := range w.drops.counts {
		closed, ok := w.drops.closed[house.ShiftID{Table: c.Table, Shift: c.Shift}]
		if w.drops.broken[c.Table] || c.taken && !ok { // the shift may be on its way here
			continue
		}
		wrong := ""
		if off := closed.check.Off(c.Notes.Value()); c.Difference != off {
			wrong = fmt.Sprintf("it says a difference of %d for shift %d of %s, and it is %d", c.Difference, c.Shift, c.Table, off)
		}
		if !ok || c.At.Before(closed.at) && !w.twice(closed.at) {
			wrong = fmt.Sprintf("it counts the drop box of shift %d of %s, which had not closed", c.Shift, c.Table)
		}
		if wrong != "" {
			faults = append(faults, &record.Fault{Table: record.HouseStream, Seq: c.Seq, Code: record.WrongDrop, Kind: record.KindOf(c.BoxCounted), What: wrong})
		}
	}
	return faults
}
