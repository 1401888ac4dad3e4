package pit

import (
	"sabot/games"
	"sabot/games/handfile"
)

// GameOr returns the game with the rules under which the hand was played: the table's may be
// others by now. It returns now, the table's game, for a hand that is not a table's.
func (h *Hand) GameOr(now games.Game) games.Game {
	if h.Game != nil {
		return h.Game
	}
	return now
}

// Export is a closed hand as a hand of the hand file.
func (h *Hand) Export(g games.Game) handfile.Hand {
	g = h.GameOr(g)
	round, unseen := games.Canonical(g, h.Round)
	return handfile.Hand{Game: g, Round: round, Unseen: unseen}
}

// Settlement is what the record says the hand came to: the amounts are those of
// the recorded rows, not settled anew; hands and burned cards are those laid.
func (h *Hand) Settlement(g games.Game) games.Settlement {
	g = h.GameOr(g)
	s := games.Settlement{Payments: make([]games.Payment, len(h.Round.Bets)+len(games.Raised(g, h.Round))), House: h.House}
	for _, r := range h.Rows {
		if r.Bet < len(s.Payments) {
			s.Payments[r.Bet] = h.Payment(r)
			s.Commission += r.Commission
		}
	}
	round, _ := games.Canonical(g, h.Round)
	s.Hands = g.Hands(round)
	s.Burned = burned(round.Laid)
	return s
}

// burned are the cards that play no part.
func burned(laid []games.Laid) []games.Card {
	var cards []games.Card
	for _, l := range laid {
		if l.Burned {
			cards = append(cards, l.Card)
		}
	}
	return cards
}
