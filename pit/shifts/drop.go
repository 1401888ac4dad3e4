package shifts

import (
	"cmp"
	"strings"

	"sabot/games"
	"sabot/pit/people"
	"sabot/pit/record"
)

// CountBox records what two people of the back office counted in the drop box of a shift
// of a table, note by note; counted again, at the table or by the office, it takes a
// reason; difference is how much more they counted than was bought in. Refusals: TableElsewhere of a table that another machine has,
// which has all its shifts; TableOpen, BadSetting, WrongRole, SamePerson, NeedsReason.
func (s *Head) CountBox(house *people.House, table string, difference games.Amount, notes record.Float, reason string, by, with people.Staff) ([]record.Fact, error) {
	f := record.BoxCounted{Table: table, Shift: s.Number, Notes: notes, By: by.Number, With: with.Number, Difference: difference}
	before := house.Drops(table, s.Number)
	again := s.Drop || len(before) > 0
	switch reason = strings.TrimSpace(reason); {
	case !house.Plays(table):
		return nil, &people.Refusal{Why: people.TableElsewhere, What: table}
	case s.Open():
		return nil, people.Refuse(people.TableOpen)
	case !notes.Sound(people.Notes(cmp.Or(s.Currency, house.Currency)), true):
		return nil, &people.Refusal{Why: people.BadSetting, What: "cash"}
	case by.Number == with.Number:
		return nil, people.Refuse(people.SamePerson)
	case again && reason == "":
		return nil, people.Refuse(people.NeedsReason)
	}
	for _, who := range []people.Staff{by, with} {
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
