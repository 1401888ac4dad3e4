package shifts

import (
	"cmp"
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// CountBox records what two people of the back office counted in the drop box of a shift of a table, note by note. Counted again,
// at the table or by the office, it takes a reason. Behind is the last entry of the table, difference how much more they counted
// than was bought in. Refusals: TableElsewhere of a table that another machine has, which has all its shifts; TableOpen,
// BadSetting, WrongRole, SamePerson, NeedsReason.
func (s *Head) CountBox(h *house.House, table string, behind int64, difference games.Amount, notes record.Float, reason string, by, with house.Staff) ([]record.Fact, error) {
	f := record.BoxCounted{Table: table, Shift: s.Number, Notes: notes, By: by.Number, With: with.Number, Move: h.Moves().CameBy(table), Behind: behind, Difference: difference}
	before := slices.DeleteFunc(slices.Clone(h.Boxes().Drops(table, s.Number)), func(c house.DropCount) bool { return !c.OfShift(s.Shut) })
	again := s.Drop || len(before) > 0
	switch reason = strings.TrimSpace(reason); {
	case !h.Plays(table):
		return nil, &house.Refusal{Why: house.TableElsewhere, What: table}
	case s.Open():
		return nil, house.Refuse(house.TableOpen)
	case !notes.Sound(house.Notes(cmp.Or(s.Currency, h.Currency)), true):
		return nil, &house.Refusal{Why: house.BadSetting, What: "cash"}
	case by.Number == with.Number:
		return nil, house.Refuse(house.SamePerson)
	case again && reason == "":
		return nil, house.Refuse(house.NeedsReason)
	}
	for _, who := range []house.Staff{by, with} {
		if err := who.MayEnter(record.BoxCounted{}); err != nil {
			return nil, err
		}
	}
	if again {
		f.Reason = reason
	}
	if len(before) > 0 {
		f.Replaces = before[len(before)-1].Seq
	}
	return []record.Fact{f}, nil
}
