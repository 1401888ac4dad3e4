package reports

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit/tray"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A TableSum is the result of a table over some of its shifts.
type TableSum struct {
	House, Currency, Table string
	From, To               string // gaming days
	// Ahead says that the last of the days that were asked for was not over: there may be more shifts.
	Ahead  bool `json:",omitempty"`
	Shifts []ShiftSum
	Total  ShiftSum
	Moved  []ShiftMove  `json:",omitempty"` // what was put right of chips and cash, the oldest first
	Voided []VoidedSlip `json:",omitempty"` // the oldest first
	Reach
}

// A ShiftMove is a MoveLine with its shift.
type ShiftMove struct {
	Day    string
	Number int
	MoveLine
}

// A ShiftSum is a shift in one line.
type ShiftSum struct {
	Day            string
	Number         int
	Opened, Closed time.Time // UTC; Closed zero while it is open
	Hands          int
	Turnover       games.Amount
	Result         tray.Result
	Irregular      int
	Incidents      int
	Commission     games.Amount  `json:",omitempty"` // tracked, as it was made
	Length         time.Duration `json:",omitempty"` // from the opening to the closing; 0 while it is open
	// Cash is the drop; Guess says that nobody has counted it, or not all of it: then it is
	// what was bought in.
	Cash  games.Amount `json:",omitempty"`
	Guess bool         `json:",omitempty"`
	Luck  Luck         `json:",omitzero"`
}

// shiftSum returns a shift in one line, in a form of evidence. An incident counts only in the shift where it
// was opened. Before form 7 it counted once more in each shift that began while it was open.
func shiftSum(s *Shift, hands, form int) ShiftSum {
	sum := ShiftSum{
		Day: s.Day, Number: s.Number, Opened: s.Opened, Closed: s.Closed, Hands: hands, Turnover: s.Total.Turnover, Result: s.Result,
		Irregular: s.irregulars(form), Incidents: len(s.Incidents), Commission: s.Commission.Made, Luck: s.Luck,
	}
	if form >= forms.Seven {
		for i := range s.Incidents {
			if s.Incidents[i].Shift != s.Number {
				sum.Incidents--
			}
		}
	}
	if !s.Closed.IsZero() {
		sum.Length = s.Closed.Sub(s.Opened)
	}
	if sum.Cash, sum.Guess = s.Result.Drop.Amount, !s.Result.Drop.Known; sum.Guess {
		sum.Cash = s.Result.BoughtIn
	}
	return sum
}

// TableSumOf sums shifts up, in this Sabot's form: those of ShiftOf, the oldest first.
func TableSumOf(shifts []Shift) TableSum { return tableSumOf(shifts, Form) }

func tableSumOf(shifts []Shift, form int) TableSum {
	var sum TableSum
	total := &sum.Total.Result
	total.ByCount, total.Difference = tray.KnownSum(0), tray.KnownSum(0)
	for i, s := range shifts {
		if i == 0 {
			sum.House, sum.Currency, sum.Table, sum.From = s.House, s.Currency, s.Table, s.Day
		}
		sum.To = s.Day
		line := shiftSum(&s, len(s.Hands), form)
		sum.Shifts = append(sum.Shifts, line)
		for _, m := range s.Moved {
			sum.Moved = append(sum.Moved, ShiftMove{s.Day, s.Number, m})
		}
		sum.Voided = append(sum.Voided, voidedOf(&s)...)
		total.Wrong += s.Result.Wrong
		total.Unmoved += s.Result.Unmoved
		total.Waived += s.Result.Waived
		total.Rounded += s.Result.Rounded
		sum.Total.Commission += line.Commission
		sum.Total.Length += line.Length
		sum.Total.Cash += line.Cash
		sum.Total.Guess = sum.Total.Guess || line.Guess
		sum.Total.Hands += line.Hands
		sum.Total.Luck.add(line.Luck)
		sum.Total.Turnover += line.Turnover
		sum.Total.Irregular += line.Irregular
		sum.Total.Incidents += line.Incidents
		total.ByHands += s.Result.ByHands
		total.Fills += s.Result.Fills
		total.Credits += s.Result.Credits
		total.ByCount = total.ByCount.Plus(s.Result.ByCount)
		total.Difference = total.Difference.Plus(s.Result.Difference)
	}
	return sum
}

// lastDay is later than each day of which anybody asks: days behind it are up to the last shift.
const lastDay = "9999-12"

