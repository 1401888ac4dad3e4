package pit

import (
	"slices"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Verdict judges the cards of the open hand where the record has them.
func (t Felt) Verdict() games.Verdict { return t.judge(t.onFelt()) }

// judge judges cards of the open hand by the table's game and settings.
func (t Felt) judge(r games.Round) games.Verdict {
	return games.Judge(t.at.Game, r, t.at.Settings.Reveal, t.at.Checks == 0)
}

// DealerHasIt reports whether the dealer has blackjack as the cards lie once they are put right: the hand was over when he looked.
func (t Felt) DealerHasIt(f games.Verdict) bool {
	r := t.Round
	r.Laid = f.After
	return slices.ContainsFunc(t.at.Game.Hands(r), func(h games.Hand) bool { return h.At == games.Dealer && h.Blackjack })
}

// VerdictOf judges the cards of the open hand as they would lie. Refusals: NoSuchCard,
// NoSuchBox.
func (t Felt) VerdictOf(laid []record.CardLaid) (games.Verdict, error) {
	r, _, err := t.Lying(laid)
	if err != nil {
		return games.Verdict{}, err
	}
	return t.judge(r), nil
}

// OnFelt is how the record has the cards of the open hand, by their names: where they were
// dealt face down also those that nobody has laid open yet, where the deal has them.
func (t Felt) OnFelt() []record.CardLaid { return namesOf(t.onFelt().Laid) }

// SeenOnFelt returns those of OnFelt that somebody has seen.
func (t Felt) SeenOnFelt() []record.CardLaid {
	return slices.DeleteFunc(t.OnFelt(), func(l record.CardLaid) bool { return l.Card.Hidden() })
}

// AsDealt returns how the cards lie if boxes were passed over, or dealt to without a bet that
// stands. Where a box has decided, or laid open what such a deal does not have there, it is OnFelt. Refusal: NoSuchBox where
// those boxes cannot be it.
func (t Felt) AsDealt(boxes []int, dealt bool) ([]record.CardLaid, error) {
	r := t.onFelt()
	laid, err := games.AsDealt(t.at.Game, r, boxes, dealt)
	if err != nil {
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: boxes[0]}
	}
	if len(r.Decisions) > 0 {
		return t.OnFelt(), nil
	}
	return namesOf(laid), nil
}

// NextOf is where the next card goes where these lie: the deal has it, or what boxes have
// decided.
func (t Felt) NextOf(laid []record.CardLaid) games.Place {
	felt, err := t.VerdictOf(laid)
	if err == nil && felt.Next != "" {
		return handfile.PlaceNamed(felt.Next)
	}
	at := t.Round
	at.Laid = felt.After
	if step, err := t.at.Game.Next(games.WithSuits(t.at.Game, at)); err == nil && step.Kind == games.Deal {
		return step.At
	}
	places := t.at.Game.Places()
	return places[len(places)-1]
}

// Lying is the open hand with its cards as they are named, and their names as the record
// has them.
func (t Felt) Lying(laid []record.CardLaid) (games.Round, []record.CardLaid, error) {
	h := *t.Hand
	h.Round = h.onFelt()
	h.shoe = h.start()
	names := make([]record.CardLaid, 0, len(laid))
	for _, l := range laid {
		at := l.At.Place()
		if !slices.Contains(t.at.Game.Places(), at) && at != (games.Place{}) {
			return h.Round, nil, &house.Refusal{Why: house.NoSuchBox, Box: at.Box, What: string(l.At)}
		}
		name := l.Card
		if !l.Card.Hidden() {
			card, ok := games.ReadCard(string(l.Card))
			if !ok || !h.shoe.Holds(card, t.at.Decks) {
				return h.Round, nil, &house.Refusal{Why: house.NoSuchCard, What: string(l.Card)}
			}
			h.shoe.Leave(card)
			name = record.NameOf(card)
		} else if l.Burned {
			return h.Round, nil, &house.Refusal{Why: house.NoSuchCard, What: string(l.Card)}
		}
		names = append(names, record.CardLaid{Card: name, At: record.PlaceOf(at), Burned: l.Burned})
	}
	h.relay(names)
	return h.Round, names, nil
}

