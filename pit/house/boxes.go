package house

import (
	"bytes"
	"iter"
	"slices"

	"sabot/pit/record"
)

// mostBoxes is how many bytes of counts go into one entry.
const mostBoxes = 64 << 10

// A takenCount is a count of a drop box that another machine entered. Its number there is that of its entry at that machine.
type takenCount struct {
	DropCount
	lines    []string          // it and its approvals, as they were entered
	approved []record.Approved // those
}

// takenCounts returns the counts of a table's drop boxes among the entries of another machine.
func takenCounts(table string, lines []string) (list []takenCount) {
	approves := false
	for _, line := range lines {
		e, err := record.Decode([]byte(line))
		if err != nil || e.Table != record.HouseStream || !bytes.Equal(record.Encode(e), []byte(line)) {
			approves = false
			continue
		}
		switch f := e.Fact.(type) {
		case record.BoxCounted:
			if approves = f.Table == table; approves {
				list = append(list, takenCount{DropCount: DropCount{Seq: e.Seq, At: e.At, BoxCounted: f}, lines: []string{line}})
			}
		case record.Approved:
			if n := len(list) - 1; approves {
				list[n].lines, list[n].approved = append(list[n].lines, line), append(list[n].approved, f)
			}
		default:
			approves = false
		}
	}
	return list
}

// signedCount reports whether two people signed a count with keys that they have, or had, in this house.
func (h *House) signedCount(c *takenCount) bool {
	signers := record.Signers(c.BoxCounted)
	return c.By != c.With && slices.EqualFunc(c.approved, signers, func(f record.Approved, number string) bool {
		if f.Seq != c.Seq || f.By != number {
			return false
		}
		for key, of := range h.had {
			if of == number && f.Holds([]byte(c.lines[0]), key) {
				return true
			}
		}
		return false
	})
}

// TakeBoxes returns what this machine enters of the counts of a table's drop boxes that came with the table from another machine: those
// that it does not have, and that two people of this house have signed.
func (h *House) TakeBoxes(table, machine string, lines []string) (facts []record.Fact) {
	taken, size := record.BoxesTaken{Table: table, Machine: machine}, 0
	for _, c := range takenCounts(table, lines) {
		if h.hasCount(&c.DropCount) || !h.signedCount(&c) {
			continue
		}
		if size > mostBoxes {
			facts, taken.Entries, size = append(facts, taken), nil, 0
		}
		taken.Entries = append(taken.Entries, c.lines...)
		for _, line := range c.lines {
			size += len(line)
		}
	}
	if len(taken.Entries) > 0 {
		facts = append(facts, taken)
	}
	return facts
}

// LacksBoxes returns the counts of a table's drop boxes among entries of another machine that this one does not have, and that two people
// have signed with keys of a house.
func (h *House) LacksBoxes(table string, lines []string, keys *House) (list []DropCount) {
	for _, c := range takenCounts(table, lines) {
		if !h.hasCount(&c.DropCount) && keys.signedCount(&c) {
			list = append(list, c.DropCount)
		}
	}
	return list
}

// HasCountsOf reports whether this machine has every count of a table's drop boxes that another one has.
func (h *House) HasCountsOf(other *House, table string) bool {
	for id, counts := range other.drops {
		if id.Table == table && slices.ContainsFunc(counts, func(c DropCount) bool { return !h.hasCount(&c) }) {
			return false
		}
	}
	return true
}

// WithBoxes returns the house with those counts of another machine too that it lacks, as LacksBoxes returns them. Each stands behind the
// one that came before it there, so that what was counted here since stays the last.
func (h *House) WithBoxes(table string, lines []string, keys *House) *House {
	if len(h.LacksBoxes(table, lines, keys)) == 0 {
		return h
	}
	c, next := h.Clone(), map[ShiftID]int{}
	if c.drops == nil {
		c.drops = map[ShiftID][]DropCount{}
	}
	for _, count := range takenCounts(table, lines) {
		id := ShiftID{table, count.Shift}
		n := slices.IndexFunc(c.drops[id], count.same)
		if n < 0 && !keys.signedCount(&count) {
			continue
		}
		if n < 0 {
			n = next[id]
			c.drops[id] = slices.Insert(slices.Clip(c.drops[id]), n, count.DropCount)
		}
		next[id] = n + 1
	}
	return c
}

// BoxesHold reports whether what a machine took of another one is nothing but counts of that table's drop boxes, each signed by two people
// of this house.
func (h *House) BoxesHold(f record.BoxesTaken) bool {
	n := 0
	for _, c := range takenCounts(f.Table, f.Entries) {
		if !h.signedCount(&c) {
			return false
		}
		n += len(c.lines)
	}
	return n > 0 && n == len(f.Entries)
}

// BoxesOf returns the counts of a table's drop boxes that an entry of the house brought here, by their shifts.
func (h *House) BoxesOf(table string, seq int64) iter.Seq2[ShiftID, DropCount] {
	return func(yield func(ShiftID, DropCount) bool) {
		for id, counts := range h.drops {
			for _, c := range counts {
				if id.Table == table && c.Seq == seq && !yield(id, c) {
					return
				}
			}
		}
	}
}

// applyBoxes folds the counts that came with a table; those that are here already, since the table was here before, are here once. What is
// new of them was counted since the table left here, and before it came back.
func (h *House) applyBoxes(e record.Entry, f record.BoxesTaken) {
	moved, size, _ := h.Moved(f.Table)
	_, had, _ := h.MovedFrom(f.Table, moved.To)
	for _, c := range takenCounts(f.Table, f.Entries) {
		if !h.hasCount(&c.DropCount) {
			h.applyDrop(DropCount{Seq: e.Seq, At: c.At, After: had, Before: size + 1, BoxCounted: c.BoxCounted})
		}
	}
}

// hasCount reports whether a count is here: entered here, or taken from another machine before.
func (h *House) hasCount(count *DropCount) bool {
	return slices.ContainsFunc(h.Drops(count.Table, count.Shift), count.same)
}

// same reports whether two counts are one, of which a machine took what another one had entered.
func (c *DropCount) same(as DropCount) bool {
	return c.At.Equal(as.At) && record.Same(c.BoxCounted, as.BoxCounted)
}