// days returns the gaming days from..to of item, or those of the first and last shift where it is open on that
// side.
func (s *TableSum) days(item string) (from, to string) {
	from, to, _ = strings.Cut(item, "..")
	if _, err := time.Parse(time.DateOnly, from); err != nil || from < "1000" {
		from = s.From
	}
	if _, err := time.Parse(time.DateOnly, to); err != nil || to > lastDay {
		to = s.To
	}
	return from, to
}

func (s *TableSum) report(e Evidence, w pen) paper.Report {
	from, to := s.days(e.Item)
	r := paper.Report{
		House: s.House, Title: w.T("report_table_title") + " · " + s.Table + " · " + paper.Date(from) + " – " + paper.Date(to),
		Head: []paper.Pair{
			{Label: w.T("report_table"), Value: s.Table},
			{Label: w.T("report_shifts"), Value: strconv.Itoa(len(s.Shifts))},
			{Label: w.T("report_hands"), Value: w.Count(s.Total.Hands).Text},
			{Label: w.T("report_money_in"), Value: s.Currency},
		},
		Signers: []string{w.T("report_sign_supervisor")},
	}
	r.Head = append(r.Head, s.head(w)...)
	for _, l := range s.Shifts {
		if l.Closed.IsZero() {
			r.Banner, r.Signers = s.stillOpen(w), nil
		}
	}
	if s.Ahead {
		r.Banner, r.Signers = w.T("report_provisional_days"), nil
	}
	r.Sections = []paper.Section{s.workSection(w), s.moneySection(w)}
	if len(s.Moved) > 0 {
		r.Sections = append(r.Sections, s.movedSection(w))
	}
	if len(s.Voided) > 0 {
		r.Sections = append(r.Sections, voidedSection(s.Voided, w))
	}
	return r
}

// since returns what the hours of a shift's row begin at: its gaming day, which stands before them; before form 7 its opening.
func (l *ShiftSum) since(w pen) time.Time {
	noon, err := time.ParseInLocation(time.DateOnly, l.Day, w.Zone)
	if err != nil || w.Form < forms.Seven {
		return l.Opened
	}
	return noon.Add(12 * time.Hour)
}

// workSection returns the table of when the shifts were, and what was done in them.
func (s *TableSum) workSection(w pen) paper.Section {
	var rows [][]paper.Cell
	line := func(l ShiftSum, name, shift, opened, closed paper.Cell) {
		rows = append(rows, []paper.Cell{
			name, shift, opened, closed, w.Count(l.Hands), w.pace(l.Hands, l.Length), paper.Amount(w, l.Turnover), paper.Amount(w, l.Result.ByHands),
			paper.Amount(w, l.Commission), paper.Amount(w, l.Result.Wrong), w.Count(l.Irregular), w.Count(l.Incidents),
		})
	}
	for _, l := range s.Shifts {
		closed, w := paper.Text(w.T("report_open")), w.with(l.since(w))
		if !l.Closed.IsZero() {
			closed = w.At(l.Closed)
		}
		line(l, paper.GamingDay(l.Day), paper.Number(l.Number), w.At(l.Opened), closed)
	}
	line(s.Total, paper.Text(w.T("report_total")), paper.Text(""), paper.Text(""), paper.Text(""))
	notes := append(s.Total.Luck.line(w), s.Total.Luck.notes(w)...)
	return paper.Section{
		Notes:   append(notes, w.T("report_short_note")),
		Heading: w.Money("report_shifts"), Name: w.T("report_shifts"), Rows: rows, Total: true, Size: 8,
		Columns: []paper.Column{
			paper.Left(w.T("report_day")),
			paper.Right(w.T("report_shift")),
			paper.Right(w.T("report_from")),
			paper.Right(w.T("report_to")),
			paper.Right(w.T("report_hands")),
			paper.Right(w.T("report_pace")),
			paper.Right(w.T("report_turnover")),
			paper.Right(w.T("report_by_hands")),
			paper.Right(w.T("report_commission")),
			paper.Right(w.T("report_wrong_short")),
			paper.Right(w.T("report_irregular_short")),
			paper.Right(w.T("report_incident_short")),
		},
	}
}

