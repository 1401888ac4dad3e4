package audit

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/pit/tray"
)

// drops is the audit's knowledge of the shifts whose drop boxes the back office counted.
type drops struct {
	counts []boxCount
	closed map[house.ShiftID]closedShift
	broken map[string]bool // tables of which not all was read

	beside map[entryOf]bool        // entries of tables beside which boxes were counted, by the house's stream
	seen   map[entryOf]besideCount // those of them that were read
	read   map[string]int64        // entries of tables
}

// An entryOf is an entry of a table.
type entryOf struct {
	table string
	seq   int64
}

// A besideCount is an entry of a table just before or behind which a box was counted.
type besideCount struct {
	at   time.Time
	ours bool // this machine entered it
}

// A boxCount is a count of a drop box.
type boxCount struct {
	house.DropCount
	taken bool // from another machine, with a table that was moved here
}

// A closedShift is a shift that closed, with its time, the check of a count of its drop box, and who was there.
type closedShift struct {
	at     time.Time
	seq    int64 // of the entry that says so
	check  tray.DropCheck
	head   shifts.Head
	checks bool // see record.Opened
}

// takeBoxes demands of counts that came with a table that it had come from that machine. Two people of this house who ever might
// signed each of them, and they are in the order in which they were made. Whether they might then, and counted notes, is in the
// record of the machine that entered it.
func (w *Witness) takeBoxes(a *Run, e *record.Entry, f record.BoxesTaken) *record.Fault {
	if moved, _, is := w.house.Moves().Moved(f.Table); !is || moved.From != f.Machine {
		return a.fail(e.Seq, record.NotApproved, "nobody of the house had %s moved here from %s", f.Table, f.Machine)
	}
	if wrong := w.house.Boxes().WrongBoxes(f); wrong != "" {
		return a.fail(e.Seq, record.NotApproved, "%s", wrong)
	}
	came := slices.Collect(w.house.Boxes().BoxesOf(f.Table, e.Seq))
	for _, c := range came {
		w.drops.counts = append(w.drops.counts, boxCount{c, true})
	}
	if len(came) < len(house.TakenCounts(f.Table, f.Entries)) {
		return a.fail(e.Seq, record.NotDone, "it takes a count of a drop box of %s that is here already", f.Table)
	}
	return nil
}

// judgeDrop demands that a count is of notes by two people, and names the count that it
// puts right.
func (w *Witness) judgeDrop(a *Run, e *record.Entry, f record.BoxCounted) *record.Fault {
	was, ofTable := int64(0), int64(0) // of any machine, and without what the table went on without
	for _, c := range w.house.Boxes().Drops(f.Table, f.Shift) {
		if c.Seq == e.Seq {
			continue
		}
		if was = c.Seq; !c.CutOff() {
			ofTable = c.Seq
		}
	}
	w.drops.counts = append(w.drops.counts, boxCount{house.DropCount{Seq: e.Seq, At: e.At, BoxCounted: f}, false})
	var notes []games.Amount
	for _, s := range f.Notes {
		notes = append(notes, s.Value)
	}
	switch {
	case f.Replaces != was && f.Replaces != ofTable:
		return a.fail(e.Seq, record.WrongDrop, "it puts the count of entry %d right, and the last one of shift %d of %s is entry %d", f.Replaces, f.Shift, f.Table, was)
	case f.Replaces != 0 && f.Reason == "":
		return a.fail(e.Seq, record.WrongDrop, "it does not say why shift %d of %s was counted again", f.Shift, f.Table)
	case f.By == f.With:
		return a.fail(e.Seq, record.WrongDrop, "%s counted alone", f.By)
	case !f.Notes.Sound(notes, true):
		return a.fail(e.Seq, record.WrongDrop, "what it counts are no notes")
	case f.Behind < 0 || f.Behind == 0 && f.Move != 0:
		return a.fail(e.Seq, record.WrongDrop, "it does not say behind which entry of %s it was made", f.Table)
	case f.Behind == 0:
		return nil // of Sabot 0.9, or unplaced names it
	}
	w.drops.countedBehind(f.Table, f.Behind)
	switch {
	case f.Move != w.house.Moves().CameBy(f.Table):
		return a.fail(e.Seq, record.WrongDrop, "it says that entry %d of the office moved %s here, and the last move that was heard of is entry %d", f.Move, f.Table, w.house.Moves().CameBy(f.Table))
	}
	if moved, _, is := w.house.Moves().Moved(f.Table); is && w.house.Office().Here != "" && moved.To != w.house.Office().Here {
		return a.fail(e.Seq, record.WrongDrop, "%s had been moved to %s, which counts its boxes from then on", f.Table, moved.To)
	}
	return nil
}

// countedBehind notes that a box was counted behind an entry of a table, which is read later.
func (d *drops) countedBehind(table string, seq int64) {
	if d.beside == nil {
		d.beside = map[entryOf]bool{}
	}
	d.beside[entryOf{table, seq}], d.beside[entryOf{table, seq + 1}] = true, true
}

