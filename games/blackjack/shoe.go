package blackjack

import "sabot/games"

// The analysis and the simulation know a card by what it counts: 0 is the ace, 1 to
// 8 are two to nine, 9 is everything that counts ten.
const (
	ace   = 0
	ten   = 9
	kinds = 10
)

// kindOf returns the kind of a card.
func kindOf(c games.Card) int { return min(int(c.Rank()), 10) - 1 }

// counts is the number of cards of each kind.
type counts [kinds]int16

func fullShoe(decks int) (c counts, n int) {
	for k := range c {
		c[k] = int16(4 * decks)
	}
	c[ten] *= 4
	return c, 52 * decks
}

// hardTotal returns the sum of the cards, every ace as one.
func (c *counts) hardTotal() int {
	sum := 0
	for k, n := range c {
		sum += (k + 1) * int(n)
	}
	return sum
}

// best returns the total of a hand whose aces count one in hard: an ace as eleven where that does not pass 21.
func best(hard int, hasAce bool) (total int, soft bool) {
	if hasAce && hard+10 <= 21 {
		return hard + 10, true
	}
	return hard, false
}

// draws: whether the dealer takes a card on a hand.
func (g *Game) draws(total int, soft bool) bool {
	return total < 17 || total == 17 && soft && g.hitsSoft17
}
