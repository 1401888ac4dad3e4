package threecard

import (
	"slices"

	"sabot/games"
)

// A rank is the value of a hand: its kind, from high card up, then its cards.
type rank [4]int

// The kinds of hand.
const (
	high = iota
	pair
	flush
	straight
	three
	straightFlush
)

var words = []string{"high", "pair", "flush", "straight", "three", "straight_flush"}

// rankOf returns the rank of three cards.
func rankOf(cards []games.Card) rank {
	v := make([]int, 0, each)
	suited := true
	for _, c := range cards {
		n := int(c.Rank())
		if c.Rank() == games.Ace {
			n = int(games.King) + 1
		}
		v = append(v, n)
		suited = suited && c.Suit() == cards[0].Suit()
	}
	slices.SortFunc(v, func(a, b int) int { return b - a })
	runs := v[0] == v[1]+1 && v[1] == v[2]+1
	if v[0] == int(games.King)+1 && v[1] == 3 && v[2] == 2 { // the lowest straight
		v, runs = []int{3, 2, 1}, true
	}
	kind := high
	switch {
	case runs && suited:
		kind = straightFlush
	case v[0] == v[2]:
		kind = three
	case runs:
		kind = straight
	case suited:
		kind = flush
	case v[0] == v[1]:
		kind = pair
	case v[1] == v[2]:
		kind, v = pair, []int{v[1], v[2], v[0]}
	}
	return rank{kind, v[0], v[1], v[2]}
}

// table returns the odds of a hand by a table from the straight flush down; false below it.
func table(odds []games.Odds, kind int) (games.Odds, bool) {
	if at := straightFlush - kind; at < len(odds) {
		return odds[at], true
	}
	return games.Odds{}, false
}
