package blackjack

import (
	"sync"

	"sabot/games"
)

// The analysis of the main bet, one seat in play, from a full shoe, under the play
// that is best for the cards of the hand itself and the dealer's card.
//
// A hand is a multiset of cards, and without replacement the chance of drawing cards
// does not depend on their order. So there are some 3,000 hands up to 21, and for
// each of the dealer's cards some hundred to two thousand ways in which his hand can
// end, each with the number of orders in which it can. The value of standing is a
// sum over those; of hitting, a sum over the next card; all are exact.
//
// A split is two hands that are alike before a card is drawn: whatever cards the one
// gets are as likely for the other, and their results add up. So a split is worth
// twice one of its hands, exactly, for a player who plays each by its own cards.
// Under "enhc original" what a dealer's blackjack takes depends on both hands; there
// they are taken as independent, which is the one approximation.

// node is a player's hand: how many of each kind, and where each further card leads.
type node struct {
	has   counts
	cards int
	total int
	soft  bool
	next  [kinds]int32 // the node with that card more; 0 where it is bust
}

// nodes returns all hands up to 21, every hand before those that a card makes of it. The first is the empty hand.
func nodes() []node {
	list := []node{{}}
	index := map[counts]int32{{}: 0}
	for i := 0; i < len(list); i++ {
		for k := range kinds {
			has := list[i].has
			has[k]++
			if has.hardTotal() > 21 {
				continue
			}
			at, known := index[has]
			if !known {
				at = int32(len(list))
				index[has] = at
				total, soft := best(has.hardTotal(), has[ace] > 0)
				list = append(list, node{has: has, cards: list[i].cards + 1, total: total, soft: soft})
			}
			list[i].next[k] = at
		}
	}
	return list
}

// A table is the analysis against one card of the dealer.
type table struct {
	g       *Game
	nodes   []node
	endings *endings
	up      int
	shoe    counts // without the dealer's card, and that of the other hand of a split
	n       int
	from    counts // what every hand has: a card, of a split one
	w       wagering
	peek    int // the kind that would make a blackjack which the dealer has looked for; -1 if none

	stand []float64 // value of standing, by node, per unit of the stake; a blackjack counts as its loss of one
	natur []float64 // how likely the dealer has blackjack, by node
	play  []float64 // value of the best of hit and stand
	known []bool    // of stand and natur

	apart [kinds]*table // of one hand of a split pair, by its kind, once it was asked for
	lone  [kinds]*table // the same where nothing rides on the other one
}

// tables returns the analysis against every card of the dealer. None of them needs another, so all cores work at them; the splits
// are found here too, since whoever asks later asks alone.
func (g *Game) tables() *[kinds]*table {
	list := nodes()
	var all [kinds]*table
	var found sync.WaitGroup
	for up := range kinds {
		found.Go(func() {
			t := g.newTable(list, up)
			t.solve()
			for kind := range kinds {
				if g.maxSplits > 0 {
					t.splitTable(kind)
				}
			}
			all[up] = t
		})
	}
	found.Wait()
	return &all
}

func (g *Game) newTable(list []node, up int) *table {
	t := &table{g: g, nodes: list, up: up, endings: g.endings(up), peek: -1, w: g.takes()}
	t.shoe, t.n = t.endings.shoe, t.endings.n
	if g.american() {
		switch up {
		case ace:
			t.peek = ten
		case ten:
			t.peek = ace
		}
	}
	t.forget()
	return t
}

// forget makes room for what is found out of every node.
func (t *table) forget() {
	n := len(t.nodes)
	t.stand, t.natur, t.play, t.known = make([]float64, n), make([]float64, n), make([]float64, n), make([]bool, n)
}

// chance returns how likely the next card is of a kind, for a player who holds a hand; the dealer who has looked holds no card
// that makes a blackjack.
func (t *table) chance(has *counts, cards, kind int) float64 {
	left, all := float64(t.shoe[kind]-has[kind]), float64(t.n-cards)
	if t.peek < 0 {
		return left / all
	}
	makes := float64(t.shoe[t.peek] - has[t.peek])
	if kind == t.peek {
		return left / (all - 1)
	}
	return left * (all - makes - 1) / ((all - makes) * (all - 1))
}

// possible reports whether there can be such a hand: it has what every hand has, and the shoe holds its cards.
func (t *table) possible(has *counts) bool {
	for k, n := range has {
		if n < t.from[k] || n > t.shoe[k] {
			return false
		}
	}
	return true
}

// standing returns the value of standing on a node, and how likely the dealer has blackjack.
func (t *table) standing(at int32) (value, naturals float64) {
	if t.known[at] {
		return t.stand[at], t.natur[at]
	}
	h := &t.nodes[at]
	out := h.has
	for k := range out {
		out[k] += t.endings.shoe[k] - t.shoe[k]
	}
	d := t.endings.without(out, h.cards+t.endings.n-t.n)
	if t.peek >= 0 {
		d[natural] = 0
	}
	var all, win float64
	for total, p := range d {
		switch {
		case total == natural:
			naturals, win = p, win-p
		case total == bust || total < h.total:
			win += p
		case total > h.total:
			win -= p
		}
		all += p
	}
	value, naturals = win/all, naturals/all
	t.stand[at], t.natur[at], t.known[at] = value, naturals, true
	return value, naturals
}

// A wagering is what a dealer's blackjack costs a stake that is not bust, per unit of the first stake; the analysis of a split
// hand takes half of one.
type wagering struct {
	double float64 // loss of a doubled stake
	single float64 // loss of a single one
}

