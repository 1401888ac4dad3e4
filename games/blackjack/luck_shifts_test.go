package blackjack

import (
	"math"
	"testing"
)

// Of simulated shifts 95 in a hundred lie within the band of 95 %, at one seat and at seven. Where players do not go
// by the book, what their decisions cost is expected of them: then their shifts lie about what is expected too, and
// not about what the best play leads one to expect. The band stays that of the best play: seven who never take a card
// that may bust stand more often, and stray together somewhat further.
func TestShiftsWithinLuck(t *testing.T) {
	g := ruleSets(t)["us"]
	tables := tablesOf("us", g)
	main := g.analyse(tables).Main
	shifts, rounds, batch := 10_000, 300, 1_000_000
	least, most := 0.940, 0.960
	if testing.Short() {
		shifts, rounds, batch, least, most = 1_500, 150, 200_000, 0.930, 0.970
	}
	const timid = "never takes a card that may bust"
	l := g.luck(g.newPlayer(tables, 61), main, batch, func(int, int) bool { return false })
	for _, c := range []struct {
		name, bad string
		seats     int
		least     float64
	}{
		{"one seat", "", 1, least},
		{"seven seats", "", 7, least},
		{"one seat that " + timid, timid, 1, least - 0.01},
		{"seven seats that " + timid, timid, 7, least - 0.04},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := l.Expose()
			for seat := 1; seat <= c.seats; seat++ {
				e.Add(seat, Main, 1000)
			}
			p, cost := g.newPlayer(tables, 17), 0.0
			if c.bad != "" {
				p.spoil(tables, badPlays[c.bad])
				cost = g.costs(tables, p)
			}
			best := float64(rounds) * e.Expected()
			expected := best + float64(rounds*c.seats)*1000*cost
			deviation := math.Sqrt(float64(rounds) * e.Variance())
			nets := make([]float64, c.seats)
			inside, byBest := 0, 0
			var sum, squares float64
			for range shifts {
				result := 0.0
				for range rounds {
					p.round(nets)
					for _, net := range nets {
						result -= 1000 * net
					}
				}
				z, fromBest := (result-expected)/deviation, (result-best)/deviation
				sum += z
				squares += z * z
				if math.Abs(z) <= 1.96 {
					inside++
				}
				if math.Abs(fromBest) <= 1.96 {
					byBest++
				}
			}
			n := float64(shifts)
			share, lesser, mean := float64(inside)/n, float64(byBest)/n, sum/n
			t.Logf("%.2f %% of %d shifts lie within the band of 95 %%, z %+.3f on average", 100*share, shifts, mean)
			if share < c.least || share > most || math.Abs(mean) > 4*math.Sqrt(squares)/n {
				t.Errorf("%.4f of the shifts lie within the band, z %.3f on average", share, mean)
			}
			if c.bad != "" {
				t.Logf("%.2f %% where play against the book is not counted", 100*lesser)
				if lesser > share-0.01 {
					t.Errorf("%.4f of the shifts lie within the band about the best play", lesser)
				}
			}
		})
	}
}

// costs returns the cost of a player's decisions for a stake of one, over all hands that it may be dealt:
// exact, from each decision's.
func (g *Game) costs(tables *[kinds]*table, p *player) float64 {
	b := g.bookOf(tables)
	sum := 0.0
	for up, t := range tables {
		shoe, n := fullShoe(g.options.Decks)
		for first := range kinds {
			for second := first; second < kinds; second++ {
				at := t.nodes[t.nodes[0].next[first]].next[second]
				chance := t.twoCards(first, second) * float64(shoe[up]) / float64(n)
				if t.peek >= 0 { // while the dealer has none
					h := &t.nodes[at]
					chance *= 1 - float64(t.shoe[t.peek]-h.has[t.peek])/float64(t.n-h.cards)
				}
				if chance > 0 {
					sum += chance * b.lost(t, p, at, -1, first, second)
				}
			}
		}
	}
	return sum
}

// lost returns the cost of a player's decisions on a hand, from here on.
func (b *book) lost(t *table, p *player, at int32, hand, first, second int) float64 {
	h := &t.nodes[at]
	if h.total >= 21 {
		return 0
	}
	moves, one, kind := p.moves[t.up], t, -1
	if first == second {
		kind = first
	}
	if hand >= 0 {
		moves, one = p.apart[kind][t.up], t.splitTable(kind)
	}
	a := asked{do: actions[moves[at]], node: at, hand: hand, kind: kind}
	rides := riding{both: hand >= 0 || moves[at] == splits, on: [2]bool{true, true}}
	rides.doubles[max(hand, 0)] = moves[at] == doubles
	of, _ := b.cost(t, a, rides)
	switch moves[at] {
	case hits:
		for k := range kinds {
			if chance := one.chance(&h.has, h.cards, k); chance > 0 && h.next[k] != 0 {
				of += chance * b.lost(t, p, h.next[k], hand, first, second)
			}
		}
	case splits:
		pair := t.nodes[0].next[kind]
		apart := t.splitTable(kind)
		for k := range kinds {
			if chance := apart.chance(&t.nodes[pair].has, 1, k); chance > 0 && !t.g.oneCard(kind) {
				of += 2 * chance * b.lost(t, p, t.nodes[pair].next[k], 0, first, second)
			}
		}
	}
	return of
}
