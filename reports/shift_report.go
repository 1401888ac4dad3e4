package reports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/tray"
)

// report returns the shift's report: who and when, the result counted and by hands, turnover by spot, what went
// wrong, every hand in a compact list.
func (s *Shift) report(e Evidence, w pen) Report {
	w = w.with(s.Opened)
	r := Report{
		House: s.House, Title: w.T("report_title") + " · " + s.Table + " · " + Date(s.Day) + " / " + strconv.Itoa(s.Number), Head: s.head(e, w),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
	}
	if s.Provisional() {
		r.Banner, r.Signers = e.Reach.stillOpen(w), nil
	}
	r.Sections = append([]Section{s.resultSection(w)}, s.dropSections(w)...)
	if len(s.Float) > 0 {
		r.Sections = append(r.Sections, s.floatSection(w))
	}
	if len(s.Slips) > 0 {
		r.Sections = append(r.Sections, slipSection(s.Table, s.Slips, w))
	}
	croupiers := dutySection("report_croupiers", s.Croupiers, w)
	if n := len(s.Shared); n > 0 {
		croupiers.Notes = []string{w.T("report_shared_note", map[string]any{"N": n, "Hands": inRows(s.Shared)})}
	}
	r.Sections = append(r.Sections, croupiers)
	if len(s.Inspectors) > 0 {
		r.Sections = append(r.Sections, dutySection("report_inspectors", s.Inspectors, w))
	}
	r.Sections = append(r.Sections, s.spotSection(w))
	if s.Commission.Made > 0 || s.Commission.Unmoved != 0 {
		r.Sections = append(r.Sections, s.commissionSection(w))
	}
	if s.irregulars(w.form)+len(s.Withdrawn) > 0 {
		r.Sections = append(r.Sections, irregularSection(s.Irregular, s.Withdrawn, s.answers(w.form), w))
	}
	if len(s.Moved) > 0 {
		r.Sections = append(r.Sections, moveSection(s.Moved, w))
	}
	if len(s.Custody)+len(s.KeysOut) > 0 && w.form >= form7 {
		r.Sections = append(r.Sections, custodySection(s.Custody, s.KeysOut, w))
	}
	if len(s.BuyIns) > 0 && w.form >= form7 {
		r.Sections = append(r.Sections, buyInSection(s.BuyIns, w))
	}
	if len(s.Limits) > 0 {
		r.Sections = append(r.Sections, limitsSection(s.Limits, w))
	}
	if len(s.Incidents) > 0 {
		r.Sections = append(r.Sections, incidentSection(s.Incidents, s.Number, w))
	}
	if len(s.Restores) > 0 {
		r.Sections = append(r.Sections, s.restoreSection(w))
	}
	if len(s.WrongPINs) > 0 {
		r.Sections = append(r.Sections, s.pinSection(w))
	}
	if len(s.Notes)-len(s.answers(w.form))+len(s.Limited) > 0 {
		r.Sections = append(r.Sections, s.noteSection(w))
	}
	r.Sections = append(r.Sections, s.handSection(w))
	return r
}

func (s *Shift) head(e Evidence, w pen) []Pair {
	closed := w.T("report_open_still")
	switch {
	case !s.Provisional():
		closed = w.clock(s.Closed)
	case e.Reach != nil:
		closed = w.T("report_open_apart")
	}
	return []Pair{
		{w.T("report_table"), s.Table},
		{w.T("report_shift"), strconv.Itoa(s.Number)},
		{w.T("report_day"), Date(s.Day)},
		{w.T("report_game"), w.T("preset_" + s.Preset)},
		{w.T("report_opened"), w.clock(s.Opened)},
		{w.T("report_closed"), closed},
		{w.T("report_inspector"), s.Inspector},
		{w.T("report_shoes"), strconv.Itoa(s.Shoes)},
		{w.T("report_hands"), count(w, len(s.Hands)).Text},
		{w.T("report_money_in"), s.Currency},
	}
}

// sum returns a cell with an amount that may be unknown.
func sum(w pen, s tray.Sum) Cell {
	if !s.Known {
		return text(w.T("report_unknown"))
	}
	return amount(w, s.Amount)
}

// countedBefore returns who counted, and the counts before.
func countedBefore(w pen, by string, first []games.Amount) string {
	for _, a := range first {
		by += "; " + w.T("report_first_count", map[string]any{"Amount": amount(w, a).Text})
	}
	return by
}

