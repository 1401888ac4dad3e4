package tray

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A ChipsApart is a chip of which an opening found another number of pieces than it should have.
type ChipsApart struct {
	Value   games.Amount
	Is, Was int64
}

// OtherChips returns of the facts of an opening which chips were others than what it had to find, the smallest first; none where
// nobody counted, or nobody knows what there should be.
func OtherChips(opening []record.Fact) []ChipsApart {
	var closer *record.Float
	for _, f := range opening {
		switch f := f.(type) {
		case record.Opened:
			closer = f.Closer
		case record.Counted:
			if closer != nil {
				return chipsApart(*closer, f.Float)
			}
		}
	}
	return nil
}

func chipsApart(was, is record.Float) (apart []ChipsApart) {
	var values []games.Amount
	for _, s := range slices.Concat(was, is) {
		values = append(values, s.Value)
	}
	slices.Sort(values)
	for _, value := range slices.Compact(values) {
		if c := (ChipsApart{value, is.Pieces(value), was.Pieces(value)}); c.Is != c.Was {
			apart = append(apart, c)
		}
	}
	return apart
}

// OtherChips returns which chips were others at the opening of the shift than what it had to find.
func (t *Tray) OtherChips() []ChipsApart {
	for _, c := range t.Counts() {
		if c.When == record.AtOpening && t.rolls != nil {
			return chipsApart(*t.rolls, c.Float)
		}
	}
	return nil
}

// Difference returns the incident that a difference of a count is; none where it is none, or where the house passes it over.
func Difference(s record.Settings, tooMuch games.Amount) []record.Fact {
	if tooMuch == 0 || max(tooMuch, -tooMuch) < s.Difference {
		return nil
	}
	return []record.Fact{record.IncidentOpened{Class: record.DifferenceIncident, Amount: tooMuch}}
}
