package reports

import (
	"cmp"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/tray"
	"sabot/reports/corrections"
	"sabot/reports/forms"
)

// ShiftOf returns the figures of the shift that a table's state stands for, in this Sabot's form.
func ShiftOf(t *pit.Table, h *house.House) Shift { return (&Evidence{Form: Form}).ShiftOf(t, h) }

// ReconstructionsOf returns the reconstructions of the shift that a table's state stands for, in this Sabot's form; the oldest first.
func ReconstructionsOf(t *pit.Table, h *house.House) corrections.Reconstructions {
	return corrections.Of(t, forms.RollOf(Form, h), Form)
}

// ShiftOf returns the figures of the shift that a table's state stands for, in the form of the evidence.
func (e *Evidence) ShiftOf(t *pit.Table, h *house.House) Shift {
	e.judges(t)
	s := shiftWithout(t, h, e.Form)
	s.Hands = handLines(t, e.Form)
	return s
}

// shiftWithout does what ShiftOf does, without the list of its hands, whose words take longer than its sums.
func shiftWithout(t *pit.Table, house *house.House, form int) Shift {
	h := forms.RollOf(form, house)
	s := Shift{
		House: h.People().CalledAt(t.ShutAt), Currency: cmp.Or(t.Currency, h.Currency), Table: t.Name, Number: t.Shift, Day: t.Day,
		Opened: t.Opened, Closed: t.ShutAt, Inspector: h.Who(t.Inspector, t.ShutAt), Shoes: t.Shoe,
		Croupiers: duties(t, t.Reliefs, h, form), Inspectors: duties(t, t.Answers, h, form), WrongPINs: wrongPINs(t, h, form),
	}
	if t.Game == nil {
		return s
	}
	s.Preset = t.Game.Options().Preset
	s.TwoSided = t.Game.Layout().Shared
	s.Dealer = form >= forms.Seven && slices.ContainsFunc(t.Game.Layout().Sides, func(side games.Side) bool { return side.At == games.Dealer })
	s.Commission = commission(t)
	s.Result = resultOf(t, form)
	s.Float, s.Counted = floatLines(t), countedBy(t, h, form)
	if form >= forms.Seven {
		s.OtherChips = t.OtherChips()
	}
	s.FirstOpening, s.FirstClosing = firstCounts(t)
	s.Custody, s.KeysOut = custodyLines(t, h), keysOut(t, h)
	s.BuyIns = buyInLines(t, h)
	s.Moved, s.Drops = movesPutRight(t, h, form), dropLines(t, h, form)
	s.Slips, s.Irregular, s.Incidents = slipLines(t, h, form), irregular(t, h, form), incidentLines(t, h, form)
	s.Withdrawn = corrections.WithdrawnLines(t, form)
	s.Notes = slices.Concat(t.Notes, t.Alarms)
	slices.SortFunc(s.Notes, func(a, b hand.Alarm) int { return cmp.Compare(a.Seq, b.Seq) })
	for i, n := range s.Notes {
		s.Notes[i].Between = n.Between && form >= forms.Seven
		s.Notes[i].Approver = h.Who(n.Approver, n.At)
		if s.Notes[i].BackBy = h.Who(n.BackBy, n.Back); form < forms.Seven {
			s.Notes[i].Back, s.Notes[i].BackBy = time.Time{}, ""
		}
	}
	sums := map[string]*SpotSum{}
	var others []string // that are no spot one bets on: insurance
	for _, spot := range t.Game.Spots() {
		sums[spot.Name] = &SpotSum{Spot: spot.Name}
	}
	for i := range t.History {
		hand := &t.History[i]
		if hand.Cancelled != nil {
			continue
		}
		if form >= forms.Seven {
			s.Unlaid += hand.UnlaidStakes()
		}
		for _, p := range hand.Played() {
			if sums[p.Spot] == nil {
				sums[p.Spot] = &SpotSum{Spot: p.Spot}
				others = append(others, p.Spot)
			}
			sums[p.Spot].add(p)
			s.Total.add(p)
		}
	}
	for _, spot := range t.Game.Spots() {
		if sum := sums[spot.Name]; sum.Bets > 0 || spot.Mandatory {
			s.Spots = append(s.Spots, *sum)
		}
	}
	for _, spot := range others {
		s.Spots = append(s.Spots, *sums[spot])
	}
	if form >= forms.Seven {
		s.Limited, s.Limits = limitedLines(t), limitsLines(t, h)
		s.Restores = restoreLines(t, h)
		s.Shared = sharedHands(t)
	}
	s.Luck = luckOf(t, s.Total.Result, form)
	return s
}

