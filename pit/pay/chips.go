package pay

import (
	"maps"

	"sabot/games"
)

// InChips is a payment in chips, with the rest that no chip makes.
type InChips struct {
	Chips []games.ChipCount // the largest first
	Rest  games.Amount      // what no chip can pay, in minor units
}

// PaidIn returns how acts are paid one after the other: with the fewest chips of a tray's stock, nil where it is not known. Each
// leaves the tray the poorer. What is not paid has none.
func PaidIn(acts []Act, values []games.Amount, stock map[games.Amount]int) []InChips {
	stock = maps.Clone(stock)
	out := make([]InChips, len(acts))
	for i, a := range acts {
		if a.Do != Pay {
			continue
		}
		chips, rest := games.FewestChips(a.Amount, values, stock)
		if stock != nil && rest > 0 { // the tray is an estimate: the croupier has more than it says
			chips, rest = games.FewestChips(a.Amount, values, nil)
		}
		out[i] = InChips{chips, rest}
		for _, c := range chips {
			if stock != nil {
				stock[c.Value] = max(0, stock[c.Value]-c.N)
			}
		}
	}
	return out
}
