package pit

import (
	"sabot/games"
	"sabot/games/handfile"
)

// Export is a closed hand as a hand of the hand file.
func (h *Hand) Export(g games.Game) handfile.Hand {
	return handfile.Hand{Game: g, Round: h.Round}
}

// Settlement is what the record says the hand came to: the amounts are those of
// the recorded rows, not settled anew; hands and burned cards are those laid.
func (h *Hand) Settlement(g games.Game) games.Settlement {
	s := games.Settlement{Payments: make([]games.Payment, len(h.Round.Bets)), House: h.House}
	for _, d := range h.Round.Decisions {
		if d.Do == games.Insure {
			s.Payments = append(s.Payments, games.Payment{})
		}
	}
	for _, r := range h.Rows {
		if r.Bet < len(s.Payments) {
			s.Payments[r.Bet] = h.payment(r)
			s.Commission += r.Commission
		}
	}
	s.Hands = g.Hands(h.Round)
	s.Burned = h.burned()
	return s
}

// burned are the cards of the hand that play no part.
func (h *Hand) burned() []games.Card {
	var cards []games.Card
	for _, l := range h.Round.Laid {
		if l.Burned {
			cards = append(cards, l.Card)
		}
	}
	return cards
}
