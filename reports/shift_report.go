package reports

import (
	"fmt"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit"
)

// report is the shift's: who and when, the result counted and by hands, turnover by
// spot, what went wrong, every hand in a compact list.
func (s *Shift) report(_ Evidence, w Words) Report {
	r := Report{
		House: s.House, Title: w.T("report_title") + " · " + s.Table + " · " + date(s.Day) + " / " + strconv.Itoa(s.Number), Head: s.head(w),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
	}
	if s.Provisional() {
		r.Banner, r.Signers = w.T("report_provisional"), nil
	}
	r.Sections = []Section{s.resultSection(w)}
	if len(s.Float) > 0 {
		r.Sections = append(r.Sections, s.floatSection(w))
	}
	if len(s.Slips) > 0 {
		r.Sections = append(r.Sections, slipSection(s.Slips, w))
	}
	r.Sections = append(r.Sections, s.dutySection(w), s.spotSection(w))
	if s.Commission.Made > 0 {
		r.Sections = append(r.Sections, s.commissionSection(w))
	}
	if len(s.Irregular) > 0 {
		r.Sections = append(r.Sections, irregularSection(s.Irregular, w))
	}
	if len(s.Moved) > 0 {
		r.Sections = append(r.Sections, moveSection(s.Moved, w))
	}
	if len(s.Incidents) > 0 {
		r.Sections = append(r.Sections, incidentSection(s.Incidents, w))
	}
	if len(s.Notes) > 0 {
		r.Sections = append(r.Sections, s.noteSection(w))
	}
	r.Sections = append(r.Sections, s.handSection(w))
	return r
}

func (s *Shift) head(w Words) []Pair {
	closed := w.T("report_open_still")
	if !s.Provisional() {
		closed = clock(s.Closed)
	}
	return []Pair{
		{w.T("report_table"), s.Table}, {w.T("report_shift"), strconv.Itoa(s.Number)},
		{w.T("report_day"), date(s.Day)}, {w.T("report_game"), w.T("preset_" + s.Preset)},
		{w.T("report_opened"), clock(s.Opened)}, {w.T("report_closed"), closed},
		{w.T("report_inspector"), s.Inspector}, {w.T("report_shoes"), strconv.Itoa(s.Shoes)},
		{w.T("report_hands"), strconv.Itoa(len(s.Hands))}, {w.T("report_currency", map[string]any{"Currency": s.Currency}), ""},
	}
}

// sum is an amount that may not be known.
func sum(w Words, s pit.Sum) Cell {
	if !s.Known {
		return text(w.T("report_unknown"))
	}
	return amount(w, s.Amount)
}

// resultSection is the result: closing + credits + drop - opening - fills, beside that of
// the hands.
func (s *Shift) resultSection(w Words) Section {
	r := s.Result
	drop, label, by := sum(w, r.Drop), w.T("report_drop"), s.Counted.Drop
	if r.Estimated {
		drop, label, by = amount(w, r.BoughtIn), w.T("report_drop_estimate"), w.T("report_estimate")
	}
	rows := [][]Cell{
		{text(w.T("report_float_closing")), sum(w, r.Closing), text(s.Counted.Closing)},
		{text("+ " + w.T("report_credits")), amount(w, r.Credits), text("")},
		{text("+ " + label), drop, text(by)},
		{text("− " + w.T("report_float_opening")), sum(w, r.Opening), text(s.Counted.Opening)},
		{text("− " + w.T("report_fills")), amount(w, r.Fills), text("")},
		{text("= " + w.T("report_by_count")), sum(w, r.ByCount), text("")},
		{text(w.T("report_by_hands")), amount(w, r.ByHands), text("")},
		{text(w.T("report_difference")), sum(w, r.Difference), text("")},
	}
	if r.Wrong != 0 {
		rows = append(rows[:len(rows)-1], []Cell{text(w.T("report_wrong")), amount(w, r.Wrong), text("")}, rows[len(rows)-1])
	}
	if r.Tips > 0 {
		rows = append(rows[:len(rows)-1], []Cell{text(w.T("report_tips")), amount(w, r.Tips), text("")}, rows[len(rows)-1])
	}
	return Section{
		Heading: w.T("report_outcome"), Rows: rows, Total: true,
		Columns: []Column{{"", 70, "L"}, {w.T("report_amount"), 40, "R"}, {w.T("report_counted_by"), 70, "L"}},
	}
}

