package hand

import (
	"slices"

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
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	if !t.MayCarry() {
		return nil, house.Refuse(house.NoCardDue)
	}
	return []record.Fact{record.CardCarried{Card: record.FaceDownName}}, nil
}

// MayCarry reports whether a card that is not needed may go over to the next hand: after the last
// hand of a shoe none begins with its cards.
func (t Deal) MayCarry() bool {
	return !t.Last() && t.Next().Kind == games.Finished && len(t.Carried) < games.Spare(t.at.Game, t.Round)
}

// Last reports whether the cards are shuffled after the hand.
func (h *Hand) Last() bool { return h.CutCard || h.Shuffle }

// ReadsAhead reports whether the card that is due was drawn ahead and lies face down: it is
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

// DrawnAhead returns how many cards lie ready that were drawn ahead and belong to no place yet.
func (t table) DrawnAhead() int {
	h := t.Hand
	n := len(h.Carried)
	if !h.BetsClosed {
		return n + len(h.Ready)
	}
	return n + h.unread() - h.lyingFaceDown()
}

// laid returns how many cards of the hand lie and play a part.
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

// byItself reports whether the nth card of the hand, from 0, came without a key: it was drawn
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
	h.countOn(laid.At, places[0])
	if len(h.Open) < len(places) {
		return
	}
	if round, err := games.Arrange(h.Game, h.Round, h.Open); err == nil {
		h.Round, h.Open, h.seconds, h.counted = round, nil, nil, 0
	}
}

// countOn goes on counting a face-down deal that was put right: with the card that lies open from the start lie those
// before it, with one that is turned later all of them.
func (h *Hand) countOn(at, first games.Place) {
	switch {
	case h.counted == 0:
	case at != first || games.Opening(h.Game, h.Round, false) == nil:
		h.counted = 0
	default:
		h.counted = max(h.counted, slices.Index(h.dealOrder(), first)+1)
	}
}

// dealOrder returns the places of a face-down deal in the order in which its cards leave the shoe.
func (h *Hand) dealOrder() []games.Place {
	var order []games.Place
	r := h.Round
	for range h.faceDown() {
		step, err := h.Game.Next(r)
		if err != nil || step.Kind != games.Deal || !step.Opening {
			break
		}
		order = append(order, step.At)
		r = r.WithCard(games.Laid{At: step.At, Hidden: true})
	}
	return order
}

// LeftToDeal returns the places to which the cards of a face-down deal go that are not dealt yet, in its order. It is known
// only where the cards that lie were counted since the deal was put right: else whoever deals knows alone.
func (t Deal) LeftToDeal() (places []games.Place, known bool) {
	h := t.Hand
	if h.counted == 0 {
		return nil, false
	}
	order := h.dealOrder()
	return order[min(h.counted, len(order)):], len(order) > 0
}

// A LeftDeal is the rest of a face-down deal that was put right, up to the next card that is read.
type LeftDeal struct {
	First, Second []games.Place // to which the first and the second cards go
	Dealt         bool          // the card that is read lies open from the start: it is dealt then, and not turned
	Lies          bool          // it lies open already, and the others are dealt after it
}

// LeftDeal returns what is dealt before the card is read that is next at a place; false where LeftToDeal is not known.
func (t Deal) LeftDeal(next games.Place) (d LeftDeal, known bool) {
	left, known := t.LeftToDeal()
	if !known {
		return d, false
	}
	all, first := games.Opening(t.at.Game, t.Round, t.at.Settings.Reveal), games.Opening(t.at.Game, t.Round, false)
	open := len(first) > 0 && next == first[0]
	if open && !slices.Contains(left, next) {
		return LeftDeal{Lies: true}, true
	}
	for i, at := range left {
		if open && at == next {
			d.Dealt = true
			break
		}
		takesTwo := slices.Contains(all[slices.Index(all, at)+1:], at)
		if takesTwo && !slices.Contains(left[i+1:], at) {
			d.Second = append(d.Second, at)
			continue
		}
		d.First = append(d.First, at)
	}
	return d, true
}

// lyingFaceDown returns how many cards of a face-down deal lie and are still to be laid open, as far as that is known.
func (h *Hand) lyingFaceDown() int {
	switch {
	case h.counted > 0 && len(h.faceDown()) > 0:
		return h.counted - len(h.Open)
	case len(h.Open) > 0:
		return len(h.covered())
	}
	return 0
}

// unread returns how many cards that left the shoe for the hand nobody has read: they are not in the count of its shoe.
func (h *Hand) unread() int {
	if !h.BetsClosed {
		return 0
	}
	return max(h.lyingFaceDown(), len(h.Ready)-h.laid())
}

// faceDown returns the places of the initial deal in the order in which their cards
// are laid open, while they are; none where cards are dealt face up.
func (h *Hand) faceDown() []games.Place {
	if h.Game == nil || !h.BetsClosed || slices.ContainsFunc(h.Round.Laid, func(l games.Laid) bool { return !l.Burned }) {
		return nil
	}
	return games.Opening(h.Game, h.Round, h.reveal)
}

// covered returns those of faceDown whose card is not laid open yet.
func (h *Hand) covered() []games.Place {
	places := slices.Clone(h.faceDown())
	for _, l := range h.Open {
		if i := slices.Index(places, l.At); i >= 0 {
			places = slices.Delete(places, i, i+1)
		}
	}
	return places
}

// Hands returns the hands of cards as they are known: boxes ascending, then the bank.
func (h *Hand) Hands() []games.Hand {
	if h.Game == nil {
		return nil
	}
	if len(h.Open) == 0 {
		return h.Game.Hands(h.Round)
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
		hand.Total = h.Game.(games.FaceDown).Points(hand.Cards)
	}
	return append(boxes, house...)
}