// takes returns what a dealer's blackjack takes of a hand that is not split.
func (g *Game) takes() wagering {
	if g.american() || g.enhc == TakesAll {
		return wagering{2, 1}
	}
	return wagering{1, 1}
}

// hold returns the value of standing with a stake.
func (t *table) hold(at int32, doubled bool) float64 {
	value, naturals := t.standing(at)
	if doubled {
		return 2*(value+naturals) - t.w.double*naturals
	}
	return value + naturals - t.w.single*naturals
}

// double returns the value of one card for twice the stake.
func (t *table) double(at int32) float64 { return t.last(at, true) }

// last returns the value of one card, the last one. Not doubled it is what is left to a bet behind whose main player doubles
// without it.
func (t *table) last(at int32, doubled bool) float64 {
	h := &t.nodes[at]
	sum, stakes := 0.0, 1.0
	if doubled {
		stakes = 2
	}
	for k := range kinds {
		p := t.chance(&h.has, h.cards, k)
		switch {
		case p <= 0:
		case h.next[k] == 0:
			sum -= stakes * p
		default:
			sum += p * t.hold(h.next[k], doubled)
		}
	}
	return sum
}

// solve finds the value of hitting and standing at best for every hand that there can
// be: a node comes after those that lead to it, so the last comes first.
func (t *table) solve() {
	for at := len(t.nodes) - 1; at > 0; at-- {
		h := &t.nodes[at]
		if !t.possible(&h.has) {
			continue
		}
		t.play[at] = t.hold(int32(at), false)
		if h.total < 21 {
			t.play[at] = max(t.play[at], t.hit(int32(at)))
		}
	}
}

// hit returns the value of one more card, then the best.
func (t *table) hit(at int32) float64 {
	h := &t.nodes[at]
	sum := 0.0
	for k := range kinds {
		p := t.chance(&h.has, h.cards, k)
		switch {
		case p <= 0:
		case h.next[k] == 0:
			sum -= p
		default:
			sum += p * t.play[h.next[k]]
		}
	}
	return sum
}

// Choice is the best decision on a hand against a card of the dealer, and what each
// decision is worth per unit of the stake; a decision that is not allowed is absent.
type Choice struct {
	Hand   string // "hard 16", "soft 18", "pair 8"
	Dealer int    // 1 is the ace, 10 any ten
	Values map[games.Action]float64
	Best   games.Action
}

// Analysis is the main bet's return and the play that brings it.
type Analysis struct {
	Main     games.SpotOdds
	Method   string
	Exact    bool // false where Method names an approximation
	Strategy []Choice
}

// Method says how the main bet's return was found.
const (
	exactly   = "exact for one seat that plays every hand by its own cards"
	nearly    = "exact but for splits under enhc original, whose two hands are taken as independent"
	fullStart = ", from a full shoe"
)

// Analyse finds the return of the main bet under the best play.
func (g *Game) Analyse() Analysis { return g.analyse(g.tables()) }

func (g *Game) analyse(tables *[kinds]*table) Analysis {
	var sum, weight float64
	collect := newCollector()
	for up, t := range tables {
		shoe, n := fullShoe(g.options.Decks)
		pUp := float64(shoe[up]) / float64(n)
		for a := range kinds {
			for b := a; b < kinds; b++ {
				p := t.twoCards(a, b)
				if p <= 0 {
					continue
				}
				value, values := t.opening(a, b)
				sum += pUp * p * value
				weight += pUp * p
				collect.add(a, b, up, pUp*p, values)
			}
		}
	}
	a := Analysis{Main: games.SpotOdds{Spot: Main, Return: 1 + sum/weight}, Method: exactly + fullStart, Exact: true, Strategy: collect.choices()}
	if g.original() && g.maxSplits > 0 {
		a.Method, a.Exact = nearly+fullStart, false
	}
	return a
}

// twoCards returns how likely the player's first two cards are of those kinds, whatever the dealer's second may be.
func (t *table) twoCards(a, b int) float64 {
	n := float64(t.n)
	if a == b {
		return float64(t.shoe[a]) * float64(t.shoe[a]-1) / (n * (n - 1))
	}
	return 2 * float64(t.shoe[a]) * float64(t.shoe[b]) / (n * (n - 1))
}

// opening returns the value of a two-card hand at best, a dealer's blackjack that he has looked for included, and what each
// decision is worth while he has none.
func (t *table) opening(a, b int) (float64, map[games.Action]float64) {
	at := t.nodes[t.nodes[0].next[a]].next[b]
	naturals := 0.0 // that he has looked for
	if t.peek >= 0 {
		h := &t.nodes[at]
		naturals = float64(t.shoe[t.peek]-h.has[t.peek]) / float64(t.n-h.cards)
	}
	if a == ace && b == ten {
		pays := t.g.rules.blackjack.PerUnit()
		if t.peek < 0 && (t.up == ace || t.up == ten) { // no hole card: it may still come
			_, naturals = t.standing(at)
		}
		return (1 - naturals) * pays, nil
	}
	values := map[games.Action]float64{games.Stand: t.hold(at, false), games.Hit: t.hit(at), games.Double: t.double(at)}
	if a == b && t.g.maxSplits > 0 {
		values[games.Split] = t.splitValue(a)
	}
	best := values[games.Stand]
	for _, v := range values {
		best = max(best, v)
	}
	return (1-naturals)*best - naturals, values
}