func (s *Shift) floatSection(w Words) Section {
	var rows [][]Cell
	total := FloatLine{}
	count := func(n int64) Cell {
		if n < 0 {
			return text(w.T("report_unknown"))
		}
		return number(int(n))
	}
	known := [2]bool{true, true}
	for _, l := range s.Float {
		rows = append(rows, []Cell{amount(w, l.Value), count(l.Opening), count(l.Fills), count(l.Credits), count(l.Closing)})
		known[0], known[1] = known[0] && l.Opening >= 0, known[1] && l.Closing >= 0
		total.Opening += l.Opening * int64(l.Value)
		total.Fills += l.Fills * int64(l.Value)
		total.Credits += l.Credits * int64(l.Value)
		total.Closing += l.Closing * int64(l.Value)
	}
	rows = append(rows, []Cell{
		text(w.T("report_worth")), sum(w, pit.Sum{Amount: games.Amount(total.Opening), Known: known[0]}), amount(w, games.Amount(total.Fills)),
		amount(w, games.Amount(total.Credits)), sum(w, pit.Sum{Amount: games.Amount(total.Closing), Known: known[1]}),
	})
	return Section{
		Heading: w.T("report_float"), Rows: rows, Total: true,
		Columns: []Column{{w.T("report_chip"), 36, "R"}, {w.T("report_float_opening"), 36, "R"}, {w.T("report_fills"), 36, "R"}, {w.T("report_credits"), 36, "R"}, {w.T("report_float_closing"), 36, "R"}},
	}
}

func slipSection(slips []SlipLine, w Words) Section {
	var rows [][]Cell
	for _, s := range slips {
		state := w.T("slip_" + string(s.State))
		if s.Reason != "" {
			state += ": " + s.Reason
		}
		rows = append(rows, []Cell{text(s.Name), text(w.T("slip_" + string(s.Kind))), amount(w, s.Amount), text(hour(s.Asked)), text(state), text(s.People)})
	}
	return Section{
		Heading: w.T("report_slips"), Rows: rows,
		Columns: []Column{{w.T("report_slip"), 26, "L"}, {"", 24, "L"}, {w.T("report_amount"), 26, "R"}, {w.T("report_time"), 16, "R"}, {w.T("report_state"), 42, "L"}, {w.T("report_people"), 46, "L"}},
	}
}

func (s *Shift) dutySection(w Words) Section {
	var rows [][]Cell
	for _, d := range s.Croupiers {
		rows = append(rows, []Cell{text(d.Name), text(clock(d.From)), text(clock(d.To)), number(d.Hands)})
	}
	return Section{
		Heading: w.T("report_croupiers"), Rows: rows,
		Columns: []Column{{w.T("report_croupiers"), 90, "L"}, {w.T("report_from"), 35, "R"}, {w.T("report_to"), 35, "R"}, {w.T("report_dealt"), 20, "R"}},
	}
}

func (s *Shift) spotSection(w Words) Section {
	var rows [][]Cell
	for _, sum := range append(s.Spots[:len(s.Spots):len(s.Spots)], s.Total) {
		label := w.T("report_total")
		if sum.Spot != "" {
			label = w.T("spot_" + sum.Spot)
		}
		rows = append(rows, []Cell{
			text(label), number(sum.Bets), number(sum.Voids), amount(w, sum.Turnover), amount(w, sum.Paid), amount(w, sum.Result), text(hold(sum)),
		})
	}
	return Section{
		Heading: w.T("report_spots"), Rows: rows, Total: true,
		Columns: []Column{
			{w.T("report_spot"), 30, "L"}, {w.T("report_bets"), 22, "R"}, {w.T("report_voids"), 22, "R"}, {w.T("report_turnover"), 30, "R"},
			{w.T("report_paid"), 30, "R"}, {w.T("report_result"), 28, "R"}, {w.T("report_hold"), 18, "R"},
		},
	}
}

