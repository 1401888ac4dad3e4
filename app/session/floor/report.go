package floor

import (
	"sabot/app/session/papers"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/reports"
)

// Shift returns a table's shift as it was heard last, with the office's counts of its drop box. It also returns the
// house as the table's machine has it. It returns false as long as not all of the shift is known.
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
	state.CountedByOffice(house.Boxes().Drops(table, state.Shift))
	return &state, house, true
}

// Report returns a report of that shift, with the figures that the table's own machine makes of the same
// entries. It is for looking at: it is no copy, and nothing is entered. False as Shift. Errors: those of the
// figures.
func (f *Floor) Report(kind reports.Kind, table, lang string) (e reports.Evidence, whole bool, err error) {
	state, house, whole := f.Shift(table)
	if !whole {
		return e, false, nil
	}
	e = papers.Of(f.house).Headed(papers.Wanted{Kind: kind, Table: table, Shift: state.Shift, Lang: lang}, house)
	e.TableSeq = state.Seq
	e, err = e.Of(state, house)
	return e, true, err
}
