package pit

import (
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// unseen stands for a card that was drawn ahead and that nobody has read.
const unseen games.Card = 0

// CarryUnseen carries a card over to the next hand that was drawn ahead and lies face
// down: it is read when it lies open there. Refusals: TableClosed, BetsAreOpen, NoCardDue
// where none may go over.
func (t Deal) CarryUnseen() ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	if !t.MayCarry() {
		return nil, house.Refuse(house.NoCardDue)
	}
	return []record.Fact{record.CardCarried{Card: record.FaceDownName}}, nil
}

// MayCarry says whether a card that is not needed may go over to the next hand: after the last
// hand of a shoe none begins with its cards.
func (t Deal) MayCarry() bool {
	return !t.Last() && t.Next().Kind == games.Finished && len(t.Carried) < games.Spare(t.at.Game, t.Round)
}

// Last says whether the cards are shuffled after the hand.
func (h *Hand) Last() bool { return h.CutCard || h.Shuffle }

// ReadsAhead says whether the card that is due was drawn ahead and lies face down: it is
// turned, and no other leaves the shoe.
func (t Deal) ReadsAhead() bool {
	h := t.Hand
	if t.at.Game == nil || !h.BetsClosed || t.Next().Kind != games.Deal {
		return false
	}
	n := h.laid()
	if h.faceDown() != nil {
		return false // all cards lie face down alike
	}
	return n < len(h.Ready) && h.Ready[n] == unseen
}

// DrawnAhead is how many cards lie ready that were drawn ahead and belong to no place yet.
func (t table) DrawnAhead() int {
	h := t.Hand
	n := len(h.Carried)
	if !h.BetsClosed {
		return n + len(h.Ready)
	}
	return n + h.unread() - h.lyingFaceDown()
}

// laid is how many cards of the hand lie and play a part.
func (h *Hand) laid() int {
	n := len(h.Open)
	for _, l := range h.Round.Laid {
		if !l.Burned {
			n++
		}
	}
	return n
}

// layReady lays the cards that were drawn ahead and are known at the places that they
// open, as far as one that nobody has read; where cards are revealed, all that are known.
func (t Deal) layReady(after *Hand) ([]record.Fact, error) {
	var facts []record.Fact
	revealed := after.faceDown() != nil
	places := after.Round
	places.Laid = nil
	for _, l := range after.Round.Laid { // where a card goes does not depend on those before it
		places.Laid = append(places.Laid, games.Laid{At: l.At, Burned: l.Burned, Hidden: true})
	}
	for i, card := range after.Ready {
		if !revealed && i < after.laid() {
			continue
		}
		if card == unseen && !revealed {
			break
		}
		step, err := t.at.Game.Next(places)
		if err != nil {
			return nil, err
		}
		places = places.WithCard(games.Laid{At: step.At, Hidden: true})
		if card != unseen {
			laid := record.CardLaid{Card: record.NameOf(card), At: record.PlaceOf(step.At)}
			after.lay(laid)
			facts = append(facts, laid)
		}
	}
	return facts, nil
}

// byItself says whether the nth card of the hand, from 0, came without a key: it was drawn
// ahead and known.
func (h *Hand) byItself(n int) bool {
	if len(games.Opening(h.Game, h.Round, h.reveal)) > 0 {
		known := 0
		for _, card := range h.Ready {
			if card != unseen {
				known++
			}
		}
		return n < known
	}
	return n < len(h.Ready) && h.Ready[n] != unseen
}
