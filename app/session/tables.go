package session

import (
	"sabot/pit/house"
	"sabot/pit/record"
)

// RetireTable records that a table is no longer opened. Refusals: TableIsOpen, those of
// house.House.RetireTable.
func (h *House) RetireTable(name string, by house.Badge) error {
	if err := h.closed(name); err != nil {
		return err
	}
	facts, err := h.State.RetireTable(name, by.Staff)
	return h.decided(by, facts, err)
}

// MoveTable enters that a table is played on another machine. Refusals: those of
// house.House.MoveTable.
func (h *House) MoveTable(f record.TableMoved, by house.Badge) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	facts, err := h.State.Moves().MoveTable(f, by.Staff)
	return h.decided(by, facts, err)
}

// SetHouse sets the house's particulars, and the chips of its currencies: all of it or nothing. Refusals:
// TableIsOpen with a table that goes on with the chips it has where those become others, NothingChanges, those
// of house.House.SetHouse.
func (h *House) SetHouse(set record.HouseSet, by house.Badge, chips ...record.ChipsSet) error {
	if err := h.Takeover().CatchUp(); err != nil { // another window may have added a table with a currency that this one takes away
		return err
	}
	facts, err := h.State.SetHouse(set, by.Staff, chips...)
	switch {
	case err != nil:
	case len(facts) > 1:
		err = h.closed("")
	case h.same(facts[0]):
		err = &house.Refusal{Why: house.NothingChanges}
	}
	return h.decided(by, facts, err)
}

// same reports whether a house is set already as a fact sets it. Sabot 0.9 entered it all the same.
func (h *House) same(fact record.Fact) bool {
	set, is := fact.(record.HouseSet)
	now := h.State.Particulars()
	set.By, now.By = "", ""
	return is && record.Same(set, now)
}

// closed refuses a table of this machine that is open, any where none is named. Refusal:
// TableIsOpen.
func (h *House) closed(name string) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	open, err := h.Derived().Open(name)
	if err == nil && len(open) > 0 {
		err = &house.Refusal{Why: house.TableIsOpen, What: open[0]}
	}
	return err
}
