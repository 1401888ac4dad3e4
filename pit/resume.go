package pit

import "math"

// Resume folds a table's last shift: what it needs of the shifts before is in the
// numbers that every entry carries.
func Resume(journal Journal, name string) (*Table, error) {
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

// Ready folds what a table needs to go on at once: what was about the shift as a
// whole, and every entry from the shoe before the last on. Earlier is the shift up to
// there; Precede puts its hands in their place, and the table is then what Resume
// makes of it.
func Ready(journal Journal, name string) (t *Table, earlier func() (*Table, error), err error) {
	none := func() (*Table, error) { return NewTable(name), nil }
	openings, err := journal.Openings(name)
	if err != nil {
		return nil, none, err
	}
	if len(openings) == 0 {
		t, err = Resume(journal, name)
		return t, none, err
	}
	from := openings[len(openings)-1]
	var headlines []Entry
	var shoes []int64
	for e, err := range journal.Headlines(name, from) {
		if err != nil {
			return nil, none, err
		}
		headlines = append(headlines, e)
		if _, ok := e.Fact.(ShoeStarted); ok {
			shoes = append(shoes, e.Seq)
		}
	}
	const keep = 2 // shoes: the hand before, whose bets are repeated, is in one of them
	if len(shoes) <= keep {
		t, err = Resume(journal, name)
		return t, none, err
	}
	start := shoes[len(shoes)-keep]
	t = NewTable(name)
	for _, e := range headlines {
		if e.Seq < start {
			t.Apply(e)
		}
	}
	if err := t.applyAll(journal, start, math.MaxInt64); err != nil {
		return nil, none, err
	}
	if len(t.History) == 0 { // two shoes without a hand
		t, err = Resume(journal, name)
		return t, none, err
	}
	return t, func() (*Table, error) {
		before := NewTable(name)
		return before, before.applyAll(journal, from, start)
	}, nil
}

// Precede puts what Ready left out before what the table has: closed hands, commission
// taken in them, notes.
func (t *Table) Precede(before *Table) {
	before.settleDues()
	t.History = append(before.History, t.History...)
	t.Taken = append(before.Taken, t.Taken...)
	t.Notes = append(before.Notes, t.Notes...)
}

// applyAll folds a table's entries from one sequence number to before another.
func (t *Table) applyAll(journal Journal, from, to int64) error {
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

// Shift is a table's shift folded from the record; n counts from 1. False where
// the table had no such shift.
func Shift(journal Journal, table string, n int) (*Table, bool, error) {
	openings, err := journal.Openings(table)
	if err != nil || n < 1 || n > len(openings) {
		return nil, false, err
	}
	to := int64(math.MaxInt64)
	if n < len(openings) {
		to = openings[n]
	}
	state := NewTable(table)
	return state, true, state.applyAll(journal, openings[n-1], to)
}

// Shifts is how many shifts a table has had.
func Shifts(journal Journal, table string) (int, error) {
	openings, err := journal.Openings(table)
	return len(openings), err
}
