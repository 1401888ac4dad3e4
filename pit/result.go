package pit

import (
	"slices"

	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/pit/tray"
)

// Result returns the result of the shift so far.
func (t *Table) Result() tray.Result {
	r := tray.Result{Fills: t.Verified(record.Fill), Credits: t.Verified(record.Credit), Drop: t.Drop, Estimated: !t.Drop.Known, Coins: t.Desk().Coins()}
	for _, c := range t.Counts() {
		if c.When == record.AtOpening {
			r.Opening = tray.KnownSum(c.Float.Value())
		}
	}
	if left := t.Closer(); left != nil {
		r.Closing = tray.KnownSum(left.Value())
	}
	for _, f := range t.Moves() {
		switch f := f.(type) {
		case record.BoughtIn:
			r.BoughtIn += f.Cash
		case record.Tipped:
			r.Tips += f.Amount
		case record.CommissionTaken:
			if f.Waived != "" {
				r.Waived += record.Owed(f.Dues)
			}
			r.Rounded += f.Rounded()
		}
	}
	for i := range t.History {
		r.ByHands += t.History[i].House
		r.Unmoved += t.History[i].Unmoved()
	}
	r.ByHands += r.Rounded - r.Waived
	drop := r.Drop
	if r.Estimated {
		drop = tray.KnownSum(r.BoughtIn)
	}
	r.ByCount = r.Closing.Plus(tray.KnownSum(r.Credits)).Plus(drop).Less(r.Opening).Less(tray.KnownSum(r.Fills + r.Coins))
	for _, p := range t.Payouts() {
		r.Wrong -= p.Left()
	}
	r.Difference = r.ByCount.Less(tray.KnownSum(r.Expected()))
	return r
}

// PaidOtherwise reports whether something that was paid otherwise than it should have been was never settled with the players:
// a wrong payout that is still due, or a hand that was put right in the record alone.
func (t *Table) PaidOtherwise() bool {
	return len(t.PayoutsDue()) > 0 || slices.ContainsFunc(t.History, func(h hand.Hand) bool { return h.Unmoved() != 0 })
}

// DropIsOff reports whether the shift as a whole is off by more than the house passes over, with the drop as it was counted. It is
// false where the float alone explains it: that has an incident of its own.
func (t *Table) DropIsOff() bool {
	r := t.Result()
	off := func(s tray.Sum) bool { return s.Known && len(tray.Difference(t.Settings, s.Amount)) > 0 }
	drop := r.DropDifference()
	return drop.Known && off(r.Difference) && (off(drop) || !off(r.Difference.Less(drop)))
}

// CorrectedOff reports whether hands that were corrected after the closing leave the float off by more than the house passes over.
// The counts were right then, or have an incident of another sum: no incident says this one.
func (t *Table) CorrectedOff() bool {
	if !slices.ContainsFunc(t.History, func(h hand.Hand) bool { return h.AfterClosing() }) {
		return false
	}
	r := t.Result()
	off := r.Difference
	if r.Drop.Known {
		off = off.Less(r.DropDifference())
	}
	return off.Known && len(tray.Difference(t.Settings, off.Amount)) > 0
}

// HeadClosed returns the head of the shift that has just closed, with the people whom its headlines name.
func (t *Table) HeadClosed() shifts.Head {
	head := shifts.Head{Number: t.Shift, Currency: t.Currency, Opened: t.Opened, Closed: t.ShutAt}
	for _, r := range t.Reliefs {
		head.Dealt = shifts.With(head.Dealt, r.Croupier)
	}
	for _, r := range t.Answers {
		head.Answered = shifts.With(head.Answered, r.Croupier)
	}
	head.Answered = shifts.With(head.Answered, t.ShutBy)
	return head
}
