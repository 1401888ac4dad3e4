package view

import (
	"cmp"
	"math"
	"math/big"

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

// mostShift is by how much rounding may move the edge of a spot, as a part of the stake, before
// somebody is asked whether it is meant so.
const mostShift = 0.001

// nearSteps is how many stakes are looked at: the least one, and those that the smallest chip makes
// from it on.
const nearSteps = 10

// Rounded returns the spots of a game that are paid otherwise than their odds say at a stake near the
// table's minimum, or near the smallest chip where there is none. odds are those where nothing is rounded; of
// a spot that is not among them the line says by how much its edge moves.
func (v Viewer) Rounded(g games.Game, smallest games.Amount, odds []games.SpotOdds) []RoundedSpot {
	payments := handfile.Payments(g)
	var all []RoundedSpot
	for _, spot := range games.PresetSpots(g) {
		stake := roundedStake(payments, spot.Name, LeastStake(g, spot.Name, smallest), smallest)
		if stake == 0 {
			continue
		}
		ways, shift := payments.Rounded(spot.Name, stake), payments.Shift(spot.Name, stake)
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
		if step := payments.ExactStep(spot.Name, cmp.Or(smallest, g.Options().Rounding.Unit)); step > 0 {
			line += " " + v.Text.T("rounded_step", text.Args{"Step": v.Text.Amount(step)})
		}
		all = append(all, RoundedSpot{line, math.Abs(shift) > mostShift})
	}
	return all
}

// roundedStake returns the first stake near the least one of which rounding moves the edge by more than
// mostShift; else the first that is paid otherwise than its odds say, 0 where none is.
func roundedStake(payments games.Payments, spot string, least, chip games.Amount) games.Amount {
	first := games.Amount(0)
	for n := range games.Amount(nearSteps) {
		stake := least + n*max(chip, 1)
		if len(payments.Rounded(spot, stake)) == 0 {
			continue
		}
		if first = cmp.Or(first, stake); math.Abs(payments.Shift(spot, stake)) > mostShift {
			return stake
		}
	}
	return first
}

// edges returns the house's edge of a spot as the table pays it, in words: at the least stake and at the first
// near it where rounding moves the edge, and what it is without rounding. The last is "" where no stake
// near the least is rounded.
func (v Viewer) edges(g games.Game, o games.SpotOdds, least, chip games.Amount) (paid, unrounded string) {
	payments := handfile.Payments(g)
	moved := roundedStake(payments, o.Spot, least, chip)
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