// moneySection returns the table of what was counted: drop, win and hold.
func (s *TableSum) moneySection(w pen) paper.Section {
	var rows [][]paper.Cell
	wrong := w.Form >= forms.Seven && slices.ContainsFunc(s.Shifts, func(l ShiftSum) bool { return l.Result.Wrong != 0 })
	unmoved := slices.ContainsFunc(s.Shifts, func(l ShiftSum) bool { return l.Result.Unmoved != 0 })
	line := func(l ShiftSum, name, shift paper.Cell) {
		row := []paper.Cell{
			name, shift, paper.Amount(w, l.Result.Fills), paper.Amount(w, l.Result.Credits), w.estimate(l.Cash, l.Guess), w.byEstimate(l.Result.ByCount, l.Guess),
			w.hold(l.Result.ByCount, l.Cash, l.Guess), paper.Amount(w, l.Result.ByHands),
		}
		if wrong {
			row = append(row, paper.Amount(w, l.Result.Wrong))
		}
		if unmoved {
			row = append(row, paper.Amount(w, l.Result.Unmoved))
		}
		rows = append(rows, append(row, w.byEstimate(l.Result.Difference, l.Guess)))
	}
	for _, l := range s.Shifts {
		line(l, paper.GamingDay(l.Day), paper.Number(l.Number))
	}
	line(s.Total, paper.Text(w.T("report_total")), paper.Text(""))
	section := paper.Section{
		Notes:   []string{w.T("report_hold_note")},
		Heading: w.Money("report_counted"), Name: w.T("report_counted"), Rows: rows, Total: true, Size: 8,
		Columns: []paper.Column{
			paper.Left(w.T("report_day")),
			paper.Right(w.T("report_shift")),
			paper.Right(w.T("report_fills")),
			paper.Right(w.T("report_credits")),
			paper.Right(w.T("report_drop_short")),
			paper.Right(w.T("report_by_count")),
			paper.Right(w.T("report_hold")),
			paper.Right(w.T("report_by_hands")),
		},
	}
	if wrong {
		section.Columns = append(section.Columns, paper.Right(w.T("report_wrong_short")))
		section.Notes = append(section.Notes, w.T("report_wrong_note"))
	}
	if unmoved {
		section.Columns = append(section.Columns, paper.Right(w.T("report_unmoved_short")))
		section.Notes = append(section.Notes, w.T("report_unmoved_note"))
	}
	section.Columns = append(section.Columns, paper.Right(w.T("report_difference")))
	if s.Total.Guess {
		section.Notes = append(section.Notes, w.star())
	}
	return section
}

// movedSection lists wrong payouts and moves that were not so, buy-ins among them.
func (s *TableSum) movedSection(w pen) paper.Section {
	var rows [][]paper.Cell
	for _, m := range s.Moved {
		rows = append(rows, append([]paper.Cell{paper.GamingDay(m.Day), paper.Number(m.Number)}, moveCells(m.MoveLine, w)...))
	}
	return paper.Section{
		Heading: w.Money("report_moves"), Name: w.T("report_moves"), Rows: rows, Size: 8,
		Columns: append([]paper.Column{paper.Left(w.T("report_day")), paper.Right(w.T("report_shift"))}, moveColumns(w)...),
	}
}

// estimate returns a cell with the cash of a drop box, with a star where nobody has counted it.
func (w pen) estimate(cash games.Amount, estimated bool) paper.Cell {
	c := paper.Amount(w, cash)
	if estimated {
		c = c.Marked("*")
	}
	return c
}

// byEstimate returns what a drop is part of, with a star where nobody has counted that. Papers before form 7 had none there.
func (w pen) byEstimate(s tray.Sum, estimated bool) paper.Cell {
	c := sum(w, s)
	if estimated && s.Known && w.Form >= forms.Seven {
		c = c.Marked("*")
	}
	return c
}

// star returns the sentence of the star.
func (w pen) star() string {
	if w.Form < forms.Seven {
		return w.T("report_drop_star")
	}
	return w.T("report_estimate_star")
}

// hold returns the part of the drop that the house won, in percent. A star marks a drop that nobody counted; papers before form 7 have none.
func (w pen) hold(win tray.Sum, drop games.Amount, estimated bool) paper.Cell {
	if !win.Known {
		return paper.Text(w.T("report_unknown"))
	}
	c := w.Share(win.Amount, drop)
	if estimated && drop != 0 && w.Form >= forms.Seven {
		c = c.Marked("*")
	}
	return c
}

// pace returns a cell with the number of hands in an hour of an open table.
func (w pen) pace(hands int, open time.Duration) paper.Cell {
	if open < time.Minute {
		return paper.Text(paper.Dash)
	}
	n := int((int64(hands)*int64(time.Hour) + int64(open)/2) / int64(open))
	return w.Count(n)
}
