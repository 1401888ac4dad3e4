package games

// ExactCommission is the rounding of a commission that is noted to the minor unit, and rounded only when it is collected.
var ExactCommission = Rounding{Unit: 1, Mode: RoundNearest}

// UndecidedCommission returns how a table rounds the commission that each hand leaves owed, where no
// rule of its own says so and it goes by the rounding of winnings. It is false where such a rule does,
// where no commission is tracked, and where nothing is rounded.
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
