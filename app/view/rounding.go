package view

import (
	"cmp"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
)

// A RoundedSpot is a spot of which rounding changes a payment at a stake near the table's minimum.
type RoundedSpot struct {
	// Line says what is paid in the place of what, and the house's edge then.
	Line string
	// Moves reports whether the edge at that stake is another than that of the odds by so much that somebody is asked.
	Moves bool
}

// Rounded returns the spots of a game that are paid otherwise than their odds say at a stake near the
// table's minimum, or near the smallest chip where there is none. odds are those where nothing is rounded; of
// a spot that is not among them the line says by how much its edge moves.
func (v Viewer) Rounded(g games.Game, smallest games.Amount, odds []games.SpotOdds) []RoundedSpot {
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
			"Spot": v.Text.T("spot_" + spot.Name), "Stake": v.Text.Amount(stake),
			"Pays": v.Text.Amount(paid), "Due": v.Text.Amount(due),
			"Edge": v.Text.T("rounded_shift", text.Args{"Points": v.Text.Percent(shift)}),
		}
		for _, o := range odds {
			if o.Spot == spot.Name {
				args["Edge"] = v.Text.T("rounded_edge", text.Args{"Edge": v.Text.Percent(payments.At(o, stake).Edge())})
			}
		}
		line := v.Text.T("rounded_pays", args)
		if step := payments.ExactStep(spot.Name, cmp.Or(smallest, g.Options().Rounding.Unit)); step > 0 {
			line += " " + v.Text.T("rounded_step", text.Args{"Step": v.Text.Amount(step)})
		}
		all = append(all, RoundedSpot{line, payments.Moves(spot.Name, stake)})
	}
	return all
}

// InCoin returns the spots of a game of which a win near the table's minimum is paid that no chips of these values make, a
// line each. Values are ascending; where there are none chips make everything.
func (v Viewer) InCoin(g games.Game, chips []games.Amount) []string {
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
		line := v.Text.T("coin_pays", text.Args{
			"Spot": v.Text.T("spot_" + spot.Name), "Stake": v.Text.Amount(stake), "Pays": v.Text.Amount(paid),
		})
		if step := payments.ChipStep(spot.Name, chips); step > 0 {
			line += " " + v.Text.T("rounded_step", text.Args{"Step": v.Text.Amount(step)})
		}
		all = append(all, line)
	}
	return all
}

// edges returns the house's edge of a spot as the table pays it, in words: at the least stake and at the first
// near it where rounding moves the edge, and what it is without rounding. The last is "" where no stake
// near the least is rounded.
func (v Viewer) edges(g games.Game, o games.SpotOdds, least, chip games.Amount) (paid, unrounded string) {
	payments := handfile.Payments(g)
	moved := payments.RoundedStake(o.Spot, least, chip)
	if moved == 0 {
		return v.Text.Percent(o.Edge()), ""
	}
	at := func(stake games.Amount) string {
		return v.Text.T("limits_edge_at", text.Args{"Stake": v.Text.Amount(stake), "Edge": v.Text.Percent(payments.At(o, stake).Edge())})
	}
	if paid = at(least); moved != least {
		paid += " · " + at(moved)
	}
	return paid, v.Text.Percent(o.Edge())
}
