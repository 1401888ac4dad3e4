package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// readSuit folds the suit of a card that lay already.
func (h *Hand) readSuit(f record.SuitRead) {
	card := f.Card.Card()
	if f.N < 0 || f.N >= len(h.Round.Laid) {
		return
	}
	h.Round.Laid = slices.Clone(h.Round.Laid)
	h.shoe.Return(h.Round.Laid[f.N].Card)
	h.shoe.Leave(card)
	h.Round.Laid[f.N].Card = card
}

func (h *Hand) lay(f record.CardLaid) {
	card := f.Card.Card()
	h.shoe.Leave(card)
	laid := games.Laid{Card: card, At: f.At.Place(), Burned: f.Burned}
	h.CardsShown = true
	places := h.faceDown()
	if len(places) == 0 || f.Burned {
		if h.Round.Laid == nil {
			h.Round.Laid = make([]games.Laid, 0, usualCards)
		}
		h.Round.Laid = append(h.Round.Laid, laid)
		return
	}
	if second := slices.Index(h.seconds, laid.At); second >= 0 { // this one left the shoe before the one that is known
		at := slices.IndexFunc(h.Open, func(l games.Laid) bool { return l.At == laid.At })
		h.Open = slices.Insert(slices.Clone(h.Open), at, laid)
		h.seconds = slices.Delete(slices.Clone(h.seconds), second, second+1)
	} else {
		h.Open = append(h.Open, laid)
	}
	if len(h.Open) < len(places) {
		return
	}
	if round, err := games.Arrange(h.game, h.Round, h.Open); err == nil {
		h.Round, h.Open, h.seconds = round, nil, nil
	}
}

// faceDown are the places of the initial deal in the order in which their cards
// are laid open, while they are; none where cards are dealt face up.
func (h *Hand) faceDown() []games.Place {
	if h.game == nil || !h.BetsClosed || slices.ContainsFunc(h.Round.Laid, func(l games.Laid) bool { return !l.Burned }) {
		return nil
	}
	return games.Opening(h.game, h.Round, h.reveal)
}

// covered are those of faceDown whose card is not laid open yet.
func (h *Hand) covered() []games.Place {
	places := slices.Clone(h.faceDown())
	for _, l := range h.Open {
		if i := slices.Index(places, l.At); i >= 0 {
			places = slices.Delete(places, i, i+1)
		}
	}
	return places
}

// Hands are the hands of cards as they are known: boxes ascending, then the bank.
func (h *Hand) Hands() []games.Hand {
	if h.game == nil {
		return nil
	}
	if len(h.Open) == 0 {
		return h.game.Hands(h.Round)
	}
	var boxes, house []games.Hand
	for _, l := range h.Open {
		list := &boxes
		if l.At.Box == 0 {
			list = &house
		}
		i := slices.IndexFunc(*list, func(hand games.Hand) bool { return hand.At == l.At })
		if i < 0 {
			i = len(*list)
			*list = append(*list, games.Hand{At: l.At})
		}
		hand := &(*list)[i]
		hand.Cards = append(hand.Cards, l.Card)
		hand.Total = h.game.(games.FaceDown).Points(hand.Cards)
	}
	return append(boxes, house...)
}
