package house

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"

	"sabot/pit/record"
)

// mostBoxes is the largest size of the counts in one entry, in bytes.
const mostBoxes = 64 << 10

// A TakenCount is a count of a drop box that another machine entered.
type TakenCount struct {
	DropCount
	Lines    []string          // it and its approvals, as they were entered
	approved []record.Approved // those
}

// whole reports whether each who made a count stands behind it with an approval.
func (c *TakenCount) whole() bool {
	return slices.EqualFunc(c.approved, record.Signers(c.BoxCounted), func(f record.Approved, number string) bool { return f.Seq == c.Number && f.By == number })
}

// AreCounts reports whether entries that came with a table are counts of its drop boxes and nothing else, each with its approvals right behind it.
func AreCounts(f record.BoxesTaken) bool {
	n := 0
	for _, c := range TakenCounts(f.Table, f.Entries) {
		if n += len(c.Lines); !c.whole() {
			return false
		}
	}
	return n > 0 && n == len(f.Entries)
}

// A cameLine is an entry that another machine entered in its stream of the house, with the approvals right behind it.
type cameLine struct {
	entry    record.Entry
	lines    []string // it and its approvals, as they were entered
	approved []record.Approved
}

// cameLines returns those of another machine's entries that are wanted.
func cameLines(lines []string, wanted func(record.Fact) bool) (list []cameLine) {
	approves := false
	for _, line := range lines {
		e, err := record.Decode([]byte(line))
		if err != nil || e.Table != record.HouseStream || !bytes.Equal(record.Encode(e), []byte(line)) {
			approves = false
			continue
		}
		if f, is := e.Fact.(record.Approved); is {
			if n := len(list) - 1; approves {
				list[n].lines, list[n].approved = append(list[n].lines, line), append(list[n].approved, f)
			}
		} else if approves = wanted(e.Fact); approves {
			list = append(list, cameLine{entry: e, lines: []string{line}})
		}
	}
	return list
}

// heldBy reports whether those who gave approvals signed an entry with keys that they have, or had, in this house. The key of a PIN that
// somebody else chose signs nothing.
func (h People) heldBy(line string, approved []record.Approved) bool {
	return !slices.ContainsFunc(approved, func(f record.Approved) bool {
		for key, of := range h.had {
			if of == f.By && !h.givenKeys[key] && f.Holds([]byte(line), key) {
				return false
			}
		}
		return true
	})
}

// TakenCounts returns the counts of a table's drop boxes among the entries of another machine.
func TakenCounts(table string, lines []string) (list []TakenCount) {
	for _, l := range cameLines(lines, func(f record.Fact) bool { c, is := f.(record.BoxCounted); return is && c.Table == table }) {
		f, _ := l.entry.Fact.(record.BoxCounted)
		list = append(list, TakenCount{DropCount{Number: l.entry.Seq, At: l.entry.At, Came: f.Move, Taken: true, BoxCounted: f}, l.lines, l.approved})
	}
	return list
}

// signedCount reports whether two people signed a count with keys that they have, or had, in this house.
func (h DropBoxes) signedCount(c *TakenCount) bool {
	return c.By != c.With && c.whole() && h.People().heldBy(c.Lines[0], c.approved)
}

// takes reports whether a count can have come with a table by the office's entries before one. Two people signed it who have, or
// had, the right to count, and the table had been moved to where the count has it.
func (h DropBoxes) takes(c *TakenCount, before int64) bool {
	return h.signedCount(c) && h.mayCount(&c.DropCount) && h.cameBefore(&c.DropCount, before)
}

// mayCount reports whether who made a count have, or had, the right to.
func (h DropBoxes) mayCount(c *DropCount) bool {
	return !slices.ContainsFunc(record.Signers(c.BoxCounted), func(number string) bool { return !h.mayHaveCounted[number] })
}

// cameBefore reports whether a count names a move of its table that the office entered before another entry. Counts of Sabot 0.9
// name no move, and pass.
func (h DropBoxes) cameBefore(c *DropCount, before int64) bool {
	return c.Move == 0 || c.Move < before && slices.ContainsFunc(h.moves[c.Table], func(m moveAt) bool { return m.entry == c.Move })
}