// sees notes an entry of a table that is read.
func (d *drops) sees(table string, seq int64, at time.Time, ours bool) {
	if d.read == nil {
		d.seen, d.read = map[entryOf]besideCount{}, map[string]int64{}
	}
	d.read[table] = seq
	if is := (entryOf{table, seq}); d.beside[is] {
		d.seen[is] = besideCount{at, ours}
	}
}

// displaced returns what is wrong with the place that a count names among the entries of its table; "" for nothing. What a restore
// lost is no fault, nor are clocks that are apart by no more than is told.
func (w *Witness) displaced(c boxCount) string {
	d := &w.drops
	if c.taken || c.Behind == 0 || slices.ContainsFunc(w.house.Backups().Losses(), func(l house.Loss) bool { return l.Seq > c.Seq }) {
		return ""
	}
	apart := record.MostDrift
	for _, back := range w.aheads {
		apart = max(apart, record.MostDrift+back.Was.Sub(back.Back))
	}
	was, next := d.seen[entryOf{c.Table, c.Behind}], d.seen[entryOf{c.Table, c.Behind + 1}]
	switch {
	case d.read[c.Table] < c.Behind:
		return fmt.Sprintf("it was made behind entry %d of %s, which has %d", c.Behind, c.Table, d.read[c.Table])
	case was.ours && was.at.Sub(c.At) > apart:
		return fmt.Sprintf("it was made behind entry %d of %s, which is later than it", c.Behind, c.Table)
	case next.ours && c.At.Sub(next.at) > apart:
		return fmt.Sprintf("it was made behind entry %d of %s, and entry %d was there by then", c.Behind, c.Table, c.Behind+1)
	}
	return ""
}

// unplaced returns what is wrong with a count of a shift of Sabot 0.10 that does not say behind which entry it was made; "" for nothing. A program of 0.9
// beside those of 0.10 says it of no count.
func (w *Witness) unplaced(c boxCount) string {
	if c.taken || c.Behind > 0 || w.programs.areBefore(0, 10, c.Seq) {
		return ""
	}
	return fmt.Sprintf("it does not say behind which entry of %s it was made, and no program of before 0.10 worked then", c.Table)
}

// closedShift notes that a shift of a table closed.
func (w *Witness) closedShift(e *record.Entry, t *pit.Table) {
	if w.drops.closed == nil {
		w.drops.closed = map[house.ShiftID]closedShift{}
	}
	w.drops.closed[house.ShiftID{Table: e.Table, Shift: e.Shift}] = closedShift{e.At, e.Seq, t.Desk().DropCheck(), t.HeadClosed(), t.Checks() > 0}
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

// ofNotes reports whether a count is of bank notes of a currency; "" is the house's first, which may be another one by now.
func ofNotes(counted record.Float, currency string) bool {
	if currency == "" {
		return slices.ContainsFunc(house.Currencies(), func(c string) bool { return ofNotes(counted, c) })
	}
	return counted.Sound(house.Notes(currency), true)
}

// dropsOfNone returns faults for counts of shifts that had not closed by then, or with another difference than theirs, as far as
// the tables were read without a fault.
func (w *Witness) dropsOfNone() []*record.Fault {
	var faults []*record.Fault
	for _, c := range w.drops.counts {
		closed, ok := w.drops.closed[house.ShiftID{Table: c.Table, Shift: c.Shift}]
		switch {
		case w.drops.broken[c.Table], c.taken && !ok: // the shift may be on its way here
			continue
		case c.taken && c.CutOff() && !c.OfShift(closed.seq): // no sum has it
			continue
		}
		wrong := ""
		if off := closed.check.Off(c.Notes.Value()); c.Difference != off {
			wrong = fmt.Sprintf("it says a difference of %d for shift %d of %s, and it is %d", c.Difference, c.Shift, c.Table, off)
		}
		if !ok || c.At.Before(closed.at) && !w.twice(closed.at) || c.Behind > 0 && c.Behind < closed.seq {
			wrong = fmt.Sprintf("it counts the drop box of shift %d of %s, which had not closed", c.Shift, c.Table)
		}
		if ok && !ofNotes(c.Notes, closed.head.Currency) {
			wrong = cmp.Or(wrong, fmt.Sprintf("what it counts are no notes of shift %d of %s", c.Shift, c.Table))
		}
		if ok && closed.checks {
			wrong = cmp.Or(wrong, w.unplaced(c))
		}
		wrong = cmp.Or(wrong, w.displaced(c))
		if wrong != "" {
			faults = append(faults, &record.Fault{Table: record.HouseStream, Seq: c.Seq, Code: record.WrongDrop, Kind: record.KindOf(c.BoxCounted), What: wrong, Of: c.Table, Under: w.calledBy(c.Seq)})
		}
	}
	return faults
}
