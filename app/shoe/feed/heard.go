package feed

import (
	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/record"
)

// Heard takes what the shoe told, and returns what is to be done, in that order.
func (f *Feed) Heard(e shoe.Event, n Now) []Do {
	t := n.Table
	f.follow(t)
	switch e.Kind {
	case shoe.Card:
		return f.read(card{Card: e.Card, seq: e.Seq, where: e.Where}, n)
	case shoe.Cut:
		return f.read(card{seq: e.Seq, cut: true}, n)
	case shoe.Outside:
		return []Do{Say{Key: "read_outside", How: Warn}}
	case shoe.Start:
		if len(t.Current.Round.Laid) > 0 {
			f.hold(view.HeldLinked, t)
		}
	case shoe.Gap:
		f.hold(view.HeldGap, t)
		return []Do{note(record.ShoeGap, "", t)}
	case shoe.Fault: // a card that the shoe could not read, or that left it unseen, is no gap in its numbers
		f.Line = view.LineFaulty
		f.hold(view.HeldGap, t)
		return []Do{note(record.ShoeFault, e.Code, t)}
	case shoe.Cleared:
		return f.well(view.LineFaulty)
	case shoe.Locked:
		f.Line = view.LineLocked
		return []Do{Show{}}
	case shoe.Freed:
		return f.well(view.LineLocked)
	case shoe.Linked:
		return []Do{f.link(t)}
	case shoe.Lost:
		return f.lose(e, t)
	case shoe.Silent:
		f.Line = view.LineSilent
		return []Do{note(record.ShoeSilent, "", t)}
	case shoe.Heard:
		return f.well(view.LineSilent)
	}
	return nil
}

// link takes the line as open.
func (f *Feed) link(t *pit.Table) Do {
	f.Linked, f.Line = true, view.NoLine
	if f.lost {
		f.lost = false
		f.hold(view.HeldRestarted, t)
		return Say{Key: "read_restarted", How: Warn}
	}
	f.hold(view.HeldLinked, t)
	return Say{Key: "read_linked", How: Tell}
}

// lose takes the line as lost. One trouble is one alarm.
func (f *Feed) lose(e shoe.Event, t *pit.Table) []Do {
	was := f.Line
	if f.Line = view.LineLost; was == view.LineLost || e.Again {
		return []Do{Show{}}
	}
	do := []Do{note(record.ShoeLost, "", t)}
	if e.Why != "" {
		do = append(do, Broken{})
	}
	return do
}

// well ends a fault, and tells so as its beginning was told.
func (f *Feed) well(was view.ShoeLine) []Do {
	if f.Line != was {
		return nil
	}
	f.Line = view.NoLine
	return []Do{Say{Key: "read_well", How: Tell}}
}

// note returns the alarm of a trouble; where no cards are dealt from a shoe it is said alone.
func note(kind record.AlarmKind, what string, t *pit.Table) Do {
	if inShoe(t) {
		return Note{Kind: kind, What: what}
	}
	return Say{Key: "alarm_" + string(kind), What: what, How: Warn}
}

// read takes a card that the shoe read: it waits until it is due.
func (f *Feed) read(c card, n Now) []Do {
	t := n.Table
	switch {
	case !inShoe(t):
		return []Do{Say{Key: "read_no_shoe", How: Hint}}
	case c.where.Side == shoe.Burned:
		f.burn = 0 // it says so of each
		f.burned++
		return []Do{Show{}}
	case f.burn > 0 && !c.cut && !t.Current.BetsClosed:
		f.burn--
		f.burned++
		return []Do{Say{Key: "read_burned", How: Hint}}
	case len(f.queue) >= mostRead:
		return []Do{Say{Key: "read_too_many", How: Warn}}
	}
	if f.burn > 0 && !c.cut { // fewer were burned, or not through the shoe: the hand has begun
		f.hold(view.HeldBurned, t)
	}
	if n.Asks && !c.cut {
		return []Do{Give{c.Card}}
	}
	f.queue = append(f.queue, c)
	f.live = len(f.queue) == 1
	return []Do{Pump{}}
}
