package session

import (
	"sabot/pit"
	"sabot/pit/house"
	"sabot/reports"
)

// Shift is the shift of a table as it was heard last, with what the office has counted of its drop box, and the house as the
// table's machine has it; false as long as not all of it is known.
func (f *Floor) Shift(table string) (*pit.Table, *house.House, bool) {
	w := f.tables[table]
	if w == nil || !w.Whole || w.State.Shift == 0 {
		return nil, nil, false
	}
	house := &f.house.State
	if w.Machine != "" {
		house = f.houses[w.Machine].state()
	}
	if house == nil {
		return nil, nil, false
	}
	state := *w.State
	state.CountedByOffice(house.Drops(table, state.Shift))
	return &state, house, true
}

// Report is a report of that shift, with the figures that the table's own machine makes of the same entries. It is there to
// be looked at: it is no copy of any, and nothing is entered. False as Shift; errors are those of the figures.
func (f *Floor) Report(kind reports.Kind, table, lang string) (e reports.Evidence, whole bool, err error) {
	state, house, whole := f.Shift(table)
	if !whole {
		return e, false, nil
	}
	e = f.house.headed(Wanted{Kind: kind, Table: table, Shift: state.Shift, Lang: lang}, house)
	e.TableSeq = state.Seq
	e, err = e.Of(state, house)
	return e, true, err
}
