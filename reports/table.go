package reports

import (
	"strconv"
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

func (s *TableSum) report(_ Evidence, w Words) Report {
	r := Report{
		House: s.House, Title: w.T("report_table_title") + " · " + s.Table + " · " + date(s.From) + " – " + date(s.To),
		Head: []Pair{
			{w.T("report_table"), s.Table}, {w.T("report_shifts"), strconv.Itoa(len(s.Shifts))},
			{w.T("report_hands"), strconv.Itoa(s.Total.Hands)}, {w.T("report_currency", map[string]any{"Currency": s.Currency}), ""},
		},
		Signers: []string{w.T("report_sign_supervisor")},
	}
	var rows [][]Cell
	line := func(l ShiftSum, name Cell, opened, closed string) {
		rows = append(rows, []Cell{
			name, text(opened), text(closed), number(l.Hands), amount(w, l.Turnover), amount(w, l.Result.Fills), amount(w, l.Result.Credits),
			sum(w, l.Result.ByCount), amount(w, l.Result.ByHands), sum(w, l.Result.Difference), number(l.Irregular), number(l.Incidents),
		})
	}
	for _, l := range s.Shifts {
		closed := w.T("report_open")
		if l.Closed.IsZero() {
			r.Banner, r.Signers = w.T("report_provisional"), nil
		} else {
			closed = hour(l.Closed)
		}
		line(l, text(date(l.Day)+" / "+strconv.Itoa(l.Number)), hour(l.Opened), closed)
	}
	line(s.Total, text(w.T("report_total")), "", "")
	r.Sections = []Section{{
		Heading: w.T("report_shifts"), Rows: rows, Total: true, Size: 7,
		Columns: []Column{
			{w.T("report_shift"), 22, "L"}, {w.T("report_opened"), 14, "R"}, {w.T("report_closed"), 16, "R"}, {w.T("report_hands"), 10, "R"},
			{w.T("report_turnover"), 19, "R"}, {w.T("report_fills"), 16, "R"}, {w.T("report_credits"), 17, "R"}, {w.T("report_by_count"), 18, "R"},
			{w.T("report_by_hands"), 18, "R"}, {w.T("report_difference"), 16, "R"}, {w.T("report_irregular_short"), 7, "R"}, {w.T("report_incident_short"), 7, "R"},
		},
	}}
	return r
}
