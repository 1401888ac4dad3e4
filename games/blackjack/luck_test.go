package blackjack

import (
	"math"
	"testing"
)

// The Wizard of Odds, appendix 4, six decks without double after split: variance 1.295, two
// seats together 0.478; with the dealer drawing on soft 17 1.308 and 0.488. There a pair is split
// into up to four hands, here into two, which strays a little less. The side bets' own
// variances are counted.
func TestLuck(t *testing.T) {
	for name, c := range map[string]struct {
		change        func(*rules)
		alone, beside float64
	}{
		"no double after split":                {func(r *rules) { r.doubleAfterSplit = false }, 1.295, 0.478},
		"soft 17 drawn, no double after split": {func(r *rules) { r.doubleAfterSplit, r.hitsSoft17 = false, true }, 1.308, 0.488},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := with(t, American, 6, c.change)
			tables := tablesOf(name, g)
			l := g.luck(g.newPlayer(tables, 61), g.analyse(tables).Main, 1_000_000, func(int, int) bool { return false })
			main := l.Spot(Main)
			if v := l.Box[main][main]; v > c.alone || v < c.alone-0.02 {
				t.Errorf("variance %.4f ± %.4f, want %.3f", v, l.BoxError[main][main], c.alone)
			}
			if v := l.Boxes[main][main]; math.Abs(v-c.beside) > 0.01 {
				t.Errorf("two seats together %.4f ± %.4f, want %.3f", v, l.BoxesError[main][main], c.beside)
			}
			for spot, want := range map[string]float64{PlayerPair: g.variance(t, PlayerPair), DealerPair: g.variance(t, PlayerPair), TwentyOne3: g.variance(t, TwentyOne3)} {
				at := l.Spot(spot)
				if v, off := l.Box[at][at], l.BoxError[at][at]; math.Abs(v-want) > 4*off {
					t.Errorf("%s: variance %.4f ± %.4f, want %.4f", spot, v, off, want)
				}
			}
			// The dealer's pair is the same card by card for every seat.
			at := l.Spot(DealerPair)
			if l.Boxes[at][at] != l.Box[at][at] {
				t.Errorf("the dealer's pair of two seats: %v and %v", l.Box[at][at], l.Boxes[at][at])
			}
		})
	}
}

// variance is a side bet's, over every deal.
func (g *Game) variance(t *testing.T, spot string) float64 {
	t.Helper()
	var n, sum, squares float64
	add := func(x, ways float64) { n, sum, squares = n+ways, sum+ways*x, squares+ways*x*x }
	copies := float64(g.options.Decks)
	cards := deck()
	for i, a := range cards {
		for j, b := range cards {
			ways := copies
			if i == j {
				ways--
			}
			if spot == PlayerPair {
				x := -1.0
				if odds, won := pair(a, b); won {
					x = odds.PerUnit()
				}
				add(x, ways)
				continue
			}
			for k, c := range cards {
				third := copies
				for _, earlier := range []int{i, j} {
					if k == earlier {
						third--
					}
				}
				x := -1.0
				if combination, won := three(a, b, c); won {
					odds := g.twentyOne3[combination]
					x = odds.PerUnit()
				}
				add(x, ways*third)
			}
		}
	}
	mean := sum / n
	return squares/n - mean*mean
}
