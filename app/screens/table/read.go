package table

import (
	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// read is the electronic shoe of a table: what it read and nobody entered yet. It is a reader,
// and no part of the record: what is not entered is gone with the program.
type read struct {
	line   line
	queue  []readCard
	past   []readCard        // those of the open hand that were entered, or lie by a page
	felt   []record.CardName // the cards of the open hand, before what is entered now
	held   view.Held
	burn   int        // how many of the next cards are burned face down, of a shoe that does not say which
	burned int        // how many it has said of those that are burned
	deal   []readCard // those of the open hand that lie face down and come to be known in another order
	hand   int        // whose they are, and what follows
	shoe   int
	heard  int  // cards and cut cards so far
	apart  bool // a person has said that the shoe's own places are not those of this hand
	lost   bool // Sabot began in the middle of a shoe, and it has not been heard yet: what waited is gone
	live   bool // the card that waits has come just now, and none waited before it
	busy   bool
}

// readCard is what a shoe read.
type readCard struct {
	card  games.Card
	seq   string
	where shoe.Where
	cut   bool  // it is the cut card
	told  bool  // an alarm speaks of it
	back  bool  // it was entered and taken back, or cannot be
	gone  bool  // it was taken back from among the cards of a hand
	at    int64 // the entry by which it waits no more
	page  bool  // it lies by a page, and waits for nothing else
}

// reading is how it comes to be entered.
func (c readCard) reading() record.Reading {
	return record.Reading{Source: record.ByShoe, Telegram: c.seq}
}

// mostRead is how many cards wait at most: more are of no hand that anybody deals.
const mostRead = 60

// cardRead takes a card that the shoe read: where one is due it is entered, elsewhere it waits.
func (t *Table) cardRead(c readCard) {
	r, tx, state := &t.read, t.shell.Text, t.session.State
	r.heard++
	t.follow()
	switch phase := state.Phase(); {
	case phase == hand.Shut, phase == hand.Shoeless:
		t.hint("read_no_shoe", false)
		return
	case c.where.Side == shoe.Burned:
		r.burn = 0 // it says so of each
		r.burned++
		t.Update()
		return
	case r.burn > 0 && !c.cut && !state.Current.BetsClosed:
		r.burn--
		r.burned++
		t.hint("read_burned", false)
		return
	case len(r.queue) >= mostRead:
		t.Warn(tx.T("read_too_many"))
		return
	}
	if r.burn > 0 && !c.cut { // fewer were burned, or not through the shoe: the hand has begun
		t.holdRead(view.HeldBurned)
	}
	if asked, ok := t.shell.Top().(cardAsked); ok && !c.cut {
		asked.CardRead(rune(c.card.Rank().String()[0]), rune(c.card.Suit().String()[0]))
		return
	}
	r.queue = append(r.queue, c)
	r.live = len(r.queue) == 1
	t.pump()
	r.live = false
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
	if phase := state.Phase(); phase == hand.Shut || phase == hand.Shoeless || r.shoe != state.Shoe {
		r.queue, r.held, r.burn = nil, view.NotHeld, 0
	}
	if state.Current.Burn.N == 0 {
		if r.burned = 0; r.burn > 0 { // the first hand is over
			t.holdRead(view.HeldBurned)
		}
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
	if t.shell.Top() == t.page() {
		t.noteForgotten()
	}
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
		t.cutCard(first.reading())
		return true
	case t.cursor.Rank != "" || t.chipsFirst():
		return false
	}
	if dealt, _ := state.Covered(); len(dealt) > len(r.deal) {
		r.deal, r.queue = append(r.deal, first), r.queue[1:]
		return true
	}
	return t.takesCard() && (r.live || !t.decides()) && !t.disagrees(first) && t.laysRead(first)
}

// chipsFirst says whether chips that are announced come before a card of the shoe.
func (t *Table) chipsFirst() bool {
	return t.cursor.Hold == view.ForDeal && (t.session.State.Current.ChipsDue() || t.morePays())
}

// decides says whether a card that lies down now is a player's decision too: who draws one from the shoe has
// heard it, but of one that waited nobody has.
func (t *Table) decides() bool {
	return t.cursor.Hold == view.ForDeal && t.session.State.Phase() == hand.Deciding
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
	case hand.Burning:
		return true
	case hand.Dealing:
		return state.Next().Kind == games.Deal
	case hand.Deciding:
		return state.MayDraw()
	case hand.Paying:
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
	case side == shoe.First && state.Phase() != hand.Burning:
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
	t.read.queue[0].told = why == view.HeldElsewhere
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
	burning := state.Phase() == hand.Burning
	was := r.busy
	r.busy = true // until it waits no more
	laid, entered := t.lay(t.nameOf(c), record.Reading{Source: record.ByShoe, Telegram: c.seq})
	r.busy = was
	switch {
	case !laid:
		r.held = view.HeldRefused
	case !entered:
		r.held, r.queue[0].back, r.queue[0].told = view.HeldImpossible, true, true
	default:
		if r.use(0, state.Seq); burning && c.where.Side != shoe.First {
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
