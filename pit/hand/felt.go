package hand

import (
	"slices"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// entered returns the hand's cards as they were entered; one that nobody may see yet is face down.
func (h *Hand) entered() []games.Laid {
	laid := slices.Clone(h.onFelt().Laid)
	for i := range h.Round.Laid {
		laid[i].Hidden = laid[i].Hidden || h.covers(i)
	}
	return laid
}

// AsEntered returns the open hand with its cards as they had been entered before somebody said how they lie; false where all of them
// lie there in the same order, wherever that is: then no card is another one.
func (h *Hand) AsEntered() (Hand, bool) {
	entered := *h
	entered.Round.Laid = h.enteredThen
	lie := NamesOf(h.Round.Laid)
	for _, l := range NamesOf(h.enteredThen) {
		if l.Card.Hidden() { // it may have been turned since
			continue
		}
		i := slices.IndexFunc(lie, func(x record.CardLaid) bool { return x.Card == l.Card })
		if i < 0 {
			return entered, true
		}
		lie = lie[i+1:] // two that changed places are others, each where the other was
	}
	return entered, false
}

// OtherCard reports whether the card of a pair is another one, wherever it lies, or is in one version alone. It is false for a
// card that lies face down.
func (c Compared) OtherCard(p Pair) bool {
	switch {
	case p.Was < 0:
		return !c.Is.Laid[p.Is].Hidden
	case p.Is < 0:
		return !c.Was.Laid[p.Was].Hidden
	}
	was, is := c.Was.Laid[p.Was], c.Is.Laid[p.Is]
	return !was.Hidden && !is.Hidden && record.NameOf(was.Card) != record.NameOf(is.Card)
}

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

// OnFelt returns how the record has the cards of the open hand, by their names: where they were
// dealt face down also those that nobody has laid open yet, where the deal has them.
func (t Felt) OnFelt() []record.CardLaid { return NamesOf(t.onFelt().Laid) }

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
	return NamesOf(laid), nil
}

// NextOf returns where the next card goes where these lie: the deal has it, or what boxes have
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

// Lying returns the open hand with its cards as they are named, and their names as the record
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

// start returns the shoe as the hand began, with what was burned for it.
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

// LaidAs returns how the hand's cards lie where they are laid so.
func (h *Hand) LaidAs(laid []record.CardLaid) []games.Laid {
	now := *h
	now.relay(laid)
	return now.Round.Laid
}

// relay lays the hand's cards as the record has them now; those that left the shoe are these.
func (h *Hand) relay(laid []record.CardLaid) {
	h.Round.Laid, h.Open, h.seconds, h.Carried, h.counted = placed(h, laid), nil, nil, nil, 0
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

// Placed returns a round whose cards lie where the deal has them, in shoe order, as far as its
// decisions lead: for who changes cards and decisions and not where each card lies. What
// is left over lies where it lay.
func (t Felt) Placed(r games.Round) games.Round {
	laid := r.Laid
	r.Laid = nil
	for _, l := range laid {
		if !l.Burned {
			if step, err := t.at.Game.Next(r); err == nil && step.Kind == games.Deal {
				l.At = step.At
			}
		}
		r.Laid = append(r.Laid, l)
	}
	return r
}

// BurnedNow returns the cards that are burned at once: those of NewlyBurned; and where the first card of a deal was exposed,
// and others lie wrong behind it, that card (source 004, section 7).
func (t Felt) BurnedNow(kind record.Irregularity, laid []record.CardLaid) []record.CardLaid {
	if burned := t.NewlyBurned(laid); len(burned) > 0 {
		return burned
	}
	if kind != record.ExposedFirst || t.Paused != nil || t.LiesWrong() || len(t.SeenOnFelt()) > 0 {
		return nil
	}
	_, err := t.LayOut(kind, 0, "", laid)
	n := slices.IndexFunc(laid, func(l record.CardLaid) bool { return !l.Burned })
	if n <= 0 || !house.RefusedFor(err, house.BurnLast) {
		return nil
	}
	return laid[:n]
}

// BurnsUndealt reports whether a card that is burned now is the first of its hand: it was to be dealt to its place, and never lay there.
func (t Felt) BurnsUndealt(f record.CardLaid) bool {
	return f.Burned && len(t.Round.Laid) == 0
}

// NewlyBurned returns the cards that were burned at the end, where that is all that is new about a hand; none otherwise.
func (t Felt) NewlyBurned(laid []record.CardLaid) []record.CardLaid {
	now := t.OnFelt()
	if seen := t.SeenOnFelt(); len(laid) > 0 && len(laid) <= len(now) && !laid[0].Card.Hidden() {
		now = seen // nothing was dealt when it was seen
	}
	if t.Paused != nil || t.LiesWrong() || len(laid) <= len(now) || !slices.Equal(laid[:len(now)], now) {
		return nil
	}
	for _, l := range laid[len(now):] {
		if !l.Burned {
			return nil
		}
	}
	return laid[len(now):]
}

// PlaceOfBurned returns where a card belongs that is burned now, as RelayPreview would have it lie; false where it has no place.
// Only the first exposed card of a deal, and one that has none, are burned by the rules (source 004, section 7).
func (t Felt) PlaceOfBurned(kind record.Irregularity, laid []record.CardLaid) (games.Laid, bool) {
	burned := t.NewlyBurned(laid)
	if len(burned) != 1 || kind == record.ExposedFirst {
		return games.Laid{}, false
	}
	last := len(laid) - 1
	laid = slices.Clone(laid)
	laid[last].Burned = false
	if laid[last].At == "" {
		step := t.Next()
		if step.Kind != games.Deal {
			return games.Laid{}, false
		}
		laid[last].At = record.PlaceOf(step.At)
	}
	felt, err := t.VerdictOf(laid)
	if err != nil || !felt.Right && !felt.Possible || felt.After[last].Burned || burnedIn(felt.After) > burnedIn(felt.Laid) {
		return games.Laid{}, false
	}
	return felt.After[last], true
}

// stayBurned returns the cards of the hand that were burned with an approval, in shoe order: what is said of the felt burns none.
func (h *Hand) stayBurned() []games.Laid {
	if laidOut(h.Paused) {
		return h.burnedThen
	}
	return slices.DeleteFunc(slices.Clone(h.onFelt().Laid), func(l games.Laid) bool { return !l.Burned })
}

// StayBurned reports of each card, as the open hand is said to lie, whether it was burned with an approval and is burned still;
// all reports whether each such card is among them.
func (t Felt) StayBurned(laid []record.CardLaid) (stays []bool, all bool) {
	left := t.stayBurned()
	stays = make([]bool, len(laid))
	for i, l := range laid {
		if len(left) > 0 && l.Burned && !l.Card.Hidden() && left[0].Card.Is(l.Card.Card()) {
			stays[i], left = true, left[1:]
		}
	}
	return stays, len(left) == 0
}
