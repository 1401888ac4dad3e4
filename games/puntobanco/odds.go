package puntobanco

import "sabot/games"

// SpotOdds counts every deal of a full shoe and settles each with the rules that
// the table settles with. A commission that is tracked is paid as surely as one that
// is taken at once, so it counts in the return.
func (g *Game) SpotOdds() []games.SpotOdds {
	var odds []games.SpotOdds
	g.eachTally(func(spot string, t *games.Tally) { odds = append(odds, t.Odds(spot)) })
	return odds
}

// Ways counts the same deals.
func (g *Game) Ways() []games.Way {
	var ways []games.Way
	g.eachTally(func(spot string, t *games.Tally) { ways = append(ways, t.Ways(spot)...) })
	return ways
}

// Paid takes a tracked commission off the banker's even money, each rounded by its own rule.
func (g *Game) Paid(spot string, stake games.Amount, odds games.Odds) games.Amount {
	paid := g.PaidAtOnce(spot, stake, odds)
	if spot == Banker && g.TracksCommission() {
		paid -= g.CommissionRounding().Winnings(stake, commission)
	}
	return paid
}

// PaidAtOnce rounds the winnings: even money for a banker of which the commission is tracked.
func (g *Game) PaidAtOnce(spot string, stake games.Amount, odds games.Odds) games.Amount {
	if spot == Banker && g.TracksCommission() {
		odds = evenMoney
	}
	return g.options.Rounding.Winnings(stake, odds)
}

// eachTally counts what all deals bring to each spot that the preset offers.
func (g *Game) eachTally(do func(spot string, t *games.Tally)) {
	if g.commission == Tracked {
		atOnce := *g
		atOnce.commission = AtOnce
		g = &atOnce
	}
	totals := countTotals(g.options.Decks)
	for _, s := range g.Offered(games.Round{Number: 1}) {
		var t games.Tally
		if onFirstFour(s.Name) {
			for p, n := range countPairs(g.options.Decks) {
				outcome, pays := g.onPairs(s.Name, p)
				t.Count(n, outcome, pays)
			}
		} else {
			g.settleTotals(s.Name, totals, &t)
		}
		do(s.Name, &t)
	}
}

// ends is a count of deals by both totals, and apart of those that end with a natural.
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

// countTotals deals the first four cards in every way. The order of a side's two cards
// does not matter: unequal values count twice.
func countTotals(decks int) *ends {
	var d dealt
	s := games.FullValues(decks)
	eachTwo(&s, 1, func(p1, p2 int, ways int64) {
		eachTwo(&s, ways, func(b1, b2 int, ways int64) { d.add([4]int{p1, p2, b1, b2}, ways) })
	})
	return d.draw(decks)
}

func eachTwo(s *games.Values, ways int64, do func(a, b int, ways int64)) {
	for a := range 10 {
		first := ways * s.Take(a)
		for b := a; b < 10; b++ {
			both := first * s.Take(b)
			if a != b {
				both *= 2
			}
			if both > 0 {
				do(a, b, both)
			}
			s.PutBack(b)
		}
		s.PutBack(a)
	}
}

// dealt are the deals of four cards by both totals. The tableau looks at totals alone, so
// third cards are drawn for all deals of the same totals together.
type dealt [10][10]fours

// lying are deals of some cards: how many, and how many cards of each value lie in all of them
// together. Five cards of 99 decks are as many as an int64 holds.
type lying struct {
	ways int64
	lie  [10]int64
}

// fours are deals of four cards with the same totals.
type fours struct {
	lying
	both [10][10]int64 // the cards of one value times those of another, in all deals together
}

func (d *dealt) add(cards [4]int, ways int64) {
	player, banker := (cards[0]+cards[1])%10, (cards[2]+cards[3])%10
	f := &d[player][banker]
	f.ways += ways
	if player >= naturalFrom || banker >= naturalFrom {
		return // nobody draws
	}
	for _, a := range cards {
		f.lie[a] += ways
		for _, b := range cards {
			f.both[a][b] += ways
		}
	}
}

// draw deals the third cards by the tableau. Each deal is weighed as if both sides had
// drawn, so that hands of different length count alike.
func (d *dealt) draw(decks int) *ends {
	e, full := &ends{}, games.FullValues(decks)
	left := full.N - 4
	for player := range d {
		for banker := range d[player] {
			f := &d[player][banker]
			switch {
			case player >= naturalFrom || banker >= naturalFrom:
				e[1][player][banker].Add(f.ways, left*(left-1))
			case !playerDraws(player): // the card that he does not draw is any of those left
				five := lying{ways: f.ways * (left - 1)}
				for v, lie := range f.lie {
					five.lie[v] = lie * (left - 1)
				}
				e.bankerPlays(&full, player, banker, -1, &five, left)
			default:
				for third, n := range full.Left {
					five := lying{ways: n*f.ways - f.lie[third]}
					for v, lie := range f.lie {
						five.lie[v] = n*lie - f.both[third][v]
					}
					five.lie[third] += five.ways
					e.bankerPlays(&full, (player+third)%10, banker, third, &five, left-1)
				}
			}
		}
	}
	return e
}

// bankerPlays draws the banker's third card, of those that do not lie, where the tableau has
// one; else it is any of so many left.
func (e *ends) bankerPlays(full *games.Values, player, banker, third int, five *lying, left int64) {
	row := &e[0][player]
	if !bankerDraws(banker, third) {
		row[banker].Add(five.ways, left)
		return
	}
	for v, n := range full.Left {
		to := &row[(banker+v)%10]
		to.Add(five.ways, n)
		to.TakeOff(five.lie[v])
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
