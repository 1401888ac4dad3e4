package lugano

import "sabot/games"

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

// SpotOdds are the exact returns alone.
func (g *Game) SpotOdds() []games.SpotOdds { return g.Odds().Values }

// tally counts deals by what they come to.
type tally struct {
	win, push, lose int64
	profit          int64 // units won less units lost
}

func (t *tally) add(weight, profit int64) {
	switch {
	case profit > 0:
		t.win += weight
	case profit < 0:
		t.lose += weight
	default:
		t.push += weight
	}
	t.profit += weight * profit
}

func (t *tally) value(spot string) games.SpotOdds {
	all := float64(t.win + t.push + t.lose)
	return games.SpotOdds{
		Spot: spot, Return: 1 + float64(t.profit)/all,
		Win: float64(t.win) / all, Push: float64(t.push) / all, Lose: float64(t.lose) / all,
	}
}

// Odds counts every deal of a full shoe, one box in play. PLAY is under the
// strategy that is best for the box's total against the bank's card.
func (g *Game) Odds() Odds {
	var o Odds
	offered := g.Offered(games.Round{})
	for _, spot := range g.Spots() {
		for _, s := range offered {
			if s.Name == spot.Name && spot.Name != Play {
				o.Values = append(o.Values, g.firstTwo(spot.Name))
			}
		}
	}
	play, strategy := g.bestPlay()
	o.Values = append(o.Values[:1:1], append([]games.SpotOdds{play}, o.Values[1:]...)...)
	o.Strategy = strategy
	return o
}

// firstTwo settles a bet on the first two cards over all 13 x 13 pairs of ranks.
func (g *Game) firstTwo(spot string) games.SpotOdds {
	rule := map[string]func(*box) (games.Odds, bool){FiftyNine: fiftyNine, Pair: pair, PlusEight: plusEight}[spot]
	copies := int64(4 * g.options.Decks)
	var t tally
	for first := games.Ace; first <= games.King; first++ {
		for second := games.Ace; second <= games.King; second++ {
			weight := copies * copies
			if first == second {
				weight = copies * (copies - 1)
			}
			b := box{cards: [3]games.Card{games.NewCard(first, games.Spades), games.NewCard(second, games.Spades)}, dealt: 2}
			profit := int64(-1)
			if odds, won := rule(&b); won {
				profit = odds.Win / odds.Per
			}
			t.add(weight, profit)
		}
	}
	return t.value(spot)
}

// shoe counts what is left of each card value; tens and faces count 0.
type shoe struct {
	left [10]int64
	n    int64
}

func (s *shoe) take(v int) int64 {
	weight := s.left[v]
	s.left[v]--
	s.n--
	return weight
}

func (s *shoe) putBack(v int) { s.left[v]++; s.n++ }

// bestPlay walks every order in which one box and the bank can be dealt. Each
// deal is weighed as if the box and the bank had both drawn, so that hands of
// different length count alike.
func (g *Game) bestPlay() (games.SpotOdds, []Choice) {
	s := shoe{n: int64(52 * g.options.Decks)}
	for v := range s.left {
		s.left[v] = int64(4 * g.options.Decks)
	}
	s.left[0] *= 4
	var stand, draw [10][10]tally
	for first := range 10 {
		w1 := s.take(first)
		for bank := range 10 {
			w2 := w1 * s.take(bank)
			for second := range 10 {
				w3 := w2 * s.take(second)
				total := (first + second) % 10
				s.bankPlays(&stand[total][bank], w3*(s.n-2), total, bank)
				for third := range 10 {
					w4 := w3 * s.take(third)
					s.bankPlays(&draw[total][bank], w4, (total+third)%10, bank)
					s.putBack(third)
				}
				s.putBack(second)
			}
			s.putBack(bank)
		}
		s.putBack(first)
	}
	return choose(&stand, &draw)
}

// bankPlays draws the bank's second card, and its third on 0 to 4.
func (s *shoe) bankPlays(t *tally, weight int64, total, bank int) {
	for second := range 10 {
		w := weight * s.take(second)
		if points := (bank + second) % 10; points > 4 {
			t.add(w*s.n, compare(total, points))
		} else {
			for third := range 10 {
				t.add(w*s.left[third], compare(total, (points+third)%10))
			}
		}
		s.putBack(second)
	}
}

func compare(player, bank int) int64 {
	switch {
	case player > bank:
		return 1
	case player < bank:
		return -1
	}
	return 0
}

// choose takes the best decision on every total and bank card; of equal ones the
// one that takes fewer cards and less money.
func choose(stand, draw *[10][10]tally) (games.SpotOdds, []Choice) {
	var strategy []Choice
	var best tally
	for total := range 10 {
		for bank := range 10 {
			s, d := &stand[total][bank], &draw[total][bank]
			all := float64(s.win + s.push + s.lose)
			c := Choice{
				Total: total, Bank: bank, Best: games.Stand,
				Stand: float64(s.profit) / all, Draw: float64(d.profit) / all, Double: 2 * float64(d.profit) / all,
			}
			taken, profit := s, s.profit
			if d.profit > profit {
				c.Best, taken, profit = games.Draw, d, d.profit
			}
			if 2*d.profit > profit {
				c.Best, taken, profit = games.Double, d, 2*d.profit
			}
			strategy = append(strategy, c)
			best.win += taken.win
			best.push += taken.push
			best.lose += taken.lose
			best.profit += profit
		}
	}
	return best.value(Play), strategy
}
