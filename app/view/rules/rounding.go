package rules

import (
	"cmp"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
)

// Winnings returns how winnings are rounded, in a sentence.
func Winnings(tx *text.Catalogue, r games.Rounding) string {
	return tx.T("rule_rounding_"+string(r.Mode), text.Args{"Unit": tx.Amount(r.Unit)})
}

// Rounds returns in words how something is rounded: "down to 5".
func Rounds(tx *text.Catalogue, r games.Rounding) string {
	return tx.T("round_to_"+string(r.Mode), text.Args{"Unit": tx.Amount(r.Unit)})
}

// Rounded returns in words an amount that was not paid as it is, and which way it went: "12.50, rounded down".
func Rounded(tx *text.Catalogue, due, paid games.Amount) string {
	key := "rounded_down"
	if paid > due {
		key = "rounded_up"
	}
	return tx.T(key, text.Args{"Due": tx.Amount(due)})
}

// A RoundedSpot is a spot of which rounding changes a payment at a stake near the table's minimum.
type RoundedSpot struct {
	// Line says what is paid in the place of what, and the house's edge then.
	Line string
	// Moves reports whether the edge at that stake is another than that of the odds by so much that somebody is asked.
	Moves bool
}

// RoundedSpots returns the spots of a game that are paid otherwise than their odds say at a stake near the
// table's minimum, or near the smallest chip where there is none. odds are those where nothing is rounded; of
// a spot that is not among them the line says by how much its edge moves.
func RoundedSpots(tx *text.Catalogue, g games.Game, smallest games.Amount, odds []games.SpotOdds) []RoundedSpot {
	payments := handfile.Payments(g)
	var all []RoundedSpot
	for _, spot := range games.PresetSpots(g) {
		stake := payments.RoundedStake(spot.Name, games.LeastStake(g, spot.Name, smallest), smallest)
		if stake == 0 {
			continue
		}
		ways, shift := payments.Rounded(spot.Name, stake), payments.Shift(spot.Name, stake)
		paid := payments.Paid(ways[0], stake)
		due, _ := ways[0].Odds.Rounded(stake, paid)
		args := text.Args{
			"Spot": tx.T("spot_" + spot.Name), "Stake": tx.Amount(stake),
			"Pays": tx.Amount(paid), "Due": tx.Amount(due),
			"Edge": tx.T("rounded_shift", text.Args{"Points": tx.Percent(shift)}),
		}
		for _, o := range odds {
			if o.Spot == spot.Name {
				args["Edge"] = tx.T("rounded_edge", text.Args{"Edge": tx.Percent(payments.At(o, stake).Edge())})
			}
		}
		line := tx.T("rounded_pays", args)
		if step := payments.ExactStep(spot.Name, cmp.Or(smallest, g.Options().Rounding.Unit)); step > 0 {
			line += " " + tx.T("rounded_step", text.Args{"Step": tx.Amount(step)})
		}
		all = append(all, RoundedSpot{line, payments.Moves(spot.Name, stake)})
	}
	return all
}

// InCoin returns the spots of a game on which no chips of these values make a win near the table's minimum, a line
// each. Values are ascending; where there are none chips make everything.
func InCoin(tx *text.Catalogue, g games.Game, chips []games.Amount) []string {
	if len(chips) == 0 {
		return nil
	}
	payments := handfile.Payments(g)
	var all []string
	for _, spot := range games.PresetSpots(g) {
		stake, paid := payments.InCoin(spot.Name, games.LeastStake(g, spot.Name, chips[0]), chips)
		if stake == 0 {
			continue
		}
		line := tx.T("coin_pays", text.Args{
			"Spot": tx.T("spot_" + spot.Name), "Stake": tx.Amount(stake), "Pays": tx.Amount(paid),
		})
		if step := payments.ChipStep(spot.Name, chips); step > 0 {
			line += " " + tx.T("rounded_step", text.Args{"Step": tx.Amount(step)})
		}
		all = append(all, line)
	}
	return all
}

// Edges returns the house's edge of a spot as the table pays it, in words. It is that at the least stake and at the
// first near it where rounding moves the edge, and what it is without rounding. The last is "" where no stake near
// the least is rounded.
func Edges(tx *text.Catalogue, g games.Game, o games.SpotOdds, least, chip games.Amount) (paid, unrounded string) {
	payments := handfile.Payments(g)
	moved := payments.RoundedStake(o.Spot, least, chip)
	if moved == 0 {
		return tx.Percent(o.Edge()), ""
	}
	at := func(stake games.Amount) string {
		return tx.T("limits_edge_at", text.Args{"Stake": tx.Amount(stake), "Edge": tx.Percent(payments.At(o, stake).Edge())})
	}
	if paid = at(least); moved != least {
		paid += " · " + at(moved)
	}
	return paid, tx.Percent(o.Edge())
}
