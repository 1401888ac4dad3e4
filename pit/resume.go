package pit

import (
	"math"

	"sabot/pit/record"
)

// Resume folds a table's last shift: what it needs of the shifts before is in the
// numbers that every entry carries.
func Resume(journal record.Journal, name string) (*Table, error) {
	openings, err := journal.Openings(name)
	if err != nil {
		return nil, err
	}
	from := int64(1)
	if len(openings) > 0 {
		from = openings[len(openings)-1]
	}
	state := NewTable(name)
	return state, state.applyAll(journal, from, math.MaxInt64)
}

// Ready folds what a table needs to go on at once: what was about the shift as a whole, and every entry from the shoe before the
// last on. Whole reports whether that is everything. Where it is not, call Resume before you sum up over the shift.
func Ready(journal record.Journal, name string) (t *Table, whole bool, err error) {
	openings, err := journal.Openings(name)
	if err != nil {
		return nil, false, err
	}
	if len(openings) == 0 {
		t, err = Resume(journal, name)
		return t, true, err
	}
	from := openings[len(openings)-1]
	var headlines []record.Entry
	var shoes []int64
	for e, err := range journal.Headlines(name, from) {
		if err != nil {
			return nil, false, err
		}
		headlines = append(headlines, e)
		if _, ok := e.Fact.(record.ShoeStarted); ok {
			shoes = append(shoes, e.Seq)
		}
	}
	const keep = 2 // shoes: the hand before, whose bets are repeated, is in one of them
	if len(shoes) <= keep {
		t, err = Resume(journal, name)
		return t, true, err
	}
	start := shoes[len(shoes)-keep]
	t = NewTable(name)
	for _, e := range headlines {
		if e.Seq < start {
			t.Apply(e)
		}
	}
	if err := t.applyAll(journal, start, math.MaxInt64); err != nil {
		return nil, false, err
	}
	if len(t.History) == 0 { // two shoes without a hand
		t, err = Resume(journal, name)
		return t, true, err
	}
	return t, false, nil
}

// applyAll folds a table's entries from one sequence number to before another.
func (t *Table) applyAll(journal record.Journal, from, to int64) error {
	for e, err := range journal.Entries(t.Name, from) {
		if err != nil {
			return err
		}
		if e.Seq >= to {
			return nil
		}
		t.Apply(e)
	}
	return nil
}

// Shift returns a table's shift folded from the record; n counts from 1. It is false where the table had no such shift.
func Shift(journal record.Journal, table string, n int) (*Table, bool, error) {
	return ShiftUpTo(journal, table, n, math.MaxInt64)
}

// ShiftUpTo returns Shift as it was at an entry of the table, that entry in it.
func ShiftUpTo(journal record.Journal, table string, n int, seq int64) (*Table, bool, error) {
	openings, err := journal.Openings(table)
	if err != nil || n < 1 || n > len(openings) || openings[n-1] > seq {
		return nil, false, err
	}
	next := int64(0)
	if n < len(openings) {
		next = openings[n]
	}
	state, err := ShiftBetween(journal, table, openings[n-1], next, seq, math.MaxInt)
	return state, true, err
}

// ShiftBetween returns the shift that began at the entry from, as it was at the entry seq. Next is where the table's next shift
// begins, 0 where there is none. Counts is how often its drop box was counted at the table, so that a later count is looked for
// only where one is missing.
func ShiftBetween(journal record.Journal, table string, from, next, seq int64, counts int) (*Table, error) {
	to := int64(math.MaxInt64)
	if next > 0 {
		to = next
	}
	if seq < to-1 {
		to = seq + 1
	}
	state := NewTable(table)
	if err := state.applyAll(journal, from, to); err != nil || next == 0 || len(state.Drops) >= counts {
		return state, err
	}
	return state, state.lateDrop(journal, next, seq)
}

// lateDrop takes in the count of the shift's drop box where it came in the next shift.
func (t *Table) lateDrop(journal record.Journal, from, seq int64) error {
	for e, err := range journal.Headlines(t.Name, from) {
		if err != nil {
			return err
		}
		if _, again := e.Fact.(record.Opened); e.Seq > seq || again && e.Seq > from {
			return nil
		}
		if f, ok := e.Fact.(record.DropCounted); ok {
			t.TakeDrop(e, f, t.Shift)
		}
	}
	return nil
}

// Shifts returns how many shifts a table has had.
func Shifts(journal record.Journal, table string) (int, error) {
	openings, err := journal.Openings(table)
	return len(openings), err
}
