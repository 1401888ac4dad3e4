package reports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/tray"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// report returns the shift's report. It has who and when, the result counted and by hands, turnover by spot, what
// went wrong, every hand in a compact list.
func (s *Shift) report(e Evidence, w pen) paper.Report {
	w = w.with(s.Opened)
	r := paper.Report{
		House: s.House, Title: w.T("report_title") + " · " + s.Table + " · " + paper.Date(s.Day) + " / " + strconv.Itoa(s.Number), Head: s.head(e, w),
		Signers: []string{w.T("report_sign_croupier"), w.T("report_sign_supervisor")},
	}
	if s.Provisional() {
		r.Banner, r.Signers = e.Reach.stillOpen(w), nil
	}
	r.Sections = append([]paper.Section{s.resultSection(w)}, s.dropSections(w)...)
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
	if s.irregulars(w.Form)+len(s.Withdrawn) > 0 {
		r.Sections = append(r.Sections, irregularSection(s.Irregular, s.Withdrawn, s.answers(w.Form), w))
	}
	if len(s.Moved) > 0 {
		r.Sections = append(r.Sections, moveSection(s.Moved, w))
	}
	if len(s.Custody)+len(s.KeysOut) > 0 && w.Form >= forms.Seven {
		r.Sections = append(r.Sections, custodySection(s.Custody, s.KeysOut, w))
	}
	if len(s.BuyIns) > 0 && w.Form >= forms.Seven {
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
	if len(s.Notes)-len(s.answers(w.Form))+len(s.Limited) > 0 {
		r.Sections = append(r.Sections, s.noteSection(w))
	}
	r.Sections = append(r.Sections, s.handSection(w))
	return r
}

func (s *Shift) head(e Evidence, w pen) []paper.Pair {
	closed := w.T("report_open_still")
	switch {
	case !s.Provisional():
		closed = w.Clock(s.Closed)
	case e.Reach != nil:
		closed = w.T("report_open_apart")
	}
	return []paper.Pair{
		{Label: w.T("report_table"), Value: s.Table},
		{Label: w.T("report_shift"), Value: strconv.Itoa(s.Number)},
		{Label: w.T("report_day"), Value: paper.Date(s.Day)},
		{Label: w.T("report_game"), Value: w.T("preset_" + s.Preset)},
		{Label: w.T("report_opened"), Value: w.Clock(s.Opened)},
		{Label: w.T("report_closed"), Value: closed},
		{Label: w.T("report_inspector"), Value: s.Inspector},
		{Label: w.T("report_shoes"), Value: strconv.Itoa(s.Shoes)},
		{Label: w.T("report_hands"), Value: w.Count(len(s.Hands)).Text},
		{Label: w.T("report_money_in"), Value: s.Currency},
	}
}

// sum returns a cell with an amount that may be unknown.
func sum(w pen, s tray.Sum) paper.Cell {
	if !s.Known {
		return paper.Text(w.T("report_unknown"))
	}
	return paper.Amount(w, s.Amount)
}

// countedBefore returns who counted, and the counts before.
func countedBefore(w pen, by string, first []games.Amount) string {
	for _, a := range first {
		by += "; " + w.T("report_first_count", map[string]any{"Amount": paper.Amount(w, a).Text})
	}
	return by
}

// recounted returns who counted at the closing, with what each recount put right.
func (s *Shift) recounted(w pen, by string) string {
	for _, l := range s.Moved {
		if l.What == "recount" {
			by += "; " + w.T("report_recounted", map[string]any{"Was": paper.Amount(w, l.Was).Text, "Amount": paper.Amount(w, l.Amount).Text, "Name": l.Counter, "Approver": l.By})
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
	case drop.Known && drop.Amount != 0 && w.Form >= forms.Seven:
		return w.T("report_drop_part", map[string]any{"Amount": paper.Amount(w, drop.Amount).Text})
	}
	return ""
}

// resultSection returns the table of the result (closing + credits + drop - opening - fills) beside that of the
// hands.
func (s *Shift) resultSection(w pen) paper.Section {
	r := s.Result
	drop, label, by, result := sum(w, r.Drop), w.T("report_drop"), s.Counted.Drop, "report_by_count"
	if r.Estimated && w.Form >= forms.Seven {
		result = "report_by_estimate"
	}
	if r.Estimated {
		drop, label, by = paper.Amount(w, r.BoughtIn), w.T("report_drop_estimate"), w.T("report_estimate")
	} else if w.Form >= forms.Seven {
		by += "; " + w.T("report_drop_bought", map[string]any{"Amount": paper.Amount(w, r.BoughtIn).Text})
	}
	rows := [][]paper.Cell{
		{paper.Text(w.T("report_float_closing")), sum(w, r.Closing), paper.Text(s.recounted(w, countedBefore(w, w.counters(s.Counted.Closing, s.Counted.NoClosing), s.FirstClosing)))},
		{paper.Text("+ " + w.T("report_credits")), paper.Amount(w, r.Credits), paper.Text("")},
		{paper.Text("+ " + label), drop, paper.Text(by)},
		{paper.Text("− " + w.T("report_float_opening")), sum(w, r.Opening), paper.Text(countedBefore(w, w.counters(s.Counted.Opening, s.Counted.NoOpening), s.FirstOpening))},
		{paper.Text("− " + w.T("report_fills")), paper.Amount(w, r.Fills), paper.Text("")},
	}
	row := func(label string, a games.Amount) {
		rows = append(rows, []paper.Cell{paper.Text(label), paper.Amount(w, a), paper.Text("")})
	}
	if r.Coins != 0 {
		row("− "+w.T("report_coins"), r.Coins)
	}
	rows = append(rows, []paper.Cell{paper.Text("= " + w.T(result)), sum(w, r.ByCount), paper.Text("")})
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
	rows = append(rows, []paper.Cell{paper.Text(w.T("report_difference")), sum(w, r.Difference), paper.Text(s.aboutDifference(w))})
	notes := s.Luck.line(w)
	if w.Form >= forms.Seven {
		cash := r.Drop
		if r.Estimated {
			cash = tray.KnownSum(r.BoughtIn)
		}
		if hold := w.hold(r.ByCount, cash.Amount, false); cash.Known {
			notes = append([]string{w.T("report_hold") + w.Colon + hold.Text, w.T("report_hold_note")}, notes...)
		}
	}
	notes = append(notes, s.Luck.notes(w)...)
	if r.Tips > 0 { // they lie in a box of their own, and are no part of the sum
		notes = append(notes, w.T("report_tips")+w.Colon+w.Currency+paper.Tight+w.Amount(r.Tips))
	}
	return paper.Section{
		Notes:   notes,
		Heading: w.Money("report_outcome"), Name: w.T("report_outcome"), Rows: rows, Total: true,
		Columns: []paper.Column{paper.Left(w.T("report_entry")), paper.Right(w.T("report_amount")), paper.Left(w.T("report_counted_by"))},
	}
}

func (s *Shift) floatSection(w pen) paper.Section {
	var rows [][]paper.Cell
	total := FloatLine{}
	pieces := func(n int64) paper.Cell {
		if n < 0 {
			return paper.Text(w.T("report_unknown"))
		}
		return w.Count(int(n))
	}
	known := [2]bool{true, true}
	var values []games.Amount
	for _, l := range s.Float {
		values = append(values, l.Value)
	}
	names := w.Chips(values)
	for i, l := range s.Float {
		rows = append(rows, []paper.Cell{names[i], pieces(l.Opening), pieces(l.Fills), pieces(l.Credits), pieces(l.Closing)})
		known[0], known[1] = known[0] && l.Opening >= 0, known[1] && l.Closing >= 0
		total.Opening += l.Opening * int64(l.Value)
		total.Fills += l.Fills * int64(l.Value)
		total.Credits += l.Credits * int64(l.Value)
		total.Closing += l.Closing * int64(l.Value)
	}
	rows = append(rows, []paper.Cell{
		paper.Text(w.Money("report_worth")), sum(w, tray.Sum{Amount: games.Amount(total.Opening), Known: known[0]}), paper.Amount(w, games.Amount(total.Fills)),
		paper.Amount(w, games.Amount(total.Credits)), sum(w, tray.Sum{Amount: games.Amount(total.Closing), Known: known[1]}),
	})
	return paper.Section{
		Heading: w.T("report_float"), Rows: rows, Total: true, Notes: s.otherChips(w),
		Columns: []paper.Column{paper.Right(w.T("report_chip")), paper.Right(w.T("report_float_opening")), paper.Right(w.T("report_fills")), paper.Right(w.T("report_credits")), paper.Right(w.T("report_float_closing"))},
	}
}

// otherChips returns which chips at the opening differed from those expected.
func (s *Shift) otherChips(w pen) []string {
	var list []string
	var off games.Amount
	for _, c := range s.OtherChips {
		off += c.Value * games.Amount(c.Is-c.Was)
		list = append(list, w.Amount(c.Value)+w.Colon+strconv.FormatInt(c.Is, 10)+" ("+strconv.FormatInt(c.Was, 10)+")")
	}
	if len(list) == 0 {
		return nil
	}
	notes := []string{w.T("report_other_chips", map[string]any{"Chips": strings.Join(list, ", ")})}
	if off != 0 {
		notes = append(notes, w.T("report_other_chips_sum", map[string]any{"Amount": w.Currency + paper.Tight + w.Amount(off)}))
	}
	return notes
}

func slipSection(table string, slips []SlipLine, w pen) paper.Section {
	var rows [][]paper.Cell
	for _, s := range slips {
		state := w.T("slip_" + string(s.State))
		if s.Reason != "" {
			state += w.Colon + s.Reason
		}
		people := s.People
		for _, p := range []struct{ key, name string }{{"slip_cashier", s.Cashier}, {"slip_runner", s.Runner}, {"slip_asked_by", s.AskedBy}} {
			if p.name != "" {
				people += "; " + w.T(p.key) + " " + p.name
			}
		}
		rows = append(rows, []paper.Cell{paper.Text(w.slip(table, s.Name)), paper.Text(w.T("slip_" + string(s.Kind))), paper.Amount(w, s.Amount), w.At(s.Asked), paper.Text(state), paper.Text(people)})
	}
	return paper.Section{
		Heading: w.Money("report_slips"), Name: w.T("report_slips"), Rows: rows,
		Columns: []paper.Column{paper.Left(w.T("report_slip")), paper.Left(w.T("report_kind")), paper.Right(w.T("report_amount")), paper.Right(w.T("report_time")), paper.Left(w.T("report_state")), paper.Left(w.T("report_people"))},
	}
}

// dutySection returns the table of who was on duty, and how long.
func dutySection(heading string, list []Duty, w pen) paper.Section {
	var rows [][]paper.Cell
	for _, d := range list {
		rows = append(rows, []paper.Cell{paper.Text(forms.Numbered(d.Name, d.Number)), w.Moment(d.From), w.Moment(d.To), w.Length(d.From, d.To), w.Count(d.Hands)})
	}
	return paper.Section{
		Heading: w.T(heading), Rows: rows,
		Columns: []paper.Column{paper.Left(w.T("report_name")), paper.Right(w.T("report_from")), paper.Right(w.T("report_to")), paper.Right(w.T("report_length")), paper.Right(w.T("report_dealt"))},
	}
}

// pinSection returns the table of the refused PINs of the shift's people, with the reason. Papers before form 7
// called all of them wrong.
func (s *Shift) pinSection(w pen) paper.Section {
	var rows [][]paper.Cell
	columns, heading := []paper.Column{paper.Right(w.T("report_time")), paper.Left(w.T("report_name"))}, "report_wrong_pins"
	for _, p := range s.WrongPINs {
		row := []paper.Cell{w.At(p.At), paper.Text(cmp.Or(p.Name, w.T("report_pin_nobodys")))}
		if w.Form >= forms.Seven {
			why := "fact_pinfailed"
			if p.Gone {
				why = "value_pin_gone"
			}
			row = append(row, paper.Text(cmp.Or(p.Table, paper.Dash)), paper.Text(w.T(why)))
		}
		rows = append(rows, row)
	}
	if w.Form >= forms.Seven {
		columns = append(columns, paper.Left(w.T("report_table")), paper.Left(w.T("report_reason")))
		heading = "report_refused_pins"
	}
	return paper.Section{Heading: w.T(heading), Rows: rows, Columns: columns}
}

func (s *Shift) spotSection(w pen) paper.Section {
	var rows [][]paper.Cell
	for _, sum := range append(s.Spots[:len(s.Spots):len(s.Spots)], s.Total) {
		label := w.T("report_total")
		if sum.Spot != "" {
			label = w.Spot(sum.Spot)
		}
		row := []paper.Cell{paper.Text(label), w.Count(sum.Bets), w.Count(sum.Voids), paper.Amount(w, sum.Turnover), paper.Amount(w, sum.Paid)}
		if s.Total.Commission != 0 {
			row = append(row, paper.Amount(w, sum.Commission))
		}
		rows = append(rows, append(row, paper.Amount(w, sum.Result), w.Share(sum.Result, sum.Turnover)))
	}
	columns := []paper.Column{paper.Left(w.T("report_spot")), paper.Right(w.T("report_bets")), paper.Right(w.T("report_voids")), paper.Right(w.T("report_turnover")), paper.Right("− " + w.T("report_paid"))}
	if s.Total.Commission != 0 {
		columns = append(columns, paper.Right("+ "+w.T("report_commission")))
	}
	columns = append(columns, paper.Right("= "+w.T("report_result")))
	share, note := "report_hold", "report_hold_spots_note"
	if w.Form >= forms.Seven {
		share, note = "report_win_turnover", "report_win_turnover_note"
	}
	columns = append(columns, paper.Right(w.T(share)))
	section := paper.Section{Heading: w.Money("report_spots"), Name: w.T("report_spots"), Rows: rows, Total: true, Columns: columns, Notes: []string{w.T(note)}}
	if s.Unlaid > 0 {
		section.Notes = append(section.Notes, w.T("report_unlaid_note", map[string]any{"Amount": w.Amount(s.Unlaid)}))
	}
	return section
}

func (s *Shift) commissionSection(w pen) paper.Section {
	c := s.Commission
	section := paper.Section{
		Heading: w.Money("report_commission"), Name: w.T("report_commission"), Rows: [][]paper.Cell{{paper.Amount(w, c.Made), paper.Amount(w, c.Taken), paper.Amount(w, c.Waived), paper.Amount(w, c.Owed)}},
		Columns: []paper.Column{
			paper.Right(w.T("report_commission_made")),
			paper.Right(w.T("report_commission_taken")),
			paper.Right(w.T("report_commission_waived")),
			paper.Right(w.T("report_commission_owed")),
		},
	}
	if c.Rounded != 0 {
		section.Rows[0] = slices.Insert(section.Rows[0], 1, paper.Amount(w, c.Rounded))
		section.Columns = slices.Insert(section.Columns, 1, paper.Right(w.T("report_commission_rounded")))
	}
	if c.Unmoved != 0 {
		section.Rows[0] = append(section.Rows[0], paper.Amount(w, c.Unmoved))
		section.Columns = append(section.Columns, paper.Right(w.T("report_unmoved_short")))
		section.Notes = append(section.Notes, w.T("report_commission_unmoved_note"))
	}
	return section
}
