package corrections

import (
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/record"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// Report returns the report; open is the word over one of a shift that has not closed.
func (s *Reconstructions) Report(open string, w forms.Pen) paper.Report {
	r := paper.Report{
		House: s.House, Title: w.T("report_reconstructions") + " · " + s.Table + " · " + paper.Date(s.Day) + " / " + strconv.Itoa(s.Shift),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
		Head:    []paper.Pair{{Label: w.T("report_table"), Value: s.Table}, {Label: w.T("report_shift"), Value: strconv.Itoa(s.Shift)}, {Label: w.T("report_day"), Value: paper.Date(s.Day)}},
	}
	if w.Form >= forms.Seven {
		relaid, other := s.Count()
		r.Title = w.T("report_put_right") + " · " + s.Table + " · " + paper.Date(s.Day) + " / " + strconv.Itoa(s.Shift)
		r.Head = append(r.Head, paper.Pair{Label: w.T("report_reconstructions"), Value: strconv.Itoa(relaid)}, paper.Pair{Label: w.T("report_put_right_other"), Value: strconv.Itoa(other)})
		if n := s.TakenBack(); n > 0 {
			r.Head = append(r.Head, paper.Pair{Label: w.T("irregular_did_undone"), Value: strconv.Itoa(n)})
		}
	}
	if s.Running {
		r.Banner, r.Signers = open, nil
	}
	if len(s.List) == 0 {
		r.Sections = []paper.Section{{Heading: w.T("report_reconstructions"), Lines: []string{w.T("report_no_reconstructions")}}}
	}
	for _, x := range s.List {
		r.Sections = append(r.Sections, x.sections(w)...)
	}
	return r
}

// hand names it.
func (x Reconstruction) hand(w forms.Pen) string {
	return w.T("report_hand") + " " + strconv.Itoa(x.Hand)
}

func (x Reconstruction) sections(w forms.Pen) []paper.Section {
	heading := x.hand(w) + " · " + w.Clock(x.At) + " · " + w.T("irregular_did_"+x.What)
	told := x.What != "cancelled"
	if w.Form >= forms.Seven {
		told = x.Kind != "" && x.Kind != record.WrongEntry // what was put right says what was wrong
	}
	if told {
		heading += " · " + w.T("irregularity_"+string(x.Kind))
	}
	if x.Box > 0 {
		heading += " · " + w.Box(x.Box)
	}
	lines := []string{w.T("report_reconstructed_by", map[string]any{"Croupier": x.Croupier, "Asked": x.Asked, "By": x.By})}
	if len(x.Dealt) > 0 {
		lines = append(lines, w.T("report_hand_dealt", map[string]any{"N": len(x.Dealt), "Croupiers": strings.Join(x.Dealt, ", ")}))
	}
	switch {
	case slices.Contains([]string{"cancelled", "corrected", "voided", "ruled", "resumed", "burned", "shuffled", "answered", holeSeen}, x.What):
	case w.Form >= forms.Seven && x.burns(): // the others went where they belong
	default:
		lines = append(lines, Verdict{x.Possible, x.Surplus}.Sentence(w))
	}
	if x.Verdict != nil {
		lines = append(lines, x.Verdict.Sentence(w))
	}
	if len(x.Withdrawn) > 0 {
		lines = append(lines, WithdrawnSentence(x.Withdrawn, w))
	}
	if moved := x.moved(w); moved != "" {
		lines = append(lines, moved)
	}
	if x.Owing != nil {
		lines = append(lines, x.Owing.Said(w)+".")
	}
	if x.Reason != "" {
		lines = append(lines, w.T("report_reason")+w.Colon+x.Reason)
	}
	if b := x.TakenBack; b != nil {
		lines = append(lines, b.Said(w))
	}
	cards := paper.Section{Heading: heading, Name: x.hand(w), Lines: lines, Size: 8, Columns: []paper.Column{
		paper.Right("#"), paper.Left(w.T("report_card")), paper.Left(w.T("report_lay")), paper.Left(w.T("report_lies")),
	}}
	moves := slices.ContainsFunc(x.Cards, func(c CardMove) bool { return c.remark(w) != "" })
	if moves {
		cards.Columns = append(cards.Columns, paper.Left(w.T("report_remark")))
	}
	if len(x.Cards) == 0 {
		sections := []paper.Section{{Heading: heading, Name: x.hand(w), Lines: lines}}
		if len(x.Changes) > 0 {
			sections = append(sections, x.changesSection(w))
		}
		return sections
	}
	for i, c := range x.Cards {
		row := []paper.Cell{paper.Number(i + 1), paper.Text(cardNames(c.Card)), paper.Text(placeName(c.From, w)), paper.Text(placeName(c.To, w))}
		if moves {
			row = append(row, paper.Text(c.remark(w)))
		}
		cards.Rows = append(cards.Rows, row)
	}
	sections := []paper.Section{cards}
	if len(x.Changes) > 0 {
		sections = append(sections, x.changesSection(w))
	}
	if len(x.Paid) > 0 {
		sections = append(sections, x.money(w))
	}
	return sections
}

// remark returns what became of a card; "" where it stayed, and since form 7 where it was burned, as its place now says.
func (c CardMove) remark(w forms.Pen) string {
	switch {
	case c.To == "" && (w.Form >= forms.Seven || c.From == nowhere), !c.Moved():
		return ""
	case c.From == nowhere:
		return w.T("report_card_added")
	case c.To == nowhere:
		return w.T("report_card_removed")
	}
	return w.T("report_moved")
}

// cardNames returns the name of a card, or of two where one took the other's place.
func cardNames(cards string) string {
	var names []string
	for _, c := range strings.Split(cards, " → ") {
		names = append(names, forms.CardName(c))
	}
	return strings.Join(names, " → ")
}

// money returns the table of the bets: their results before and then, and what had to be done about it. What
// nobody had paid or collected yet is settled in the ordinary way: nothing is due by it.
func (x Reconstruction) money(w forms.Pen) paper.Section {
	s := paper.Section{Heading: x.hand(w) + " · " + w.Money("report_money"), Name: x.hand(w) + " · " + w.T("report_money"), Size: 8, Columns: []paper.Column{
		paper.Right(w.T("report_box")),
		paper.Left(w.T("report_spot")),
		paper.Right(w.T("report_stood")),
		paper.Right(w.T("report_stands")),
		paper.Right(w.T("report_had_come_to")),
		paper.Left(w.T("report_paid_then")),
		paper.Right(w.T("report_comes_to")),
		paper.Right(x.dueHead(w)),
	}}
	back := slices.ContainsFunc(x.Paid, func(p PaidLine) bool { return p.Back != 0 })
	before := slices.ContainsFunc(x.Paid, func(p PaidLine) bool { return p.BackBefore != 0 })
	if before {
		s.Columns = append(s.Columns, paper.Right(w.T("report_back_before")))
	}
	if back {
		s.Columns = append(s.Columns, paper.Right(w.T("report_give_back")))
	}
	known := func(is bool, a games.Amount) paper.Cell {
		if !is {
			return paper.Text(paper.Dash)
		}
		return paper.Amount(w, a)
	}
	for _, p := range x.Paid {
		paid := paper.Dash
		if p.Was.Known {
			paid = w.T("report_no")
		}
		if p.WasPaid {
			paid = w.T("report_yes")
		}
		if p.Paid != nil {
			paid = w.Amount(*p.Paid)
		}
		stood := p.Stood != 0 || p.Stands != 0 || p.Back != 0
		row := []paper.Cell{
			paper.Number(p.Box), paper.Text(strings.TrimSuffix(w.Spot(p.Spot)+paper.Tight+p.Bettor, paper.Tight)), known(stood, p.Stood), known(stood, p.Stands), known(p.Was.Known, p.Was.Amount),
			paper.Text(paid), known(p.Is.Known, p.Is.Amount), known(x.due(p, w.Form), p.Due),
		}
		if before {
			row = append(row, paper.Amount(w, p.BackBefore))
		}
		if back {
			row = append(row, paper.Amount(w, p.Back))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// owes reports whether a closed hand was corrected or voided, and players get or give back something by it; never before form 7.
func (x Reconstruction) owes(form int) bool {
	return form >= forms.Seven && (x.What == "corrected" || x.What == "voided") &&
		slices.ContainsFunc(x.Paid, func(p PaidLine) bool { return p.Due != 0 })
}

// moved returns in words whether chips moved at the table for a closed hand that was corrected or voided; "" where none had to.
func (x Reconstruction) moved(w forms.Pen) string {
	switch {
	case !x.owes(w.Form):
		return ""
	case x.Moved:
		return w.T("correct_moved") + "."
	case x.Keyed:
		return w.T("correct_keyed") + "."
	}
	return w.T("correct_not_moved") + "."
}

// dueHead returns the head of the column that says what is due: was it done already, or is it left undone, it says so.
func (x Reconstruction) dueHead(w forms.Pen) string {
	switch {
	case !x.owes(w.Form):
		return w.T("report_due")
	case x.Moved:
		return w.T("report_due_moved")
	case x.Keyed:
		return w.T("report_due_keyed")
	}
	return w.T("report_due_unmoved")
}

// due reports whether it is known what is due of a bet: of one that had been paid and stands, once it is settled anew.
func (x Reconstruction) due(p PaidLine, form int) bool {
	if form >= forms.Seven && !p.Is.Known && p.Stands != 0 {
		return false
	}
	return p.WasPaid || x.What == "corrected" || x.What == "voided"
}

// placeName returns a place of the hand file in words.
func placeName(at string, w forms.Pen) string {
	var box int
	if n, err := strconv.Atoi(after(at, "box:")); err == nil {
		box = n
	}
	switch {
	case at == "":
		return w.T("report_burned")
	case at == nowhere:
		return paper.Dash
	case box > 0:
		return w.Box(box)
	}
	return w.T("place_" + at)
}

func after(s, prefix string) string {
	if len(s) > len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):]
	}
	return ""
}

// Refused reports whether the inspector refused it.
func (x Reconstruction) Refused() bool { return x.What == "refused" }
