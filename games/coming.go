package games

import "slices"

// A Coming is a change that the rules make by themselves after a hand, to be announced before it acts.
type Coming struct {
	Ended   []Spot // offered in this hand and in the next no more
	Lowered []Spot // whose limits are others from the next hand on, or from one close by
	// Cards counts the cards that must still leave the shoe before a hand for Lowered; 0 where
	// it is so with the next hand whatever comes.
	Cards int
}

// ComingAfter returns the change after a round, of which so many cards have left the shoe by now. A change of limits that no hand
// of that length can bring about is not in it.
func ComingAfter(g Game, r Round, dealt int) Coming {
	var c Coming
	next := Round{Number: r.Number + 1, Out: r.Out + dealt}
	for _, s := range g.Offered(r) {
		if !slices.Contains(g.Offered(next), s) {
			c.Ended = append(c.Ended, s)
		}
	}
	now := LimitsOf(g, r)
	for c.Cards = 0; c.Cards <= max(0, g.MostCards(r)-dealt); c.Cards++ {
		then := LimitsOf(g, next)
		for _, s := range g.Offered(next) {
			if now[s.Name] != then[s.Name] {
				c.Lowered = append(c.Lowered, s)
			}
		}
		if len(c.Lowered) > 0 {
			return c
		}
		next.Out++
	}
	c.Cards = 0
	return c
}
