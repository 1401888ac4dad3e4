package sums

import (
	"cmp"
	"errors"
	"slices"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// A LeftOut is a table that the sums of a house are without, since nothing can be made of what another machine entered there.
type LeftOut struct {
	Table string
	Why   error
}

// LeftOut returns the tables that the sums of the house were made without, by name.
func (h Sums) LeftOut() (list []LeftOut) {
	h.sums.mu.Lock()
	defer h.sums.mu.Unlock()
	for table, why := range h.sums.left {
		list = append(list, LeftOut{table, why})
	}
	slices.SortFunc(list, func(a, b LeftOut) int { return cmp.Compare(a.Table, b.Table) })
	return list
}

// AnothersFault reports whether an error is of what another machine entered at a table, of which nothing can be made. What this machine has
// entered itself has to hold.
func (h Sums) AnothersFault(table string, err error) bool {
	if err == nil || !h.Others && h.State.Moves().Inherited(table) == 0 {
		return false
	}
	var fault *record.Fault
	return errors.As(err, &fault) || errors.Is(err, record.ErrNewerRecord) || errors.Is(err, record.ErrChanged)
}

// Leaves reports whether the sums of the house go on without a table for what is wrong with it, and notes it. One
// machine is not to keep the figures of all others away.
func (h Sums) Leaves(table string, err error) bool {
	if !h.AnothersFault(table, err) {
		return false
	}
	h.sums.mu.Lock()
	defer h.sums.mu.Unlock()
	if h.sums.left == nil {
		h.sums.left = map[string]error{}
	}
	h.sums.left[table] = err
	return true
}

// leavesNot notes that the sums of the house are with a table.
func (h Sums) leavesNot(table string) {
	h.sums.mu.Lock()
	defer h.sums.mu.Unlock()
	delete(h.sums.left, table)
}

// nothing makes a fault of a table of what its fold cannot carry out: nobody at a table can have entered that.
func (h Sums) nothing(table string, err *error) {
	if !h.Others && h.State.Moves().Inherited(table) == 0 {
		return
	}
	if r := recover(); r != nil {
		*err = &record.Fault{Table: table, Code: record.Unreadable, What: record.NothingOf(r)}
	}
}

// Knows reports whether papers of a form take a table's open shift for one that is open now: not where another machine plays it.
func Knows(house *house.House, table string, form int) bool {
	return !reports.Reaches(form) || house.Has(table)
}