// hold is the result as a share of the turnover, a dash where nothing was bet.
func hold(s SpotSum) string {
	if s.Turnover == 0 {
		return dash
	}
	return strings.Replace(fmt.Sprintf("%.2f %%", 100*float64(s.Result)/float64(s.Turnover)), "-", "−", 1)
}

func (s *Shift) commissionSection(w Words) Section {
	c := s.Commission
	return Section{
		Heading: w.T("report_commission"), Rows: [][]Cell{{amount(w, c.Made), amount(w, c.Taken), amount(w, c.Waived), amount(w, c.Owed)}},
		Columns: []Column{
			{w.T("report_commission_made"), 36, "R"}, {w.T("report_commission_taken"), 36, "R"},
			{w.T("report_commission_waived"), 36, "R"}, {w.T("report_commission_owed"), 36, "R"},
		},
	}
}

func irregularSection(list []IrregularLine, w Words) Section {
	var rows [][]Cell
	for _, l := range list {
		what := w.T("irregular_did_" + l.What)
		switch {
		case l.What == "undone" && l.Kind == "card": // no other takes an inspector
			what += ": " + w.T("report_undone_card")
		case l.What == "undone":
			what += ": " + w.T("fact_"+string(l.Kind))
		case l.Kind != "":
			what += ": " + w.T("irregularity_"+string(l.Kind))
		}
		if l.Box > 0 {
			what += " (" + w.T("box_n", map[string]any{"Box": l.Box}) + ")"
		}
		rows = append(rows, []Cell{number(l.Hand), text(hour(l.At)), text(what), text(l.By), text(l.Reason)})
	}
	return Section{
		Heading: w.T("report_irregular"), Rows: rows, Size: 8,
		Columns: []Column{{w.T("report_hand"), 14, "R"}, {w.T("report_time"), 16, "R"}, {w.T("report_what"), 68, "L"}, {w.T("report_approved"), 34, "L"}, {w.T("report_reason"), 48, "L"}},
	}
}

func (s *Shift) noteSection(w Words) Section {
	var rows [][]Cell
	for _, n := range s.Notes {
		what := n.What
		if n.Kind == pit.LowRiskBets || n.Kind == pit.LateBet {
			what = w.T("spot_" + n.What)
		}
		rows = append(rows, []Cell{
			number(n.Hand), text(hour(n.At)), text(w.T("alarm_"+string(n.Kind), map[string]any{"Box": n.Box, "What": what, "Amount": w.Amount(n.Amount)})),
		})
	}
	return Section{
		Heading: w.T("report_notes"), Rows: rows, Size: 8,
		Columns: []Column{{w.T("report_hand"), 16, "R"}, {w.T("report_time"), 18, "R"}, {w.T("report_note"), 146, "L"}},
	}
}

func (s *Shift) handSection(w Words) Section {
	section := Section{Heading: w.T("report_list"), Size: 7}
	if len(s.Hands) == 0 {
		section.Lines = []string{w.T("report_none")}
		return section
	}
	left, right := Column{w.T("report_cards"), 93, "L"}, Column{w.T("report_bank"), 22, "L"}
	if s.TwoSided {
		left, right = Column{w.T("place_player"), 57, "L"}, Column{w.T("place_banker"), 58, "L"}
	}
	section.Columns = []Column{{w.T("report_hand"), 13, "R"}, {w.T("report_time"), 14, "R"}, left, right, {w.T("report_turnover"), 19, "R"}, {w.T("report_house"), 19, "R"}}
	for _, h := range s.Hands {
		name := number(h.Number)
		if h.Corrected {
			name.Text += "*"
		}
		house := amount(w, h.House)
		if h.Cancelled {
			house = text(w.T("report_cancelled"))
		}
		section.Rows = append(section.Rows, []Cell{name, text(hour(h.At)), text(h.Boxes), text(h.Bank), amount(w, h.Turnover), house})
	}
	return section
}
