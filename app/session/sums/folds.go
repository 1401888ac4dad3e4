package sums

import (
	"fmt"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// A Shift is a shift of a table by its headlines, and where the table's next one begins.
type Shift struct {
	shifts.Head
	next int64 // its first entry; 0 where there is none
	upTo int64 // the headline up to which they are known
}

// Between returns a table's shifts of the gaming days from..to, in their order.
func (h Sums) Between(table, from, to string) ([]Shift, error) {
	return h.heads.between(h, table, from, to)
}

// between returns a table's shifts of the gaming days from..to, in their order.
func (s *shiftHeads) between(h Sums, table, from, to string) ([]Shift, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	heads, err := s.of(h, table)
	if err != nil {
		return nil, err
	}
	wanted := func(i int) bool { return heads.List[i].Day >= from && heads.List[i].Day <= to }
	n := 0
	for i := range heads.List {
		if wanted(i) {
			n++
		}
	}
	list := make([]Shift, 0, n)
	for i := range heads.List {
		if wanted(i) {
			head, next, _ := heads.Shift(i + 1)
			list = append(list, Shift{head, next, heads.Seq})
		}
	}
	return list, nil
}

// Head returns the headlines of one of a table's shifts; without a number where it has had no such shift.
func (h Sums) Head(table string, shift int) (shifts.Head, error) {
	if shift == 0 { // what is of no one shift
		return shifts.Head{}, nil
	}
	h.heads.mu.Lock()
	defer h.heads.mu.Unlock()
	heads, err := h.heads.of(h, table)
	if err != nil {
		return shifts.Head{}, err
	}
	head, _, _ := heads.Shift(shift)
	return head.WithOffice(h.State.Boxes().Drops(table, shift)), nil
}

// ShiftUpTo does what pit.ShiftUpTo does, by the list of shifts. It adds what the office had counted of the
// shift in a state of the house.
func (h Sums) ShiftUpTo(house *house.House, table string, n int, seq int64) (*pit.Table, bool, error) {
	h.heads.mu.Lock()
	heads, err := h.heads.of(h, table)
	var head shifts.Head
	next, ok := int64(0), false
	if err == nil {
		head, next, ok = heads.Shift(n)
	}
	h.heads.mu.Unlock()
	if err != nil || !ok || head.Seq > seq {
		return nil, false, err
	}
	t, err := h.Fold(house, table, Shift{Head: head, next: next}, seq)
	return t, true, err
}

// Fold returns a shift as it was at an entry of its table and in a state of the house. Error: a fault where its amounts are more than can be
// summed up.
func (h Sums) Fold(house *house.House, table string, s Shift, seq int64) (*pit.Table, error) {
	t, err := pit.ShiftBetween(h.Store, table, s.Seq, s.next, seq, s.Counts)
	if err != nil {
		return t, err
	}
	drops, bulk := house.Boxes().Drops(table, s.Number), t.Bulk
	for _, c := range drops {
		bulk = bulk.Plus(record.Bulk(c.Notes))
	}
	if bulk > games.MaxSum {
		return nil, &record.Fault{Table: table, Code: record.WrongAmount, What: fmt.Sprintf("the amounts of its shift %d are more than can be summed up", s.Number)}
	}
	t.CountedByOffice(drops)
	return t, nil
}
