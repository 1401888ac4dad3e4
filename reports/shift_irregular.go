package reports

import (
	"cmp"
	"slices"
	"time"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports/corrections"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// inRecordAlone reports whether a closed hand was corrected or voided, and its players stay paid otherwise; never before form 7.
func (l IrregularLine) inRecordAlone(form int) bool {
	return form >= forms.Seven && (l.What == "corrected" || l.What == "voided") && !l.Moved && !l.Keyed
}

// irregulars counts the irregularities of the shift; what was withdrawn comes of one of them.
func (s *Shift) irregulars(form int) int { return len(s.Irregular) + len(s.answers(form)) }

// answers returns the answers that were entered otherwise with a card behind them, and cards that were seen before
// their turn. These are irregularities; before form 7 they were noted as anything else.
func (s *Shift) answers(form int) (list []hand.Alarm) {
	for _, n := range s.Notes {
		if n.OfAnswer() && form >= forms.Seven {
			list = append(list, n)
		}
	}
	return list
}

// irregularSection returns the table of what went wrong in the hands, what was answered late and what was
// withdrawn. From form 7 it is in the order in which that happened.
func irregularSection(list []IrregularLine, withdrawn []corrections.WithdrawnLine, late []hand.Alarm, w pen) paper.Section {
	type line struct {
		at  time.Time
		row []paper.Cell
	}
	var lines []line
	add := func(hand int, at time.Time, what, approved, reason string) {
		lines = append(lines, line{at, []paper.Cell{paper.Number(hand), w.At(at), paper.Text(what), paper.Text(approved), paper.Text(reason)}})
	}
	for i := range list {
		what, approved := list[i].said(w)
		add(list[i].Hand, list[i].At, what, approved, list[i].Reason)
	}
	for _, n := range late {
		what := w.lateNote(n)
		switch {
		case n.Kind == record.HoleSeen:
			what = w.holeSeen(n)
		case n.Box > 0:
			what = w.Box(n.Box) + " " + what
		}
		if !n.Back.IsZero() {
			what += ". " + corrections.TakenBack{At: n.Back, By: n.BackBy}.Said(w.Pen)
		}
		add(n.Hand, n.At, what, cmp.Or(n.Approver, paper.Dash), cmp.Or(n.Reason, paper.Dash))
	}
	for _, l := range withdrawn {
		add(l.Hand, l.At, corrections.WithdrawnSentence(l.List, w.Pen), paper.Dash, paper.Dash)
	}
	if w.Form >= forms.Seven {
		slices.SortStableFunc(lines, func(a, b line) int { return a.at.Compare(b.at) })
	}
	section := paper.Section{
		Heading: w.T("report_irregular"), Size: 8,
		Columns: []paper.Column{paper.Right(w.T("report_hand")), paper.Right(w.T("report_time")), paper.Left(w.T("report_what")), paper.Left(w.T("report_approved")), paper.Left(w.T("report_reason"))},
	}
	for _, l := range lines {
		section.Rows = append(section.Rows, l.row)
	}
	return section
}

// said returns what went wrong and what became of it, and who approved that.
func (l IrregularLine) said(w pen) (what, approved string) {
	what, approved = w.T("irregular_did_"+l.What), l.By
	for _, c := range l.Cards {
		what += ", " + forms.CardName(c)
	}
	switch {
	case l.What == "undone_paid": // by the croupier alone
		what, approved = w.T("irregular_did_undone_paid", map[string]any{"Name": l.By})+w.Colon+w.T("fact_"+string(l.Kind)), paper.Dash
	case l.What == "undone" && l.Kind == "card": // no other takes an inspector
		what += w.Colon + w.T("report_undone_card")
	case l.What == "undone":
		what += w.Colon + w.T("fact_"+string(l.Kind))
	case l.Kind == record.WrongEntry && w.Form >= forms.Seven: // what was put right says what was wrong
	case l.Kind != "":
		what += w.Colon + w.T("irregularity_"+string(l.Kind))
	}
	if l.Box > 0 {
		what += " (" + w.Box(l.Box) + ")"
	}
	if l.Verdict != nil {
		what += ". " + l.Verdict.Sentence(w.Pen)
	}
	if len(l.Unpaid) > 0 {
		what += "; " + notedPart{w.T("field_unpaid"), corrections.ActsSaid(l.Unpaid, w.Pen)}.said(w)
	}
	if len(l.Put) > 0 {
		what += "; " + notedPart{w.T("report_put_down"), corrections.ActsSaid(l.Put, w.Pen)}.said(w)
	}
	if len(l.Changes) > 0 {
		what += ". " + corrections.ChangesSaid(l.Changes, w.Pen)
	}
	if l.Difference != 0 {
		label := w.T("field_difference")
		if l.Owing != nil { // the approval's has the commission in it
			label = w.T("field_difference_chips")
		}
		what += "; " + notedPart{label, corrections.DifferenceSaid(l.Difference, l.Moved, l.Keyed, w.Pen)}.said(w)
	}
	if l.Owing != nil {
		what += ". " + l.Owing.Said(w.Pen)
	}
	if l.inRecordAlone(w.Form) {
		what += ". " + w.T("correct_not_moved")
	}
	if l.Keyed {
		what += ". " + w.T("correct_keyed")
	}
	if b := l.TakenBack; b != nil {
		what += ". " + b.Said(w.Pen)
	}
	return what, approved
}

// corrected returns the line of a correction with the changes that it made. Before form 7 it returns the line
// unchanged.
func (l IrregularLine) corrected(t *pit.Table, was, is *hand.Hand, form int) IrregularLine {
	if form >= forms.Seven {
		l.Changes = corrections.Changes(forms.GameOf(t, was, form), was.Round, is.Round)
		l.Difference, l.Moved, l.Keyed, l.Owing = is.Corrected.Difference, is.Corrected.Moved, is.Corrected.Keyed, corrections.OwingOf(was, is, form)
	}
	return l
}

// holeSeen returns in a sentence that a hole card was seen before its turn.
func (w pen) holeSeen(n hand.Alarm) string {
	return w.T("noted_hole_seen", map[string]any{"What": w.Card(n.What)})
}
