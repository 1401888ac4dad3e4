package reports

import (
	"cmp"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports/corrections"
	"sabot/reports/forms"
)

// floatLines returns the counts of a shift and its slips, chip by chip.
func floatLines(t *pit.Table) []FloatLine {
	var opening *record.Float
	for _, c := range t.Counts() {
		if c.When == record.AtOpening {
			opening = &c.Float
		}
	}
	closing := t.Closer()
	if opening == nil && closing == nil {
		return nil
	}
	lines := map[games.Amount]*FloatLine{}
	line := func(value games.Amount) *FloatLine {
		if lines[value] == nil {
			lines[value] = &FloatLine{Value: value}
		}
		return lines[value]
	}
	for _, s := range t.Slips(tray.Verified) {
		for _, stack := range s.Float {
			if s.Kind == record.Fill {
				line(stack.Value).Fills += stack.Pieces
			} else {
				line(stack.Value).Credits += stack.Pieces
			}
		}
	}
	for _, count := range []*record.Float{opening, closing} {
		if count != nil {
			for _, stack := range *count {
				line(stack.Value)
			}
		}
	}
	var out []FloatLine
	for value, l := range lines {
		l.Opening, l.Closing = pieces(opening, value), pieces(closing, value)
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b FloatLine) int { return cmp.Compare(a.Value, b.Value) })
	return out
}

func pieces(count *record.Float, value games.Amount) int64 {
	if count == nil {
		return -1
	}
	return count.Pieces(value)
}

// firstCounts returns the first counts of the float at opening and closing, where it was counted again.
func firstCounts(t *pit.Table) (opening, closing []games.Amount) {
	for _, c := range t.Counts() {
		switch c.When {
		case record.AtOpening:
			opening = c.First
		case record.AtClosing:
			closing = c.First
		}
	}
	return opening, closing
}

func countedBy(t *pit.Table, h forms.Roll, form int) CountedBy {
	by := CountedBy{}
	for _, c := range t.Counts() {
		two := [2]string{c.Croupier, c.Inspector}
		switch c.When {
		case record.AtOpening:
			by.Opening = both(h, two, t.Opened)
		case record.AtClosing:
			by.Closing = both(h, two, t.ShutAt)
		}
	}
	if by.Opening == "" && form >= forms.Seven && len(t.Answers) > 0 {
		by.NoOpening = h.Who(t.Answers[0].Croupier, t.Opened)
	}
	if by.Closing == "" && form >= forms.Seven && t.ShutBy != "" {
		by.NoClosing = h.Who(t.ShutBy, t.ShutAt)
	}
	if t.Drop.Known {
		last := t.Drops[len(t.Drops)-1]
		by.Drop = both(h, [2]string{last.By, last.With}, last.At)
	}
	return by
}

func slipLines(t *pit.Table, h forms.Roll, form int) []SlipLine {
	var lines []SlipLine
	for _, s := range t.Slips() {
		by, at := [2]string{s.AskedBy, s.Agreed}, s.Asked
		if s.State != tray.Requested {
			by, at = [2]string{s.Croupier, s.Inspector}, s.Done
		}
		asked := ""
		if asks := [2]string{s.AskedBy, s.Agreed}; form >= forms.Seven && asks != by {
			asked = both(h, asks, s.Asked)
		}
		lines = append(lines, SlipLine{
			Name: s.String(), Kind: s.Kind, State: s.State, Amount: s.Float.Value(), Asked: s.Asked, Done: s.Done, People: both(h, by, at), Reason: s.Reason,
			Cashier: s.Cashier, Runner: s.Runner, AskedBy: asked, By: by,
		})
	}
	return lines
}

// both returns the names that two people had at a moment.
func both(h forms.Roll, numbers [2]string, at time.Time) string {
	return h.Who(numbers[0], at) + ", " + h.Who(numbers[1], at)
}

