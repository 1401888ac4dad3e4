package reports

import (
	"cmp"
	"slices"

	"sabot/pit/house"
	"sabot/pit/tray"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A VoidedSlip is a fill or a credit that was voided, with its shift.
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
	names := forms.RollOf(form, h)
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
func voidedSection(list []VoidedSlip, w pen) paper.Section {
	var rows [][]paper.Cell
	for _, v := range list {
		rows = append(rows, []paper.Cell{
			paper.GamingDay(v.Day), paper.Text(v.Table), paper.Number(v.Number), paper.Text(w.slip(v.Table, v.Name)), paper.Text(w.T("slip_" + string(v.Kind))), paper.Amount(w, v.Amount), paper.Text(v.People), paper.Text(v.Reason),
		})
	}
	return paper.Section{
		Heading: w.Money("report_voided"), Name: w.T("report_voided") + " " + w.Currency, Rows: rows, Size: 8,
		Columns: []paper.Column{
			paper.Left(w.T("report_day")),
			paper.Left(w.T("report_table")),
			paper.Right(w.T("report_shift")),
			paper.Left(w.T("report_slip")),
			paper.Left(w.T("report_kind")),
			paper.Right(w.T("report_amount")),
			paper.Left(w.T("report_people")),
			paper.Left(w.T("report_reason")),
		},
	}
}
