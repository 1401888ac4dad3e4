// Package feed is the queue of the cards that an electronic shoe said and that nobody has entered yet. It decides which
// of them is due, which waits for a person and why. It enters nothing: each method says what a table is to do, and is
// told what came of it.
//
//	shoe.Event -> Heard -> Next -> Lay -> the table's command -> Recorded, Done -> Next
//
// A queue is no part of the record: what is not entered is gone with the program.
package feed

import (
	"slices"

	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// A Feed is the queue of one table.
type Feed struct {
	// Held is why what waits is not entered by itself.
	Held view.Held
	// Line is the state of the shoe's line.
	Line view.ShoeLine
	// Linked reports whether the line was open once.
	Linked bool

	queue  []card
	past   []card            // those of the open hand that were entered, or lie by a page
	felt   []record.CardName // the cards of the open hand, before what is entered now
	burn   int               // how many of the next cards are burned face down, of a shoe that does not say which
	burned int               // how many it has said of those that are burned
	deal   []card            // those of the open hand that lie face down and come to be known in another order
	hand   int               // the hand of deal, past and apart
	shoe   int               // the shoe of all that waits
	apart  bool              // a person has said that the shoe's own places are not those of this hand
	lost   bool              // Sabot began in the middle of a shoe, and it has not been heard yet: what waited is gone
	live   bool              // the card that waits has come just now, and none waited before it
}

// A card is a reading of the shoe.
type card struct {
	games.Card
	seq   string
	where shoe.Where
	cut   bool  // it is the cut card
	told  bool  // an alarm speaks of it
	back  bool  // it was entered and taken back, or cannot be
	gone  bool  // it was taken back from among the cards of a hand
	at    int64 // the entry by which it waits no more
	page  bool  // it lies by a page, and waits for nothing else
}

// reading returns how the card comes to be entered.
func (c card) reading() record.Reading {
	return record.Reading{Source: record.ByShoe, Telegram: c.seq}
}

// mostRead is how many cards wait at most: more are of no hand that anybody deals.
const mostRead = 60

// A Now is the state of a table and its page while the queue is asked.
type Now struct {
	Table   *pit.Table
	OnTop   bool // no page lies over the table
	Asks    bool // the page on top asks for a card
	Typing  bool // a rank was typed whose suit is due
	ForDeal bool // the next card is one of the deal, and not one for something else
}

// New returns the queue of a table at which nothing waits.
func New(t *pit.Table) *Feed { return &Feed{felt: feltOf(t)} }

// Restarted reports whether a shoe is in place. Then cards that waited may be gone with the program, and what the
// shoe says first is held.
func (f *Feed) Restarted(t *pit.Table) bool {
	f.lost = inShoe(t)
	return f.lost
}

// Reread takes the table as the record has it.
func (f *Feed) Reread(t *pit.Table) {
	f.felt = feltOf(t)
	f.hold(view.HeldLinked, t)
}

// Deafen forgets the line and what waits, as the shoe is read no more.
func (f *Feed) Deafen() {
	f.Linked, f.Line, f.queue, f.Held = false, view.NoLine, nil, view.NotHeld
}

// Empty reports whether neither a card nor the cut card waits.
func (f *Feed) Empty() bool { return len(f.queue) == 0 }

// Queue returns the cards that wait, in the order of the shoe; 0 is the cut card.
func (f *Feed) Queue() []games.Card {
	cards := make([]games.Card, 0, len(f.queue))
	for _, c := range f.queue {
		cards = append(cards, c.Card)
	}
	return cards
}

// Waits reports whether a card waits.
func (f *Feed) Waits(c games.Card) bool { return f.waiting(c) >= 0 }

// follow forgets what was read for a hand that is over, and all of a shoe that is.
func (f *Feed) follow(t *pit.Table) {
	if f.hand != t.Hand || f.shoe != t.Shoe {
		f.deal, f.past, f.apart = nil, nil, false
	}
	if !inShoe(t) || f.shoe != t.Shoe {
		f.queue, f.Held, f.burn = nil, view.NotHeld, 0
	}
	if t.Current.Burn.N == 0 {
		if f.burned = 0; f.burn > 0 { // the first hand is over
			f.hold(view.HeldBurned, t)
		}
	}
	f.hand, f.shoe = t.Hand, t.Shoe
}

// hold makes the following readings wait for a person. How many cards of them are burned is unknown from now
// on.
func (f *Feed) hold(why view.Held, t *pit.Table) {
	if f.burn = 0; inShoe(t) {
		f.Held = why
	}
}

// inShoe reports whether cards are dealt from a shoe now.
func inShoe(t *pit.Table) bool {
	phase := t.Deal().Phase()
	return phase != hand.Shut && phase != hand.Shoeless
}

// first returns where the first card waits that is not the cut card; -1 where none does.
func (f *Feed) first() int { return slices.IndexFunc(f.queue, func(c card) bool { return !c.cut }) }

// waiting returns where a card waits first; -1 where it does not.
func (f *Feed) waiting(which games.Card) int {
	return slices.IndexFunc(f.queue, func(c card) bool { return !c.cut && c.Is(which) })
}

// use ends the waiting of card n: entry seq entered it, or has it among its cards.
func (f *Feed) use(n int, seq int64) {
	c := f.queue[n]
	c.at = seq
	f.queue, f.past = slices.Delete(slices.Clone(f.queue), n, n+1), append(f.past, c)
}

// Entered returns the card of the shoe that an entry entered; false where it entered none.
func (f *Feed) Entered(seq int64) (games.Card, bool) {
	if n := len(f.past); n > 0 && f.past[n-1].at == seq {
		return f.past[n-1].Card, true
	}
	return 0, false
}

// named returns a card as it is entered: without its suit where the game reads none.
func named(c games.Card, t *pit.Table) string {
	if !t.Game.ReadsSuits() {
		return c.Rank().String()
	}
	return c.String()
}
