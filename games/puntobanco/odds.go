package puntobanco

import "sabot/games"

// SpotOdds counts every deal of a full shoe and settles each with the rules that
// the table settles with. A commission that is tracked is paid as surely as one that
// is taken at once, so it counts in the return.
func (g *Game) SpotOdds() []games.SpotOdds {
	if g.commission == Tracked {
		atOnce := *g
		atOnce.commission = AtOnce
		g = &atOnce
	}
	offered := g.Offered(games.Round{Number: 1})
	odds := make([]games.SpotOdds, 0, len(offered))
	totals := countTotals(g.options.Decks)
	for _, s := range offered {
		var t games.Tally
		if onFirstFour(s.Name) {
			for p, n := range countPairs(g.options.Decks) {
				outcome, pays := g.onPairs(s.Name, p)
				t.Count(n, outcome, pays)
			}
		} else {
			g.settleTotals(s.Name, totals, &t)
		}
		odds = append(odds, t.Odds(s.Name))
	}
	return odds
}

// ends counts deals by both totals, and apart those that end with a natural.
type ends [2][10][10]games.Deals

func (g *Game) settleTotals(spot string, e *ends, t *games.Tally) {
	for natural := range e {
		for player := range e[natural] {
			for banker, n := range e[natural][player] {
				if n != (games.Deals{}) {
					outcome, pays := g.onTotals(spot, result{player, banker, natural == 1})
					t.Count(n, outcome, pays)
				}
			}
		}
	}
}

// countTotals deals the first four cards in every way. Each deal is weighed as if
// both sides had drawn, so that hands of different length count alike. The order
// of a side's two cards does not matter: unequal values count twice.
func countTotals(decks int) *ends {
	var e ends
	s := games.FullValues(decks)
	eachTwo(&s, 1, func(player int, ways int64) {
		eachTwo(&s, ways, func(banker int, ways int64) { e.draw(&s, player, banker, ways) })
	})
	return &e
}

func eachTwo(s *games.Values, ways int64, do func(total int, ways int64)) {
	for a := range 10 {
		first := ways * s.Take(a)
		for b := a; b < 10; b++ {
			both := first * s.Take(b)
			if a != b {
				both *= 2
			}
			if both > 0 {
				do((a+b)%10, both)
			}
			s.PutBack(b)
		}
		s.PutBack(a)
	}
}

// draw deals the third cards by the tableau to two hands of two cards.
func (e *ends) draw(s *games.Values, player, banker int, ways int64) {
	if player >= 8 || banker >= 8 {
		e[1][player][banker].Add(ways, s.N*(s.N-1))
		return
	}
	if !playerDraws(player) {
		e.bankerPlays(s, player, banker, -1, ways, s.N-1)
		return
	}
	for third := range 10 {
		if n := s.Take(third); n > 0 {
			e.bankerPlays(s, (player+third)%10, banker, third, ways, n)
		}
		s.PutBack(third)
	}
}

// bankerPlays draws the banker's third card where the tableau has one; others is
// in how many ways the rest of the six cards can lie.
func (e *ends) bankerPlays(s *games.Values, player, banker, third int, ways, others int64) {
	if !bankerDraws(banker, third) {
		e[0][player][banker].Add(ways, others*s.N)
		return
	}
	for v := range 10 {
		e[0][player][(banker+v)%10].Add(ways, others*s.Left[v])
	}
}

// countPairs counts the deals of the first four cards by the pairs they make.
func countPairs(decks int) map[pairs]games.Deals {
	counts := map[pairs]games.Deals{}
	add := func(p pairs, a, b int64) {
		n := counts[p]
		n.Add(a, b)
		counts[p] = n
	}
	var left [52]int64
	for i := range left {
		left[i] = int64(decks)
	}
	take := func(card int) int64 { left[card]--; return left[card] + 1 }
	rank := func(card int) int { return card / 4 }
	// Every rank and suit is like any other: the player's first card is card 0, his
	// second of one rank and suit, of one rank, or card 4 for all other ranks.
	for _, second := range []struct{ card, alike int }{{0, 1}, {1, 3}, {4, 48}} {
		player := 52 * take(0) * int64(second.alike) * take(second.card)
		ranks := rank(second.card) == 0
		for b1 := range left {
			first := take(b1)
			for b2 := range left {
				if ways := first * take(b2); ways > 0 && player > 0 {
					add(pairs{ranks, rank(b1) == rank(b2), second.card == 0, b1 == b2}, player, ways)
				}
				left[b2]++
			}
			left[b1]++
		}
		left[0]++
		left[second.card]++
	}
	return counts
}
