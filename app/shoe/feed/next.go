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

// Next returns what is to be done with the first card that waits. It returns nil where the card is not due, or a
// person has to say something first. It is asked again once that is done. More reports whether more is to be paid
// than the page shows.
func (f *Feed) Next(n Now, more bool) Do {
	f.follow(n.Table)
	do := f.due(n, more)
	if do == nil {
		f.live = false
	}
	return do
}

func (f *Feed) due(n Now, more bool) Do {
	if len(f.queue) == 0 || f.Held != view.NotHeld || !n.OnTop {
		return nil
	}
	t, first := n.Table, f.queue[0]
	switch {
	case first.cut:
		f.queue = f.queue[1:]
		return Cut{first.reading()}
	case n.Typing, n.ForDeal && (t.Current.ChipsDue() || more):
		return nil
	}
	if dealt, _ := t.Deal().Covered(); len(dealt) > len(f.deal) {
		f.deal, f.queue = append(f.deal, first), f.queue[1:]
		return Show{}
	}
	if !n.takesCard() || !f.live && n.decides() {
		return nil
	}
	if why, at := f.misplaced(first, t); why != view.NotHeld {
		return f.disagrees(why, at)
	}
	return lay(first, t)
}

// disagrees makes the first card wait for a person, as the shoe's own game has it at another place than the
// rules.
func (f *Feed) disagrees(why view.Held, at record.PlaceName) Do {
	f.Held = why
	if why != view.HeldElsewhere {
		return Note{Kind: record.ShoeGap}
	}
	f.queue[0].told = true
	return Note{Kind: record.ShoeElsewhere, What: f.queue[0].String(), At: at}
}

func lay(c card, t *pit.Table) Lay {
	return Lay{
		Card: named(c.Card, t), Reading: c.reading(),
		burns: t.Deal().Phase() == hand.Burning && c.where.Side != shoe.First,
	}
}

// Done takes what came of a card: whether the table took it, and whether it entered it and not an alarm alone.
func (f *Feed) Done(l Lay, laid, entered bool, t *pit.Table) {
	switch {
	case !laid:
		f.Held = view.HeldRefused
	case !entered:
		f.Held, f.queue[0].back, f.queue[0].told = view.HeldImpossible, true, true
	default:
		if f.use(0, t.Seq); l.burns {
			f.burn = t.Current.Burn.N
		}
		if l.chosen {
			f.settle()
		}
	}
}

// CutOut ends the waiting of the cut card: the record has that it came out.
func (f *Feed) CutOut() {
	f.queue = slices.DeleteFunc(slices.Clone(f.queue), func(c card) bool { return c.cut })
}

// Retry makes the table try a refused card again, as what it was refused for is entered now.
func (f *Feed) Retry() {
	if f.Held == view.HeldRefused {
		f.Held = view.NotHeld
	}
}

// decides reports whether a card that lies down now is a player's decision too. Who draws one from the shoe has
// heard it, but of one that waited nobody has.
func (n Now) decides() bool { return n.ForDeal && n.Table.Deal().Phase() == hand.Deciding }

// takesCard reports whether a card that leaves the shoe now has its place.
func (n Now) takesCard() bool {
	t := n.Table
	if !n.ForDeal {
		return true
	}
	if dealt, _ := t.Deal().Covered(); dealt != nil {
		return false
	}
	switch t.Deal().Phase() {
	case hand.Burning:
		return true
	case hand.Dealing:
		return t.Deal().Next().Kind == games.Deal
	case hand.Deciding:
		return t.Deal().MayDraw()
	case hand.Paying:
		return t.Deal().MayCarry()
	}
	return false
}

// misplaced returns why a card waits for a person whose place in the shoe's own game is another one than the rules have, and
// that place, "" where the shoe burns it; NotHeld where it is the same, or the shoe says none that is meant.
func (f *Feed) misplaced(c card, t *pit.Table) (why view.Held, at record.PlaceName) {
	due, n, deals := t.Deal().DealsTo()
	_, own := t.Game.(games.TwoSided)
	switch side := c.where.Side; {
	case f.apart:
	case side == shoe.First && t.Deal().Phase() != hand.Burning:
		return view.HeldElsewhere, ""
	case !own || !deals || side != shoe.Player && side != shoe.Banker:
	case record.PlaceOf(due) != record.PlaceName(side):
		return view.HeldElsewhere, record.PlaceName(side)
	case c.where.N != n:
		return view.HeldGap, ""
	}
	return view.NotHeld, ""
}