// recounted returns who counted at the closing, with what each recount put right.
func (s *Shift) recounted(w pen, by string) string {
	for _, l := range s.Moved {
		if l.What == "recount" {
			by += "; " + w.T("report_recounted", map[string]any{"Was": amount(w, l.Was).Text, "Amount": amount(w, l.Amount).Text, "Name": l.Counter, "Approver": l.By})
		}
	}
	return by
}

// counters returns who counted, or who let it be uncounted.
func (w pen) counters(by, let string) string {
	if let == "" {
		return by
	}
	return w.T("report_uncounted_by", map[string]any{"Name": let})
}

// aboutDifference returns of which count the difference is not known, or which part of it is the drop's; "" where it has none, and
// before form 7.
func (s *Shift) aboutDifference(w pen) string {
	drop := s.Result.DropDifference()
	switch {
	case s.Counted.NoOpening != "" && s.Counted.NoClosing != "":
		return w.T("report_no_counts")
	case s.Counted.NoOpening != "":
		return w.T("report_no_opening_count")
	case s.Counted.NoClosing != "":
		return w.T("report_no_closing_count")
	case drop.Known && drop.Amount != 0 && w.form >= form7:
		return w.T("report_drop_part", map[string]any{"Amount": amount(w, drop.Amount).Text})
	}
	return ""
}

// resultSection returns the table of the result (closing + credits + drop - opening - fills) beside that of the
// hands.
func (s *Shift) resultSection(w pen) Section {
	r := s.Result
	drop, label, by, result := sum(w, r.Drop), w.T("report_drop"), s.Counted.Drop, "report_by_count"
	if r.Estimated && w.form >= form7 {
		result = "report_by_estimate"
	}
	if r.Estimated {
		drop, label, by = amount(w, r.BoughtIn), w.T("report_drop_estimate"), w.T("report_estimate")
	} else if w.form >= form7 {
		by += "; " + w.T("report_drop_bought", map[string]any{"Amount": amount(w, r.BoughtIn).Text})
	}
	rows := [][]Cell{
		{text(w.T("report_float_closing")), sum(w, r.Closing), text(s.recounted(w, countedBefore(w, w.counters(s.Counted.Closing, s.Counted.NoClosing), s.FirstClosing)))},
		{text("+ " + w.T("report_credits")), amount(w, r.Credits), text("")},
		{text("+ " + label), drop, text(by)},
		{text("− " + w.T("report_float_opening")), sum(w, r.Opening), text(countedBefore(w, w.counters(s.Counted.Opening, s.Counted.NoOpening), s.FirstOpening))},
		{text("− " + w.T("report_fills")), amount(w, r.Fills), text("")},
	}
	row := func(label string, a games.Amount) { rows = append(rows, []Cell{text(label), amount(w, a), text("")}) }
	if r.Coins != 0 {
		row("− "+w.T("report_coins"), r.Coins)
	}
	rows = append(rows, []Cell{text("= " + w.T(result)), sum(w, r.ByCount), text("")})
	if r.Waived != 0 || r.Rounded != 0 {
		row(w.T("report_by_bets"), s.Total.Result)
		if r.Waived != 0 {
			row("− "+w.T("report_waived"), r.Waived)
		}
		if r.Rounded != 0 {
			row("+ "+w.T("report_rounded"), r.Rounded)
		}
		row("= "+w.T("report_by_hands"), r.ByHands)
	} else {
		row(w.T("report_by_hands"), r.ByHands)
	}
	if r.Wrong != 0 {
		row("+ "+w.T("report_wrong"), r.Wrong)
	}
	if r.Unmoved != 0 {
		row("+ "+w.T("report_unmoved"), r.Unmoved)
	}
	if r.Wrong != 0 || r.Unmoved != 0 {
		row("= "+w.T("report_expected"), r.Expected())
	}
	rows = append(rows, []Cell{text(w.T("report_difference")), sum(w, r.Difference), text(s.aboutDifference(w))})
	notes := s.Luck.line(w)
	if w.form >= form7 {
		cash := r.Drop
		if r.Estimated {
			cash = tray.KnownSum(r.BoughtIn)
		}
		if hold := w.hold(r.ByCount, cash.Amount, false); cash.Known {
			notes = append([]string{w.T("report_hold") + w.colon + hold.Text, w.T("report_hold_note")}, notes...)
		}
	}
	notes = append(notes, s.Luck.notes(w)...)
	if r.Tips > 0 { // they lie in a box of their own, and are no part of the sum
		notes = append(notes, w.T("report_tips")+w.colon+w.currency+tight+w.Amount(r.Tips))
	}
	return Section{
		Notes:   notes,
		Heading: w.money("report_outcome"), Name: w.T("report_outcome"), Rows: rows, Total: true,
		Columns: []Column{{w.T("report_entry"), "L"}, {w.T("report_amount"), "R"}, {w.T("report_counted_by"), "L"}},
	}
}

