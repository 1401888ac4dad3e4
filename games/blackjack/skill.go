package blackjack

import (
	"sync"

	"sabot/games"
)

// book is the analysis, to be asked what a decision is worth. Every hand is judged by its own
// cards and the dealer's: what lies at other seats is not held against anybody, and on average
// changes nothing.
type book struct {
	g      *Game
	mu     sync.Mutex // tables remember what they were asked
	tables *[kinds]*table
	splits [kinds][kinds]float64 // worth of both hands of a split pair, by the dealer's card and its kind
	lones  [kinds][kinds]float64 // and of one of them, never doubled
}

// Book returns the analysis' play.
func (g *Game) Book() games.Book { return g.bookOf(g.tables()) }

func (g *Game) bookOf(tables *[kinds]*table) *book {
	b := &book{g: g, tables: tables}
	if g.maxSplits == 0 {
		return b
	}
	for up, t := range b.tables {
		for kind := range kinds {
			pair := t.nodes[t.nodes[0].next[kind]].next[kind]
			if t.possible(&t.nodes[pair].has) {
				b.splits[up][kind] = t.splitValue(kind)
				b.lones[up][kind] = t.loneValue(kind)
			}
		}
	}
	return b
}

// Method implements games.Book.
func (b *book) Method() string {
	how := "by the cards of the hand itself and the dealer's card, from a full shoe"
	if b.g.original() && b.g.maxSplits > 0 {
		how += "; of split hands under enhc original nearly"
	}
	return how
}

// loneTable returns the analysis of one hand of a split pair on which alone something rides: of a dealer's blackjack it bears the
// whole stake.
func (t *table) loneTable(kind int) *table {
	one := t.splitTable(kind)
	if one.w.single == 1 {
		return one
	}
	if t.lone[kind] == nil {
		lone := *one
		lone.w = t.w
		lone.forget()
		if !t.g.oneCard(kind) {
			lone.solve()
		}
		t.lone[kind] = &lone
	}
	return t.lone[kind]
}

// loneValue returns the value of one hand of a split pair that is not doubled.
func (t *table) loneValue(kind int) float64 {
	lone := t.loneTable(kind)
	h := &t.nodes[t.nodes[0].next[kind]]
	sum := 0.0
	for k := range kinds {
		p := lone.chance(&h.has, h.cards, k)
		switch at := h.next[k]; {
		case p <= 0:
		case t.g.oneCard(kind):
			sum += p * lone.hold(at, false)
		default:
			sum += p * lone.play[at]
		}
	}
	return sum
}
