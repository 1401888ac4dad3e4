package games

// ExactCommission is the rounding of a commission that is noted to the minor unit, and rounded only when it is collected.
var ExactCommission = Rounding{Unit: 1, Mode: RoundNearest}

// UndecidedCommission returns how a table rounds the commission that each hand leaves owed, where no rule of its own has it and it
// goes by the rounding of winnings. It is false where such a rule has it, where no commission is tracked, and where nothing is
// rounded.
func UndecidedCommission(g Game) (Rounding, bool) {
	ruled, rule, ok := commissionRule(g)
	if !ok || ruled.Rules()[rule.Key] != (Rounding{}) {
		return Rounding{}, false
	}
	rounding := g.Options().Rounding
	return rounding, rounding.Unit > ExactCommission.Unit
}

// CommissionRounding returns how the commission that each hand leaves owed is rounded; false where none
// is tracked.
func CommissionRounding(g Game) (Rounding, bool) {
	ruled, rule, ok := commissionRule(g)
	if !ok {
		return Rounding{}, false
	}
	own, _ := ruled.Rules()[rule.Key].(Rounding)
	return own.Or(g.Options().Rounding), true
}

// WithCommissionRounding returns the game with a rule of its own for how the commission of each hand is
// rounded; false where it tracks none.
func WithCommissionRounding(g Game, r Rounding) (Game, bool) {
	ruled, rule, ok := commissionRule(g)
	if !ok {
		return nil, false
	}
	return ruled.WithRule(rule.Key, r)
}

// A RoundedCommission is the commission on a win of one spot where that of each hand is rounded, beside the exact one.
type RoundedCommission struct {
	Spot           string
	Stake          Amount // the least one, from the spot's minimum on, at which the two differ
	Owed, Exact    Amount
	rounded, exact Payments
}

// Edges returns the house's edge of the spot at that stake, as the commission is rounded and with exact
// commission, from the odds where nothing is rounded.
func (c RoundedCommission) Edges(o SpotOdds) (rounded, exact float64) {
	return c.rounded.At(o, c.Stake).Edge(), c.exact.At(o, c.Stake).Edge()
}

// CommissionsRounded returns the spots of a game of which the rounding of the commission moves what is owed. smallest
// is the smallest chip of the table.
func CommissionsRounded(g Game, paid func(Game) Payments, smallest Amount) []RoundedCommission {
	rounding, tracked := CommissionRounding(g)
	exactly, ok := WithCommissionRounding(g, ExactCommission)
	if !tracked || !ok {
		return nil
	}
	var all []RoundedCommission
	rate, rounded, exact := g.(Tracker).CommissionRate(), paid(g), paid(exactly)
	for _, spot := range PresetSpots(g) {
		if stake, moved := stakeMoved(rounded, exact, spot.Name, LeastStake(g, spot.Name, smallest), max(1, smallest)); moved {
			all = append(all, RoundedCommission{
				spot.Name, stake, rounding.Winnings(stake, rate), ExactCommission.Winnings(stake, rate), rounded, exact,
			})
		}
	}
	return all
}

// stakeMoved returns the least stake on a spot, from its minimum on, that two ways of paying treat
// otherwise; false where none of the next hundred chips does.
func stakeMoved(one, other Payments, spot string, least, chip Amount) (Amount, bool) {
	for n := range Amount(100) {
		if stake := least + n*chip; one.Shift(spot, stake) != other.Shift(spot, stake) {
			return stake, true
		}
	}
	return 0, false
}

// commissionRule returns the rule by which a game that tracks commission rounds it.
func commissionRule(g Game) (Ruled, Rule, bool) {
	tracks, ok := g.(Tracker)
	ruled, own := g.(Ruled)
	if !ok || !own || !tracks.TracksCommission() {
		return nil, Rule{}, false
	}
	for _, rule := range ruled.Takes() {
		if rule.Kind == HowRounded && !rule.Idle {
			return ruled, rule, true
		}
	}
	return nil, Rule{}, false
}
