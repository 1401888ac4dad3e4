package rules

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
)

// A Row is a spot on the page of limits and odds.
type Row struct{ Spot, Min, Max, Pays, Edge, Unrounded string }

// Range returns the limits of a spot, from the least to the most.
func Range(tx *text.Catalogue, l games.Limit) string {
	args := text.Args{"Min": tx.Amount(l.Min), "Max": tx.Amount(l.Max)}
	switch {
	case l == games.Limit{}:
		return tx.T("limits_none")
	case l.Max == 0:
		return tx.T("limits_from", args)
	}
	return tx.T("limits_range", args)
}

// RowOf returns a spot with its limits and what it pays, by stakes of chips. Its limits stand in a column with others.
func RowOf(tx *text.Catalogue, g games.Game, spot string, l games.Limit, chips []games.Amount, column ...games.Amount) Row {
	row := Row{Spot: tx.T("spot_" + spot), Min: tx.T("limits_none"), Max: tx.T("limits_none"), Pays: Pays(tx, g, spot, chips)}
	if l.Min > 0 {
		row.Min = tx.Alike(column...).Amount(l.Min)
	}
	if l.Max > 0 {
		row.Max = tx.Alike(column...).Amount(l.Max)
	}
	return row
}

// Pays returns what a spot pays, and how it is rounded where stakes of the smallest of chips are paid otherwise
// than the odds say. Without chips it says nothing of rounding.
func Pays(tx *text.Catalogue, g games.Game, spot string, chips []games.Amount) string {
	pays := tx.T("pays_"+games.PaysAs(g, spot), text.Args{"Odds": games.PaysOf(g, spot)})
	if len(chips) == 0 {
		return pays
	}
	winnings, owed := games.RoundedSpot(g, handfile.Payments, spot, chips[0])
	if winnings {
		pays = tx.T("pays_rounded", text.Args{"Pays": pays, "How": Rounds(tx, g.Options().Rounding)})
	}
	if rounding, _ := games.CommissionRounding(g); owed {
		pays = tx.T("pays_commission_rounded", text.Args{"Pays": pays, "How": Rounds(tx, rounding)})
	}
	return pays
}
