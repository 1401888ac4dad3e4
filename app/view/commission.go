package view

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
)

// Rounds returns in words how something is rounded: "down to 5".
func (v Viewer) Rounds(r games.Rounding) string {
	return v.Text.T("round_to_"+string(r.Mode), text.Args{"Unit": v.Text.Amount(r.Unit)})
}

// rounded returns in words an amount that was not paid as it is, and which way it went: "12.50, rounded down".
func (v Viewer) rounded(due, paid games.Amount) string {
	key := "rounded_down"
	if paid > due {
		key = "rounded_up"
	}
	return v.Text.T(key, text.Args{"Due": v.Text.Amount(due)})
}

// paysRounded adds to what a spot pays how it is rounded, where stakes of the smallest chip are paid
// otherwise than the odds say.
func (v Viewer) paysRounded(pays string, g games.Game, spot string, chips []games.Amount) string {
	if len(chips) == 0 {
		return pays
	}
	winnings, owed := games.RoundedSpot(g, handfile.Payments, spot, chips[0])
	if winnings {
		pays = v.Text.T("pays_rounded", text.Args{"Pays": pays, "How": v.Rounds(g.Options().Rounding)})
	}
	if rounding, _ := games.CommissionRounding(g); owed {
		pays = v.Text.T("pays_commission_rounded", text.Args{"Pays": pays, "How": v.Rounds(rounding)})
	}
	return pays
}

// RoundedCommission says, a sentence a line, what a table does that rounds the commission of each hand,
// and what exact commission would come to. smallest is the smallest chip; odds are those of the game
// where nothing is rounded, nil where nobody knows them yet.
func (v Viewer) RoundedCommission(g games.Game, smallest games.Amount, odds []games.SpotOdds) []string {
	rounding, undecided := games.UndecidedCommission(g)
	if !undecided {
		return nil
	}
	lines := []string{v.Text.T("commission_ask_today", text.Args{"How": v.Rounds(rounding)})}
	for _, c := range games.CommissionsRounded(g, handfile.Payments, smallest) {
		lines = append(lines, v.Text.T("commission_ask_owes", text.Args{
			"Spot": v.Text.T("spot_" + c.Spot), "Stake": v.Text.Amount(c.Stake),
			"Owed": v.Text.Amount(c.Owed), "Exact": v.Text.Amount(c.Exact),
		}))
		for _, o := range odds {
			if o.Spot == c.Spot {
				today, exact := c.Edges(o)
				lines = append(lines, v.Text.T("commission_ask_edge", text.Args{
					"Edge": v.Text.Percent(today), "ExactEdge": v.Text.Percent(exact),
				}))
			}
		}
	}
	return lines
}
