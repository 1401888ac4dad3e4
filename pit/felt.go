package pit

import (
	"slices"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/people"
	"sabot/pit/record"
)

// Felt is how the cards of the open hand lie, and what is to be made of it.
type Felt struct {
	// Relaid is what `check` says of the same cards.
	games.Relaid
	// Laid is how they lie, in shoe order; a card that was drawn ahead lies at the zero
	// Place.
	Laid []games.Laid
	// After is how the same cards would lie, in the same order: as far as the correct deal
	// and what boxes have decided reach; what is over is burned, or where the rules have it
	// so opens the next hand and lies at the zero Place. Where they cannot be laid right it
	// is Laid.
	After    []games.Laid
	Right    bool // every card lies where it belongs
	Possible bool // they do not, and can be laid there
	Unseen   bool // that takes a card to be turned first that lies face down
	Again    bool // what boxes have decided was decided on other cards

	former bool // the record is of 0.9, where a burned card without a place opened the next hand
}

// Felt judges the cards of the open hand where the record has them.
func (t *Table) Felt() Felt { return t.judge(t.Current.onFelt()) }

// OnlyAnswers reports whether no card changes its place where the hand is put right: only what was said counts no more.
func (f Felt) OnlyAnswers() bool { return f.Possible && SamePlaces(f.Laid, f.After) }

// OnlyBurns reports whether cards are burned where the hand is put right, and no other changes its place.
func (f Felt) OnlyBurns() bool { return f.Possible && OnlyBurned(f.Laid, f.After) }

// DealerHasIt reports whether the dealer has blackjack as the cards lie once they are put right: the hand was over when he looked.
func (t *Table) DealerHasIt(f Felt) bool {
	r := t.Current.Round
	r.Laid = f.After
	return slices.ContainsFunc(t.Game.Hands(r), func(h games.Hand) bool { return h.At == games.Dealer && h.Blackjack })
}

// FeltOf judges the cards of the open hand as they would lie. Refusals: NoSuchCard,
// NoSuchBox.
func (t *Table) FeltOf(laid []record.CardLaid) (Felt, error) {
	r, _, err := t.Lying(laid)
	if err != nil {
		return Felt{}, err
	}
	return t.judge(r), nil
}

// OnFelt is how the record has the cards of the open hand, by their names: where they were
// dealt face down also those that nobody has laid open yet, where the deal has them.
func (t *Table) OnFelt() []record.CardLaid { return namesOf(t.Current.onFelt().Laid) }

// SeenOnFelt returns those of OnFelt that somebody has seen.
func (t *Table) SeenOnFelt() []record.CardLaid {
	return slices.DeleteFunc(t.OnFelt(), func(l record.CardLaid) bool { return l.Card.Hidden() })
}

// AsDealt returns how the cards lie if boxes were passed over, or dealt to without a bet that
// stands. Where a box has decided, or laid open what such a deal does not have there, it is OnFelt. Refusal: NoSuchBox where
// those boxes cannot be it.
func (t *Table) AsDealt(boxes []int, dealt bool) ([]record.CardLaid, error) {
	r := t.Current.onFelt()
	laid, err := games.AsDealt(t.Game, r, boxes, dealt)
	if err != nil {
		return nil, &people.Refusal{Why: people.NoSuchBox, Box: boxes[0]}
	}
	if len(r.Decisions) > 0 {
		return t.OnFelt(), nil
	}
	return namesOf(laid), nil
}

// NextOf is where the next card goes where these lie: the deal has it, or what boxes have
// decided.
func (t *Table) NextOf(laid []record.CardLaid) games.Place {
	felt, err := t.FeltOf(laid)
	if err == nil && felt.Next != "" {
		return handfile.PlaceNamed(felt.Next)
	}
	at := t.Current.Round
	at.Laid = felt.After
	if step, err := t.Game.Next(withSuits(t.Game, at)); err == nil && step.Kind == games.Deal {
		return step.At
	}
	places := t.Game.Places()
	return places[len(places)-1]
}

// Lying is the open hand with its cards as they are named, and their names as the record
// has them.
func (t *Table) Lying(laid []record.CardLaid) (games.Round, []record.CardLaid, error) {
	h := t.Current
	h.Round = h.onFelt()
	h.shoe = h.start()
	names := make([]record.CardLaid, 0, len(laid))
	for _, l := range laid {
		at := l.At.Place()
		if !slices.Contains(t.Game.Places(), at) && at != (games.Place{}) {
			return h.Round, nil, &people.Refusal{Why: people.NoSuchBox, Box: at.Box, What: string(l.At)}
		}
		name := l.Card
		if !l.Card.Hidden() {
			card, ok := games.ReadCard(string(l.Card))
			if !ok || !h.shoe.Holds(card, t.decks) {
				return h.Round, nil, &people.Refusal{Why: people.NoSuchCard, What: string(l.Card)}
			}
			h.shoe.Leave(card)
			name = record.NameOf(card)
		} else if l.Burned {
			return h.Round, nil, &people.Refusal{Why: people.NoSuchCard, What: string(l.Card)}
		}
		names = append(names, record.CardLaid{Card: name, At: record.PlaceOf(at), Burned: l.Burned})
	}
	h.relay(names)
	return h.Round, names, nil
}

