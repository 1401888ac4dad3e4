package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// Result is what a shift of a table came to, counted and by its hands. Amounts are minor
// units.
type Result struct {
	Opening  Sum // what was counted
	Closing  Sum // as it was counted last: see Closer
	Fills    games.Amount
	Credits  games.Amount
	BoughtIn games.Amount // cash that players paid at the table: an estimate of the drop
	Drop     Sum          // the drop box as two people counted it
	Tips     games.Amount
	// Coins is the sum paid in coin, less the sum that came in so: no chips of the table make it, and no count has it.
	Coins games.Amount `json:",omitempty"`
	// ByCount is closing + credits + drop - opening - fills - coins; with the estimate of the
	// drop until it is counted. Unknown where a count is missing.
	ByCount   Sum
	Estimated bool // the drop of ByCount is an estimate
	// ByHands is the sum of every settlement, less commission that was given up, and with what
	// rounding it at the collection made of the rest.
	ByHands games.Amount
	// Waived is the commission that was given up: ByHands is without it.
	Waived games.Amount `json:",omitempty"`
	// Rounded is by how much more commission was collected than was owed, to the smallest chip.
	Rounded games.Amount `json:",omitempty"`
	// Wrong is what the tray has more (or less) by wrong payouts that did not come back.
	Wrong games.Amount `json:",omitempty"`
	// Unmoved is what the tray has more (or less) by hands that were corrected or voided in the record alone: the players
	// keep what they had got, and pay nothing back.
	Unmoved games.Amount `json:",omitempty"`
	// Difference is ByCount less ByHands, Wrong and Unmoved: what nobody can say why.
	Difference Sum
}

// Result is what the shift came to so far.
func (t *Table) Result() Result {
	r := Result{Fills: t.verified(record.Fill), Credits: t.verified(record.Credit), Drop: t.Drop, Estimated: !t.Drop.Known, Coins: t.trayNow().coins}
	for _, c := range t.Counts() {
		if c.When == record.AtOpening {
			r.Opening = KnownSum(c.Float.Value())
		}
	}
	if left := t.Closer(); left != nil {
		r.Closing = KnownSum(left.Value())
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
		r.Unmoved += t.History[i].unmoved()
	}
	r.ByHands += r.Rounded - r.Waived
	drop := r.Drop
	if r.Estimated {
		drop = KnownSum(r.BoughtIn)
	}
	r.ByCount = r.Closing.Plus(KnownSum(r.Credits)).Plus(drop).Less(r.Opening).Less(KnownSum(r.Fills + r.Coins))
	for _, p := range t.Payouts() {
		r.Wrong -= p.Left()
	}
	r.Difference = r.ByCount.Less(KnownSum(r.Expected()))
	return r
}

// Expected returns what the count should come to.
func (r Result) Expected() games.Amount { return r.ByHands + r.Wrong + r.Unmoved }

// PaidOtherwise reports whether something that was paid otherwise than it should have been was never settled with the players:
// a wrong payout that is still due, or a hand that was put right in the record alone.
func (t *Table) PaidOtherwise() bool {
	return len(t.PayoutsDue()) > 0 || slices.ContainsFunc(t.History, func(h Hand) bool { return h.unmoved() != 0 })
}

// unmoved returns what the house kept at the table beyond what the hand comes to since it was corrected, with the commission that was
// collected for it.
func (h *Hand) unmoved() games.Amount { return h.PaidVersion().Kept() - h.Kept() + h.DuesUnmoved() }

// DropDifference returns by how much the drop was counted more than was bought in; unknown until it is counted.
func (r Result) DropDifference() Sum { return r.Drop.Less(KnownSum(r.BoughtIn)) }

// DropIsOff reports whether of the shift as a whole, with the drop as it was counted, more is missing, or too much, than the house
// passes over, and the float alone does not say why: that has an incident of its own.
func (t *Table) DropIsOff() bool {
	r := t.Result()
	off := func(s Sum) bool { return s.Known && len(difference(t.Settings, s.Amount)) > 0 }
	drop := r.DropDifference()
	return drop.Known && off(r.Difference) && (off(drop) || !off(r.Difference.Less(drop)))
}
