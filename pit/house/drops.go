package house

import (
	"slices"
	"time"

	"sabot/games"
	"sabot/pit/record"
)

// ShiftID names a shift of the house.
type ShiftID struct {
	Table string
	Shift int
}

// DropCount is what the back office counted in the drop box of a shift.
type DropCount struct {
	Seq int64     // of the house's entry that has it here
	At  time.Time // when it was counted, by the clock of the machine at which it was, UTC
	// After and Before are where it stands among the entries of the table, whatever the clocks of two machines say: those up to After
	// came before it, those from Before on later. They are 0 where the moves of the table do not say that.
	After, Before int64
	record.BoxCounted
}

// Drops are the back office's counts of a shift's drop box, the oldest first. They are
// shared: they are only read. Oldest is by the order of this record's entries.
func (h *House) Drops(table string, shift int) []DropCount { return h.drops[ShiftID{table, shift}] }

// DropCounts is how many counts the back office has made of each table's drop boxes.
func (h *House) DropCounts() map[string]int {
	n := map[string]int{}
	for shift, counts := range h.drops {
		n[shift.Table] += len(counts)
	}
	return n
}

// WithDropsOf returns the house with the counts of another state of it, up to an entry.
func (h *House) WithDropsOf(now *House, seq int64) *House {
	c := h.Clone()
	c.drops = map[ShiftID][]DropCount{}
	for id, counts := range now.drops {
		n := slices.IndexFunc(counts, func(d DropCount) bool { return d.Seq > seq })
		if n < 0 {
			n = len(counts)
		}
		if n > 0 {
			c.drops[id] = slices.Clip(counts[:n])
		}
	}
	return c
}

func (h *House) applyDrop(count DropCount) {
	if h.drops == nil {
		h.drops = map[ShiftID][]DropCount{}
	}
	id := ShiftID{count.Table, count.Shift}
	h.drops[id] = append(slices.Clip(h.drops[id]), count)
}

// countedBefore notes of what was counted of a table that its entries from one on are another machine's, and came later.
func (h *House) countedBefore(table string, entry int64) {
	for id, counts := range h.drops {
		if id.Table != table {
			continue
		}
		counts = slices.Clone(counts)
		for i := range counts {
			if counts[i].Before == 0 {
				counts[i].Before = entry
			}
		}
		h.drops[id] = counts
	}
}

// Notes are the values of a currency's bank notes in minor units, ascending; none of a
// currency that no house has.
func Notes(currency string) []games.Amount {
	switch currency {
	case "CHF":
		return []games.Amount{1000, 2000, 5000, 10_000, 20_000, 100_000}
	case "EUR":
		return []games.Amount{500, 1000, 2000, 5000, 10_000, 20_000, 50_000}
	}
	return nil
}
