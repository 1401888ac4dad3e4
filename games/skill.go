package games

// Skilled is a game whose players decide, and whose best play is known. At a game without
// decisions, punto banco, nothing is lost by play.
type Skilled interface {
	// Book computes the best play by the rules of the table anew, which may take half a second.
	Book() Book
}

// Book is the best play of a game: what the house expects by Luck.Edge is expected of players
// who follow it. Several may ask it at once.
type Book interface {
	// Method returns in words what a decision is judged by: which cards are known, and of which shoe.
	Method() string
	// Costs returns what the decisions of a round cost, one for each bet that rode on each, in the order of the decisions; none of
	// a round that cannot be. Stakes are what stands of its bets, by the limits of its table. Together with the house's edge of
	// the first stakes the costs are what was to be expected of the round as it was played: what else a result strays by is luck.
	Costs(r Round, stakes []Stake) []Cost
}

// Cost is by how much less one bet had to expect after a decision than after the best one.
type Cost struct {
	BetKey          // of an insurance that was bought its spot is that of the payment
	Decision int    // which of the round's; -1 for an insurance that nobody bought
	Staked   Amount // what of the bet rode on it, before it doubled or split
	// Of is in minor units. It is never below 0 but for one bet: at blackjack one behind that
	// stays on one hand of a pair which was split to lose less has less at stake than who
	// follows, and gains by it.
	Of float64
}

// A Skill is a sum of decisions and of what they cost.
type Skill struct {
	Decisions int     // that were compared
	Cost      float64 // minor units
}

// Add adds the costs of a round, those of bets that played: what comes back whole costs nothing.
func (s *Skill) Add(costs []Cost, played func(BetKey) bool) {
	last := -1
	for _, c := range costs {
		if !played(c.BetKey) {
			continue
		}
		s.Cost += c.Of
		if c.Decision > last { // a decision may have several bets
			s.Decisions++
			last = c.Decision
		}
	}
}
