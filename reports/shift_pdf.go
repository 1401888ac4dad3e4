package reports

import (
	"fmt"
	"strconv"
	"time"

	"sabot/games"
	"sabot/pit"
)

// WriteShiftPDF writes a shift's report: who and when, turnover and result by
// spot, every hand in a compact list.
func WriteShiftPDF(file string, s Shift, w Words, printed time.Time) error {
	title := w.T("report_title") + " · " + s.Table + " · " + date(s.Day) + " / " + strconv.Itoa(s.Number)
	foot := s.House + " · " + title + " · " + w.T("report_printed", map[string]any{"At": printed.Local().Format("02.01.2006 15:04")})
	return write(file, w, title, foot, printed, func(p *paper) {
		p.line("", 9, 5, s.House)
		p.line("B", 16, 10, w.T("report_title"))
		p.pairs(head(s, w))
		p.heading(w.T("report_croupiers"))
		p.table([]column{
			{w.T("report_croupiers"), 90, "L"}, {w.T("report_from"), 30, "R"}, {w.T("report_to"), 30, "R"}, {w.T("report_dealt"), 30, "R"},
		}, dutyRows(s), 9, false)
		p.heading(w.T("report_spots") + "   (" + w.T("report_currency", map[string]any{"Currency": s.Currency}) + ")")
		p.table([]column{
			{w.T("report_spot"), 30, "L"}, {w.T("report_bets"), 22, "R"}, {w.T("report_voids"), 22, "R"}, {w.T("report_turnover"), 30, "R"},
			{w.T("report_paid"), 30, "R"}, {w.T("report_result"), 28, "R"}, {w.T("report_hold"), 18, "R"},
		}, spotRows(s, w), 9, true)
		if s.Commission.Made > 0 {
			p.heading(w.T("report_commission"))
			p.table([]column{
				{w.T("report_commission_made"), 36, "R"}, {w.T("report_commission_taken"), 36, "R"},
				{w.T("report_commission_waived"), 36, "R"}, {w.T("report_commission_owed"), 36, "R"},
			}, [][]string{{w.Amount(s.Commission.Made), w.Amount(s.Commission.Taken), w.Amount(s.Commission.Waived), w.Amount(s.Commission.Owed)}}, 9, false)
		}
		if len(s.Notes) > 0 {
			p.heading(w.T("report_notes"))
			p.table([]column{{w.T("report_hand"), 16, "R"}, {w.T("report_time"), 18, "R"}, {w.T("report_note"), 146, "L"}}, noteRows(s, w), 8, false)
		}
		p.heading(w.T("report_list"))
		if len(s.Hands) == 0 {
			p.line("", 9, 6, w.T("report_none"))
			return
		}
		left, right := column{w.T("report_cards"), 93, "L"}, column{w.T("report_bank"), 22, "L"}
		if s.TwoSided {
			left, right = column{w.T("place_player"), 57, "L"}, column{w.T("place_banker"), 58, "L"}
		}
		p.table([]column{
			{w.T("report_hand"), 13, "R"}, {w.T("report_time"), 14, "R"}, left, right,
			{w.T("report_turnover"), 19, "R"}, {w.T("report_house"), 19, "R"},
		}, handRows(s, w), 7, false)
	})
}

func head(s Shift, w Words) []pair {
	closed := w.T("report_open_still")
	if !s.Provisional() {
		closed = clock(s.Closed)
	}
	return []pair{
		{w.T("report_table"), s.Table}, {w.T("report_shift"), strconv.Itoa(s.Number)},
		{w.T("report_day"), date(s.Day)}, {w.T("report_game"), w.T("preset_" + s.Preset)},
		{w.T("report_opened"), clock(s.Opened)}, {w.T("report_closed"), closed},
		{w.T("report_inspector"), s.Inspector}, {w.T("report_shoes"), strconv.Itoa(s.Shoes)},
		{w.T("report_hands"), strconv.Itoa(len(s.Hands))}, {w.T("report_result"), s.Currency + " " + w.Amount(s.Total.Result)},
	}
}

func dutyRows(s Shift) [][]string {
	var rows [][]string
	for _, d := range s.Croupiers {
		to := "–"
		if !d.To.IsZero() {
			to = clock(d.To)
		}
		rows = append(rows, []string{d.Name, clock(d.From), to, strconv.Itoa(d.Hands)})
	}
	return rows
}

func spotRows(s Shift, w Words) [][]string {
	var rows [][]string
	for _, sum := range append(s.Spots[:len(s.Spots):len(s.Spots)], s.Total) {
		label := w.T("report_total")
		if sum.Spot != "" {
			label = w.T("spot_" + sum.Spot)
		}
		rows = append(rows, []string{
			label, strconv.Itoa(sum.Bets), strconv.Itoa(sum.Voids), w.Amount(sum.Turnover), w.Amount(sum.Paid), w.Amount(sum.Result), hold(sum),
		})
	}
	return rows
}

// hold is the result as a share of the turnover, a dash where nothing was bet.
func hold(s SpotSum) string {
	if s.Turnover == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(s.Result)/float64(s.Turnover))
}

func handRows(s Shift, w Words) [][]string {
	amount := func(a games.Amount) string { return w.Amount(a) }
	var rows [][]string
	for _, h := range s.Hands {
		rows = append(rows, []string{strconv.Itoa(h.Number), h.At.Local().Format("15:04"), h.Boxes, h.Bank, amount(h.Turnover), amount(h.House)})
	}
	return rows
}

func noteRows(s Shift, w Words) [][]string {
	var rows [][]string
	for _, n := range s.Notes {
		what := n.What
		if n.Kind == pit.LowRiskBets || n.Kind == pit.LateBet {
			what = w.T("spot_" + n.What)
		}
		rows = append(rows, []string{
			strconv.Itoa(n.Hand), n.At.Local().Format("15:04"),
			w.T("alarm_"+string(n.Kind), map[string]any{"Box": n.Box, "What": what, "Amount": w.Amount(n.Amount)}),
		})
	}
	return rows
}

func clock(t time.Time) string { return t.Local().Format("02.01.2006 15:04") }

func date(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("02.01.2006")
}
