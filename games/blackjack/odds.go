package blackjack

import (
	"slices"

	"sabot/games"
)

// SpotOdds are the exact returns of the side bets and, by its own method, of the main
// bet under the best play. A bet behind that follows has the main bet's.
func (g *Game) SpotOdds() []games.SpotOdds {
	return append([]games.SpotOdds{g.Analyse().Main}, g.SideOdds()...)
}

// SideOdds are the exact returns of the side bets.
func (g *Game) SideOdds() []games.SpotOdds {
	pairs := g.pairOdds()
	dealer := pairs
	pairs.Spot, dealer.Spot = PlayerPair, DealerPair
	return []games.SpotOdds{pairs, dealer, g.threeOdds()}
}

// deck is one deck, a card of each kind.
func deck() []games.Card {
	var cards []games.Card
	for r := games.Ace; r <= games.King; r++ {
		for s := games.Spades; s <= games.Diamonds; s++ {
			cards = append(cards, games.NewCard(r, s))
		}
	}
	return cards
}

// count adds deals that win those odds, or lose.
func count(t *games.Tally, odds games.Odds, won bool, a, b int64) {
	var n games.Deals
	n.Add(a, b)
	outcome := games.Win
	if !won {
		outcome = games.Lose
	}
	t.Count(n, outcome, odds)
}

// pairOdds counts every two cards.
func (g *Game) pairOdds() games.SpotOdds {
	var t games.Tally
	cards, copies := deck(), int64(g.options.Decks)
	for _, a := range cards {
		for _, b := range cards {
			ways := copies
			if a == b {
				ways--
			}
			odds, won := pair(a, b)
			count(&t, odds, won, copies, ways)
		}
	}
	return t.Odds(PlayerPair)
}

// threeOdds counts every two cards of a seat with the dealer's first.
func (g *Game) threeOdds() games.SpotOdds {
	var t games.Tally
	cards, copies := deck(), int64(g.options.Decks)
	left := slices.Repeat([]int64{copies}, len(cards))
	take := func(i int) int64 { left[i]--; return left[i] + 1 }
	for i, a := range cards {
		first := take(i)
		for j, b := range cards {
			second := first * take(j)
			for k, c := range cards {
				if left[k] > 0 && second > 0 {
					combination, won := three(a, b, c)
					count(&t, g.twentyOne3[combination], won, second, left[k])
				}
			}
			left[j]++
		}
		left[i]++
	}
	return t.Odds(TwentyOne3)
}