// judge says what is to be made of a hand's cards. A card belongs where the deal, and what
// boxes have decided, has it: as `check` does, it starts with the initial deal. Where what
// was decided cannot be with these cards, the dealer having had blackjack, it counts no
// more.
func (t *Table) judge(r games.Round) Felt {
	f := Felt{Laid: r.Laid, After: r.Laid, former: t.checks == 0}
	if t.decidesUnseen(r) {
		f.Unseen = true
		return f
	}
	verdict, err := games.Relay(t.Game, r)
	if err != nil {
		return f
	}
	f.Relaid = verdict
	if !verdict.Reconstructable {
		return f
	}
	said := r
	if !verdict.Matches {
		said = askedAgain(r, false)
	}
	after, ok := t.belong(&f, said)
	if !ok && verdict.Matches {
		said, f.Unseen = askedAgain(r, true), false
		after, ok = t.belong(&f, said)
	}
	if !ok {
		return f
	}
	f.Again = len(said.Decisions) < len(r.Decisions) || said.InsuranceOver != r.InsuranceOver || !slices.Equal(said.Laid, r.Laid)
	f.After, f.Right = after, !f.Again && slices.Equal(after, r.Laid)
	f.Possible = !f.Right && !f.Unseen
	return f
}

// decidesUnseen says whether a card that nobody has seen decides where those after it
// belong: where a house may reveal the first cards side by side, they say who draws.
func (t *Table) decidesUnseen(r games.Round) bool {
	if !games.Reveals(t.Game) {
		return false
	}
	deal := len(games.Opening(t.Game, r, true))
	lie := slices.DeleteFunc(slices.Clone(r.Laid), func(l games.Laid) bool { return l.Burned })
	return len(lie) > deal && slices.ContainsFunc(lie[:deal], func(l games.Laid) bool { return l.Hidden })
}

// belong is where a hand's cards belong; false where what boxes have decided cannot be
// with these cards.
func (t *Table) belong(f *Felt, r games.Round) ([]games.Laid, bool) {
	suits := withSuits(t.Game, r).Laid                        // whether a suit is missing is not what this asks
	after, drawn := make([]games.Laid, 0, len(r.Laid)), false // an unseen card is drawn ahead
	at := r
	at.Laid = nil
	for i, l := range r.Laid {
		if !l.Burned {
			step, err := t.Game.Next(at)
			switch {
			case err != nil:
				return nil, false
			case step.Kind == games.Deal && (step.Opening || f.Matches):
				l.At = step.At
				f.Unseen = f.Unseen || l.Hidden && !t.mayHide(at, step)
			case f.Matches:
				l.Burned = true
				f.Unseen = f.Unseen || l.Hidden
			default:
				l.At = games.Place{} // it opens the next hand
				f.Unseen = f.Unseen || l.Hidden && drawn
				drawn = drawn || l.Hidden
			}
		}
		if !f.ahead(l) {
			suited := l
			suited.Card = suits[i].Card
			at = at.WithCard(suited)
		}
		after = append(after, l)
	}
	_, err := t.Game.Settle(at)
	return after, err == nil
}

// askedAgain is a round of which nothing is left that was said after its initial deal; but
// the insurances where the deal stays as it was.
func askedAgain(r games.Round, insured bool) games.Round {
	if insured {
		r.Decisions = slices.DeleteFunc(slices.Clone(r.Decisions), func(d games.Decision) bool { return d.Do != games.Insure })
		return r
	}
	r.Decisions, r.InsuranceOver, r.Laid = nil, false, slices.Clone(r.Laid)
	for i := range r.Laid {
		r.Laid[i].Looked = ""
	}
	return r
}

// withSuits is a round with a suit for each card of which nobody read one: where a card
// belongs does not depend on it.
func withSuits(g games.Game, r games.Round) games.Round {
	cards := make([]games.Card, len(r.Laid))
	for i, l := range r.Laid {
		cards[i] = l.Card
	}
	r.Laid = slices.Clone(r.Laid)
	for i, c := range games.Suited(cards, g.Options().Decks) {
		r.Laid[i].Card = c
	}
	return r
}

// mayHide says whether the next card may lie face down.
func (t *Table) mayHide(r games.Round, step games.Step) bool {
	if hole, ok := t.Game.(games.HoleCard); ok {
		return hole.FaceDown(r)
	}
	cards := len(r.Laid)
	for _, l := range r.Laid {
		if l.Burned {
			cards--
		}
	}
	return step.Opening && cards < len(games.Opening(t.Game, r, t.Settings.Reveal))
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
	return slices.DeleteFunc(slices.Clone(h.onFelt().Laid), ahead)
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
