package feed

import (
	"slices"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// Recorded takes what a command entered. A card that lies or is burned by the page of an inspector or a manager, and
// waits here too, is that one and waits no more. Where the others belong a person says then: what was between may have
// been them too.
func (f *Feed) Recorded(facts []record.Fact, t *pit.Table) {
	felt := f.felt
	f.felt = feltOf(t)
	for _, fact := range facts {
		switch fact := fact.(type) {
		case record.HandPaused:
			if len(fact.Laid) > 0 {
				f.unlaid(freshOf(cardsOf(fact.Laid), felt))
				f.layByPage(freshOf(felt, cardsOf(fact.Laid)), t.Seq)
			}
		case record.CardLaid:
			if fact.Burned {
				f.layByPage([]record.CardName{fact.Card}, t.Seq)
			}
		case record.HandCorrected:
			if h, ok := t.ClosedHand(fact.Hand); ok && len(h.Was) > 0 {
				f.layByPage(freshOf(namesOf(h.Was[len(h.Was)-1].Round.Laid), namesOf(h.Round.Laid)), t.Seq)
			}
		case record.Relaid, record.PlayedOn, record.HandResumed, record.RelayRefused, record.HandCancelled:
			f.layByPage(nil, t.Seq)
		}
	}
}

// Owed returns how many of the cards that are burned face down the shoe has not said.
func (f *Feed) Owed(t *pit.Table) int {
	if f.burned == 0 && f.burn == 0 {
		return 0 // it says none of them
	}
	return max(f.burn, t.Current.Burn.N-f.burned)
}

// layByPage uses the cards up that lie by a page, and holds what waits besides.
func (f *Feed) layByPage(cards []record.CardName, seq int64) {
	unread := false
	for _, name := range cards {
		if i := f.waiting(name.Card()); i >= 0 {
			f.queue[i].page = true
			f.use(i, seq)
		} else if !slices.ContainsFunc(f.deal, func(c card) bool { return c.Is(name.Card()) }) {
			unread = true
		}
	}
	switch {
	case len(f.queue) > 0 && (ofCard(f.Held) || f.Held == view.NotHeld):
		f.Held = view.HeldPage
	case len(f.queue) == 0 && ofCard(f.Held):
		f.Held = view.NotHeld // it was of a card that waits no more
	}
	if unread && f.Linked && f.Held == view.NotHeld {
		f.Held = view.HeldTyped
	}
}

// unlaid makes cards wait again that only a page had placed, and that it no longer places.
func (f *Feed) unlaid(cards []record.CardName) {
	for _, name := range cards {
		i := slices.IndexFunc(f.past, func(c card) bool { return c.page && c.Is(name.Card()) })
		if name.Hidden() || i < 0 {
			continue
		}
		f.queue = append([]card{f.past[i]}, f.queue...)
		f.past = slices.Delete(slices.Clone(f.past), i, i+1)
	}
}

// Undone makes the cards wait again that the shoe read and that an undo took back, from that entry on. That
// includes those for which somebody had entered another one.
func (f *Feed) Undone(since int64, t *pit.Table) {
	var again, past []card
	for _, c := range f.past {
		if c.at < since {
			past = append(past, c)
			continue
		}
		c.back, c.page, c.gone = true, false, t.Deal().Phase() != hand.Paying // else it was drawn ahead
		again = append(again, c)
	}
	if len(again) == 0 {
		return
	}
	f.queue, f.past = append(again, f.queue...), past
	if f.burn = 0; f.Held == view.NotHeld {
		f.Held = view.HeldBack
	}
}

// AsRead returns the cards of a hand as somebody has them lie. A card that is new, of which the rank alone was
// typed, has the suit that the shoe said.
func (f *Feed) AsRead(cards []record.CardLaid, t *pit.Table) []record.CardLaid {
	if !t.Game.ReadsSuits() {
		return cards
	}
	cards, left := slices.Clone(cards), Feed{queue: f.queue}
	for _, n := range fresh(f.felt, cardsOf(cards)) {
		if i := left.waiting(cards[n].Card.Card()); i >= 0 {
			cards[n].Card = record.NameOf(left.queue[i].Card)
			left.use(i, 0)
		}
	}
	return cards
}

// feltOf returns the cards of the open hand as the record has them.
func feltOf(t *pit.Table) []record.CardName {
	if t.Game == nil {
		return nil
	}
	return cardsOf(t.Felt().OnFelt())
}

func cardsOf(laid []record.CardLaid) []record.CardName {
	names := make([]record.CardName, 0, len(laid))
	for _, l := range laid {
		names = append(names, l.Card)
	}
	return names
}

func namesOf(laid []games.Laid) []record.CardName {
	names := make([]record.CardName, 0, len(laid))
	for _, l := range laid {
		if !l.Hidden {
			names = append(names, record.NameOf(l.Card))
		}
	}
	return names
}

// fresh returns which of some cards lay not there before; one of which the suit alone is new did.
func fresh(before, after []record.CardName) (at []int) {
	left := slices.Clone(before)
	lay := func(is func(record.CardName) bool) bool {
		i := slices.IndexFunc(left, is)
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
		return i >= 0
	}
	var others []int
	for n, name := range after {
		if !name.Hidden() && !lay(func(was record.CardName) bool { return was == name }) {
			others = append(others, n)
		}
	}
	for _, n := range others {
		if !lay(func(was record.CardName) bool { return !was.Hidden() && was.Card().Is(after[n].Card()) }) {
			at = append(at, n)
		}
	}
	return at
}

func freshOf(before, after []record.CardName) []record.CardName {
	var cards []record.CardName
	for _, n := range fresh(before, after) {
		cards = append(cards, after[n])
	}
	return cards
}
