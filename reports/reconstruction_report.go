package reports

import (
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/record"
)

func (s *Reconstructions) report(e Evidence, w pen) Report {
	r := Report{
		House: s.House, Title: w.T("report_reconstructions") + " · " + s.Table + " · " + Date(s.Day) + " / " + strconv.Itoa(s.Shift),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
		Head:    []Pair{{w.T("report_table"), s.Table}, {w.T("report_shift"), strconv.Itoa(s.Shift)}, {w.T("report_day"), Date(s.Day)}},
	}
	if w.form >= form7 {
		relaid, other := s.Count()
		r.Title = w.T("report_put_right") + " · " + s.Table + " · " + Date(s.Day) + " / " + strconv.Itoa(s.Shift)
		r.Head = append(r.Head, Pair{w.T("report_reconstructions"), strconv.Itoa(relaid)}, Pair{w.T("report_put_right_other"), strconv.Itoa(other)})
		if n := s.TakenBack(); n > 0 {
			r.Head = append(r.Head, Pair{w.T("irregular_did_undone"), strconv.Itoa(n)})
		}
	}
	if s.Running {
		r.Banner, r.Signers = e.Reach.stillOpen(w), nil
	}
	if len(s.List) == 0 {
		r.Sections = []Section{{Heading: w.T("report_reconstructions"), Lines: []string{w.T("report_no_reconstructions")}}}
	}
	for _, x := range s.List {
		r.Sections = append(r.Sections, x.sections(w)...)
	}
	return r
}

// hand names it.
func (x Reconstruction) hand(w pen) string { return w.T("report_hand") + " " + strconv.Itoa(x.Hand) }

func (x Reconstruction) sections(w pen) []Section {
	heading := x.hand(w) + " · " + w.clock(x.At) + " · " + w.T("irregular_did_"+x.What)
	told := x.What != "cancelled"
	if w.form >= form7 {
		told = x.Kind != "" && x.Kind != record.WrongEntry // what was put right says what was wrong
	}
	if told {
		heading += " · " + w.T("irregularity_"+string(x.Kind))
	}
	if x.Box > 0 {
		heading += " · " + w.box(x.Box)
	}
	lines := []string{w.T("report_reconstructed_by", map[string]any{"Croupier": x.Croupier, "Asked": x.Asked, "By": x.By})}
	if len(x.Dealt) > 0 {
		lines = append(lines, w.T("report_hand_dealt", map[string]any{"N": len(x.Dealt), "Croupiers": strings.Join(x.Dealt, ", ")}))
	}
	switch {
	case slices.Contains([]string{"cancelled", "corrected", "voided", "ruled", "resumed", "burned", "shuffled", "answered", holeSeen}, x.What):
	case w.form >= form7 && x.burns(): // the others went where they belong
	default:
		lines = append(lines, Verdict{x.Possible, x.Surplus}.sentence(w))
	}
	if x.Verdict != nil {
		lines = append(lines, x.Verdict.sentence(w))
	}
	if len(x.Withdrawn) > 0 {
		lines = append(lines, withdrawnSentence(x.Withdrawn, w))
	}
	if moved := x.moved(w); moved != "" {
		lines = append(lines, moved)
	}
	if x.Owing != nil {
		lines = append(lines, x.Owing.said(w)+".")
	}
	if x.Reason != "" {
		lines = append(lines, w.T("report_reason")+w.colon+x.Reason)
	}
	if b := x.TakenBack; b != nil {
		lines = append(lines, b.said(w))
	}
	cards := Section{Heading: heading, Name: x.hand(w), Lines: lines, Size: 8, Columns: []Column{
		{"#", "R"}, {w.T("report_card"), "L"}, {w.T("report_lay"), "L"}, {w.T("report_lies"), "L"},
	}}
	moves := slices.ContainsFunc(x.Cards, func(c CardMove) bool { return c.remark(w) != "" })
	if moves {
		cards.Columns = append(cards.Columns, Column{w.T("report_remark"), "L"})
	}
	if len(x.Cards) == 0 {
		sections := []Section{{Heading: heading, Name: x.hand(w), Lines: lines}}
		if len(x.Changes) > 0 {
			sections = append(sections, x.changesSection(w))
		}
		return sections
	}
	for i, c := range x.Cards {
		row := []Cell{number(i + 1), text(cardNames(c.Card)), text(placeName(c.From, w)), text(placeName(c.To, w))}
		if moves {
			row = append(row, text(c.remark(w)))
		}
		cards.Rows = append(cards.Rows, row)
	}
	sections := []Section{cards}
	if len(x.Changes) > 0 {
		sections = append(sections, x.changesSection(w))
	}
	if len(x.Paid) > 0 {
		sections = append(sections, x.money(w))
	}
	return sections
}

