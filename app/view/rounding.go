package view

import (
	"cmp"
	"math/big"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
)

// A RoundedSpot is a spot of which rounding changes a payment at the table's minimum.
type RoundedSpot struct {
	// Line says what is paid in the place of what, and the house's edge then.
	Line string
	// Shift is by how much the edge moves, as a part of the stake.
	Shift float64
}

// Rounded returns the spots of a game that are paid otherwise than their odds say at the table's
// minimum, or at the smallest chip where there is none. odds are those where nothing is rounded; of
// a spot that is not among them the line says by how much its edge moves.
func (v Viewer) Rounded(g games.Game, smallest games.Amount, odds []games.SpotOdds) []RoundedSpot {
	payments := handfile.Payments(g)
	var all []RoundedSpot
	for _, spot := range games.PresetSpots(g) {
		stake := LeastStake(g, spot.Name, smallest)
		ways := payments.Rounded(spot.Name, stake)
		if len(ways) == 0 {
			continue
		}
		shift := payments.Shift(spot.Name, stake)
		args := text.Args{
			"Spot": v.Text.T("spot_" + spot.Name), "Stake": v.Text.Amount(stake),
			"Pays": v.Text.Amount(payments.Paid(ways[0], stake)), "Due": v.Text.Amount(nearest(ways[0].Due(stake))),
			"Edge": v.Text.T("rounded_shift", text.Args{"Points": v.Text.Percent(shift)}),
		}
		for _, o := range odds {
			if o.Spot == spot.Name {
				args["Edge"] = v.Text.T("rounded_edge", text.Args{"Edge": v.Text.Percent(payments.At(o, stake).Edge())})
			}
		}
		line := v.Text.T("rounded_pays", args)
		if step := payments.ExactStep(spot.Name, g.Options().Rounding.Unit); step > 0 {
			line += " " + v.Text.T("rounded_step", text.Args{"Step": v.Text.Amount(step)})
		}
		all = append(all, RoundedSpot{line, shift})
	}
	return all
}

// LeastStake returns the least that is put down on a spot: its minimum, or the smallest chip.
func LeastStake(g games.Game, spot string, smallest games.Amount) games.Amount {
	return cmp.Or(g.Options().Limits[spot].Min, smallest, 1)
}

// nearest returns an amount in whole minor units, halves up.
func nearest(r *big.Rat) games.Amount {
	twice := new(big.Int).Mul(r.Num(), big.NewInt(2))
	twice.Add(twice, r.Denom())
	return games.Amount(twice.Div(twice, new(big.Int).Mul(r.Denom(), big.NewInt(2))).Int64())
}