// irregular returns the corrections in the shift's hands, the oldest first.
func irregular(t *pit.Table, h forms.Roll, form int) []IrregularLine {
	var lines []IrregularLine
	hands := slices.Clone(t.History)
	hands = append(hands, t.Current)
	for i := range hands {
		hand := &hands[i]
		for _, r := range hand.Relays {
			lines = append(lines, putRight(hand, &r, h, form))
		}
		if c := hand.Cancelled; c != nil && !hand.Voided() {
			line := IrregularLine{Hand: hand.Number, At: hand.ClosedAt, What: "cancelled", By: h.Who(c.Manager, hand.ClosedAt), Reason: c.Reason}
			if form >= forms.Seven {
				line.Kind, line.Box, line.Verdict = corrections.Declared(hand, forms.GameOf(t, hand, form))
			}
			lines = append(lines, line)
		}
		for n := range hand.Was {
			version := hand
			if n+1 < len(hand.Was) {
				if form < forms.Seven { // the last correction alone
					continue
				}
				version = &hand.Was[n+1]
			}
			c := version.Corrected
			what, kind := "corrected", record.WrongEntry
			if c.Void {
				what = "voided"
				if form >= forms.Seven { // nobody said what had gone wrong; the reason says why
					kind = ""
				}
			}
			lines = append(lines, IrregularLine{Hand: hand.Number, At: version.CorrectedAt, What: what, Kind: kind, By: h.Who(c.Approver, version.CorrectedAt), Reason: c.Reason}.corrected(t, &hand.Was[n], version, form))
		}
	}
	for _, s := range t.EarlyShoes {
		lines = append(lines, IrregularLine{Hand: s.Hand, At: s.At, What: "shoe_early", By: h.Who(s.By, s.At)})
	}
	for _, u := range t.TakenBack {
		if u.Was != nil && form >= forms.Seven {
			for _, r := range u.Was.Relays[u.Stands:] {
				line := putRight(u.Was, &r, h, form)
				line.TakenBack = &corrections.TakenBack{At: u.At.UTC(), By: h.Who(u.By(), u.At)}
				lines = append(lines, line)
			}
		}
		switch {
		case u.Alone == "":
			lines = append(lines, IrregularLine{Hand: u.Hand, At: u.At, What: "undone", Kind: record.Irregularity(u.What), By: h.Who(u.Approver, u.At), Unpaid: corrections.Unpaid(u.Unpaid, form), Put: corrections.Unpaid(u.Put, form)})
		case form >= forms.Seven:
			lines = append(lines, IrregularLine{Hand: u.Hand, At: u.At, What: "undone_paid", Kind: record.Irregularity(u.Kind), By: h.Who(u.Alone, u.At), Unpaid: corrections.Unpaid(u.Unpaid, form), Put: corrections.Unpaid(u.Put, form), Changes: corrections.CardsGone{Hand: u.Hand, Cards: u.Cards}.Since(t)})
		}
	}
	slices.SortStableFunc(lines, func(a, b IrregularLine) int {
		if form < forms.Seven {
			return cmp.Compare(a.Hand, b.Hand)
		}
		return cmp.Or(cmp.Compare(a.Hand, b.Hand), a.At.Compare(b.At))
	})
	return lines
}

// putRight returns the line of a hand that was put right.
func putRight(hand *hand.Hand, r *hand.Reconstruction, h forms.Roll, form int) IrregularLine {
	line := IrregularLine{Hand: hand.Number, At: r.At, What: corrections.WhatOf(r, form), Kind: r.Kind, Box: r.Box, By: h.Who(r.By, r.At), Reason: r.Reason}
	if form >= forms.Seven && line.What == "burned" {
		for i, l := range r.After {
			if l.Burned && (i >= len(r.Before) || !r.Before[i].Burned) {
				line.Cards = append(line.Cards, l.Card.String())
			}
		}
	}
	return line
}

// An IncidentLine is an incident as a report has it.
type IncidentLine struct {
	Table  string
	Shift  int
	Hand   int
	After  bool               `json:",omitempty"` // it was after the hand before that one, and in none
	Number int64              // of its entry
	Name   string             `json:",omitempty"` // LB1-3.2
	When   record.CountMoment `json:",omitempty"` // of a difference, at which count
	At     time.Time
	By     string
	Class  record.IncidentClass
	Text   string
	Box    int
	People []string
	Amount games.Amount
	// Recounted is the difference that a recount of the closing left; nil before form 7.
	Recounted *games.Amount `json:",omitempty"`
	Videos    []VideoLine
	Open      bool
	ClosedAt  time.Time
	ClosedBy  string
	Outcome   string
	// Unanswered says why it was closed before surveillance had answered.
	Unanswered string `json:",omitempty"`
}

// A VideoLine is a question to surveillance and its answer.
type VideoLine struct {
	Asked    time.Time
	By       string
	Question string
	Answered time.Time // zero while it waits
	Ref      string
	Answer   string
}

func incidentLines(t *pit.Table, h forms.Roll, form int) []IncidentLine {
	var lines []IncidentLine
	table := t.Name
	for _, i := range t.Incidents {
		line := IncidentLine{
			Table: table, Shift: i.Shift, Hand: i.Hand, After: i.Between && form >= forms.Seven, Number: i.Seq, At: i.At, By: h.Who(i.By, i.At), Class: i.Class, Text: i.Text, Box: i.Box, Amount: i.Amount,
			Open: i.Open(), ClosedAt: i.ClosedAt, Outcome: i.Outcome, Unanswered: i.Unanswered,
		}
		if form >= forms.Seven {
			line.Recounted = i.Recounted
		}
		line.Name, line.When = i.Name(table), counting(t, i)
		if !line.Open {
			line.ClosedBy = h.Who(i.ClosedBy, i.ClosedAt)
		}
		for _, p := range i.People {
			line.People = append(line.People, h.Who(p, i.At))
		}
		for _, v := range i.Videos {
			line.Videos = append(line.Videos, VideoLine{v.Asked, h.Who(v.AskedBy, v.Asked), v.Question, v.Answered, v.Ref, v.Answer})
		}
		lines = append(lines, line)
	}
	return lines
}

// counting returns the count at which a difference was found; "" for another incident, and for one of an
// earlier shift where nobody looked.
func counting(t *pit.Table, i record.Incident) record.CountMoment {
	if i.When != "" {
		return i.When
	}
	if i.Class != record.DifferenceIncident || i.Shift != t.Shift {
		return ""
	}
	when := record.CountMoment("")
	for _, m := range t.AllMoves() {
		if c, ok := m.Fact.(record.Counted); ok && !m.At.After(i.At) {
			when = c.When
		}
	}
	return when
}