// start is the shoe as the hand began, with what was burned for it.
func (h *Hand) start() games.Shoe {
	again := Hand{shoe: h.before}
	if h.Burn != (record.FirstBurned{}) {
		again.burnFirst(h.Burn)
	}
	return again.shoe
}

// onFelt returns the round with all its cards as they lie on the felt; of a face-down deal that nobody counted as if all were dealt.
func (h *Hand) onFelt() games.Round {
	order := h.dealOrder()
	if h.counted > 0 {
		order = order[:min(h.counted, len(order))]
	}
	return h.withDealt(order)
}

// OnFelt returns the cards of a hand as they lie, or lay when it was closed, in shoe order: of a face-down deal also those that
// nobody laid open, as far as it is known that they lay.
func (h *Hand) OnFelt() []games.Laid {
	if h.lyingFaceDown() == 0 && len(h.Open) == 0 {
		return h.Round.Laid
	}
	return slices.DeleteFunc(slices.Clone(h.onFelt().Laid), drawnAhead)
}

// withDealt returns the round with the cards of a face-down deal that went to those places, and what was drawn ahead.
func (h *Hand) withDealt(order []games.Place) games.Round {
	r := h.Round
	left, unread := slices.Clone(h.Open), slices.Clone(h.seconds)
	for _, at := range order {
		l := games.Laid{At: at, Hidden: true}
		if i := slices.Index(unread, at); i >= 0 { // its second card is known, the first is not
			unread = slices.Delete(unread, i, i+1)
		} else if i := slices.IndexFunc(left, func(o games.Laid) bool { return o.At == at }); i >= 0 {
			l = left[i]
			left = slices.Delete(left, i, i+1)
		}
		r = r.WithCard(l)
	}
	for _, card := range h.Carried {
		r = r.WithCard(games.Laid{Card: card, Hidden: card == unseen})
	}
	return r
}

// LaidAs is how the hand's cards lie where they are laid so.
func (h *Hand) LaidAs(laid []record.CardLaid) []games.Laid {
	now := *h
	now.relay(laid)
	return now.Round.Laid
}

// relay lays the hand's cards as the record says they lie now; those that left the shoe
// are these.
func (h *Hand) relay(laid []record.CardLaid) {
	h.Round.Laid, h.Open, h.seconds, h.Carried, h.counted = placed(h, laid), nil, nil, nil, 0
	h.recount()
}

// coverAgain goes on with a deal that is face down: those of its cards that nobody has seen
// are laid open one by one, as if nothing had gone wrong.
func (h *Hand) coverAgain() {
	places := games.Opening(h.Game, h.Round, h.reveal)
	lie := slices.DeleteFunc(slices.Clone(h.Round.Laid), func(l games.Laid) bool { return l.Burned })
	unseen := slices.ContainsFunc(lie, func(l games.Laid) bool { return l.Hidden })
	if len(places) == 0 || len(lie) >= len(places) && !unseen {
		return
	}
	burned := slices.DeleteFunc(slices.Clone(h.Round.Laid), func(l games.Laid) bool { return !l.Burned })
	h.Round.Laid, h.Open, h.seconds, h.counted = burned, nil, nil, len(lie)
	for _, at := range slices.Compact(places) {
		hidden := false
		for _, l := range lie {
			switch {
			case l.At != at:
			case l.Hidden:
				hidden = true
			default:
				h.Open = append(h.Open, l)
				if hidden {
					h.seconds = append(h.seconds, at)
				}
			}
		}
	}
	h.recount()
}

// recount makes the cards that have left the shoe those that lie on the felt.
func (h *Hand) recount() {
	h.shoe = h.start()
	for _, l := range slices.Concat(h.Round.Laid, h.Open) {
		if l.Hidden {
			h.shoe.Hide(1)
		} else {
			h.shoe.Leave(l.Card)
		}
	}
}
