package reports

import (
	"slices"
	"strconv"

	"sabot/pit/tray"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// report returns the house's report: for each currency the results of the day, the month and the year, by game
// and by table.
func (s *HouseSum) report(_ Evidence, w pen) paper.Report {
	r := paper.Report{
		House: s.House, Title: w.T("report_house_title") + " · " + paper.Days(s.Day, s.To),
		Head:    []paper.Pair{{Label: w.T(w.OfDays(s.To, "report_day", "report_days")), Value: paper.Days(s.Day, s.To)}, {Label: w.T("report_money_in"), Value: w.Currency}},
		Signers: []string{w.T(houseSigner(w.Form))},
	}
	r.Head = append(r.Head, s.head(w)...)
	if s.Open > 0 {
		r.Banner, r.Signers = w.T("report_provisional"), nil
		r.Head = append(r.Head, paper.Pair{Label: w.T("report_open_shifts"), Value: strconv.Itoa(s.Open)})
	}
	if s.Ahead {
		r.Banner, r.Signers = w.T(w.OfDays(s.To, "report_provisional_day", "report_provisional_days")), nil
	}
	currencies := s.Currencies()
	if len(currencies) > 0 {
		r.Head[1].Value = ""
	}
	for i, c := range currencies {
		if i > 0 {
			r.Head[1].Value += ", "
		}
		r.Head[1].Value += c
		w := w
		w.Currency = c
		for _, p := range s.Periods {
			r.Sections = append(r.Sections, p.section(w))
		}
		last := &r.Sections[len(r.Sections)-1]
		last.Notes = append([]string{w.T("report_hold_note"), w.T("report_theo_note")}, last.Notes...)
		last.Notes = append(last.Notes, s.luckNotes(c, w)...)
		if voided := slices.DeleteFunc(slices.Clone(s.Voided), func(v VoidedSlip) bool { return v.Currency != c }); len(voided) > 0 {
			r.Sections = append(r.Sections, voidedSection(voided, w))
		}
	}
	if len(currencies) == 0 {
		r.Sections = []paper.Section{{Lines: []string{w.T("report_house_nothing")}}}
	}
	return r
}

// Currencies returns the currencies of the lines: amounts of two currencies are never added.
func (s *HouseSum) Currencies() []string {
	var all Period
	for _, p := range s.Periods {
		all.Lines = append(all.Lines, p.Lines...)
	}
	return all.Currencies()
}

// Currencies returns those of the period's lines.
func (p *Period) Currencies() []string {
	var all []string
	for _, l := range p.Lines {
		all = append(all, l.Currency)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// luckNotes returns what is meant by the luck of results in a currency, and what it has to do with the theo win. It
// returns nothing where the luck is not known.
func (s *HouseSum) luckNotes(currency string, w pen) []string {
	all := HouseLine{Win: tray.KnownSum(0)}
	for _, p := range s.Periods {
		all.add(p.Total(currency))
	}
	notes := all.Luck.notes(w)
	if len(notes) > 0 && all.Luck.Decisions > 0 {
		notes = append(notes, w.T(w.luckTexts().theo))
		if all.Unknown > 0 {
			notes = append(notes, w.T("report_theo_behind_note"))
		}
	}
	return notes
}

// luck returns the luck of all in the pen's currency, then of each table whose result luck hardly explains.
func (p *Period) luck(w pen) []string {
	total := p.Total(w.Currency)
	lines := total.Luck.line(w)
	for _, l := range p.Lines {
		if l.Currency != w.Currency || !l.Luck.rare() {
			continue
		}
		of := l.Table
		if l.Preset != "" { // of a house with several games it is not one
			of += ", " + w.T("preset_"+l.Preset)
		}
		for _, line := range l.Luck.line(w) {
			lines = append(lines, of+w.Colon+line)
		}
	}
	return lines
}

// Luck returns in words whether luck explains a period's results in a currency: of all together, then of each
// table that it hardly explains. It returns none where no luck is known.
func (p *Period) Luck(w paper.Words, language, currency string) []string {
	cents := true
	return p.luck(pen{Pen: forms.Pen{Words: w, Form: Form, Currency: currency, Minor: &cents, Colon: forms.ColonOf(language)}})
}

// add adds another line to a total.
func (l *HouseLine) add(o HouseLine) {
	l.Shifts += o.Shifts
	l.Hands += o.Hands
	l.Turnover += o.Turnover
	l.Drop += o.Drop
	l.Guesses += o.Guesses
	l.Win = l.Win.Plus(o.Win)
	l.Luck.add(o.Luck)
	l.Theo += o.Theo
	l.Unknown += o.Unknown
}

// Total returns the sum of a period in a currency.
func (p *Period) Total(currency string) HouseLine {
	total := HouseLine{Currency: currency, Win: tray.KnownSum(0)}
	for _, l := range p.Lines {
		if l.Currency == currency {
			total.add(l)
		}
	}
	return total
}

// A SumOf is the scope of a row of sums.
type SumOf int

// The kinds of rows: of one table with one game, of all tables of a game, of all in one currency.
const (
	OfTable SumOf = iota
	OfGame
	OfAll
)

// A SumRow is a line of a table of sums.
type SumRow struct {
	HouseLine
	Of     SumOf
	First  bool // of a table: the first of its game
	Tables int  // how many lines are in it
}

// Rows returns the lines of a period in a currency with their sums: of each game that has several tables, and of all.
func (p *Period) Rows(currency string) []SumRow {
	var lines []HouseLine
	for _, l := range p.Lines {
		if l.Currency == currency {
			lines = append(lines, l)
		}
	}
	var rows []SumRow
	for from := 0; from < len(lines); {
		game, to := HouseLine{Currency: currency, Preset: lines[from].Preset, Win: tray.KnownSum(0)}, from
		for ; to < len(lines) && lines[to].Preset == game.Preset; to++ {
			game.add(lines[to])
			rows = append(rows, SumRow{HouseLine: lines[to], Of: OfTable, First: to == from, Tables: 1})
		}
		if to-from > 1 {
			rows = append(rows, SumRow{HouseLine: game, Of: OfGame, Tables: to - from})
		}
		from = to
	}
	return append(rows, SumRow{HouseLine: p.Total(currency), Of: OfAll, Tables: len(lines)})
}

// section returns a period in one currency: the tables of each game, the game where it has several, and all
// together.
func (p *Period) section(w pen) paper.Section {
	name := w.T("report_period_" + p.Of)
	days := paper.Date(p.To)
	if p.From != p.To {
		days = paper.Date(p.From) + " – " + days
	}
	s := paper.Section{
		Heading: name + " · " + days + " · " + w.Currency, Name: name + " " + w.Currency, Total: true, Size: 8,
		Columns: []paper.Column{
			paper.Left(w.T("report_game")),
			paper.Left(w.T("report_table")),
			paper.Right(w.T("report_shifts")),
			paper.Right(w.T("report_hands")),
			paper.Right(w.T("report_drop_short")),
			paper.Right(w.T("report_win")),
			paper.Right(w.T("report_hold")),
			paper.Right(w.T("report_turnover")),
			paper.Right(w.T("report_theo")),
			paper.Right(w.T("report_win_theo")),
		},
	}
	total := p.Total(w.Currency)
	for _, row := range p.Rows(w.Currency) {
		game, table := "", row.Table
		switch row.Of {
		case OfTable:
			if row.First {
				game = w.T("preset_" + row.Preset)
			}
		case OfGame:
			game, table = "= "+w.T("preset_"+row.Preset), strconv.Itoa(row.Tables)+" "+w.T("report_tables_n")
		case OfAll:
			game = w.T("report_total")
		}
		s.Rows = append(s.Rows, row.cells(w, paper.Text(game), paper.Text(table)))
	}
	s.Notes = p.luck(w)
	if total.Guesses > 0 {
		s.Notes = append(s.Notes, w.star())
	}
	if total.Unknown > 0 {
		s.Notes = append(s.Notes, w.T("report_theo_without", map[string]any{"Amount": w.Amount(total.Unknown)}))
	}
	return s
}

func (l *HouseLine) cells(w pen, game, table paper.Cell) []paper.Cell {
	return []paper.Cell{
		game, table, w.Count(l.Shifts), w.Count(l.Hands), w.estimate(l.Drop, l.Guesses > 0), w.byEstimate(l.Win, l.Guesses > 0), w.hold(l.Win, l.Drop, l.Guesses > 0),
		paper.Amount(w, l.Turnover), paper.Amount(w, l.Theo), sum(w, l.Win.Less(tray.KnownSum(l.Theo))),
	}
}

// houseSigner returns the caption under which a paper of the house is signed: whoever may sign reports, an inspector or a manager.
// Before form 7 it said "manager" of both.
func houseSigner(form int) string {
	if form < forms.Seven {
		return "report_sign_manager"
	}
	return "report_sign_supervisor"
}
