package session

import (
	"sabot/pit/people"
	"sabot/pit/record"
)

// RetireTable says that a table is opened no more. Refusals: TableIsOpen, those of
// people.House.RetireTable.
func (h *House) RetireTable(name string, by people.Badge) error {
	if err := h.closed(name); err != nil {
		return err
	}
	facts, err := h.State.RetireTable(name, by.Staff)
	if err != nil {
		return err
	}
	return h.record(by.Number, facts, by)
}

// SetChips says which chips the house has from now on. Refusals: TableIsOpen with one that
// goes on with those it has, those of people.House.SetChips.
func (h *House) SetChips(set record.ChipsSet, by people.Badge) error {
	facts, err := h.State.SetChips(set, by.Staff)
	if err == nil {
		err = h.closed("")
	}
	if err != nil {
		return err
	}
	return h.record(by.Number, facts, by)
}

// closed says whether a table is closed, all of them where none is named. Refusal:
// TableIsOpen.
func (h *House) closed(name string) error {
	lines, err := h.Shifts(ShiftQuery{Table: name})
	if err != nil {
		return err
	}
	for _, l := range lines {
		if l.Open() {
			return &people.Refusal{Why: people.TableIsOpen, What: l.Table}
		}
	}
	return nil
}