// TakeBoxes returns what this machine enters of the counts of a table's drop boxes that came with the table from another machine: those
// that it does not have, and that two people of this house have signed. They are in the order in which they were made.
func (h DropBoxes) TakeBoxes(table, machine string, lines []string) (facts []record.Fact) {
	taken, size := record.BoxesTaken{Table: table, Machine: machine}, 0
	list := TakenCounts(table, lines)
	slices.SortStableFunc(list, compareTaken)
	for i, c := range list {
		if h.doubled(list, i) || !h.takes(&c, h.movedBy[table]) {
			continue
		}
		if size > mostBoxes {
			facts, taken.Entries, size = append(facts, taken), nil, 0
		}
		taken.Entries = append(taken.Entries, c.Lines...)
		for _, line := range c.Lines {
			size += len(line)
		}
	}
	if len(taken.Entries) > 0 {
		facts = append(facts, taken)
	}
	return facts
}

func compareTaken(a, b TakenCount) int { return a.Compare(b.DropCount) }

// Turned reports whether counts of drop boxes stand in another order than they were made in.
func Turned(list []TakenCount) bool { return !slices.IsSortedFunc(list, compareTaken) }

// TurnedFrom reports whether counts that a machine took are in another order than the machine before had them. It compares those
// of Sabot 0.9, which did not record where the table was.
func TurnedFrom(came, had []TakenCount) bool {
	last := -1
	for _, c := range came {
		n := slices.IndexFunc(had, func(h TakenCount) bool { return c.Behind == 0 && h.Same(c.DropCount) })
		if n >= 0 && n < last {
			return true
		}
		last = max(last, n)
	}
	return false
}

// LacksBoxes returns the counts of a table's drop boxes among entries of another machine that this one does not have, and that can have come with
// a move of the table as the house of keys has it.
func (h DropBoxes) LacksBoxes(table string, lines []string, keys *House, move int64) (list []DropCount) {
	for _, c := range TakenCounts(table, lines) {
		if !h.hasCount(&c.DropCount) && keys.Boxes().takes(&c, move) {
			list = append(list, c.DropCount)
		}
	}
	return list
}

