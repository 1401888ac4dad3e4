package blackjack

import "sabot/games"

// value returns the points of a card: tens and faces ten, the ace eleven.
func value(c games.Card) int {
	if c.Rank() == games.Ace {
		return 11
	}
	return min(int(c.Rank()), 10)
}

// Points returns the total of a hand, an ace as 11 where that does not pass 21, and whether an ace counts so (a soft hand).
func Points(cards []games.Card) (total int, soft bool) {
	aces := 0
	for _, c := range cards {
		if c.Rank() == games.Ace {
			aces++
		}
		total += value(c)
	}
	for total > 21 && aces > 0 {
		total -= 10
		aces--
	}
	return total, aces > 0
}

// isBlackjack: an ace and a card of value ten as the first two cards (source 003).
func isBlackjack(cards []games.Card) bool {
	return len(cards) == 2 && value(cards[0])+value(cards[1]) == 21
}

// isTen reports whether a card counts ten.
func isTen(c games.Card) bool { return value(c) == 10 }

func isAce(c games.Card) bool { return c.Rank() == games.Ace }

// isRed reports whether a card's suit is red.
func isRed(c games.Card) bool { return c.Suit() == games.Hearts || c.Suit() == games.Diamonds }

// pair returns what two cards pay as a pair: perfect, coloured or mixed (source 003); false where they are none.
func pair(a, b games.Card) (games.Odds, bool) {
	switch {
	case a.Rank() != b.Rank():
		return games.Odds{}, false
	case a == b:
		return twentyFive, true
	case isRed(a) == isRed(b):
		return twelveTo1, true
	}
	return sixTo1, true
}

// Pays implements games.Payer: the higher odds first, a blackjack behind other wins.
func (g *Game) Pays(spot string) []games.Odds {
	switch spot {
	case Main:
		return []games.Odds{evenMoney, g.rules.blackjack}
	case PlayerPair, DealerPair:
		return []games.Odds{twentyFive, twelveTo1, sixTo1}
	case TwentyOne3:
		return g.twentyOne3[:]
	case Insurance:
		return []games.Odds{twoTo1}
	}
	return nil // a bet behind wins what its hand does
}

// The combinations of 21+3, in the order of the hand file.
const (
	suitedTrips = iota
	straightFlush
	threeOfAKind
	straight
	flush
)

// three returns which combination of 21+3 three cards are (source 003); false for none.
func three(a, b, c games.Card) (int, bool) {
	suited := a.Suit() == b.Suit() && b.Suit() == c.Suit()
	trips := a.Rank() == b.Rank() && b.Rank() == c.Rank()
	run := isRun(int(a.Rank()), int(b.Rank()), int(c.Rank()))
	switch {
	case suited && trips:
		return suitedTrips, true
	case suited && run:
		return straightFlush, true
	case trips:
		return threeOfAKind, true
	case run:
		return straight, true
	case suited:
		return flush, true
	}
	return 0, false
}

// isRun: three ranks in sequence, the ace high or low, not around the corner.
func isRun(a, b, c int) bool {
	low, high := min(a, b, c), max(a, b, c)
	middle := a + b + c - low - high
	return middle == low+1 && high == middle+1 || low == 1 && middle == 12 && high == 13
}
