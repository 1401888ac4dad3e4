package reports

import (
	"cmp"
	"slices"
	"time"

	"sabot/pit/hand"
	"sabot/pit/record"
)

// inRecordAlone reports whether a closed hand was corrected or voided, and its players stay paid otherwise; never before form 7.
func (l IrregularLine) inRecordAlone(form int) bool {
	return form >= form7 && (l.What == "corrected" || l.What == "voided") && !l.Moved && !l.Keyed
}

// irregulars counts the irregularities of the shift; what was withdrawn comes of one of them.
func (s *Shift) irregulars(form int) int { return len(s.Irregular) + len(s.answers(form)) }

// answers returns the answers that were entered otherwise with a card behind them, and cards that were seen before their turn, which
// are irregularities; before form 7 they were noted as anything else.
func (s *Shift) answers(form int) (list []hand.Alarm) {
	for _, n := range s.Notes {
		if n.OfAnswer() && form >= form7 {
			list = append(list, n)
		}
	}
	return list
}

// irregularSection returns the table of what went wrong in the hands, what was answered late and what was
// withdrawn. From form 7 it is in the order in which that happened.
func irregularSection(list []IrregularLine, withdrawn []WithdrawnLine, late []hand.Alarm, w pen) Section {
	type line struct {
		at  time.Time
		row []Cell
	}
	var lines []line
	add := func(hand int, at time.Time, what, approved, reason string) {
		lines = append(lines, line{at, []Cell{number(hand), w.at(at), text(what), text(approved), text(reason)}})
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
			what = w.box(n.Box) + " " + what
		}
		if !n.Back.IsZero() {
			what += ". " + TakenBack{n.Back, n.BackBy}.said(w)
		}
		add(n.Hand, n.At, what, cmp.Or(n.Approver, dash), cmp.Or(n.Reason, dash))
	}
	for _, l := range withdrawn {
		add(l.Hand, l.At, withdrawnSentence(l.List, w), dash, dash)
	}
	if w.form >= form7 {
		slices.SortStableFunc(lines, func(a, b line) int { return a.at.Compare(b.at) })
	}
	section := Section{
		Heading: w.T("report_irregular"), Size: 8,
		Columns: []Column{{w.T("report_hand"), "R"}, {w.T("report_time"), "R"}, {w.T("report_what"), "L"}, {w.T("report_approved"), "L"}, {w.T("report_reason"), "L"}},
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
		what += ", " + cardName(c)
	}
	switch {
	case l.What == "undone_paid": // by the croupier alone
		what, approved = w.T("irregular_did_undone_paid", map[string]any{"Name": l.By})+w.colon+w.T("fact_"+string(l.Kind)), dash
	case l.What == "undone" && l.Kind == "card": // no other takes an inspector
		what += w.colon + w.T("report_undone_card")
	case l.What == "undone":
		what += w.colon + w.T("fact_"+string(l.Kind))
	case l.Kind == record.WrongEntry && w.form >= form7: // what was put right says what was wrong
	case l.Kind != "":
		what += w.colon + w.T("irregularity_"+string(l.Kind))
	}
	if l.Box > 0 {
		what += " (" + w.box(l.Box) + ")"
	}
	if l.Verdict != nil {
		what += ". " + l.Verdict.sentence(w)
	}
	if len(l.Unpaid) > 0 {
		what += "; " + notedPart{w.T("field_unpaid"), actsSaid(l.Unpaid, w)}.said(w)
	}
	if len(l.Put) > 0 {
		what += "; " + notedPart{w.T("report_put_down"), actsSaid(l.Put, w)}.said(w)
	}
	if len(l.Changes) > 0 {
		what += ". " + changesSaid(l.Changes, w)
	}
	if l.Difference != 0 {
		label := w.T("field_difference")
		if l.Owing != nil { // the approval's has the commission in it
			label = w.T("field_difference_chips")
		}
		what += "; " + notedPart{label, differenceSaid(l.Difference, l.Moved, l.Keyed, w)}.said(w)
	}
	if l.Owing != nil {
		what += ". " + l.Owing.said(w)
	}
	if l.inRecordAlone(w.form) {
		what += ". " + w.T("correct_not_moved")
	}
	if l.Keyed {
		what += ". " + w.T("correct_keyed")
	}
	if b := l.TakenBack; b != nil {
		what += ". " + b.said(w)
	}
	return what, approved
}
