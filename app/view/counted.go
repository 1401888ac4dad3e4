package view

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// CountRow is what was counted of a chip, and what there should be of it, in minor units.
type CountRow struct {
	Chip games.Amount // 0 for what no chip of the house makes
	Is   games.Amount
	Want games.Amount
}

// CountRows are a count beside what there should be, the largest chip first: all of them
// together are what was counted and what it should come to. What is worth less than any
// chip, or lies in chips that the house has no more, is a row of its own.
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
