package lugano

import (
	"slices"

	"sabot/games"
)

// Luck counts every deal of a full shoe to two boxes and the bank, PLAY under the strategy
// that is best for the box's total against the bank's card.
func (g *Game) Luck(func(done, all int) bool) games.Luck {
	_, strategy := g.bestPlay()
	var best [10][10]games.Action
	for _, c := range strategy {
		best[c.Total][c.Bank] = c.Best
	}
	return g.luck(&best)
}

// A twos is a pair of first cards of a box, as far as a bet looks at them: their values, and of two that count nothing whether
// they are of one rank.
type twos struct {
	values [2]int
	pair   bool
	brings []float64 // of every bet that they decide
}

// luck computes Luck under a strategy, by total and the bank's card.
func (g *Game) luck(strategy *[10][10]games.Action) games.Luck {
	var l games.Luck
	play := -1
	for i, spot := range g.Offered(games.Round{}) {
		if spot.Name == Play {
			play = i
		}
		l.Spots = append(l.Spots, spot.Name)
	}
	kinds := g.firstTwos(l.Spots)
	beside := make([][]float64, len(kinds)) // what they bring, of the second box
	for i := range kinds {
		beside[i] = slices.Clone(kinds[i].brings)
	}
	s := games.FullValues(g.options.Decks)
	box, boxes := games.NewMoments(len(l.Spots)), games.NewMoments(len(l.Spots))
	for i := range kinds {
		mine := &kinds[i]
		first := float64(mine.take(&s))
		for j := range kinds {
			other := &kinds[j]
			ways := first * float64(other.take(&s)) * pairsBeside(g.options.Decks, mine, other)
			if ways > 0 {
				for bank := range 10 {
					if n := s.Take(bank); n > 0 {
						m := meet(&s, strategy, mine, other, bank)
						m.count(box, boxes, ways*float64(n), play, mine.brings, beside[j])
					}
					s.PutBack(bank)
				}
			}
			other.putBack(&s)
		}
		mine.putBack(&s)
	}
	l.Box, l.Boxes, l.Method = box.Covariances(), boxes.Covariances(), "every deal from a full shoe to two boxes"
	for _, mean := range box.Means() {
		l.Edge = append(l.Edge, -mean)
	}
	return l
}

// firstTwos returns all that the first two cards of a box can be.
func (g *Game) firstTwos(spots []string) []twos {
	var kinds []twos
	add := func(a, b games.Rank, values [2]int) {
		t := twos{values: values, pair: a == b, brings: make([]float64, len(spots))}
		b2 := box{cards: [3]games.Card{games.NewCard(a, games.Spades), games.NewCard(b, games.Spades)}, dealt: 2}
		for i, spot := range spots {
			if rule := decidedByTwo(spot); rule != nil {
				t.brings[i] = -1
				if odds, won := rule(&b2); won {
					t.brings[i] = odds.PerUnit()
				}
			}
		}
		kinds = append(kinds, t)
	}
	add(games.Ten, games.Ten, [2]int{})
	add(games.Ten, games.Jack, [2]int{})
	for a := range 10 {
		for b := max(a, 1); b < 10; b++ {
			first := games.Rank(a)
			if a == 0 {
				first = games.Ten
			}
			add(first, games.Rank(b), [2]int{a, b})
		}
	}
	return kinds
}

// take takes the two cards out and answers in how many ways; two that count nothing whether
// they are of one rank or not.
func (t *twos) take(s *games.Values) int64 {
	ways := s.Take(t.values[0]) * s.Take(t.values[1])
	if t.values[0] != t.values[1] {
		ways *= 2
	}
	return ways
}

func (t *twos) putBack(s *games.Values) {
	s.PutBack(t.values[1])
	s.PutBack(t.values[0])
}

func (t *twos) nothing() bool { return t.values == [2]int{} }

// pairsBeside returns the share of the deals with these values to two boxes in which cards that count nothing are of one rank or
// of two, as mine and other have it.
func pairsBeside(decks int, mine, other *twos) float64 {
	m := float64(4 * decks) // of each of the four ranks that count nothing
	one := (m - 1) / (4*m - 1)
	both := one * ((m-2)*(m-3) + 3*m*(m-1)) / ((4*m - 2) * (4*m - 3))
	alone := func(pair bool) float64 {
		if pair {
			return one
		}
		return 1 - one
	}
	switch {
	case !mine.nothing() && !other.nothing():
		return 1
	case !other.nothing():
		return alone(mine.pair)
	case !mine.nothing():
		return alone(other.pair)
	case mine.pair && other.pair:
		return both
	case mine.pair != other.pair:
		return one - both
	}
	return 1 - 2*one + both
}

// A met is a table of the shares of deals, of one, in which PLAY is lost, left and won on two boxes.
type met struct {
	shares [3][3]float64
	times  [2]float64 // the stake
}

// meet plays two boxes whose first cards lie against the bank's first card.
func meet(s *games.Values, strategy *[10][10]games.Action, mine, other *twos, bank int) met {
	var m met
	var totals [2]int
	var draws [2]bool
	for i, t := range [...]*twos{mine, other} {
		totals[i] = (t.values[0] + t.values[1]) % 10
		does := strategy[totals[i]][bank]
		draws[i], m.times[i] = does != games.Stand, 1
		if does == games.Double {
			m.times[i] = 2
		}
	}
	third(s, draws[0], 1, func(value int, share float64) {
		first := (totals[0] + value) % 10
		third(s, draws[1], share, func(value int, share float64) {
			second := (totals[1] + value) % 10
			for points, n := range bankEnds(s, bank) {
				m.shares[against(first, points)][against(second, points)] += share * n
			}
		})
	})
	return m
}

// third deals a box its third card, if it draws.
func third(s *games.Values, draws bool, share float64, do func(value int, share float64)) {
	if !draws {
		do(0, share)
		return
	}
	all := float64(s.N)
	for value := range 10 {
		if n := s.Take(value); n > 0 {
			do(value, share*float64(n)/all)
		}
		s.PutBack(value)
	}
}

// bankEnds returns the share of deals in which the bank comes to each total.
func bankEnds(s *games.Values, bank int) (ends [10]float64) {
	for second, n := range s.Left {
		share := float64(n) / float64(s.N)
		if points := (bank + second) % 10; points > bankDraws {
			ends[points] += share
		} else {
			share /= float64(s.N - 1)
			for third, n := range s.Left {
				if third == second {
					n--
				}
				ends[(points+third)%10] += share * float64(n)
			}
		}
	}
	return ends
}

// against returns 0 where the box's total loses, 1 where the stake stays, 2 where it wins.
func against(player, bank int) int {
	switch {
	case player < bank:
		return 0
	case player > bank:
		return 2
	}
	return 1
}

// count adds what two boxes bring, so many deals.
func (m *met) count(box, boxes *games.Moments, ways float64, play int, mine, other []float64) {
	for i, row := range m.shares {
		all := 0.0
		mine[play] = float64(i-1) * m.times[0]
		for j, share := range row {
			all += share
			other[play] = float64(j-1) * m.times[1]
			boxes.Add(ways*share, mine, other)
		}
		box.Add(ways*all, mine, mine)
	}
}

var _ games.Lucky = (*Game)(nil)
