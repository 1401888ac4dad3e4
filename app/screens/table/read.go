package table

import (
	"slices"

	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// read is the electronic shoe of a table: what it read and nobody entered yet. It is a reader,
// and no part of the record: what is not entered is gone with the program.
type read struct {
	line  line
	queue []readCard
	past  []readCard // those of the open hand that were entered
	held  view.Held
	burn  int        // how many of the next cards are burned face down, of a shoe that does not say which
	deal  []readCard // those of the open hand that lie face down and come to be known in another order
	hand  int        // whose they are, and what follows
	shoe  int
	heard int  // cards and cut cards so far
	apart bool // a person has said that the shoe's own places are not those of this hand
	busy  bool
}

// readCard is what a shoe read.
type readCard struct {
	card  games.Card
	seq   string
	where shoe.Where
	cut   bool // it is the cut card
	back  bool // it was entered and taken back, or cannot be: who types another one means it instead
}

// mostRead is how many cards wait at most: more are of no hand that anybody deals.
const mostRead = 60

// cardRead takes a card that the shoe read: where one is due it is entered, elsewhere it waits.
func (t *Table) cardRead(c readCard) {
	r, tx, state := &t.read, t.shell.Text, t.session.State
	r.heard++
	t.follow()
	switch phase := state.Phase(); {
	case phase == pit.Shut, phase == pit.Shoeless:
		t.hint("read_no_shoe", false)
		return
	case c.where.Side == shoe.Burned:
		r.burn = 0 // it says so of each
		return
	case r.burn > 0 && !c.cut && !state.Current.BetsClosed:
		r.burn--
		t.hint("read_burned", false)
		return
	case len(r.queue) >= mostRead:
		t.Warn(tx.T("read_too_many"))
		return
	}
	if r.burn > 0 && !c.cut { // fewer were burned, or not through the shoe: the hand has begun
		t.holdRead(view.HeldGap)
	}
	if asked, ok := t.shell.Top().(cardAsked); ok && !c.cut {
		asked.CardRead(rune(c.card.Rank().String()[0]), rune(c.card.Suit().String()[0]))
		return
	}
	r.queue = append(r.queue, c)
	t.pump()
}

// hint says a word where the table is seen and nothing else is said.
func (t *Table) hint(key string, bad bool) {
	if t.notice.Text == "" || !t.notice.Bad {
		t.notice = view.Notice{Text: t.shell.Text.T(key), Bad: bad}
	}
	t.Update()
}

// follow forgets what was read for a hand that is over, and all of a shoe that is.
func (t *Table) follow() {
	r, state := &t.read, t.session.State
	if r.hand != state.Hand || r.shoe != state.Shoe {
		r.deal, r.past, r.apart = nil, nil, false
	}
	if phase := state.Phase(); phase == pit.Shut || phase == pit.Shoeless || r.shoe != state.Shoe {
		r.queue, r.held, r.burn = nil, view.NotHeld, 0
	}
	r.hand, r.shoe = state.Hand, state.Shoe
}

// pump enters what waits, as far as it is due and a person need say nothing.
func (t *Table) pump() {
	r := &t.read
	if r.busy || t.gone {
		return
	}
	r.busy = true
	defer func() { r.busy = false }()
	t.follow()
	came := false
	for len(r.queue) > 0 && r.held == view.NotHeld && t.shell.Top() == t.page() && t.entersRead() {
		came = true
		t.follow()
	}
	if came || len(r.queue) > 0 {
		t.Update()
	}
}

// entersRead enters the first that waits; false where it is not due.
func (t *Table) entersRead() bool {
	r, state := &t.read, t.session.State
	first := r.queue[0]
	switch {
	case first.cut:
		r.queue = r.queue[1:]
		t.cutCard()
		return true
	case t.cursor.Rank != "" || t.pad().More > 0 && t.cursor.Hold == view.ForDeal:
		return false
	}
	if dealt, _ := state.Covered(); len(dealt) > len(r.deal) {
		r.deal, r.queue = append(r.deal, first), r.queue[1:]
		return true
	}
	return t.takesCard() && !t.disagrees(first) && t.laysRead(first)
}

// takesCard says whether a card that leaves the shoe now has its place.
func (t *Table) takesCard() bool {
	state := t.session.State
	if t.cursor.Hold != view.ForDeal {
		return true
	}
	if dealt, _ := state.Covered(); dealt != nil {
		return false
	}
	switch state.Phase() {
	case pit.Burning:
		return true
	case pit.Dealing:
		return state.Next().Kind == games.Deal
	case pit.Deciding:
		return state.MayDraw()
	case pit.Paying:
		return state.MayCarry()
	}
	return false
}

// misplaced is why a card waits for a person whose place in the shoe's own game is another one than the rules have, and
// which that is, "" where the shoe burns it; NotHeld where it is the same, or the shoe says none that is meant.
func (t *Table) misplaced(c readCard) (why view.Held, at record.PlaceName) {
	r, state := &t.read, t.session.State
	due, n, deals := state.DealsTo()
	_, own := state.Game.(games.TwoSided)
	switch side := c.where.Side; {
	case r.apart:
	case side == shoe.First && state.Phase() != pit.Burning:
		return view.HeldElsewhere, ""
	case !own || !deals || side != shoe.Player && side != shoe.Banker:
	case record.PlaceOf(due) != record.PlaceName(side):
		return view.HeldElsewhere, record.PlaceName(side)
	case c.where.N != n:
		return view.HeldGap, ""
	}
	return view.NotHeld, ""
}

// disagrees notes that the shoe's own game has a card at another place than the rules: it waits
// for a person.
func (t *Table) disagrees(c readCard) bool {
	why, at := t.misplaced(c)
	if why == view.NotHeld {
		return false
	}
	t.read.held = why
	t.do(func(s *pit.Table) ([]record.Fact, error) {
		if why == view.HeldElsewhere {
			return s.NoteElsewhere(c.card.String(), at)
		}
		return s.NoteShoe(record.ShoeGap, "")
	})
	return true
}

// laysRead enters the first card that waits, as the shoe read it; false where it is not.
func (t *Table) laysRead(c readCard) bool {
	r, state := &t.read, t.session.State
	alarms, burning := len(state.Alarms), state.Phase() == pit.Burning
	was := r.busy
	r.busy = true // until it waits no more
	laid := t.lay(t.nameOf(c), record.Reading{Source: record.ByShoe, Telegram: c.seq})
	r.busy = was
	switch {
	case !laid:
		r.held = view.HeldRefused
	case len(state.Alarms) > alarms:
		r.held, r.queue[0].back = view.HeldImpossible, true
	default:
		if r.queue, r.past = r.queue[1:], append(r.past, c); burning && c.where.Side != shoe.First {
			r.burn = state.Current.Burn.N
		}
		return true
	}
	return false
}

// nameOf is a card as it is entered: its suit is passed over where the game reads none.
func (t *Table) nameOf(c readCard) string {
	if !t.session.State.Game.ReadsSuits() {
		return c.card.Rank().String()
	}
	return c.card.String()
}

// readShown is what of it the page shows.
func (t *Table) readShown() view.Read {
	r := &t.read
	shown := view.Read{On: r.line.setting != (shoe.Setting{}), Held: r.held, Line: r.line.state}
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
	if r := &t.read; r.held != view.NotHeld && len(r.queue) > 0 && r.queue[0].cut {
		return &r.queue[0], false
	}
	return t.meant()
}

// meant is the card of the shoe that somebody means who enters one now: the cut card is none.
func (t *Table) meant() (c *readCard, open bool) {
	r, state := &t.read, t.session.State
	if state.Game == nil {
		return nil, false
	}
	if dealt, next := state.Covered(); dealt != nil {
		if next < len(r.deal) && t.cursor.Rank == "" && t.cursor.Hold == view.ForDeal && state.Phase() == pit.Dealing {
			return &r.deal[next], true
		}
		return nil, false
	}
	if i := r.first(); r.held != view.NotHeld && i >= 0 && t.takesCard() && t.cursor.Rank == "" {
		return &r.queue[i], false
	}
	return nil, false
}

// first is where the first card waits that is not the cut card; -1 where none does.
func (r *read) first() int { return slices.IndexFunc(r.queue, func(c readCard) bool { return !c.cut }) }

// takeRead is that a person says that what the shoe read belongs here; of the cut card, which says nothing of where
// cards belong, only that it came out.
func (t *Table) takeRead() {
	r := &t.read
	c, open := t.offered()
	switch {
	case c != nil && c.cut:
		r.queue = r.queue[1:]
		t.cutCard()
		t.pump()
		t.Update()
		return
	case open:
		t.lay(t.nameOf(*c), record.Reading{Source: record.ByShoe, Telegram: c.seq})
		t.Update()
		return
	}
	if c != nil {
		why, _ := t.misplaced(*c)
		r.apart = r.apart || why != view.NotHeld
	}
	r.held = view.NotHeld
	if c == nil || !t.paysFirst() && t.laysRead(*c) {
		t.pump()
	}
	t.Update()
}

// dropRead drops the first that waits, or all. That the next one belongs here nobody has said by it: what is
// held stays so, for want of the card that was dropped if it was for that one.
func (t *Table) dropRead(all bool) {
	r := &t.read
	if all {
		r.queue = nil
	} else if len(r.queue) > 0 {
		r.queue = slices.Clone(r.queue[1:])
	}
	switch r.held {
	case view.HeldElsewhere, view.HeldImpossible, view.HeldBack, view.HeldRefused:
		r.held = view.HeldGap
	}
	t.pump()
	t.Update()
}

// typedInstead is what a card that somebody enters says of the one that the shoe read there, and
// what is done with that once it is entered.
func (t *Table) typedInstead(name string, by record.Source) (reading record.Reading, then func()) {
	r := &t.read
	reading = record.Reading{Source: by}
	card, ok := games.ReadCard(name)
	c, open := t.meant()
	if !ok || c == nil {
		return reading, func() {
			if r.line.linked && r.held == view.NotHeld {
				r.held = view.HeldTyped
			}
		}
	}
	same := c.card.Is(card)
	if !same && !c.back && !open { // it may be one that is missing before
		return reading, func() {}
	}
	if reading.Telegram = c.seq; !same {
		reading.Said = c.card.String()
	}
	if open {
		return reading, func() {}
	}
	return reading, func() {
		if i := r.first(); i >= 0 {
			r.queue = slices.Delete(slices.Clone(r.queue), i, i+1)
		}
		if c.back && (r.held == view.HeldBack || r.held == view.HeldImpossible) {
			r.held = view.NotHeld
		}
	}
}

// readBack has a card wait again that the shoe read and that was taken back.
func (t *Table) readBack(since int64) func() {
	state, r := t.session.State, &t.read
	reading, ok := state.ReadFrom(since)
	at := -1
	for i, c := range r.past {
		if c.seq == reading.Telegram {
			at = i
		}
	}
	if !ok || at < 0 {
		return func() {}
	}
	c := r.past[at]
	c.back = true
	return func() {
		r.queue, r.past = append([]readCard{c}, r.queue...), slices.Clone(r.past[:at])
		if r.burn = 0; r.held == view.NotHeld {
			r.held = view.HeldBack
		}
		t.Update()
	}
}