// resultOf returns what a shift came to; before form 7 what a correction had left unmoved at the table was part of the difference.
func resultOf(t *pit.Table, form int) tray.Result {
	r := t.Result()
	if form < forms.Seven {
		r.Difference, r.Unmoved = r.Difference.Plus(tray.KnownSum(r.Unmoved)), 0
	}
	return r
}

// commission sums up what the shift's hands left owed and what became of it.
func commission(t *pit.Table) Commission {
	var c Commission
	for i := range t.History {
		for _, r := range t.History[i].Rows {
			c.Made += r.Commission
		}
		c.Unmoved += t.History[i].DuesUnmoved()
	}
	for _, taken := range t.AllTaken() {
		for i, d := range taken.Dues {
			c.Taken += taken.Paid(i)
			if taken.Waived != "" {
				c.Waived += d.Amount
			}
		}
		c.Rounded += taken.Rounded()
	}
	for _, d := range t.Debts() {
		c.Owed += d.Amount
	}
	return c
}

// wrongPINs returns the wrong PINs of the people of the shift while it was open. From form 7 it adds those
// typed at the table with unknown codes.
func wrongPINs(t *pit.Table, h forms.Roll, form int) []PINLine {
	var lines []PINLine
	here := slices.Concat(t.Reliefs, t.Answers)
	for _, w := range h.Backups().WrongPINs(t.Opened, t.ShutAt) {
		if w.Number == "" && form < forms.Seven {
			continue
		}
		line, there := PINLine{At: w.At, Name: h.Who(w.Number, w.At)}, false
		if form >= forms.Seven {
			line.Table, there = w.Table, w.Table == t.Name
			line.Gone = h.People().LeftBy(w.Number, w.At)
		}
		if there || slices.ContainsFunc(here, func(r pit.Relief) bool { return r.Croupier == w.Number }) {
			lines = append(lines, line)
		}
	}
	return lines
}

// duties returns who was at the table and when, one after the other.
func duties(t *pit.Table, list []pit.Relief, h forms.Roll, form int) []Duty {
	var out []Duty
	for i, r := range list {
		d := Duty{Name: h.NameAt(r.Croupier, r.From), From: r.From, To: t.ShutAt}
		if form >= forms.Seven {
			d.Number = r.Croupier
		}
		if i+1 < len(list) {
			d.To = list[i+1].From
		}
		for _, hand := range t.History {
			if !hand.ClosedAt.Before(d.From) && (d.To.IsZero() || hand.ClosedAt.Before(d.To)) {
				d.Hands++
			}
		}
		out = append(out, d)
	}
	return out
}

// judges notes of a shift whose figures are made whether its form leaves something of its hands out.
func (e *Evidence) judges(t *pit.Table) {
	changed := func(h hand.Hand) bool { return h.GameOr(t.Game) != t.Game }
	e.RulesChanged = e.RulesChanged || e.Form < forms.Seven && slices.ContainsFunc(t.History, changed)
}

// sharedHands returns the numbers of the hands in whose middle a croupier was relieved.
func sharedHands(t *pit.Table) (numbers []int) {
	for i := range t.History {
		if t.History[i].Dealt.Shared() {
			numbers = append(numbers, t.History[i].Number)
		}
	}
	return numbers
}
