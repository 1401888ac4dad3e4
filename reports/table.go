package reports

import (
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
)

// TableSum is what a table came to over some of its shifts.
type TableSum struct {
	House, Currency, Table string
	From, To               string // gaming days
	Shifts                 []ShiftSum
	Total                  ShiftSum
}

// ShiftSum is a shift in one line.
type ShiftSum struct {
	Day            string
	Number         int
	Opened, Closed time.Time // UTC; Closed zero while it is open
	Hands          int
	Turnover       games.Amount
	Result         pit.Result
	Irregular      int
	Incidents      int
}

// TableSumOf sums shifts up: those of ShiftOf, the oldest first.
func TableSumOf(shifts []Shift) TableSum {
	var sum TableSum
	total := &sum.Total.Result
	total.ByCount, total.Difference = pit.KnownSum(0), pit.KnownSum(0)
	for i, s := range shifts {
		if i == 0 {
			sum.House, sum.Currency, sum.Table, sum.From = s.House, s.Currency, s.Table, s.Day
		}
		sum.To = s.Day
		line := ShiftSum{s.Day, s.Number, s.Opened, s.Closed, len(s.Hands), s.Total.Turnover, s.Result, len(s.Irregular), len(s.Incidents)}
		sum.Shifts = append(sum.Shifts, line)
		sum.Total.Hands += line.Hands
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

// days are the gaming days that the report is asked of, or those of its first and last
// shift where it is open on that side.
func (s *TableSum) days(item string) (from, to string) {
	from, to, _ = strings.Cut(item, "..")
	if _, err := time.Parse(time.DateOnly, from); err != nil || from < "1000" {
		from = s.From
	}
	if _, err := time.Parse(time.DateOnly, to); err != nil || to > "9999-12" {
		to = s.To
	}
	return from, to
}

func (s *TableSum) report(e Evidence, w pen) Report {
	from, to := s.days(e.Item)
	r := Report{
		House: s.House, Title: w.T("report_table_title") + " · " + s.Table + " · " + Date(from) + " – " + Date(to),
		Head: []Pair{
			{w.T("report_table"), s.Table}, {w.T("report_shifts"), strconv.Itoa(len(s.Shifts))},
			{w.T("report_hands"), count(w, s.Total.Hands).Text}, {w.T("report_money_in"), s.Currency},
		},
		Signers: []string{w.T("report_sign_supervisor")},
	}
	var rows [][]Cell
	line := func(l ShiftSum, name, shift, opened, closed Cell) {
		rows = append(rows, []Cell{
			name, shift, opened, closed, count(w, l.Hands), amount(w, l.Turnover), amount(w, l.Result.Fills), amount(w, l.Result.Credits),
			sum(w, l.Result.ByCount), amount(w, l.Result.ByHands), sum(w, l.Result.Difference), count(w, l.Irregular), count(w, l.Incidents),
		})
	}
	for _, l := range s.Shifts {
		closed := text(w.T("report_open"))
		w := w.with(l.Opened)
		if l.Closed.IsZero() {
			r.Banner, r.Signers = w.T("report_provisional"), nil
		} else {
			closed = w.at(l.Closed)
		}
		line(l, day(l.Day), number(l.Number), w.at(l.Opened), closed)
	}
	line(s.Total, text(w.T("report_total")), text(""), text(""), text(""))
	r.Sections = []Section{{
		Notes:   []string{w.T("report_short_note")},
		Heading: w.money("report_shifts"), Name: w.T("report_shifts"), Rows: rows, Total: true, Size: 8,
		Columns: []Column{
			{w.T("report_day"), "L"}, {w.T("report_shift"), "R"}, {w.T("report_from"), "R"}, {w.T("report_to"), "R"}, {w.T("report_hands"), "R"},
			{w.T("report_turnover"), "R"}, {w.T("report_fills"), "R"}, {w.T("report_credits"), "R"}, {w.T("report_by_count"), "R"},
			{w.T("report_by_hands"), "R"}, {w.T("report_difference"), "R"}, {w.T("report_irregular_short"), "R"}, {w.T("report_incident_short"), "R"},
		},
	}}
	return r
}