// remark returns what became of a card; "" where it stayed, and since form 7 where it was burned, as its place now says.
func (c CardMove) remark(w pen) string {
	switch {
	case c.To == "" && (w.form >= form7 || c.From == nowhere), !c.Moved():
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
		names = append(names, cardName(c))
	}
	return strings.Join(names, " → ")
}

// money returns the table of the bets: their results before and then, and what had to be done about it. What
// nobody had paid or collected yet is settled in the ordinary way: nothing is due by it.
func (x Reconstruction) money(w pen) Section {
	s := Section{Heading: x.hand(w) + " · " + w.money("report_money"), Name: x.hand(w) + " · " + w.T("report_money"), Size: 8, Columns: []Column{
		{w.T("report_box"), "R"},
		{w.T("report_spot"), "L"},
		{w.T("report_stood"), "R"},
		{w.T("report_stands"), "R"},
		{w.T("report_had_come_to"), "R"},
		{w.T("report_paid_then"), "L"},
		{w.T("report_comes_to"), "R"},
		{x.dueHead(w), "R"},
	}}
	back := slices.ContainsFunc(x.Paid, func(p PaidLine) bool { return p.Back != 0 })
	before := slices.ContainsFunc(x.Paid, func(p PaidLine) bool { return p.BackBefore != 0 })
	if before {
		s.Columns = append(s.Columns, Column{w.T("report_back_before"), "R"})
	}
	if back {
		s.Columns = append(s.Columns, Column{w.T("report_give_back"), "R"})
	}
	known := func(is bool, a games.Amount) Cell {
		if !is {
			return text(dash)
		}
		return amount(w, a)
	}
	for _, p := range x.Paid {
		paid := dash
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
		row := []Cell{
			number(p.Box), text(strings.TrimSuffix(w.spot(p.Spot)+tight+p.Bettor, tight)), known(stood, p.Stood), known(stood, p.Stands), known(p.Was.Known, p.Was.Amount),
			text(paid), known(p.Is.Known, p.Is.Amount), known(x.due(p, w.form), p.Due),
		}
		if before {
			row = append(row, amount(w, p.BackBefore))
		}
		if back {
			row = append(row, amount(w, p.Back))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// owes reports whether a closed hand was corrected or voided, and players get or give back something by it; never before form 7.
func (x Reconstruction) owes(form int) bool {
	return form >= form7 && (x.What == "corrected" || x.What == "voided") &&
		slices.ContainsFunc(x.Paid, func(p PaidLine) bool { return p.Due != 0 })
}

// moved returns in words whether chips moved at the table for a closed hand that was corrected or voided; "" where none had to.
func (x Reconstruction) moved(w pen) string {
	switch {
	case !x.owes(w.form):
		return ""
	case x.Moved:
		return w.T("correct_moved") + "."
	case x.Keyed:
		return w.T("correct_keyed") + "."
	}
	return w.T("correct_not_moved") + "."
}

// dueHead returns the head of the column that says what is due: was it done already, or is it left undone, it says so.
func (x Reconstruction) dueHead(w pen) string {
	switch {
	case !x.owes(w.form):
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
	if form >= form7 && !p.Is.Known && p.Stands != 0 {
		return false
	}
	return p.WasPaid || x.What == "corrected" || x.What == "voided"
}

// placeName returns a place of the hand file in words.
func placeName(at string, w pen) string {
	var box int
	if n, err := strconv.Atoi(after(at, "box:")); err == nil {
		box = n
	}
	switch {
	case at == "":
		return w.T("report_burned")
	case at == nowhere:
		return dash
	case box > 0:
		return w.box(box)
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
