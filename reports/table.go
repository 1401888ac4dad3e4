package reports

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit/tray"
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

// ShiftMove is a MoveLine and of which shift it is.
type ShiftMove struct {
	Day    string
	Number int
	MoveLine
}

// ShiftSum is a shift in one line.
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
	if form >= form7 {
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

func (s *TableSum) report(e Evidence, w pen) Report {
	from, to := s.days(e.Item)
	r := Report{
		House: s.House, Title: w.T("report_table_title") + " · " + s.Table + " · " + Date(from) + " – " + Date(to),
		Head: []Pair{
			{w.T("report_table"), s.Table},
			{w.T("report_shifts"), strconv.Itoa(len(s.Shifts))},
			{w.T("report_hands"), count(w, s.Total.Hands).Text},
			{w.T("report_money_in"), s.Currency},
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
	r.Sections = []Section{s.workSection(w), s.moneySection(w)}
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
	noon, err := time.ParseInLocation(time.DateOnly, l.Day, w.zone)
	if err != nil || w.form < form7 {
		return l.Opened
	}
	return noon.Add(12 * time.Hour)
}

// workSection returns the table of when the shifts were, and what was done in them.
func (s *TableSum) workSection(w pen) Section {
	var rows [][]Cell
	line := func(l ShiftSum, name, shift, opened, closed Cell) {
		rows = append(rows, []Cell{
			name, shift, opened, closed, count(w, l.Hands), w.pace(l.Hands, l.Length), amount(w, l.Turnover), amount(w, l.Result.ByHands),
			amount(w, l.Commission), amount(w, l.Result.Wrong), count(w, l.Irregular), count(w, l.Incidents),
		})
	}
	for _, l := range s.Shifts {
		closed, w := text(w.T("report_open")), w.with(l.since(w))
		if !l.Closed.IsZero() {
			closed = w.at(l.Closed)
		}
		line(l, day(l.Day), number(l.Number), w.at(l.Opened), closed)
	}
	line(s.Total, text(w.T("report_total")), text(""), text(""), text(""))
	notes := append(s.Total.Luck.line(w), s.Total.Luck.notes(w)...)
	return Section{
		Notes:   append(notes, w.T("report_short_note")),
		Heading: w.money("report_shifts"), Name: w.T("report_shifts"), Rows: rows, Total: true, Size: 8,
		Columns: []Column{
			{w.T("report_day"), "L"},
			{w.T("report_shift"), "R"},
			{w.T("report_from"), "R"},
			{w.T("report_to"), "R"},
			{w.T("report_hands"), "R"},
			{w.T("report_pace"), "R"},
			{w.T("report_turnover"), "R"},
			{w.T("report_by_hands"), "R"},
			{w.T("report_commission"), "R"},
			{w.T("report_wrong_short"), "R"},
			{w.T("report_irregular_short"), "R"},
			{w.T("report_incident_short"), "R"},
		},
	}
}

// moneySection returns the table of what was counted: drop, win and hold.
func (s *TableSum) moneySection(w pen) Section {
	var rows [][]Cell
	wrong := w.form >= form7 && slices.ContainsFunc(s.Shifts, func(l ShiftSum) bool { return l.Result.Wrong != 0 })
	unmoved := slices.ContainsFunc(s.Shifts, func(l ShiftSum) bool { return l.Result.Unmoved != 0 })
	line := func(l ShiftSum, name, shift Cell) {
		row := []Cell{
			name, shift, amount(w, l.Result.Fills), amount(w, l.Result.Credits), w.estimate(l.Cash, l.Guess), w.byEstimate(l.Result.ByCount, l.Guess),
			w.hold(l.Result.ByCount, l.Cash, l.Guess), amount(w, l.Result.ByHands),
		}
		if wrong {
			row = append(row, amount(w, l.Result.Wrong))
		}
		if unmoved {
			row = append(row, amount(w, l.Result.Unmoved))
		}
		rows = append(rows, append(row, w.byEstimate(l.Result.Difference, l.Guess)))
	}
	for _, l := range s.Shifts {
		line(l, day(l.Day), number(l.Number))
	}
	line(s.Total, text(w.T("report_total")), text(""))
	section := Section{
		Notes:   []string{w.T("report_hold_note")},
		Heading: w.money("report_counted"), Name: w.T("report_counted"), Rows: rows, Total: true, Size: 8,
		Columns: []Column{
			{w.T("report_day"), "L"},
			{w.T("report_shift"), "R"},
			{w.T("report_fills"), "R"},
			{w.T("report_credits"), "R"},
			{w.T("report_drop_short"), "R"},
			{w.T("report_by_count"), "R"},
			{w.T("report_hold"), "R"},
			{w.T("report_by_hands"), "R"},
		},
	}
	if wrong {
		section.Columns = append(section.Columns, Column{w.T("report_wrong_short"), "R"})
		section.Notes = append(section.Notes, w.T("report_wrong_note"))
	}
	if unmoved {
		section.Columns = append(section.Columns, Column{w.T("report_unmoved_short"), "R"})
		section.Notes = append(section.Notes, w.T("report_unmoved_note"))
	}
	section.Columns = append(section.Columns, Column{w.T("report_difference"), "R"})
	if s.Total.Guess {
		section.Notes = append(section.Notes, w.star())
	}
	return section
}

// movedSection lists wrong payouts and moves that were not so, buy-ins among them.
func (s *TableSum) movedSection(w pen) Section {
	var rows [][]Cell
	for _, m := range s.Moved {
		rows = append(rows, append([]Cell{day(m.Day), number(m.Number)}, moveCells(m.MoveLine, w)...))
	}
	return Section{
		Heading: w.money("report_moves"), Name: w.T("report_moves"), Rows: rows, Size: 8,
		Columns: append([]Column{{w.T("report_day"), "L"}, {w.T("report_shift"), "R"}}, moveColumns(w)...),
	}
}

// estimate returns a cell with the cash of a drop box, with a star where nobody has counted it.
func (w pen) estimate(cash games.Amount, estimated bool) Cell {
	c := amount(w, cash)
	if estimated {
		c = c.marked("*")
	}
	return c
}

// byEstimate returns what a drop is part of, with a star where nobody has counted that. Papers before form 7 had none there.
func (w pen) byEstimate(s tray.Sum, estimated bool) Cell {
	c := sum(w, s)
	if estimated && s.Known && w.form >= form7 {
		c = c.marked("*")
	}
	return c
}

// star returns the sentence of the star.
func (w pen) star() string {
	if w.form < form7 {
		return w.T("report_drop_star")
	}
	return w.T("report_estimate_star")
}

// hold returns the part of the drop that the house won, in percent. A star marks a drop that nobody counted; papers before form 7 have none.
func (w pen) hold(win tray.Sum, drop games.Amount, estimated bool) Cell {
	if !win.Known {
		return text(w.T("report_unknown"))
	}
	c := w.share(win.Amount, drop)
	if estimated && drop != 0 && w.form >= form7 {
		c = c.marked("*")
	}
	return c
}

// pace returns a cell with the number of hands in an hour of an open table.
func (w pen) pace(hands int, open time.Duration) Cell {
	if open < time.Minute {
		return text(dash)
	}
	n := int((int64(hands)*int64(time.Hour) + int64(open)/2) / int64(open))
	return count(w, n)
}
