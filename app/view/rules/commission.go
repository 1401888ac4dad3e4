package rules

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
)

// RoundedCommission returns, a sentence a line, what a table does that rounds the commission of each hand,
// and what exact commission would come to. smallest is the smallest chip; odds are those of the game
// where nothing is rounded, nil where nobody knows them yet.
func RoundedCommission(tx *text.Catalogue, g games.Game, smallest games.Amount, odds []games.SpotOdds) []string {
	rounding, undecided := games.UndecidedCommission(g)
	if !undecided {
		return nil
	}
	lines := []string{tx.T("commission_ask_today", text.Args{"How": Rounds(tx, rounding)})}
	for _, c := range games.CommissionsRounded(g, handfile.Payments, smallest) {
		lines = append(lines, tx.T("commission_ask_owes", text.Args{
			"Spot": tx.T("spot_" + c.Spot), "Stake": tx.Amount(c.Stake),
			"Owed": tx.Amount(c.Owed), "Exact": tx.Amount(c.Exact),
		}))
		for _, o := range odds {
			if o.Spot == c.Spot {
				today, exact := c.Edges(o)
				lines = append(lines, tx.T("commission_ask_edge", text.Args{
					"Edge": tx.Percent(today), "ExactEdge": tx.Percent(exact),
				}))
			}
		}
	}
	return lines
}
