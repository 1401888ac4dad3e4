package view

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

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
