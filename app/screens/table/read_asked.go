package table

import (
	"slices"

	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// readShown is what of it the page shows.
func (t *Table) readShown() view.Read {
	r := &t.read
	shown := view.Read{On: r.line.setting != (shoe.Setting{}), Held: r.held, Line: r.line.state, Burned: r.burned}
	if len(r.queue) == 0 {
		shown.Held = view.NotHeld
	}
	if c, open := t.offered(); c != nil {
		shown.Next, shown.Cut, shown.Open = c.card, c.cut, open
	}
	dealt, _ := t.session.State.Covered()
	if dealt != nil {
		for _, c := range r.deal[min(len(t.session.State.Current.Open), len(r.deal)):] { // as many as lie face down still
			shown.Cards = append(shown.Cards, c.card)
		}
	}
	for _, c := range r.queue {
		shown.Cards = append(shown.Cards, c.card) // none of the cut card
	}
	return shown
}

// offered is the card that a key enters now, the cut card too, and whether it lies face down; nil where none is.
func (t *Table) offered() (c *readCard, open bool) {
	r := &t.read
	if r.held != view.NotHeld && len(r.queue) > 0 && r.queue[0].cut {
		return &r.queue[0], false
	}
	if c, open = t.meant(); r.held == view.NotHeld && !open || t.decides() || t.session.State.Current.ChipsDue() {
		return nil, false
	}
	return c, open
}

// meant is the card of the shoe that somebody means who enters one now: the cut card is none.
func (t *Table) meant() (c *readCard, open bool) {
	r, state := &t.read, t.session.State
	if state.Game == nil {
		return nil, false
	}
	if dealt, next := state.Covered(); dealt != nil {
		if next < len(r.deal) && t.cursor.Rank == "" && t.cursor.Hold == view.ForDeal && state.Phase() == hand.Dealing {
			return &r.deal[next], true
		}
		return nil, false
	}
	if i := r.first(); i >= 0 && t.takesCard() && t.cursor.Rank == "" {
		return &r.queue[i], false
	}
	return nil, false
}

// ahead is the card that waits and may open the next hand, while chips of this one are still to be moved: only F12 has it
// do so; nil where none may.
func (t *Table) ahead() *readCard {
	r, state := &t.read, t.session.State
	if r.first() != 0 || t.cursor.Rank != "" || state.Phase() != hand.Paying || !state.MayCarry() {
		return nil
	}
	return &r.queue[0]
}

// first is where the first card waits that is not the cut card; -1 where none does.
func (r *read) first() int { return slices.IndexFunc(r.queue, func(c readCard) bool { return !c.cut }) }

// takeRead enters the first card that the shoe read, of which a person says that it belongs here; of the cut card, which says nothing
// of where cards belong, only that it came out. Of the cards behind it nobody has said anything yet.
func (t *Table) takeRead() {
	r := &t.read
	c, open := t.offered()
	switch {
	case c != nil && c.cut:
		r.queue = r.queue[1:]
		t.cutCard(c.reading())
		t.pump()
		t.Update()
		return
	case open:
		t.lay(t.nameOf(*c), record.Reading{Source: record.ByShoe, Telegram: c.seq})
		t.Update()
		return
	}
	ahead := c == nil
	if ahead {
		c = t.ahead()
	}
	if c != nil && (ahead || !t.paysFirst()) {
		why, _ := t.misplaced(*c)
		r.apart = r.apart || why != view.NotHeld
		if t.laysRead(*c) {
			r.settle()
			t.pump()
		}
	}
	t.Update()
}

// settle makes what is held wait on behind a card of which somebody has said where it belongs. Where no card waits any more
// nothing is held.
func (r *read) settle() {
	switch {
	case r.held == view.NotHeld:
	case r.first() < 0:
		r.held = view.NotHeld
	case r.held == view.HeldBack && r.queue[r.first()].back:
	default:
		r.unclear()
	}
}

// dropRead drops the first that waits, or all. That the next one belongs here nobody has said by it: what is
// held stays so, for want of the card that was dropped if it was for that one.
func (t *Table) dropRead(all bool) {
	r := &t.read
	left := r.queue[:min(1, len(r.queue))]
	if all {
		left = r.queue
	}
	if !t.noteLeftOut(left) {
		return
	}
	r.queue = slices.Clone(r.queue[len(left):])
	r.unclear()
	t.pump()
	t.Update()
}

// unclear goes on holding what waits, because a card may be missing.
func (r *read) unclear() {
	switch r.held {
	case view.HeldElsewhere, view.HeldImpossible, view.HeldBack, view.HeldRefused:
		r.held = view.HeldGap
	}
}

// noteLeftOut has it on the record which cards somebody leaves out, but those of which an alarm speaks already;
// false where that is refused.
func (t *Table) noteLeftOut(left []readCard) bool {
	left = slices.DeleteFunc(slices.Clone(left), func(c readCard) bool { return c.cut || c.told })
	if len(left) == 0 {
		return true
	}
	r, was := &t.read, t.read.busy
	r.busy = true // until they wait no more
	defer func() { r.busy = was }()
	return t.do(func(s *pit.Table) (facts []record.Fact, err error) {
		for _, c := range left {
			one, err := s.NoteLeftOut(c.card.String())
			if err != nil {
				return nil, err
			}
			facts = append(facts, one...)
		}
		return facts, nil
	})
}

// typedInstead is what a card that somebody enters says of the one that the shoe read there, the suit too where the rank
// alone was typed, and what is done with that once it is entered.
func (t *Table) typedInstead(name string, by record.Source) (as string, reading record.Reading, then func()) {
	r, state := &t.read, t.session.State
	reading = record.Reading{Source: by}
	card, ok := games.ReadCard(name)
	c, open := t.meant()
	byHand := func() {
		if r.line.linked && r.held == view.NotHeld {
			r.held = view.HeldTyped
		}
	}
	switch {
	case state.Game != nil && state.Current.BetsClosed && state.Next().Kind == games.ReadSuit:
		return name, reading, func() {} // no card left the shoe
	case !ok || c == nil:
		return name, reading, byHand
	}
	first := r.first()
	at := first
	if !open && !c.card.Is(card) {
		if at = r.waiting(card); at >= 0 {
			c = &r.queue[at]
		} else if at = first; !c.insteadOf(card, r.held) {
			return name, reading, byHand // it may be one that is missing before
		}
	}
	if reading.Telegram = c.seq; !c.card.Is(card) {
		reading.Said = c.card.String()
	} else if !card.Suited() {
		name = t.nameOf(*c)
	}
	if open {
		return name, reading, func() {}
	}
	return name, reading, func() {
		was := r.queue[at]
		r.queue[at].told = was.told || reading.Said != ""
		r.use(at, state.Seq)
		switch {
		case at > first && r.held == view.NotHeld:
			r.held = view.HeldTyped
		case at == first && was.back && (r.held == view.HeldBack || r.held == view.HeldImpossible):
			r.held = view.NotHeld
		}
	}
}

// insteadOf says whether who enters another card means it for that which waits: one that cannot be, or the same rank with
// another suit, where nothing else is in doubt. Any other may be one that is missing before it.
func (c *readCard) insteadOf(card games.Card, why view.Held) bool {
	if c.back && why == view.HeldImpossible {
		return true
	}
	return c.card.Rank() == card.Rank() && (c.back || why == view.NotHeld)
}

// readBack has the cards wait again that the shoe said and that an undo takes back, also those for which somebody had
// entered another one.
func (t *Table) readBack(since int64) func() {
	return func() {
		r := &t.read
		var again, past []readCard
		for _, c := range r.past {
			if c.at < since {
				past = append(past, c)
				continue
			}
			c.back, c.page, c.gone = true, false, t.session.State.Phase() != hand.Paying // else it was drawn ahead
			again = append(again, c)
		}
		if len(again) == 0 {
			return
		}
		r.queue, r.past = append(again, r.queue...), past
		if r.burn = 0; r.held == view.NotHeld {
			r.held = view.HeldBack
		}
		t.Update()
	}
}

// noteForgotten notes of cards that were taken back, and that nobody has entered again now that those of the hand are out,
// that they were left out: they wait on, for whoever says that they are of the next one.
func (t *Table) noteForgotten() {
	r := &t.read
	forgotten := func(c readCard) bool { return c.gone && !c.told }
	if t.session.State.Phase() != hand.Paying || !slices.ContainsFunc(r.queue, forgotten) {
		return
	}
	var left []readCard
	for i, c := range r.queue {
		if forgotten(c) {
			left = append(left, c)
			r.queue[i].told = true
		}
	}
	t.noteLeftOut(left)
}