func (s *Shift) floatSection(w pen) Section {
	var rows [][]Cell
	total := FloatLine{}
	pieces := func(n int64) Cell {
		if n < 0 {
			return text(w.T("report_unknown"))
		}
		return count(w, int(n))
	}
	known := [2]bool{true, true}
	var values []games.Amount
	for _, l := range s.Float {
		values = append(values, l.Value)
	}
	names := chips(w, values)
	for i, l := range s.Float {
		rows = append(rows, []Cell{names[i], pieces(l.Opening), pieces(l.Fills), pieces(l.Credits), pieces(l.Closing)})
		known[0], known[1] = known[0] && l.Opening >= 0, known[1] && l.Closing >= 0
		total.Opening += l.Opening * int64(l.Value)
		total.Fills += l.Fills * int64(l.Value)
		total.Credits += l.Credits * int64(l.Value)
		total.Closing += l.Closing * int64(l.Value)
	}
	rows = append(rows, []Cell{
		text(w.money("report_worth")), sum(w, tray.Sum{Amount: games.Amount(total.Opening), Known: known[0]}), amount(w, games.Amount(total.Fills)),
		amount(w, games.Amount(total.Credits)), sum(w, tray.Sum{Amount: games.Amount(total.Closing), Known: known[1]}),
	})
	return Section{
		Heading: w.T("report_float"), Rows: rows, Total: true, Notes: s.otherChips(w),
		Columns: []Column{{w.T("report_chip"), "R"}, {w.T("report_float_opening"), "R"}, {w.T("report_fills"), "R"}, {w.T("report_credits"), "R"}, {w.T("report_float_closing"), "R"}},
	}
}

// otherChips returns which chips at the opening differed from those expected.
func (s *Shift) otherChips(w pen) []string {
	var list []string
	var off games.Amount
	for _, c := range s.OtherChips {
		off += c.Value * games.Amount(c.Is-c.Was)
		list = append(list, w.Amount(c.Value)+w.colon+strconv.FormatInt(c.Is, 10)+" ("+strconv.FormatInt(c.Was, 10)+")")
	}
	if len(list) == 0 {
		return nil
	}
	notes := []string{w.T("report_other_chips", map[string]any{"Chips": strings.Join(list, ", ")})}
	if off != 0 {
		notes = append(notes, w.T("report_other_chips_sum", map[string]any{"Amount": w.currency + tight + w.Amount(off)}))
	}
	return notes
}

func slipSection(table string, slips []SlipLine, w pen) Section {
	var rows [][]Cell
	for _, s := range slips {
		state := w.T("slip_" + string(s.State))
		if s.Reason != "" {
			state += w.colon + s.Reason
		}
		people := s.People
		for _, p := range []struct{ key, name string }{{"slip_cashier", s.Cashier}, {"slip_runner", s.Runner}, {"slip_asked_by", s.AskedBy}} {
			if p.name != "" {
				people += "; " + w.T(p.key) + " " + p.name
			}
		}
		rows = append(rows, []Cell{text(w.slip(table, s.Name)), text(w.T("slip_" + string(s.Kind))), amount(w, s.Amount), w.at(s.Asked), text(state), text(people)})
	}
	return Section{
		Heading: w.money("report_slips"), Name: w.T("report_slips"), Rows: rows,
		Columns: []Column{{w.T("report_slip"), "L"}, {w.T("report_kind"), "L"}, {w.T("report_amount"), "R"}, {w.T("report_time"), "R"}, {w.T("report_state"), "L"}, {w.T("report_people"), "L"}},
	}
}

