package feed

import (
	"slices"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// Shown returns what the page shows of the queue.
func (f *Feed) Shown(n Now) view.Read {
	shown := view.Read{Held: f.Held, Line: f.Line, Burned: f.burned}
	if len(f.queue) == 0 {
		shown.Held = view.NotHeld
	}
	if c, open := f.offered(n); c != nil {
		shown.Next, shown.Cut, shown.Open = c.Card, c.cut, open
	}
	dealt, _ := n.Table.Deal().Covered()
	if dealt != nil {
		for _, c := range f.deal[min(len(n.Table.Current.Open), len(f.deal)):] { // as many as lie face down still
			shown.Cards = append(shown.Cards, c.Card)
		}
	}
	shown.Cards = append(shown.Cards, f.Queue()...)
	return shown
}

// offered returns the card that a key enters now, the cut card too, and whether it lies face down; nil where none is.
func (f *Feed) offered(n Now) (c *card, open bool) {
	if f.Held != view.NotHeld && len(f.queue) > 0 && f.queue[0].cut {
		return &f.queue[0], false
	}
	if c, open = f.meant(n); f.Held == view.NotHeld && !open || n.decides() || n.Table.Current.ChipsDue() {
		return nil, false
	}
	return c, open
}

// meant returns the card of the shoe that somebody means who enters one now, and whether it lies face down: the cut
// card is none.
func (f *Feed) meant(n Now) (c *card, open bool) {
	t := n.Table
	if t.Game == nil {
		return nil, false
	}
	if dealt, next := t.Deal().Covered(); dealt != nil {
		if next < len(f.deal) && !n.Typing && n.ForDeal && t.Deal().Phase() == hand.Dealing {
			return &f.deal[next], true
		}
		return nil, false
	}
	if i := f.first(); i >= 0 && n.takesCard() && !n.Typing {
		return &f.queue[i], false
	}
	return nil, false
}

// Meant reports whether who enters a card now means one that the shoe said.
func (f *Feed) Meant(n Now) bool {
	c, _ := f.meant(n)
	return c != nil
}

// ahead returns the card that waits and may open the next hand, while chips of this one are still to be moved. Only
// a person has it do so. It returns nil where none may.
func (f *Feed) ahead(n Now) *card {
	if f.first() != 0 || n.Typing || n.Table.Deal().Phase() != hand.Paying || !n.Table.Deal().MayCarry() {
		return nil
	}
	return &f.queue[0]
}

// MayTake reports whether [Feed.Take] has a card to enter.
func (f *Feed) MayTake(n Now) bool {
	c, _ := f.offered(n)
	return c != nil || f.ahead(n) != nil
}

// Take returns how the first card is entered, of which a person says that it belongs here. Of the cut card it
// returns only that it came out: that card says nothing of where cards belong. Of the cards behind it nobody has
// said anything yet. More reports whether more is to be paid than the page shows.
func (f *Feed) Take(n Now, more bool) Do {
	c, open := f.offered(n)
	switch {
	case c != nil && c.cut:
		f.queue = f.queue[1:]
		return Cut{c.reading()}
	case open:
		return Turn{named(c.Card, n.Table), c.reading()}
	case c == nil:
		if c = f.ahead(n); c == nil {
			return nil
		}
	case more:
		return PaysFirst{}
	}
	why, _ := f.misplaced(*c, n.Table)
	f.apart = f.apart || why != view.NotHeld
	chosen := lay(*c, n.Table)
	chosen.chosen = true
	return chosen
}

// settle makes what is held wait on behind a card of which somebody has said where it belongs. Where no card waits any more
// nothing is held.
func (f *Feed) settle() {
	switch {
	case f.Held == view.NotHeld:
	case f.first() < 0:
		f.Held = view.NotHeld
	case f.Held == view.HeldBack && f.queue[f.first()].back:
	default:
		f.unclear()
	}
}

// unclear keeps the waiting cards, because a card may be missing.
func (f *Feed) unclear() {
	if ofCard(f.Held) {
		f.Held = view.HeldGap
	}
}

// ofCard reports whether a card is held for what it is, and not for what may be missing before it.
func ofCard(why view.Held) bool {
	switch why {
	case view.HeldElsewhere, view.HeldImpossible, view.HeldBack, view.HeldRefused:
		return true
	}
	return false
}

// Drops returns how many cards go if somebody drops the first, or all, and those of which an alarm is entered then.
func (f *Feed) Drops(all bool) (n int, out LeftOut) {
	if n = len(f.queue); !all {
		n = min(1, n)
	}
	return n, leftOut(f.queue[:n])
}

// Drop drops the first n. Nobody has said by it that the next one belongs here. What is held stays so, for want of
// the card that was dropped if it was for that one.
func (f *Feed) Drop(n int) {
	f.queue = slices.Clone(f.queue[n:])
	f.unclear()
}

// unread returns the cards that the shoe read and that nobody has entered yet, those that lie face down among them.
func (f *Feed) unread(t *pit.Table) (left []card) {
	known := map[games.Place]int{}
	for _, l := range t.Current.Open {
		known[l.At]++
	}
	dealt, _ := t.Deal().Covered()
	for i, at := range dealt[:min(len(f.deal), len(dealt))] {
		if known[at]--; known[at] < 0 {
			left = append(left, f.deal[i])
		}
	}
	for _, c := range f.queue {
		if !c.cut {
			left = append(left, c)
		}
	}
	return left
}

// Unread returns how many cards the shoe read that nobody has entered yet, those that lie face down among them.
func (f *Feed) Unread(t *pit.Table) int { return len(f.unread(t)) }

// LeavesAll returns how many cards are left out if the shoe is read no more, and those of which an alarm is entered
// then. It returns none where no cards are dealt from a shoe.
func (f *Feed) LeavesAll(t *pit.Table) (n int, out LeftOut) {
	if !inShoe(t) {
		return 0, nil
	}
	left := f.unread(t)
	return len(left), leftOut(left)
}

// LeaveAll forgets the cards that wait or lie face down.
func (f *Feed) LeaveAll() { f.queue, f.deal = nil, nil }

// Forgotten returns the cards that were taken back, and that nobody has entered again now that those of the hand
// are out. They were left out, and wait on for whoever says that they are of the next one.
func (f *Feed) Forgotten(n Now) LeftOut {
	f.follow(n.Table)
	if !n.OnTop || n.Table.Deal().Phase() != hand.Paying {
		return nil
	}
	var left []card
	for i, c := range f.queue {
		if c.gone {
			left = append(left, c)
			f.queue[i].told = true
		}
	}
	return leftOut(left)
}
