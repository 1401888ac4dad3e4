package puntobanco

import (
	"math/big"

	"sabot/games"
)

// Luck counts every deal of a full shoe with what all bets come to in it. Every box bets on
// the same coup, so boxes stray as one.
func (g *Game) Luck(func(done, all int) bool) games.Luck {
	if g.commission == Tracked {
		atOnce := *g
		atOnce.commission = AtOnce
		g = &atOnce
	}
	offered := g.Offered(games.Round{Number: 1})
	m := games.NewMoments(len(offered))
	brings := make([]float64, len(offered))
	for p, e := range countTogether(g.options.Decks) {
		for natural := range e {
			for player := range e[natural] {
				for banker, n := range e[natural][player] {
					if n == (games.Deals{}) {
						continue
					}
					for i, spot := range offered {
						if onFirstFour(spot.Name) {
							brings[i] = profit(g.onPairs(spot.Name, p))
						} else {
							brings[i] = profit(g.onTotals(spot.Name, result{player, banker, natural == 1}))
						}
					}
					weight, _ := new(big.Float).SetInt(n.Big()).Float64()
					m.Add(weight, brings, brings)
				}
			}
		}
	}
	l := games.Luck{Box: m.Covariances(), Method: "every deal from a full shoe"}
	l.Boxes = l.Box
	for i, mean := range m.Means() {
		l.Spots, l.Edge = append(l.Spots, offered[i].Name), append(l.Edge, -mean)
	}
	return l
}

// profit returns what a bet of one brings.
func profit(outcome games.Outcome, odds games.Odds) float64 {
	switch outcome {
	case games.Win:
		return odds.PerUnit()
	case games.Lose:
		return -1
	}
	return 0
}

// countTogether counts the deals by what the first four cards make and, for each, by how
// the hand ends.
func countTogether(decks int) map[pairs]*ends {
	fours := map[pairs]*dealt{}
	var left [52]int64
	for i := range left {
		left[i] = int64(decks)
	}
	rank := func(card int) int { return card / 4 }
	value := func(card int) int { return min(rank(card)+1, 10) % 10 }
	take := func(card int) int64 { left[card]--; return left[card] + 1 }
	for p1 := 0; p1 < len(left); p1 += 4 { // suits are alike
		first := 4 * take(p1)
		for p2 := range left {
			second := first * take(p2)
			for b1 := range left {
				third := second * take(b1)
				for b2 := range left {
					if ways := third * left[b2]; ways > 0 {
						made := pairs{rank(p1) == rank(p2), rank(b1) == rank(b2), p1 == p2, b1 == b2}
						if fours[made] == nil {
							fours[made] = &dealt{}
						}
						fours[made].add([4]int{value(p1), value(p2), value(b1), value(b2)}, ways)
					}
				}
				left[b1]++
			}
			left[p2]++
		}
		left[p1]++
	}
	together := map[pairs]*ends{}
	for made, d := range fours {
		together[made] = d.draw(decks)
	}
	return together
}

var _ games.Lucky = (*Game)(nil)