// dutySection returns the table of who was on duty, and how long.
func dutySection(heading string, list []Duty, w pen) Section {
	var rows [][]Cell
	for _, d := range list {
		rows = append(rows, []Cell{text(numbered(d.Name, d.Number)), w.moment(d.From), w.moment(d.To), w.length(d.From, d.To), count(w, d.Hands)})
	}
	return Section{
		Heading: w.T(heading), Rows: rows,
		Columns: []Column{{w.T("report_name"), "L"}, {w.T("report_from"), "R"}, {w.T("report_to"), "R"}, {w.T("report_length"), "R"}, {w.T("report_dealt"), "R"}},
	}
}

// pinSection returns the table of the refused PINs of the shift's people, with the reason. Papers before form 7
// called all of them wrong.
func (s *Shift) pinSection(w pen) Section {
	var rows [][]Cell
	columns, heading := []Column{{w.T("report_time"), "R"}, {w.T("report_name"), "L"}}, "report_wrong_pins"
	for _, p := range s.WrongPINs {
		row := []Cell{w.at(p.At), text(cmp.Or(p.Name, w.T("report_pin_nobodys")))}
		if w.form >= form7 {
			why := "fact_pinfailed"
			if p.Gone {
				why = "value_pin_gone"
			}
			row = append(row, text(cmp.Or(p.Table, dash)), text(w.T(why)))
		}
		rows = append(rows, row)
	}
	if w.form >= form7 {
		columns = append(columns, Column{w.T("report_table"), "L"}, Column{w.T("report_reason"), "L"})
		heading = "report_refused_pins"
	}
	return Section{Heading: w.T(heading), Rows: rows, Columns: columns}
}

func (s *Shift) spotSection(w pen) Section {
	var rows [][]Cell
	for _, sum := range append(s.Spots[:len(s.Spots):len(s.Spots)], s.Total) {
		label := w.T("report_total")
		if sum.Spot != "" {
			label = w.spot(sum.Spot)
		}
		row := []Cell{text(label), count(w, sum.Bets), count(w, sum.Voids), amount(w, sum.Turnover), amount(w, sum.Paid)}
		if s.Total.Commission != 0 {
			row = append(row, amount(w, sum.Commission))
		}
		rows = append(rows, append(row, amount(w, sum.Result), w.share(sum.Result, sum.Turnover)))
	}
	columns := []Column{{w.T("report_spot"), "L"}, {w.T("report_bets"), "R"}, {w.T("report_voids"), "R"}, {w.T("report_turnover"), "R"}, {"− " + w.T("report_paid"), "R"}}
	if s.Total.Commission != 0 {
		columns = append(columns, Column{"+ " + w.T("report_commission"), "R"})
	}
	columns = append(columns, Column{"= " + w.T("report_result"), "R"})
	share, note := "report_hold", "report_hold_spots_note"
	if w.form >= form7 {
		share, note = "report_win_turnover", "report_win_turnover_note"
	}
	columns = append(columns, Column{w.T(share), "R"})
	section := Section{Heading: w.money("report_spots"), Name: w.T("report_spots"), Rows: rows, Total: true, Columns: columns, Notes: []string{w.T(note)}}
	if s.Unlaid > 0 {
		section.Notes = append(section.Notes, w.T("report_unlaid_note", map[string]any{"Amount": w.Amount(s.Unlaid)}))
	}
	return section
}

func (s *Shift) commissionSection(w pen) Section {
	c := s.Commission
	section := Section{
		Heading: w.money("report_commission"), Name: w.T("report_commission"), Rows: [][]Cell{{amount(w, c.Made), amount(w, c.Taken), amount(w, c.Waived), amount(w, c.Owed)}},
		Columns: []Column{
			{w.T("report_commission_made"), "R"},
			{w.T("report_commission_taken"), "R"},
			{w.T("report_commission_waived"), "R"},
			{w.T("report_commission_owed"), "R"},
		},
	}
	if c.Rounded != 0 {
		section.Rows[0] = slices.Insert(section.Rows[0], 1, amount(w, c.Rounded))
		section.Columns = slices.Insert(section.Columns, 1, Column{w.T("report_commission_rounded"), "R"})
	}
	if c.Unmoved != 0 {
		section.Rows[0] = append(section.Rows[0], amount(w, c.Unmoved))
		section.Columns = append(section.Columns, Column{w.T("report_unmoved_short"), "R"})
		section.Notes = append(section.Notes, w.T("report_commission_unmoved_note"))
	}
	return section
}
