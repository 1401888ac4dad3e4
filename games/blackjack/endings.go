package blackjack

import "slices"

// endings is the set of all ways in which the dealer's hand can end that begins with a card, and how likely each is without
// certain cards. Those depend on what is out of the shoe and not on whose hand it lies in. So all hands of a player are asked of
// the same ones.
type endings struct {
	shoe  counts // without the dealer's first card
	n     int
	steps []step
	known map[counts]dealt
}

// A step is one more kind of card in a tree of the dealer's further cards: so many of a kind, which are the depth-th kind of
// theirs. A branch lies behind its stem.
type step struct {
	depth, kind, n int8
	cards          int8    // how many there are with those before
	ends           int8    // what the hand is that ends here: its total, bust or natural
	orders         float64 // in how many orders its cards can come; 0 where none ends here
}

// What a dealer's hand ends with beside a total.
const (
	bust    = 22
	natural = 23
)

// A dealt is the chance of each end of the dealer's hand.
type dealt [natural + 1]float64

// mostDrawn is a number of cards that is larger than the dealer can draw.
const mostDrawn = 22

// endings returns the ends of the dealer's hands that begin with a card.
func (g *Game) endings(up int) *endings {
	type end struct {
		orders float64
		total  int
	}
	found := map[counts]end{}
	var walk func(has counts, hard, n int, aces bool)
	walk = func(has counts, hard, n int, aces bool) {
		if n > 0 {
			if total, soft := best(hard, aces); !g.draws(total, soft) {
				e := found[has]
				e.orders, e.total = e.orders+1, min(total, bust)
				if n == 1 && total == 21 {
					e.total = natural
				}
				found[has] = e
				return
			}
		}
		for k := range kinds {
			more := has
			more[k]++
			walk(more, hard+k+1, n+1, aces || k == ace)
		}
	}
	walk(counts{}, up+1, 0, up == ace)
	e := &endings{known: map[counts]dealt{}}
	e.shoe, e.n = fullShoe(g.options.Decks)
	e.shoe[up]--
	e.n--
	// Those that begin alike lie together, as in a dictionary.
	var hands [][]step
	for has, end := range found {
		var hand []step
		cards := int8(0)
		for k, n := range has {
			if n > 0 {
				cards += int8(n)
				hand = append(hand, step{depth: int8(len(hand) + 1), kind: int8(k), n: int8(n), cards: cards})
			}
		}
		hand[len(hand)-1].ends, hand[len(hand)-1].orders = int8(end.total), end.orders
		hands = append(hands, hand)
	}
	same := func(a, b step) bool { return a.kind == b.kind && a.n == b.n }
	slices.SortFunc(hands, func(a, b []step) int {
		return slices.CompareFunc(a, b, func(a, b step) int { return 100*int(a.kind-b.kind) + int(a.n-b.n) })
	})
	var before []step
	for _, hand := range hands {
		shared := 0
		for shared < min(len(before), len(hand)) && same(before[shared], hand[shared]) {
			shared++
		}
		e.steps = append(e.steps, hand[shared:]...)
		before = hand
	}
	return e
}

// without returns the chance of each end of the dealer's hand, with so many cards out of the shoe beside his first.
func (e *endings) without(out counts, cards int) dealt {
	d, known := e.known[out]
	if known {
		return d
	}
	var falling [kinds][mostDrawn]float64 // 1, left, left*(left-1), ... by kind
	for k := range kinds {
		left, product := float64(e.shoe[k]-out[k]), 1.0
		for i := range mostDrawn {
			falling[k][i] = product
			product *= max(left, 0)
			left--
		}
	}
	var per [mostDrawn]float64 // 1 / (n * (n-1) * ...)
	left := float64(e.n - cards)
	per[0] = 1
	for i := 1; i < mostDrawn; i++ {
		per[i] = per[i-1] / left
		left--
	}
	var stem [kinds + 1]float64
	stem[0] = 1
	for i := range e.steps {
		s := &e.steps[i]
		p := stem[s.depth-1] * falling[s.kind][s.n]
		stem[s.depth] = p
		if s.orders > 0 {
			d[s.ends] += p * s.orders * per[s.cards]
		}
	}
	e.known[out] = d
	return d
}
