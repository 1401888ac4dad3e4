package blackjack

import "sabot/games"

// luckRounds is the number of rounds of two seats from which the covariances are taken.
const luckRounds = 1_000_000

// Luck plays rounds of two seats, each from a full shoe, by the play that the analysis found
// best. The main bet's share of the house is the analysis' own, those of the side bets are
// counted. A bet behind follows the main bet.
func (g *Game) Luck(watch func(done, all int) bool) games.Luck {
	tables := g.tables()
	main := g.analyse(tables).Main
	return g.luck(g.newPlayer(tables, 61), main, luckRounds, watch)
}

// luck computes Luck over so many rounds of a player.
func (g *Game) luck(p *player, main games.SpotOdds, rounds int, watch func(done, all int) bool) games.Luck {
	l := games.Luck{Method: "simulated from full shoes, best play"}
	edges := map[string]float64{Main: main.Edge(), Behind: main.Edge()}
	for _, o := range g.SideOdds() {
		edges[o.Spot] = o.Edge()
	}
	for _, spot := range g.Offered(games.Round{}) {
		l.Spots, l.Edge = append(l.Spots, spot.Name), append(l.Edge, edges[spot.Name])
	}
	n := len(l.Spots)
	const batches = 40 // whose spread is the standard error
	var box, boxes []*games.Moments
	var nets [2]float64
	brings := [2][]float64{make([]float64, n), make([]float64, n)}
	for batch := range batches {
		if watch(batch*rounds/batches, rounds) {
			return l
		}
		one, two := games.NewMoments(n), games.NewMoments(n)
		for range rounds / batches {
			p.round(nets[:])
			hands := p.firstCards()
			for seat := range nets {
				for i, spot := range l.Spots {
					brings[seat][i] = g.brings(spot, nets[seat], hands[seat], hands[len(nets)])
				}
			}
			one.Add(1, brings[0], brings[0])
			two.Add(1, brings[0], brings[1])
			l.Hands++
		}
		box, boxes = append(box, one), append(boxes, two)
	}
	l.Box, l.BoxError = games.Together(box)
	l.Boxes, l.BoxesError = games.Together(boxes)
	return l
}

// brings returns what a bet of one brings, the main bet net.
func (g *Game) brings(spot string, net float64, hand, dealer [2]games.Card) float64 {
	odds, won := games.Odds{}, false
	switch spot {
	case PlayerPair:
		odds, won = pair(hand[0], hand[1])
	case DealerPair:
		odds, won = pair(dealer[0], dealer[1])
	case TwentyOne3:
		var combination int
		if combination, won = three(hand[0], hand[1], dealer[0]); won {
			odds = g.twentyOne3[combination]
		}
	default:
		return net
	}
	if !won {
		return -1
	}
	return odds.PerUnit()
}

// firstCards returns the first cards of the last round's two seats and the dealer's two, with ranks and suits: which of the cards
// of a kind they were decides nothing else. Where the dealer took no second card it is the next.
func (p *player) firstCards() (hands [3][2]games.Card) {
	if p.second < 0 {
		p.second = p.at
		p.draw()
	}
	order := [...]struct {
		card *games.Card
		at   int
	}{{&hands[0][0], 0}, {&hands[1][0], 1}, {&hands[2][0], 2}, {&hands[0][1], 3}, {&hands[1][1], 4}, {&hands[2][1], p.second}}
	var out [len(order)]int
	for i, o := range order {
		kind := int(p.shoe[o.at])
		ranks := 1
		if kind == ten {
			ranks = 4
		}
		for again := true; again; {
			copied := int(p.random(uint64(ranks * 4 * p.g.options.Decks)))
			*o.card = games.NewCard(games.Rank(kind+1+copied%ranks), games.Suit(copied/ranks%4))
			out[i], again = kind<<16|copied, false
			for _, earlier := range out[:i] {
				again = again || earlier == out[i]
			}
		}
	}
	return hands
}

var _ games.Lucky = (*Game)(nil)
