package blackjack

import (
	"slices"

	"sabot/games"
)

// SpotOdds returns the exact returns of the side bets and, by its own method, that of the main bet under the best play. A bet
// behind that follows has the main bet's.
func (g *Game) SpotOdds() []games.SpotOdds {
	return append([]games.SpotOdds{g.Analyse().Main}, g.SideOdds()...)
}

// SideOdds returns the exact returns of the side bets.
func (g *Game) SideOdds() []games.SpotOdds {
	pairs, three := g.pairTally(), g.threeTally()
	return []games.SpotOdds{pairs.Odds(PlayerPair), pairs.Odds(DealerPair), three.Odds(TwentyOne3)}
}

// Ways counts the side bets, and of the bet of a seat and of those behind it the blackjacks that are
// paid: no decision comes before one. Every other win is 1:1 and is left out.
func (g *Game) Ways() []games.Way {
	pairs, three := g.pairTally(), g.threeTally()
	ways := slices.Concat(pairs.Ways(PlayerPair), pairs.Ways(DealerPair), three.Ways(TwentyOne3))
	for _, spot := range []string{Main, Behind} {
		ways = append(ways, games.Way{Spot: spot, Odds: g.blackjack, Share: g.paidBlackjacks()})
	}
	return ways
}

// Paid rounds the winnings.
func (g *Game) Paid(_ string, stake games.Amount, odds games.Odds) games.Amount {
	return g.options.Rounding.Winnings(stake, odds)
}

// paidBlackjacks returns how often a seat has a blackjack and the dealer has none.
func (g *Game) paidBlackjacks() float64 {
	aces, tens, all := float64(4*g.options.Decks), float64(16*g.options.Decks), float64(52*g.options.Decks)
	seat := 2 * aces / all * tens / (all - 1)
	dealer := 2 * (aces - 1) / (all - 2) * (tens - 1) / (all - 3)
	return seat * (1 - dealer)
}

// deck returns one deck, a card of each kind.
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

// pairTally counts every two cards.
func (g *Game) pairTally() games.Tally {
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
	return t
}

// threeTally counts every two cards of a seat with the dealer's first.
func (g *Game) threeTally() games.Tally {
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
	return t
}
