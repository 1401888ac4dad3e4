package lugano

import (
	"math/big"
	"slices"

	"sabot/games"
)

// Choice is the best decision on one total against one card of the bank, and the
// expected profit of each decision per unit of the PLAY stake.
type Choice struct {
	Total, Bank         int
	Stand, Draw, Double float64
	Best                games.Action
}

// Odds are the exact returns of a preset and PLAY's best strategy.
type Odds struct {
	Values   []games.SpotOdds
	Strategy []Choice // totals 0 to 9, for each the bank's card 0 to 9
}

// SpotOdds returns the exact returns alone.
func (g *Game) SpotOdds() []games.SpotOdds { return g.Odds().Values }

// Odds counts every deal of a full shoe, one box in play. PLAY is under the
// strategy that is best for the box's total against the bank's card.
func (g *Game) Odds() Odds {
	var o Odds
	o.Strategy = g.eachTally(func(spot string, t *games.Tally) { o.Values = append(o.Values, t.Odds(spot)) })
	return o
}

// Ways counts the same deals. PLAY is played as where nothing is rounded; a doubled stake is paid
// as the odds 2:1 of the first one.
func (g *Game) Ways() []games.Way {
	var ways []games.Way
	g.eachTally(func(spot string, t *games.Tally) { ways = append(ways, t.Ways(spot)...) })
	return ways
}

// Paid rounds the winnings.
func (g *Game) Paid(_ string, stake games.Amount, odds games.Odds) games.Amount {
	return g.options.Rounding.Winnings(stake, odds)
}

// eachTally counts what all deals bring to each spot that is offered, PLAY behind the 59.
func (g *Game) eachTally(do func(spot string, t *games.Tally)) []Choice {
	offered := g.Offered(games.Round{})
	play, strategy := g.bestPlay()
	first := true
	for _, spot := range g.Spots() {
		if spot.Name == Play || !slices.ContainsFunc(offered, func(s games.Spot) bool { return s.Name == spot.Name }) {
			continue
		}
		t := g.firstTwo(spot.Name)
		do(spot.Name, &t)
		if first {
			do(Play, &play)
			first = false
		}
	}
	return strategy
}

// firstTwo settles a bet on the first two cards over all 13 x 13 pairs of ranks.
func (g *Game) firstTwo(spot string) games.Tally {
	rule := decidedByTwo(spot)
	copies := int64(4 * g.options.Decks)
	var t games.Tally
	for first := games.Ace; first <= games.King; first++ {
		for second := games.Ace; second <= games.King; second++ {
			ways := copies
			if first == second {
				ways--
			}
			b := box{cards: [3]games.Card{games.NewCard(first, games.Spades), games.NewCard(second, games.Spades)}, dealt: 2}
			var n games.Deals
			n.Add(copies, ways)
			outcome, odds := games.Lose, games.Odds{}
			if pays, won := rule(&b); won {
				outcome, odds = games.Win, pays
			}
			t.Count(n, outcome, odds)
		}
	}
	return t
}

// decidedByTwo returns the rule of a spot that the first two cards decide; nil for PLAY.
func decidedByTwo(spot string) func(*box) (games.Odds, bool) {
	switch spot {
	case FiftyNine:
		return fiftyNine
	case Pair:
		return pair
	case PlusEight:
		return plusEight
	}
	return nil
}

// bestPlay walks every order in which one box and the bank can be dealt. Each
// deal is weighed as if the box and the bank had both drawn, so that hands of
// different length count alike.
func (g *Game) bestPlay() (games.Tally, []Choice) {
	s := games.FullValues(g.options.Decks)
	var stand, draw [10][10]tally
	for first := range 10 {
		w1 := s.Take(first)
		for bank := range 10 {
			w2 := w1 * s.Take(bank)
			for second := range 10 {
				w3 := w2 * s.Take(second)
				total := (first + second) % 10
				bankPlays(&s, &stand[total][bank], w3, s.N-2, total, bank)
				for third := range 10 {
					w4 := w3 * s.Take(third)
					bankPlays(&s, &draw[total][bank], w4, 1, (total+third)%10, bank)
					s.PutBack(third)
				}
				s.PutBack(second)
			}
			s.PutBack(bank)
		}
		s.PutBack(first)
	}
	return choose(&stand, &draw)
}

// A tally is a count of the deals that PLAY wins, leaves and loses.
type tally struct{ win, push, lose games.Deals }

func (t *tally) add(ways, others int64, player, bank int) {
	switch {
	case player > bank:
		t.win.Add(ways, others)
	case player < bank:
		t.lose.Add(ways, others)
	default:
		t.push.Add(ways, others)
	}
}

// bankPlays draws the bank's second card, and its third on 0 to 4; others is in how
// many ways a card can lie that nobody draws.
func bankPlays(s *games.Values, t *tally, ways, others int64, total, bank int) {
	for second := range 10 {
		n := others * s.Take(second)
		if points := (bank + second) % 10; points > 4 {
			t.add(ways, n*s.N, total, points)
		} else {
			for third := range 10 {
				t.add(ways, n*s.Left[third], total, (points+third)%10)
			}
		}
		s.PutBack(second)
	}
}

// net returns how many more deals are won than lost.
func (t *tally) net() *big.Int {
	n := t.win.Big()
	return n.Sub(n, t.lose.Big())
}

// choose takes the best decision on every total and bank card; of equal ones the
// one that takes fewer cards and less money.
func choose(stand, draw *[10][10]tally) (games.Tally, []Choice) {
	var strategy []Choice
	var best games.Tally
	for total := range 10 {
		for bank := range 10 {
			s, d := &stand[total][bank], &draw[total][bank]
			stands, draws := s.net(), d.net()
			doubles := new(big.Int).Add(draws, draws)
			all := s.win.Plus(s.push).Plus(s.lose).Big()
			per := func(net *big.Int) float64 { f, _ := new(big.Rat).SetFrac(net, all).Float64(); return f }
			c := Choice{Total: total, Bank: bank, Best: games.Stand, Stand: per(stands), Draw: per(draws), Double: per(doubles)}
			taken, net, stakes := s, stands, int64(1)
			if draws.Cmp(net) > 0 {
				c.Best, taken, net = games.Draw, d, draws
			}
			if doubles.Cmp(net) > 0 {
				c.Best, taken, stakes = games.Double, d, 2
			}
			strategy = append(strategy, c)
			best.Win, best.Push, best.Lose = best.Win.Plus(taken.win), best.Push.Plus(taken.push), best.Lose.Plus(taken.lose)
			best.Bring(taken.win, games.Odds{Win: stakes, Per: 1})
			best.Bring(taken.lose, games.Odds{Win: -stakes, Per: 1})
		}
	}
	return best, strategy
}
