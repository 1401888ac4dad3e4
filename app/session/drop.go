package session

import (
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A DropOf is a drop box as the back office counted it.
type DropOf struct {
	Table  string
	Shift  int
	Notes  record.Float // by value of the note
	Reason string       // where it was counted before
}

// WouldCountDrop returns the facts that CountDrop would enter, to show them to the people who sign. Refusals:
// as CountDrop.
func (h Sums) WouldCountDrop(d DropOf, by, with house.Staff) ([]record.Fact, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	head, err := h.Derived().Head(d.Table, d.Shift)
	switch {
	case err != nil:
		return nil, err
	case head.Number == 0, h.now().Before(head.Closed):
		return nil, &house.Refusal{Why: house.NotPossible, What: "shift"}
	}
	shift, err := h.Shift(d.Table, d.Shift)
	if err != nil {
		return nil, err
	}
	behind, err := h.store.Last(d.Table)
	if err != nil {
		return nil, err
	}
	return head.CountBox(&h.State, d.Table, behind, shift.Desk().DropCheck().Off(d.Notes.Value()), d.Notes, d.Reason, by, with)
}

// CountDrop enters the cash of the drop box of the shift that closed last, as two people counted it at the table. Refusals:
// those of pit.Table.CountDrop and CountDropBefore.
func (t *Table) CountDrop(cash games.Amount, by, with house.Badge) error {
	return t.Do(func(s *pit.Table) ([]record.Fact, error) {
		if !s.Open {
			return s.Desk().CountDrop(cash, by.Staff, with.Staff)
		}
		check := tray.DropCheck{}
		if s.Shift > 1 {
			before, err := t.house.Shift(s.Name, s.Shift-1)
			if err != nil {
				return nil, err
			}
			check = before.Desk().DropCheck()
		}
		return s.Desk().CountDropBefore(check, cash, by.Staff, with.Staff)
	}, by, with)
}

// CountDrop enters what two people counted in the drop box of a shift that has closed,
// whichever it is. Refusals: TableOpen, BadSetting, WrongRole, SamePerson; NeedsReason where
// it was counted before; NotPossible where there is no such shift.
func (h *House) CountDrop(d DropOf, by, with house.Badge) error {
	facts, err := h.Sums().WouldCountDrop(d, by.Staff, with.Staff)
	if err != nil {
		return err
	}
	return h.Record(by.Number, facts, by, with)
}

// DropOff returns by how much the drop of a shift that has closed was counted more than was bought in, the last
// time. It is unknown where the drop was not counted.
func (h Sums) DropOff(table string, shift int) (tray.Sum, error) {
	t, err := h.Shift(table, shift)
	if err != nil {
		return tray.Sum{}, err
	}
	return t.Result().DropDifference(), nil
}
