package feed

import (
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/record"
)

// A Typed is a card that somebody enters beside what the shoe read. [Feed.DoneTyped] is told once it is entered.
type Typed struct {
	Card    string // with the suit that the shoe said, where the rank alone was typed
	Reading record.Reading

	role  role
	at    int // where the card waits of which it is entered
	first int // where the first one waited
}

// A role is the meaning of an entered card for the queue.
type role int

const (
	byItself role = iota // no card left the shoe, or it is one that lies face down
	unsaid               // the shoe has not said it: it may do so yet
	ofQueue              // the card that waits at that place
)

// Typed returns what a card that somebody enters says of the one that the shoe read there.
func (f *Feed) Typed(name string, by record.Source, n Now) Typed {
	t := n.Table
	typed := Typed{Card: name, Reading: record.Reading{Source: by}}
	which, ok := games.ReadCard(name)
	c, open := f.meant(n)
	switch {
	case t.Game != nil && t.Current.BetsClosed && t.Deal().Next().Kind == games.ReadSuit:
		return typed
	case !ok || c == nil:
		typed.role = unsaid
		return typed
	}
	typed.first = f.first()
	typed.at = typed.first
	if !open && !c.Is(which) {
		if i := f.waiting(which); i >= 0 {
			typed.at, c = i, &f.queue[i]
		} else if !c.insteadOf(which, f.Held) {
			typed.role = unsaid // it may be one that is missing before
			return typed
		}
	}
	if typed.Reading.Telegram = c.seq; !c.Is(which) {
		typed.Reading.Said = c.String()
	} else if !which.Suited() {
		typed.Card = named(c.Card, t)
	}
	if !open {
		typed.role = ofQueue
	}
	return typed
}

// DoneTyped takes the entry by which such a card was entered.
func (f *Feed) DoneTyped(d Typed, seq int64) {
	switch d.role {
	case unsaid:
		if f.Linked && f.Held == view.NotHeld {
			f.Held = view.HeldTyped
		}
	case ofQueue:
		was := f.queue[d.at]
		f.queue[d.at].told = was.told || d.Reading.Said != ""
		f.use(d.at, seq)
		switch {
		case d.at > d.first && f.Held == view.NotHeld:
			f.Held = view.HeldTyped
		case d.at == d.first && was.back && (f.Held == view.HeldBack || f.Held == view.HeldImpossible):
			f.Held = view.NotHeld
		}
	}
}

// insteadOf reports whether who enters another card means it for that which waits. It may be for one that cannot
// be, or have the same rank with another suit, where nothing else is in doubt. Any other may be one that is missing
// before it.
func (c *card) insteadOf(other games.Card, why view.Held) bool {
	if c.back && why == view.HeldImpossible {
		return true
	}
	return c.Rank() == other.Rank() && (c.back || why == view.NotHeld)
}
