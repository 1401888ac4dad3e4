package view

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// ResultRows returns a shift's result: by the count, and by its hands.
func (v LogViewer) ResultRows(r tray.Result) [][]string {
	sum := func(s tray.Sum) string {
		if !s.Known {
			return v.Text.T("report_unknown")
		}
		return v.Text.Money(s.Amount)
	}
	drop, label, result := r.Drop, "report_drop", "report_by_count"
	if r.Estimated {
		drop, label, result = tray.KnownSum(r.BoughtIn), "report_drop_estimate", "report_by_estimate"
	}
	rows := [][]string{
		{v.Text.T("report_float_closing"), sum(r.Closing)},
		{"+ " + v.Text.T("report_credits"), v.Text.Money(r.Credits)},
		{"+ " + v.Text.T(label), sum(drop)},
		{"− " + v.Text.T("report_float_opening"), sum(r.Opening)},
		{"− " + v.Text.T("report_fills"), v.Text.Money(r.Fills)},
	}
	if r.Coins != 0 {
		rows = append(rows, []string{"− " + v.Text.T("report_coins"), v.Text.Money(r.Coins)})
	}
	rows = append(rows, []string{"= " + v.Text.T(result), sum(r.ByCount)})
	if r.Waived != 0 || r.Rounded != 0 {
		rows = append(rows, []string{v.Text.T("report_by_bets"), v.Text.Money(r.ByHands + r.Waived - r.Rounded)})
		if r.Waived != 0 {
			rows = append(rows, []string{"− " + v.Text.T("report_waived"), v.Text.Money(r.Waived)})
		}
		if r.Rounded != 0 {
			rows = append(rows, []string{"+ " + v.Text.T("report_rounded"), v.Text.Money(r.Rounded)})
		}
		rows = append(rows, []string{"= " + v.Text.T("report_by_hands"), v.Text.Money(r.ByHands)})
	} else {
		rows = append(rows, []string{v.Text.T("report_by_hands"), v.Text.Money(r.ByHands)})
	}
	if r.Wrong != 0 {
		rows = append(rows, []string{"+ " + v.Text.T("report_wrong"), v.Text.Money(r.Wrong)})
	}
	if r.Unmoved != 0 {
		rows = append(rows, []string{"+ " + v.Text.T("report_unmoved"), v.Text.Money(r.Unmoved)})
	}
	if r.Wrong != 0 || r.Unmoved != 0 {
		rows = append(rows, []string{"= " + v.Text.T("report_expected"), v.Text.Money(r.Expected())})
	}
	rows = append(rows, []string{v.Text.T("report_difference"), sum(r.Difference)})
	if r.Tips > 0 {
		rows = append(rows, []string{v.Text.T("report_tips"), v.Text.Money(r.Tips)})
	}
	return rows
}

// A CountRow is the counted and the expected worth of a chip, in minor units.
type CountRow struct {
	Chip games.Amount // 0 for what no chip of the house makes
	Is   games.Amount
	Want games.Amount
}

// CountRows returns a count beside the expected amounts, the largest chip first. All rows together make the
// count and the expected sum. A last row has what is worth less than any chip, or is in chips that the house no
// longer has.
func CountRows(chips []games.Amount, float, stock record.Float, should games.Amount) []CountRow {
	rest := CountRow{Is: float.Value(), Want: should}
	var rows []CountRow
	for _, value := range slices.Backward(chips) {
		r := CountRow{value, value * games.Amount(float.Pieces(value)), value * games.Amount(stock.Pieces(value))}
		rest.Is, rest.Want = rest.Is-r.Is, rest.Want-r.Want
		if r.Is != 0 || r.Want != 0 {
			rows = append(rows, r)
		}
	}
	if rest.Is != 0 || rest.Want != 0 {
		rows = append(rows, rest)
	}
	return rows
}
