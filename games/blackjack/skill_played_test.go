package blackjack

import (
	"fmt"
	"math"
	"testing"

	"sabot/games"
)

// Who plays by the book is charged nothing, to the last bit, under any rules, split hands and
// insurance refused included.
func TestTheBookCostsNothing(t *testing.T) {
	for name, g := range ruleSets(t) {
		t.Run(name, func(t *testing.T) {
			b, p := g.bookOf(tablesOf(name, g)), g.newPlayer(tablesOf(name, g), 7)
			nets, decided := make([]float64, 5), 0
			for range 400 {
				p.round(nets)
				r := entered(t, p)
				costs := b.Costs(r, g.Stakes(r))
				if len(costs) != len(r.Decisions) {
					t.Fatalf("%d decisions, %d costs: %+v", len(r.Decisions), len(costs), costs)
				}
				for _, c := range costs {
					if c.Of != 0 {
						t.Fatalf("%+v of %v", c, r)
					}
				}
				decided += len(costs)
			}
			if decided < 1000 {
				t.Errorf("%d decisions", decided)
			}
		})
	}
}

// badPlays are players who do not play by the book.
var badPlays = map[string]func(p *player, t *table, n *node, m move) move{
	"never takes a card that may bust": func(_ *player, _ *table, n *node, m move) move {
		if m == hits && n.total >= 12 && !n.soft {
			return stands
		}
		return m
	},
	"never doubles": func(_ *player, _ *table, n *node, m move) move {
		if m == doubles {
			return hits
		}
		return m
	},
	"plays like the dealer": func(_ *player, _ *table, n *node, _ move) move {
		if n.total < 17 {
			return hits
		}
		return stands
	},
	"splits every pair": func(p *player, t *table, n *node, m move) move {
		for kind, has := range n.has {
			if n.cards == 2 && has == 2 && p.apart[kind][t.up] == nil {
				p.apart[kind][t.up] = make([]move, len(p.nodes))
				if !p.g.oneCard(kind) {
					p.apart[kind][t.up] = t.splitTable(kind).moves(p.g.doubleAfterSplit)
				}
			}
			if n.cards == 2 && has == 2 {
				return splits
			}
		}
		return m
	},
	"doubles every 9 to 14": func(_ *player, _ *table, n *node, m move) move {
		if n.cards == 2 && n.total >= 9 && n.total <= 14 && m != splits {
			return doubles
		}
		return m
	},
}

// spoil has a player play badly.
func (p *player) spoil(tables *[kinds]*table, turn func(*player, *table, *node, move) move) {
	alter := func(t *table, moves []move, split bool) {
		for at := range moves {
			if n := &p.nodes[at]; n.cards >= 2 && n.total < 21 && t.possible(&n.has) {
				if m := turn(p, t, n, moves[at]); m != splits || !split {
					moves[at] = m
				}
			}
		}
	}
	for up, table := range tables {
		alter(table, p.moves[up], false)
		for kind := range kinds {
			if moves := p.apart[kind][up]; moves != nil && !p.g.oneCard(kind) {
				alter(table, moves, true)
			}
		}
	}
}

// What a known bad play costs by its decisions is what it loses more than the book over simulated
// rounds, and never below nothing.
func TestBadPlayCostsWhatItLoses(t *testing.T) {
	sets := []string{"us", "eu, original", "eu", "us, split aces play, two"}
	if testing.Short() {
		sets = sets[:2]
	}
	for _, name := range sets {
		g := ruleSets(t)[name]
		tables := tablesOf(name, g)
		exact := g.analyse(tables).Main.Return
		b := g.bookOf(tables)
		for bad, turn := range badPlays {
			t.Run(name+", "+bad, func(t *testing.T) {
				p := g.newPlayer(tables, 11)
				p.spoil(tables, turn)
				rounds, replayed := 2_000_000, 8_000
				if testing.Short() {
					rounds, replayed = 300_000, 1_500
				}
				s := p.simulate(rounds, func(int) bool { return false })
				nets := make([]float64, 5)
				var sum, squares float64
				for range replayed {
					p.round(nets)
					all := 0.0
					r := entered(t, p)
					for _, c := range b.Costs(r, g.Stakes(r)) {
						if c.Of < 0 {
							t.Fatalf("%+v", c)
						}
						all += c.Of / 1000 / 5
					}
					sum += all
					squares += all * all
				}
				n := float64(replayed)
				cost := sum / n
				off := math.Hypot(s.Error, math.Sqrt((squares/n-cost*cost)/n))
				lost := exact - s.Return
				t.Logf("costs %.5f by its decisions, %.5f ± %.5f simulated", cost, lost, off)
				if math.Abs(cost-lost) > 3.5*off || cost < 3*off {
					t.Errorf("costs %.5f by its decisions, %.5f simulated: standard error %.5f", cost, lost, off)
				}
			})
		}
	}
}

// Who goes by the chart of two-card hands, and not by the cards that make a total up, loses next
// to nothing by it.
func TestTheChartCostsNextToNothing(t *testing.T) {
	for name, most := range map[string]float64{"us": 1e-5, "us, no split, one deck": 5e-4} {
		g := ruleSets(t)[name]
		tables := tablesOf(name, g)
		b := g.bookOf(tables)
		best := map[string]games.Action{}
		for _, c := range g.analyse(tables).Strategy {
			best[fmt.Sprint(c.Hand, c.Dealer)] = c.Best
		}
		sum := 0.0
		for up, table := range tables {
			shoe, n := fullShoe(g.options.Decks)
			for first := range kinds {
				for second := first; second < kinds; second++ {
					at := table.nodes[table.nodes[0].next[first]].next[second]
					do := best[fmt.Sprint(handName(first, second), up+1)]
					if table.nodes[at].total >= 21 {
						continue
					}
					a := asked{do: do, node: at, hand: -1, kind: -1}
					if first == second {
						a.kind = first
					}
					of, is := b.cost(table, a, riding{both: do == games.Split, doubles: [2]bool{do == games.Double}})
					if !is || of < 0 {
						t.Fatalf("%d %d against %d: %s, %v %v", first+1, second+1, up+1, do, of, is)
					}
					sum += table.twoCards(first, second) * float64(shoe[up]) / float64(n) * of
				}
			}
		}
		t.Logf("%s: %.7f of the stake", name, sum)
		if sum > most || sum == 0 && g.options.Decks == 1 {
			t.Errorf("%s: the chart costs %.7f of the stake", name, sum)
		}
	}
}
