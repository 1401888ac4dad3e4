package reports

import (
	"slices"
	"strconv"
	"strings"

	"sabot/pit/record"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

func (n *Noted) report(e Evidence, w pen) paper.Report {
	title, none, signer := "report_changes", w.OfDays(n.To, "report_changes_none", "report_changes_none_days"), "report_sign_manager"
	if e.Kind == ExceptionsReport {
		title, none, signer = "report_exceptions", w.OfDays(n.To, "report_exceptions_none", "report_exceptions_none_days"), "report_sign_supervisor"
	}
	r := paper.Report{
		House: n.House, Title: w.T(title) + " · " + paper.Days(n.Day, n.To),
		Head:    []paper.Pair{{Label: w.T(w.OfDays(n.To, "report_day", "report_days")), Value: paper.Days(n.Day, n.To)}, {Label: w.T("report_noted_entries"), Value: strconv.Itoa(len(n.Lines))}},
		Signers: []string{w.T(signer)},
	}
	r.Head = append(r.Head, n.head(w)...)
	if n.Open > 0 {
		r.Banner, r.Signers = w.T("report_provisional"), nil
		r.Head = append(r.Head, paper.Pair{Label: w.T("report_noted_open"), Value: strconv.Itoa(n.Open)})
	}
	if n.Running {
		r.Banner, r.Signers = w.T(w.OfDays(n.To, "report_provisional_day", "report_provisional_days")), nil
	}
	if len(n.Lines) == 0 {
		r.Sections = []paper.Section{{Lines: []string{w.T(none, map[string]any{"From": paper.Date(n.Day), "To": paper.Date(n.To)})}}}
		return r
	}
	r.Sections = []paper.Section{n.kinds(w), n.entries(e, w)}
	return r
}

// kinds returns the table of how often what happened.
func (n *Noted) kinds(w pen) paper.Section {
	s := paper.Section{Heading: w.T("report_noted_kinds"), Size: 8, Columns: []paper.Column{paper.Left(w.T("report_noted_what")), paper.Right(w.T("report_noted_often"))}}
	var order []string
	often := map[string]int{}
	for _, l := range n.Lines {
		what := l.why(w)
		if often[what] == 0 {
			order = append(order, what)
		}
		often[what]++
	}
	for _, what := range order {
		s.Rows = append(s.Rows, []paper.Cell{paper.Text(what), paper.Number(often[what])})
	}
	return s
}

// why returns the word for an entry. For an opening or a closing it adds why that is no ordinary one.
func (l NotedLine) why(w pen) string {
	said := l.what(w)
	if w.Form < forms.Seven || l.Kind != record.KindOf(record.Opened{}) && l.Kind != record.KindOf(record.Closed{}) {
		return said
	}
	for _, f := range l.Fields {
		switch f.top() {
		case "uncounted":
			said += ", " + w.T("field_uncounted")
		case "held":
			if l.Kind == record.KindOf(record.Closed{}) { // an opening carries over what is out
				said += ", " + w.T("noted_closed_held")
			}
		}
	}
	return said
}

func (n *Noted) entries(e Evidence, w pen) paper.Section {
	s := paper.Section{Heading: w.T("report_noted_entries"), Size: 8, Columns: []paper.Column{
		paper.Left(w.T("report_noted_at")), paper.Left(w.T("report_noted_where")), paper.Left(w.T("report_noted_what")), paper.Left(w.T("report_noted_who")),
	}}
	if e.Kind == ChangesReport {
		s.Columns = append(s.Columns, paper.Left(w.T("report_noted_was")), paper.Left(w.T("report_noted_is")))
	} else {
		s.Columns = append(s.Columns, paper.Left(w.T("report_noted_says")))
	}
	for _, l := range n.Lines {
		who := l.who()
		if w.Form >= forms.Seven {
			who = l.Who()
		}
		row := []paper.Cell{w.Moment(l.At), paper.Text(l.where(w)), paper.Text(l.what(w)), paper.Text(who)}
		if e.Kind == ChangesReport {
			row = append(row, paper.Text(l.was(w)), paper.Text(l.is(w)))
		} else {
			row = append(row, paper.Text(l.is(w)))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// where returns the table with the shift and the hand, and the number of the entry.
func (l NotedLine) where(w pen) string {
	at := w.T("report_noted_house")
	if l.Table != record.HouseStream {
		at = l.Table
		switch {
		case l.After:
			at += " · " + strings.ReplaceAll(w.hand(l.Hand, true).Text, " ", paper.Tight)
		case l.Hand > 0:
			at += " · " + strings.ReplaceAll(w.T("report_noted_hand", map[string]any{"N": l.Hand}), " ", paper.Tight)
		}
	}
	if w.Form < forms.Seven {
		return at + " · " + strconv.FormatInt(l.Seq, 10)
	}
	return at + " · " + w.entry(l.Seq)
}

// what returns the word for what happened: some facts have another one than most of their kind.
func (l NotedLine) what(w pen) string {
	signed := len(l.Signers) > 0
	switch {
	case w.Form < forms.Seven:
	case l.Kind == record.KindOf(record.PINCleared{}) && !signed:
		return w.T("fact_pincleared_right")
	case l.Kind == record.KindOf(record.CardLaid{}) && signed:
		return w.T("fact_card_burned")
	case l.Kind == record.KindOf(record.ProofPlanned{}) && !slices.ContainsFunc(l.Fields, func(f NotedField) bool { return f.top() == "folder" && f.Is != "" }):
		return w.T("fact_proofplanned_none")
	}
	return w.T("fact_" + l.Kind)
}

// What returns the word for what happened.
func (l NotedLine) What(words paper.Words) string {
	return l.what(pen{Pen: forms.Pen{Words: words, Form: Form}})
}

func (l NotedLine) who() string {
	var all []string
	for _, s := range l.Signers {
		all = append(all, s.Name+" ("+s.Number+")")
	}
	if len(all) == 0 && l.By != "" {
		all = append(all, l.Name+" ("+l.By+")")
	}
	if len(all) == 0 {
		return paper.Dash
	}
	return strings.Join(all, ", ")
}

func (l NotedLine) was(w pen) string {
	l.Names = namesBut(l.Names, l.NamesWas)
	return l.fields(w, func(f NotedField) string { return f.Was })
}

func (l NotedLine) is(w pen) string {
	return l.fields(w, func(f NotedField) string { return f.Is })
}

// Where returns the place of an entry: house or table, hand, number.
func (l NotedLine) Where(words paper.Words) string {
	return l.where(pen{Pen: forms.Pen{Words: words, Form: Form}})
}

// Who returns the person who answers for an entry, and whoever else signed it. A signature is of its signer alone.
func (l NotedLine) Who() string {
	signs := l.Kind == record.KindOf(record.Approved{}) || slices.ContainsFunc(l.Signers, func(s NotedName) bool { return s.Number == l.By })
	if len(l.Signers) > 0 && l.By != "" && !signs {
		return l.Name + " (" + l.By + "), " + l.who()
	}
	return l.who()
}

// Each returns what an entry says, part by part: what each is and its value.
func (l NotedLine) Each(words paper.Words) (rows [][]string) {
	w := pen{Pen: forms.Pen{Words: words, Form: Form, Zone: l.zone, Minor: new(bool)}}
	for _, p := range l.parts(w, isNow) {
		rows = append(rows, []string{p.Label, p.Value})
	}
	return rows
}

// Said returns an entry in words of a language.
func (l NotedLine) Said(words paper.Words) string {
	return l.is(pen{Pen: forms.Pen{Words: words, Form: Form, Zone: l.zone, Minor: new(bool)}})
}

func (l NotedLine) fields(w pen, value func(NotedField) string) string {
	var all []string
	if w.Form < forms.Seven {
		for _, f := range l.Fields {
			if v := value(f); v != "" {
				all = append(all, f.formerName(w)+": "+f.formerWord(l.Kind, v, w))
			}
		}
	} else {
		for _, p := range l.parts(w, value) {
			all = append(all, p.said(w))
		}
	}
	if len(all) == 0 {
		return paper.Dash
	}
	return strings.Join(all, "; ")
}
