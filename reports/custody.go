package reports

import (
	"cmp"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A CustodyLine is a note of keys or a badge that changed hands, or of the box for tips that was emptied and
// counted.
type CustodyLine struct {
	Name string // of its paper, in the shift
	At   time.Time
	Item string `json:",omitempty"`
	Back bool   `json:",omitempty"`
	// Unheld says that by the table's record nobody had it.
	Unheld bool `json:",omitempty"`
	// Holder is the name of whoever had it, where another returned it or handed it over.
	Holder string `json:",omitempty"`
	Tronc  bool   `json:",omitempty"`
	Cash   games.Amount
	Tips   games.Amount // recorded since they were counted last
	By     [2]string    // the names of the two
}

func custodyLines(t *pit.Table, h forms.Roll) []CustodyLine {
	var lines []CustodyLine
	for _, c := range t.Custodies() {
		line := CustodyLine{Name: c.Name, At: c.At, Item: c.Item, Back: c.Back, Unheld: c.Unheld, Tronc: c.Tronc, Cash: c.Cash, Tips: c.Tips, By: [2]string{h.Who(c.By, c.At), h.Who(c.With, c.At)}}
		if c.Holder != "" {
			line.Holder = h.Who(c.Holder, c.At)
		}
		lines = append(lines, line)
	}
	return lines
}

// keysOut returns the keys and badges that did not come back, each with the name of whoever has it.
func keysOut(t *pit.Table, h forms.Roll) (out []string) {
	for _, k := range t.KeysOut() {
		out = append(out, k.Item+" · "+h.Who(k.With, t.ShutAt))
	}
	return out
}

// what returns what happened, in words.
func (l CustodyLine) what(w pen) string {
	switch {
	case l.Tronc:
		return w.T("custody_tronc")
	case l.Back:
		return w.T("custody_back")
	}
	return w.T("custody_over")
}

// people returns who gave and who received; of tips, who counted them.
func (l CustodyLine) people(w pen) string {
	giver, getter := l.By[0], l.By[1]
	if l.Back {
		giver, getter = getter, giver
	}
	if l.Tronc {
		return l.By[0] + ", " + l.By[1]
	}
	return w.T("custody_from", map[string]any{"Name": giver}) + " " + w.T("custody_to", map[string]any{"Name": getter})
}

// told returns what happened, with what if it is said, and that nobody had what came back, or that another had it.
func (l CustodyLine) told(w pen, item ...string) string {
	said := append([]string{l.what(w)}, item...)
	if l.Unheld {
		said = append(said, w.T("field_unheld"))
	}
	if l.Holder != "" {
		key := "custody_holder"
		if !l.Back {
			key = "custody_held"
		}
		said = append(said, w.T(key, map[string]any{"Name": l.Holder}))
	}
	return strings.Join(said, ", ")
}

// custodySection returns the table of a shift's papers, with the keys and badges that did not come back.
func custodySection(list []CustodyLine, out []string, w pen) paper.Section {
	var rows [][]paper.Cell
	var notes []string
	if len(out) > 0 {
		notes = []string{w.T("keys_out", map[string]any{"Items": strings.Join(out, ", ")})}
	}
	if len(list) == 0 {
		return paper.Section{Heading: w.T("report_custody"), Lines: notes}
	}
	for _, l := range list {
		item, cash, tips := paper.Text(l.Item), paper.Text(paper.Dash), paper.Text(paper.Dash)
		if l.Tronc {
			item, cash, tips = paper.Text(paper.Dash), paper.Amount(w, l.Cash), paper.Amount(w, l.Tips)
		}
		rows = append(rows, []paper.Cell{paper.Text(l.Name), w.At(l.At), paper.Text(l.told(w)), item, cash, tips, paper.Text(l.people(w))})
	}
	return paper.Section{
		Heading: w.Money("report_custody"), Name: w.T("report_custody"), Rows: rows, Notes: notes, Size: 8,
		Columns: []paper.Column{
			paper.Left(w.T("report_slip")),
			paper.Right(w.T("report_time")),
			paper.Left(w.T("report_what")),
			paper.Left(w.T("custody_item")),
			paper.Right(w.T("custody_counted")),
			paper.Right(w.T("custody_tips")),
			paper.Left(w.T("custody_people")),
		},
	}
}

// custodyOf returns the paper of keys, a badge or counted tips; false where the shift has none of that name.
func custodyOf(t *pit.Table, h forms.Roll, name string) (Slip, bool) {
	for _, l := range custodyLines(t, h) {
		if l.Name == name {
			return Slip{House: h.People().CalledAt(t.ShutAt), Currency: cmp.Or(t.Currency, h.Currency), Table: t.Name, Day: t.Day, Shift: t.Shift, Name: name, Custody: &l}, true
		}
	}
	return Slip{}, false
}

// custody returns the paper of what two people signed of keys, badges and tips.
func (s *Slip) custody(w pen) paper.Report {
	l := s.Custody
	r := paper.Report{
		House: s.House, Title: l.what(w) + " " + w.slip(s.Table, s.Name),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
		Head: []paper.Pair{
			{Label: w.T("report_table"), Value: s.Table},
			{Label: w.T("report_day"), Value: paper.Date(s.Day)},
			{Label: w.T("slip_done"), Value: w.Clock(l.At)},
			{Label: w.T("custody_people"), Value: l.people(w)},
			{Label: w.T("report_money_in"), Value: s.Currency},
		},
		ByHand: l.By[:],
	}
	r.Sections = []paper.Section{custodySection([]CustodyLine{*l}, nil, w)}
	return r
}
