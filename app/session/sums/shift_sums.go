package sums

import (
	"sync"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// A houseSums is a cache of what the shifts of every table add to the house's sums, as far as they were wanted.
// With it a year of hands is not read twice. It can be made again from the record at any time, so all work on it
// shares it.
type houseSums struct {
	making sync.Mutex // one table is summed up at a time, and held against its head: who else wants it finds it kept, and proven
	mu     sync.Mutex
	tables map[string]*tableSums
	days   map[string]*tableDays
	left   map[string]error // why a table is left out
}

// A tableSums is the part of that cache of one table.
type tableSums struct {
	shifts []keptShift // that with the number n at n-1; without entries where it is not known
	read   bool        // what was kept of it
	fresh  int         // of shifts that are not kept yet
	since  int64       // where the first of those begins
}

// A keptShift is a shift's part of the sums, with what it was made of.
type keptShift struct {
	sumOf
	sum reports.HouseShift
}

// A sumOf is the source of a shift's sum: its entries, and the counts of its drop box, which come later.
type sumOf struct {
	end     int64 // the shift's last entry
	counts  int   // at the table
	offices int   // by the back office
}

// kept returns the sum made of a shift before; false where it was not of the same entries.
func (h Sums) kept(table string, n int, of sumOf) (reports.HouseShift, bool) {
	s := &h.sums
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables == nil {
		s.tables = map[string]*tableSums{}
	}
	t := s.tables[table]
	if t == nil {
		t = &tableSums{}
		s.tables[table] = t
	}
	if !t.read {
		t.read = true
		if body, ok := h.shelf.Of(h.Source, sumsName, table); ok {
			t.shifts = readSums(body)
		}
	}
	if n > len(t.shifts) || t.shifts[n-1].sumOf != of {
		return reports.HouseShift{}, false
	}
	return t.shifts[n-1].sum, true
}

// sumsName is what the file of a table's sums begins with, another one wherever its bytes mean
// something else.
const sumsName = "sums8"

// keep keeps what a shift adds.
func (h Sums) keep(table string, n int, from int64, k keptShift) {
	h.sums.mu.Lock()
	defer h.sums.mu.Unlock()
	t := h.sums.tables[table]
	if n > len(t.shifts) {
		t.shifts = append(t.shifts, make([]keptShift, n-len(t.shifts))...)
	}
	t.shifts[n-1] = k
	if t.fresh++; t.since == 0 || from < t.since {
		t.since = from
	}
}

// keepSums writes the sums of a table among the house's files, where there are new ones. Error:
// record.ErrChanged where they are of entries that were never sealed; then they are forgotten.
func (h Sums) keepSums(table string, seq int64) error {
	h.sums.mu.Lock()
	t := h.sums.tables[table]
	if t == nil || t.fresh == 0 {
		h.sums.mu.Unlock()
		return nil
	}
	body, since := writeSums(t.shifts), t.since
	t.fresh, t.since = 0, 0
	h.sums.mu.Unlock()
	err := h.shelf.Keep(h.Source, sumsName, table, since, seq, body)
	if err != nil {
		h.forget(table)
	}
	return err
}

// forget forgets all that was read of a table and not kept: some of it was never sealed.
func (h Sums) forget(table string) {
	h.sums.mu.Lock()
	delete(h.sums.tables, table)
	delete(h.sums.days, table)
	h.sums.mu.Unlock()
	h.heads.mu.Lock()
	defer h.heads.mu.Unlock()
	delete(h.heads.tables, table)
}

// shiftSum returns what a shift adds, as it was at entry seq of its table and in a state of the house, in the
// form of evidence e. With kept, a sum is used again while nothing that it depends on has changed. Then the
// shift's head must be of no later entry, and making locked until the sum was kept.
func (h Sums) shiftSum(house *house.House, table string, s Shift, seq int64, kept bool, e *reports.Evidence) (reports.HouseShift, error) {
	of := sumOfShift(house, table, s, seq)
	if kept {
		if sum, ok := h.kept(table, s.Number, of); ok {
			return sum, nil
		}
	}
	t, err := h.Fold(house, table, s, seq)
	if err != nil {
		return reports.HouseShift{}, err
	}
	sum := e.HouseShiftOf(t, house)
	if record.Bulk(sum) > games.MaxSum {
		return reports.HouseShift{}, reports.TooMuch(table)
	}
	if kept {
		h.keep(table, s.Number, s.Seq, keptShift{of, sum})
	}
	return sum, nil
}

// sumOfShift returns the source of a shift's sum, as it was at entry seq of its table and in a state of the
// house.
func sumOfShift(house *house.House, table string, s Shift, seq int64) sumOf {
	of := sumOf{end: seq, counts: s.Counts, offices: len(house.Boxes().Drops(table, s.Number))}
	if s.next > 0 {
		of.end = min(seq, s.next-1)
	}
	return of
}

// HouseShifts returns what each shift of the gaming days from..to adds to the sums of the house, over all streams.
// An open one adds as far as it has come. Errors: of reading; the context's.
func (h Sums) HouseShifts(streams []reports.Stream, from, to string) (shifts []reports.HouseShift, err error) {
	err = h.eachTable(streams, from, to, h.State, true, thisForm(), func(_ reports.Stream, more []reports.HouseShift, _ bool) error {
		shifts = append(shifts, more...)
		return nil
	})
	return shifts, err
}

// eachTable hands on what each shift of a stream adds, in the form of evidence, from a gaming day to another. It
// goes stream by stream, and tells whether all of it is kept. Only figures of this Sabot's form are.
func (h Sums) eachTable(streams []reports.Stream, from, to string, house *house.House, kept bool, e *reports.Evidence, take func(s reports.Stream, shifts []reports.HouseShift, kept bool) error) error {
	var days [][]Shift
	without := map[string]bool{}
	done, all := 0, 0
	for _, s := range streams {
		heads, err := h.heads.between(h, s.Table, from, to)
		if h.Leaves(s.Table, err) {
			without[s.Table], days = true, append(days, nil)
			continue
		}
		if err != nil {
			return err
		}
		for len(heads) > 0 && heads[len(heads)-1].Seq > s.Seq { // it began later
			heads = heads[:len(heads)-1]
		}
		days = append(days, heads)
		all += len(heads)
	}
	one := func(s reports.Stream, heads []Shift) (err error) {
		defer h.nothing(s.Table, &err)
		kept := kept
		if kept {
			h.sums.making.Lock()
			defer h.sums.making.Unlock()
		}
		shifts := make([]reports.HouseShift, 0, len(heads))
		for _, shift := range heads {
			if err := h.Progress(done, all); err != nil {
				return err
			}
			kept = kept && shift.upTo <= s.Seq
			sum, err := h.shiftSum(house, s.Table, shift, s.Seq, kept, e)
			if err != nil {
				return err
			}
			shifts = append(shifts, sum)
			done++
		}
		if kept {
			if err := h.keepSums(s.Table, s.Seq); err != nil {
				return err
			}
		}
		return take(s, shifts, kept)
	}
	for i, s := range streams {
		if without[s.Table] {
			continue
		}
		err := one(s, days[i])
		switch {
		case err == nil:
			h.leavesNot(s.Table)
		case !h.Leaves(s.Table, err):
			return err
		}
	}
	return nil
}

// thisForm returns a paper of the form that this program prints: it is what figures are made for.
func thisForm() *reports.Evidence { return &reports.Evidence{Form: reports.Form} }
