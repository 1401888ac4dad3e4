package session

import (
	"fmt"
	"math"

	"sabot/app/session/derived"
	"sabot/app/session/sums"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// source returns the record that something is derived from.
func (h *House) source() sums.Record {
	return sums.Record{
		Source: derived.Source{Store: h.store, SealKeys: h.State.SealKeys, Context: h.work.context()},
		State:  &h.State, Others: h.others, Progress: h.Progress,
	}
}

// Derived returns the door to what is derived from the record, as far as this house knows it. It takes nothing in
// of what was entered since.
func (h *House) Derived() sums.Sums { return sums.Of(h.source(), h.cache) }

// OfOthers reports whether the tables are other machines', and the house was made by Reading.
func (h *House) OfOthers() bool { return h.others }

// Streams returns all tables that the house has had, each with the number of its last entry.
func (h *House) Streams() ([]reports.Stream, error) {
	var all []reports.Stream
	for _, name := range h.tableNames() {
		last, err := h.store.Last(name)
		if err != nil {
			return nil, err
		}
		if last == 0 {
			continue
		}
		head, err := h.store.Head(name)
		if err != nil {
			return nil, err
		}
		all = append(all, reports.Stream{Table: name, Seq: last, Checkpoint: head})
	}
	return all, nil
}

// Shifts does what [sums.Sums.Shifts] does, of the record as it is now.
func (h Sums) Shifts(q sums.ShiftQuery) ([]sums.ShiftLine, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	return h.Derived().Shifts(q)
}

// HouseShifts returns what each shift of the gaming days from..to adds to the sums of the house, over all tables.
// An open one adds as far as it has come. Errors: of reading; ctx's of who waits for it.
func (h Sums) HouseShifts(from, to string) ([]reports.HouseShift, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	streams, err := h.Streams()
	if err != nil {
		return nil, err
	}
	return h.Derived().HouseShifts(streams, from, to)
}

// HouseSum returns the house's sum over all tables. It is that of a gaming day, of its month and its year to that
// day, or of the days FROM..TO. Errors: of what is no gaming day; of reading; ctx's of who waits for it.
func (h Sums) HouseSum(day string) (reports.HouseSum, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return reports.HouseSum{}, err
	}
	streams, err := h.Streams()
	if err != nil {
		return reports.HouseSum{}, err
	}
	return h.Derived().HouseSum(streams, day, &h.State, true, &reports.Evidence{Form: reports.Form})
}

// Log returns the entries of a stream that q finds, the newest first; of all streams where stream is "". The
// first search of a record reads all of it once, and keeps an index beside it. Error: of a record that cannot
// be read.
func (h *House) Log(stream string, q shifts.LogQuery) ([]record.Entry, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	streams := []string{stream}
	if stream == "" {
		streams = append([]string{record.HouseStream}, h.tableNames()...)
	}
	return h.Derived().Log(streams, q)
}

// Shift returns a table's shift as far as it has come, with every hand. Error: where the table has had no such
// shift.
func (h *House) Shift(table string, number int) (*pit.Table, error) {
	t, ok, err := h.Derived().ShiftUpTo(&h.State, table, number, math.MaxInt64)
	if err == nil && !ok {
		err = fmt.Errorf("table %s has had no shift %d", table, number)
	}
	return t, err
}
