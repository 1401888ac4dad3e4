package pay

import (
	"sabot/games"
)

// Gone returns how much of each bet, by its number, has left the felt: what was collected, paid
// or handed back by acts that are done, and what had been before the hand was put right.
func (s *Sheet) Gone() map[int]games.Amount {
	m := s.maker()
	gone, done := m.gone, s.doneOf(m.acts)
	for i, a := range m.acts {
		if a.Again || i < done && a.Do != Leave {
			gone[a.Bet] += a.Lay
		}
	}
	for bet, b := range s.Round.Bets { // what is not settled anew yet
		key := b.Key()
		switch before := m.paid[key]; {
		case before < 0:
			gone[bet] -= before
		case before > 0:
			gone[bet] += b.Amount
		}
		gone[bet] += m.back[key]
	}
	return gone
}

// OnHand is the name of a hand of a split box that a bet, by its number, rides on.
type OnHand struct{ Bet, Hand int }

// GoneByHand returns how much has left the felt of what rode on each hand of a split box, by acts of that hand.
func (s *Sheet) GoneByHand() map[OnHand]games.Amount {
	gone := map[OnHand]games.Amount{}
	acts := s.Acts()
	done := s.doneOf(acts)
	for i, a := range acts {
		if a.Hand > 0 && (a.Again || i < done && a.Do != Leave) {
			gone[OnHand{a.Bet, a.Hand}] += a.Lay
		}
	}
	return gone
}
