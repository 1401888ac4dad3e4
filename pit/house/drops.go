package house

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit/record"
)

// A ShiftID is the name of a shift of the house: its table and its number there.
type ShiftID struct {
	Table string
	Shift int
}

// A DropCount is a count by the back office of the drop box of a shift.
type DropCount struct {
	Seq int64     // of the house's entry that has it here
	At  time.Time // when it was counted, by the clock of the machine at which it was, UTC
	// Number is the sequence number of the entry by which it was counted, in the stream of the machine at which it was: who counted has signed for it.
	Number int64
	// Came is the office's entry by which the table had come to that machine; 0 where it was never moved. Of a count by Sabot 0.9 that was
	// taken from another machine it is at least that.
	Came  int64
	Taken bool // from another machine, with the table
	// After and Before are where it stands among the entries of the table, whatever the clocks of two machines say: those up to After
	// came before it, those from Before on later. They are 0 where the moves of the table do not say that.
	After, Before int64
	record.BoxCounted
}

// Compare returns -1 for a count that was made before another one, 1 for one made after it, and 0 where nothing signed tells.
// Managers have signed the moves of the table, and who counted has signed the entry's number where the table was. The order in
// which a machine entered what came to it proves nothing.
func (c *DropCount) Compare(with DropCount) int {
	said := func(c *DropCount) int64 { return min(c.Behind, 1) }
	switch order := cmp.Or(cmp.Compare(c.Came, with.Came), cmp.Compare(said(c), said(&with))); {
	case order != 0:
		return order
	case c.Behind == 0 && (c.Taken || with.Taken): // Sabot 0.9 did not say to which machine the table had come
		return 0
	}
	return cmp.Compare(c.Number, with.Number)
}

// OfShift reports whether a count is of the shift that closed with an entry of the table. A machine that had not heard of a move may have
// closed and counted a shift of its own: that one has the same number, and is another shift. Counts of Sabot 0.9 do not say behind which
// entry they were made, and pass.
func (c *DropCount) OfShift(closed int64) bool {
	return c.Behind == 0 || closed > 0 && c.After >= closed
}

// CutOff reports whether a count was made behind entries that its machine alone has: the table went on without them.
func (c *DropCount) CutOff() bool { return c.After < c.Behind }

// CutOff returns the counts that machines made behind entries that they alone have, by table and shift.
func (h DropBoxes) CutOff() (list []DropCount) {
	for _, counts := range h.drops {
		for _, c := range counts {
			if c.CutOff() {
				list = append(list, c)
			}
		}
	}
	slices.SortFunc(list, func(a, b DropCount) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Shift, b.Shift), cmp.Compare(a.Number, b.Number))
	})
	return list
}

// Drops returns the back office's counts of a shift's drop box, the oldest first, as Compare has it: the last one holds. They are
// shared: they are only read.
func (h DropBoxes) Drops(table string, shift int) []DropCount {
	return slices.Clip(h.drops[ShiftID{table, shift}])
}

// DropCounts returns how many counts the back office has made of each table's drop boxes.
func (h DropBoxes) DropCounts() map[string]int {
	n := map[string]int{}
	for shift, counts := range h.drops {
		n[shift.Table] += len(counts)
	}
	return n
}

// Entered returns the counts of a table's drop boxes that were entered here, and those that came from other machines.
func (h DropBoxes) Entered(table string) (own, taken []DropCount) {
	for _, id := range slices.SortedFunc(maps.Keys(h.drops), func(a, b ShiftID) int { return cmp.Compare(a.Shift, b.Shift) }) {
		if id.Table != table {
			continue
		}
		for _, c := range h.drops[id] {
			if c.Taken {
				taken = append(taken, c)
			} else {
				own = append(own, c)
			}
		}
	}
	return own, taken
}

// WithCounts returns the house with those counts of a table's drop boxes in place of its own.
func (h DropBoxes) WithCounts(table string, counts []DropCount) *House {
	c := h.Clone()
	maps.DeleteFunc(c.drops, func(id ShiftID, _ []DropCount) bool { return id.Table == table })
	for _, count := range counts {
		c.Boxes().applyDrop(count)
	}
	return c
}

// WithDropsOf returns the house with the counts of another state of it, up to an entry.
func (h DropBoxes) WithDropsOf(now *House, seq int64) *House {
	c := h.Clone()
	c.drops = map[ShiftID][]DropCount{}
	for id, counts := range now.drops {
		counts = slices.DeleteFunc(slices.Clone(counts), func(d DropCount) bool { return d.Seq > seq })
		if len(counts) > 0 {
			c.drops[id] = counts
		}
	}
	return c
}

func (h DropBoxes) applyDrop(count DropCount) {
	if h.drops == nil {
		h.drops = map[ShiftID][]DropCount{}
	}
	id := ShiftID{count.Table, count.Shift}
	n := len(h.drops[id])
	for n > 0 && h.drops[id][n-1].Compare(count) > 0 {
		n--
	}
	if n < len(h.drops[id]) { // what others read of it stays in its place
		h.drops[id] = slices.Clone(h.drops[id])
	}
	h.drops[id] = slices.Insert(h.drops[id], n, count) // in place: whoever else has the list has it clipped
}

// counted returns a count that is entered here.
func (h DropBoxes) counted(e record.Entry, f record.BoxCounted) DropCount {
	c := DropCount{Seq: e.Seq, Number: e.Seq, At: e.At, Came: h.movedBy[f.Table], After: h.Moves().Inherited(f.Table), BoxCounted: f}
	if f.Behind > 0 {
		c.Came, c.After, c.Before = f.Move, f.Behind, f.Behind+1
	}
	return c
}

// applyMayCount notes who has the right to count drop boxes: a count of before goes on holding once they have it no more.
func (h DropBoxes) applyMayCount(s Staff) {
	if h.mayHaveCounted == nil {
		h.mayHaveCounted = map[string]bool{}
	}
	if s.May(CountDropRight) {
		h.mayHaveCounted[s.Number] = true
	}
}

// countedBefore notes of what was counted of a table that its entries from one on are another machine's, and came later.
func (h DropBoxes) countedBefore(table string, entry int64) {
	for id, counts := range h.drops {
		if id.Table != table {
			continue
		}
		counts = slices.Clone(counts)
		for i := range counts {
			if counts[i].Before == 0 { // Sabot 0.9 did not say behind which entry it was made
				counts[i].Before = entry
			}
		}
		h.drops[id] = counts
	}
}

// Notes returns the values of a currency's bank notes in minor units, ascending; none of a currency that no house has.
func Notes(currency string) []games.Amount {
	switch currency {
	case "CHF":
		return []games.Amount{1000, 2000, 5000, 10_000, 20_000, 100_000}
	case "EUR":
		return []games.Amount{500, 1000, 2000, 5000, 10_000, 20_000, 50_000}
	}
	return nil
}
