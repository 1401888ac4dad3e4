package hand

import (
	"slices"

	"sabot/games"
)

// A Pair is a card, a bet or a decision in two versions of a hand, by its number in each; -1 where that version has none.
type Pair struct{ Was, Is int }

// Number returns the number of a pair's card or decision, from 1: of one that was removed its old number.
func (p Pair) Number() int {
	if p.Is < 0 {
		return p.Was + 1
	}
	return p.Is + 1
}

// Compared are two versions of a hand set beside each other: what was added or removed stands alone, and moves nothing else.
type Compared struct {
	Was, Is                games.Round
	Cards, Bets, Decisions []Pair // in the order of Is; what was removed stands behind what it stood behind
	// WasOn and IsOn are the hands of split boxes on which the decisions were taken: 1 the right one, 2 the left, 0 of a box
	// that is not split.
	WasOn, IsOn []int
}

// Compare sets two versions of a hand beside each other, which was played by the rules of a game.
func Compare(g games.Game, was, is games.Round) Compared {
	c := Compared{Was: was, Is: is, WasOn: decidedOn(g, was), IsOn: decidedOn(g, is)}
	c.Cards = aligned(len(was.Laid), len(is.Laid), func(i, k int) int {
		return cardsApart(was.Laid[i], is.Laid[k])
	})
	c.Bets = alignedBy(was.Bets, is.Bets, games.Bet.Key, func(i, k int) int {
		return apart(was.Bets[i] != is.Bets[k], 1)
	})
	person := func(d games.Decision) games.Decision {
		if d.Do != games.Insure {
			d.Do = ""
		}
		return d
	}
	c.Decisions = alignedBy(was.Decisions, is.Decisions, person, func(i, k int) int {
		return apart(was.Decisions[i].Do != is.Decisions[k].Do, 3) + apart(otherHand(c.WasOn[i], c.IsOn[k]), 1)
	})
	return c
}

// gap is the distance that a line makes which only one of two versions has.
const gap = 3

func apart(are bool, by int) int {
	if are {
		return by
	}
	return 0
}

// cardsApart returns the distance of two cards: of another card it is that of one that was added or removed.
func cardsApart(x, y games.Laid) int {
	far := apart(x.At != y.At, 1) + apart(x.Burned != y.Burned, 1)
	switch {
	case x.Hidden != y.Hidden:
		return far + 2
	case x.Hidden || x.Card == y.Card:
		return far
	case x.Card.Rank() == y.Card.Rank():
		return far + 2
	}
	return far + gap
}

// aligned sets two lists beside each other so that they are the least apart.
func aligned(was, is int, apart func(i, k int) int) []Pair {
	least := make([][]int, was+1) // of what comes from there on
	for i := was; i >= 0; i-- {
		least[i] = make([]int, is+1)
		for k := is; k >= 0; k-- {
			switch {
			case i == was:
				least[i][k] = gap * (is - k)
			case k == is:
				least[i][k] = gap * (was - i)
			default:
				least[i][k] = min(apart(i, k)+least[i+1][k+1], gap+least[i+1][k], gap+least[i][k+1])
			}
		}
	}
	var pairs []Pair
	for i, k := 0, 0; i < was || k < is; {
		switch {
		case i < was && k < is && least[i][k] == apart(i, k)+least[i+1][k+1]:
			pairs = append(pairs, Pair{i, k})
			i, k = i+1, k+1
		case i < was && least[i][k] == gap+least[i+1][k]:
			pairs = append(pairs, Pair{i, -1})
			i++
		default:
			pairs = append(pairs, Pair{-1, k})
			k++
		}
	}
	return pairs
}

// alignedBy sets lists beside each other, those of one key by themselves.
func alignedBy[T any, K comparable](was, is []T, key func(T) K, apart func(i, k int) int) []Pair {
	numbers := func(list []T) (map[K][]int, []K) {
		of, keys := map[K][]int{}, []K(nil)
		for i, x := range list {
			if of[key(x)] == nil {
				keys = append(keys, key(x))
			}
			of[key(x)] = append(of[key(x)], i)
		}
		return of, keys
	}
	before, keys := numbers(was)
	after, more := numbers(is)
	beside := make([]int, len(is)) // of each that is the one that it was
	var gone []int
	for _, k := range append(keys, slices.DeleteFunc(more, func(k K) bool { return before[k] != nil })...) {
		for _, p := range aligned(len(before[k]), len(after[k]), func(i, n int) int { return apart(before[k][i], after[k][n]) }) {
			switch {
			case p.Is < 0:
				gone = append(gone, before[k][p.Was])
			case p.Was < 0:
				beside[after[k][p.Is]] = -1
			default:
				beside[after[k][p.Is]] = before[k][p.Was]
			}
		}
	}
	pairs := make([]Pair, 0, len(is)+len(gone))
	for n, w := range beside {
		pairs = append(pairs, Pair{w, n})
	}
	slices.Sort(gone)
	for _, w := range gone {
		at := 1 + slices.IndexFunc(pairs, func(p Pair) bool { return p.Was >= 0 && p.Was == w-1 })
		pairs = slices.Insert(pairs, at, Pair{w, -1})
	}
	return pairs
}

// decidedOn returns on which hand of a split box each decision was taken.
func decidedOn(g games.Game, r games.Round) []int {
	on := make([]int, len(r.Decisions))
	at := r
	for i, d := range r.Decisions {
		at.Decisions = r.Decisions[:i]
		if step, err := g.Next(at); err == nil && step.Kind == games.Ask && step.At.Box == d.Box {
			on[i] = step.Hand
		}
	}
	return on
}

// otherHand reports whether two hands of a split box are not the same; 0 is any.
func otherHand(was, is int) bool { return was != is && was > 0 && is > 0 }

// CardChanged reports whether a card of a pair is another one, or lies elsewhere.
func (c Compared) CardChanged(p Pair) bool {
	return p.Was < 0 || p.Is < 0 || cardsApart(c.Was.Laid[p.Was], c.Is.Laid[p.Is]) > 0
}

// BetChanged reports whether a bet of a pair is another one.
func (c Compared) BetChanged(p Pair) bool {
	return p.Was < 0 || p.Is < 0 || c.Was.Bets[p.Was] != c.Is.Bets[p.Is]
}

// DecisionChanged reports whether a decision of a pair is another one, or was taken on another hand.
func (c Compared) DecisionChanged(p Pair) bool {
	return p.Was < 0 || p.Is < 0 || c.Was.Decisions[p.Was] != c.Is.Decisions[p.Is] || otherHand(c.WasOn[p.Was], c.IsOn[p.Is])
}
