package forms

import (
	"time"

	"sabot/pit/house"
	"sabot/reports/paper"
)

// NamesIn returns a house with people's names as a form of evidence has them: the names at the time of each act.
// So a new name changes no earlier figures. Before form 7 they were the names at the time of printing.
func NamesIn(form int, h *house.House) *house.House {
	if form < Seven {
		return h.People().NamesNow()
	}
	return h
}

// A Roll is the house's people by the names that a form of evidence prints.
type Roll struct {
	*house.House
	form int
}

// RollOf returns the roll of a house for a form.
func RollOf(form int, h *house.House) Roll { return Roll{NamesIn(form, h), form} }

// Who returns the name that somebody had at a moment, with their number: two may have one name, and one two of them. Before form 7
// it is the name alone.
func (r Roll) Who(number string, at time.Time) string {
	name := r.NameAt(number, at)
	if r.form < Seven || name == number {
		return name
	}
	return Numbered(name, number)
}

// Numbered returns a name with the number of who has it, where there is one.
func Numbered(name, number string) string {
	if number == "" {
		return name
	}
	return name + paper.Tight + "(" + number + ")"
}
