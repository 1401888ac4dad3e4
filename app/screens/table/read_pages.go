package table

import (
	"slices"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// recorded takes what a command entered that no card of the deal is: a card that lies or is burned by the page of an
// inspector or a manager and waits here too is that one, and waits no more. Where the others belong a person says
// then: what was between may have been them too.
func (t *Table) recorded(facts []record.Fact) {
	r, state := &t.read, t.session.State
	felt := r.felt
	r.felt = feltOf(state)
	for _, fact := range facts {
		switch f := fact.(type) {
		case record.HandPaused:
			if len(f.Laid) > 0 {
				t.unlaid(freshOf(cardsOf(f.Laid), felt))
				t.layByPage(freshOf(felt, cardsOf(f.Laid)))
			}
		case record.CardLaid:
			if f.Burned {
				t.layByPage([]record.CardName{f.Card})
			}
		case record.HandCorrected:
			if h, ok := state.ClosedHand(f.Hand); ok && len(h.Was) > 0 {
				t.layByPage(freshOf(namesOf(h.Was[len(h.Was)-1].Round.Laid), namesOf(h.Round.Laid)))
			}
		case record.BetsClosed, record.DealtDry:
			if n := r.owed(state.Current.Burn.N); n > 0 {
				t.notice = view.Notice{Text: t.shell.Text.T("read_burn_owed", text.Args{"N": n}), Bad: true}
			}
		case record.Relaid, record.PlayedOn, record.HandResumed, record.RelayRefused, record.HandCancelled:
			t.layByPage(nil)
		}
	}
}

// layByPage uses the cards up that lie by a page, and holds what waits besides.
func (t *Table) layByPage(cards []record.CardName) {
	r, unread := &t.read, false
	for _, name := range cards {
		if i := r.waiting(name.Card()); i >= 0 {
			r.queue[i].page = true
			r.use(i, t.session.State.Seq)
		} else if !slices.ContainsFunc(r.deal, func(c readCard) bool { return c.card.Is(name.Card()) }) {
			unread = true
		}
	}
	ofCard := slices.Contains([]view.Held{view.HeldElsewhere, view.HeldImpossible, view.HeldBack, view.HeldRefused}, r.held)
	switch {
	case len(r.queue) > 0 && (ofCard || r.held == view.NotHeld):
		r.held = view.HeldPage
	case len(r.queue) == 0 && ofCard:
		r.held = view.NotHeld // it was of a card that waits no more
	}
	if unread && r.line.linked && r.held == view.NotHeld {
		r.held = view.HeldTyped
	}
}

// unlaid has cards wait again that lay by a page alone, and do not by what it says now.
func (t *Table) unlaid(cards []record.CardName) {
	r := &t.read
	for _, name := range cards {
		i := slices.IndexFunc(r.past, func(c readCard) bool { return c.page && c.card.Is(name.Card()) })
		if name.Hidden() || i < 0 {
			continue
		}
		r.queue = append([]readCard{r.past[i]}, r.queue...)
		r.past = slices.Delete(slices.Clone(r.past), i, i+1)
	}
}

// asRead are the cards of a hand as somebody has them lie: of one that is new and of which the rank alone was typed the
// suit is that which the shoe said.
func (t *Table) asRead(cards []record.CardLaid) []record.CardLaid {
	if !t.session.State.Game.ReadsSuits() {
		return cards
	}
	cards, r := slices.Clone(cards), read{queue: t.read.queue}
	for _, n := range fresh(t.read.felt, cardsOf(cards)) {
		if i := r.waiting(cards[n].Card.Card()); i >= 0 {
			cards[n].Card = record.NameOf(r.queue[i].card)
			r.use(i, 0)
		}
	}
	return cards
}

// owed is how many of the cards that are burned face down the shoe has not said.
func (r *read) owed(burned int) int {
	if r.burned == 0 && r.burn == 0 {
		return 0 // it says none of them
	}
	return max(r.burn, burned-r.burned)
}

// waiting is which of those that wait a card is, the first of them; -1 where it is none.
func (r *read) waiting(card games.Card) int {
	return slices.IndexFunc(r.queue, func(c readCard) bool { return !c.cut && c.card.Is(card) })
}

// use has the nth card wait no more: it was entered by that entry, or lies by it.
func (r *read) use(n int, seq int64) {
	c := r.queue[n]
	c.at = seq
	r.queue, r.past = slices.Delete(slices.Clone(r.queue), n, n+1), append(r.past, c)
}

// shoeSaid is the card of the shoe that was entered by an entry; nil where none was.
func (t *Table) shoeSaid(seq int64) *readCard {
	if n := len(t.read.past); n > 0 && t.read.past[n-1].at == seq {
		return &t.read.past[n-1]
	}
	return nil
}

// feltOf is how the record has the cards of the open hand.
func feltOf(state *pit.Table) []record.CardName {
	if state.Game == nil {
		return nil
	}
	return cardsOf(state.OnFelt())
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

// fresh says which of some cards lay not there before; one of which the suit alone is new did.
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