// Made returns the counts of a table's drop boxes as they were entered, whatever the machine that has the table sends of those
// that came with it. Own are those that it entered itself, taken those that it took over. Origin has what each other machine
// entered, and lines returns the entries of one, as far as it had not let go of the table. A count among taken that nobody entered
// is left out, and one that is there twice stands once.
func (h DropBoxes) Made(table string, own, taken []DropCount, origin map[string][]DropCount, lines func(machine string) ([]string, error)) ([]DropCount, error) {
	list := slices.Clone(own)
	for _, machine := range slices.Sorted(maps.Keys(origin)) {
		theirs := slices.DeleteFunc(slices.Clone(origin[machine]), func(c DropCount) bool { return !h.wasAt(&c, machine) })
		came := slices.DeleteFunc(slices.Clone(theirs), func(c DropCount) bool { return !slices.ContainsFunc(taken, c.Same) })
		if len(came) < len(theirs) {
			left, err := lines(machine)
			if err != nil {
				return nil, err
			}
			for _, c := range TakenCounts(table, left) {
				n := slices.IndexFunc(theirs, c.Same)
				if n >= 0 && !slices.ContainsFunc(came, c.Same) && h.signedCount(&c) {
					came = append(came, theirs[n])
				}
			}
		}
		for _, c := range came {
			c = h.placed(c)
			if n := slices.IndexFunc(list, c.Same); n >= 0 { // that machine's record goes on under this one's name
				list[n] = c
			} else {
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// WrongBoxes returns what does not hold of counts that a machine took of another one; "" for nothing. Each is of a drop box of that table, and two
// people of this house have signed it. Whether it was made is in the record of the machine that entered it.
func (h DropBoxes) WrongBoxes(f record.BoxesTaken) string {
	none := fmt.Sprintf("what it takes are no drop boxes of %s that two people of the house signed", f.Table)
	list := TakenCounts(f.Table, f.Entries)
	for _, c := range list {
		switch {
		case !h.signedCount(&c):
			return none
		case !h.mayCount(&c.DropCount):
			return fmt.Sprintf("%s and %s never had the right to count the drop box of shift %d of %s", c.By, c.With, c.Shift, c.Table)
		case !h.cameBefore(&c.DropCount, h.movedBy[f.Table]):
			return fmt.Sprintf("a count of the drop box of shift %d says that entry %d of the office moved %s to where it was made, and before the last move none did", c.Shift, c.Move, c.Table)
		}
	}
	switch {
	case !AreCounts(f):
		return none
	case Turned(list):
		return fmt.Sprintf("it takes the counts of drop boxes of %s in another order than they were made in", f.Table)
	}
	return ""
}

// BoxesOf returns the counts of a table's drop boxes that an entry of the house brought here.
func (h DropBoxes) BoxesOf(table string, seq int64) iter.Seq[DropCount] {
	return func(yield func(DropCount) bool) {
		for id, counts := range h.drops {
			for _, c := range counts {
				if id.Table == table && c.Seq == seq && !yield(c) {
					return
				}
			}
		}
	}
}

// applyBoxes folds the counts that came with a table; those that are here already, since the table was here before, are here once. What is
// new of them was counted since the table left here, and before it came back.
func (h DropBoxes) applyBoxes(e record.Entry, f record.BoxesTaken) {
	moved, size, _ := h.Moves().Moved(f.Table)
	_, had, _ := h.Moves().MovedFrom(f.Table, moved.To)
	for _, c := range TakenCounts(f.Table, f.Entries) {
		if !c.whole() || h.hasCount(&c.DropCount) {
			continue
		}
		c.Seq = e.Seq
		if c.Behind > 0 {
			h.applyDrop(h.placed(c.DropCount))
			continue
		}
		c.Came, c.After, c.Before = h.cameTo(f.Table, f.Machine), had, size+1
		h.applyDrop(c.DropCount)
	}
}

// A moveAt is a move of a table for which a manager has signed.
type moveAt struct {
	entry    int64 // of the office
	from, to string
	between  string // the machine to which it had been moved, where that took nothing over; else ""
	size     int64  // entries of the table with which it went
}

// cameTo returns the office's entry by which a table came to a machine last; 0 where it was there first.
func (h DropBoxes) cameTo(table, machine string) (entry int64) {
	for _, m := range h.moves[table] {
		if m.to == machine {
			entry = m.entry
		}
	}
	return entry
}

// wasAt reports whether a table was at a machine when a count was made there. A count of Sabot 0.9 does not record it, and passes.
func (h DropBoxes) wasAt(c *DropCount, machine string) bool {
	for i, m := range h.moves[c.Table] {
		if c.Behind > 0 && (c.Move == m.entry && m.to != machine || c.Move == 0 && i == 0 && m.from != machine) {
			return false
		}
	}
	return true
}

// placed returns a count with its place among the entries of the table, by the table's moves. What its machine entered at the
// table after those with which it moved on does not count.
func (h DropBoxes) placed(c DropCount) DropCount {
	for _, m := range h.moves[c.Table] {
		if m.entry <= c.Came {
			continue
		}
		if c.Behind > 0 {
			c.After = min(c.Behind, m.size)
			c.Before = c.After + 1
		} else if c.Before == 0 || m.size+1 < c.Before {
			c.Before = m.size + 1
		}
		return c
	}
	if c.Behind > 0 {
		c.After, c.Before = c.Behind, c.Behind+1
	}
	return c
}

// doubled reports whether one of some counts is here already, or stands among those before it.
func (h DropBoxes) doubled(list []TakenCount, i int) bool {
	return h.hasCount(&list[i].DropCount) || slices.ContainsFunc(list[:i], func(c TakenCount) bool { return c.Same(list[i].DropCount) })
}

// Takes reports whether this machine, as managers had the table moved, takes what came with it, and has none of that yet.
func (h DropBoxes) Takes(f record.BoxesTaken) bool {
	moved, _, is := h.Moves().Moved(f.Table)
	list := TakenCounts(f.Table, f.Entries)
	for i := range list {
		if h.doubled(list, i) {
			return false
		}
	}
	return is && moved.From == f.Machine
}

// hasCount reports whether a count is here: entered here, or taken from another machine before.
func (h DropBoxes) hasCount(count *DropCount) bool {
	return slices.ContainsFunc(h.Drops(count.Table, count.Shift), count.Same)
}

// Same reports whether two counts are one, of which a machine took what another one had entered.
func (c *DropCount) Same(as DropCount) bool {
	return c.At.Equal(as.At) && record.Same(c.BoxCounted, as.BoxCounted)
}
