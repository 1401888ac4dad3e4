package reports

import (
	"cmp"
	"slices"

	"sabot/pit/house"
	"sabot/pit/tray"
)

// VoidedSlip is a fill or a credit that was voided, and of which shift it is.
type VoidedSlip struct {
	Table, Currency, Day string
	Number               int // of the shift
	SlipLine
}

// voidedOf returns the slips of a shift that were voided.
func voidedOf(s *Shift) []VoidedSlip {
	var voided []VoidedSlip
	for _, slip := range s.Slips {
		if slip.State == tray.Voided {
			slip.AskedBy = "" // what is kept of a shift has who voided it
			voided = append(voided, VoidedSlip{s.Table, s.Currency, s.Day, s.Number, slip})
		}
	}
	return voided
}

// voidedOfMonth returns the voided slips of the days from..to.
func voidedOfMonth(shifts []HouseShift, from, to string) []VoidedSlip {
	var voided []VoidedSlip
	for i := range shifts {
		if s := &shifts[i]; s.Day >= from && s.Day <= to {
			voided = append(voided, s.Voided...)
		}
	}
	return sortedVoided(voided)
}

// Name sets the names of the people in the sum, as a form of evidence prints them: a shift's sum is kept
// without names.
func (s *HouseSum) Name(h *house.House, form int) {
	names := rollOf(form, h)
	for i := range s.Voided {
		v := &s.Voided[i]
		v.People = both(names, v.By, v.Done)
	}
}

// sortedVoided returns the slips, the oldest first; those of a table and day keep their order.
func sortedVoided(voided []VoidedSlip) []VoidedSlip {
	order := make([]int, len(voided))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(voided[a].Day, voided[b].Day), cmp.Compare(voided[a].Table, voided[b].Table), a-b)
	})
	sorted := slices.Grow([]VoidedSlip(nil), len(voided)) // none of none
	for _, i := range order {
		sorted = append(sorted, voided[i])
	}
	return sorted
}

// voidedSection lists slips that were voided: who did, and why.
func voidedSection(list []VoidedSlip, w pen) Section {
	var rows [][]Cell
	for _, v := range list {
		rows = append(rows, []Cell{
			day(v.Day), text(v.Table), number(v.Number), text(w.slip(v.Table, v.Name)), text(w.T("slip_" + string(v.Kind))), amount(w, v.Amount), text(v.People), text(v.Reason),
		})
	}
	return Section{
		Heading: w.money("report_voided"), Name: w.T("report_voided") + " " + w.currency, Rows: rows, Size: 8,
		Columns: []Column{
			{w.T("report_day"), "L"},
			{w.T("report_table"), "L"},
			{w.T("report_shift"), "R"},
			{w.T("report_slip"), "L"},
			{w.T("report_kind"), "L"},
			{w.T("report_amount"), "R"},
			{w.T("report_people"), "L"},
			{w.T("report_reason"), "L"},
		},
	}
}
