package reports

import (
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// movesPutRight returns a shift's corrections of chips and cash, the oldest first. They are wrong payouts, what
// came back of them, void moves, and the recounts of its closing.
func movesPutRight(t *pit.Table, h forms.Roll, form int) []MoveLine {
	var lines []MoveLine
	all := t.AllMoves()
	for _, m := range all {
		if m.Voided != nil {
			continue
		}
		line := MoveLine{At: m.At}
		switch f := m.Fact.(type) {
		case record.WrongPayout:
			line.Hand, line.What, line.Box, line.Bettor, line.Amount, line.Tray = f.Hand, "payout", f.Box, f.Bettor, f.Amount, -f.Amount
			line.By, line.Reason = h.Who(f.Approver, m.At), f.Reason
			if p, ok := t.Payout(m.Seq); ok {
				line.Left = p.Left()
			}
			if due := t.DueOf(f); due.Known && form >= forms.Seven {
				line.Due = &due.Amount
				hand, _ := t.ClosedHand(f.Hand)
				line.Before = hand.PaidVersion() != hand
			}
		case record.PayoutSettled:
			p, _ := t.Payout(f.Payout)
			line.Hand, line.What, line.Box, line.Bettor, line.Amount, line.Tray = p.WrongPayout.Hand, "back", p.Box, p.Bettor, f.Amount, f.Amount
			line.By, line.Reason = h.Who(f.Approver, m.At), f.Reason
		case record.CommissionTaken:
			if f.Waived == "" {
				continue
			}
			line.What, line.Box, line.Bettor = "waived", f.Dues[0].Box, f.Dues[0].Bettor
			line.Amount = record.Owed(f.Dues)
			line.By, line.Reason = h.Who(f.Waived, m.At), f.Reason
		case record.ClosingRecounted:
			line.What, line.Amount, line.Was, line.Tray = "recount", f.Float.Value(), f.Was, f.Float.Value()-f.Was
			line.Counter, line.By, line.Reason = h.Who(f.By, m.At), h.Who(f.Approver, m.At), f.Reason
		case record.MoveVoided:
			line.What, line.By, line.Reason = "void", h.Who(f.Approver, m.At), f.Reason
			for _, was := range all {
				if was.Seq == f.Seq {
					line.Move, line.Amount = moveKind(was.Fact, form)
					if form >= forms.Seven {
						line.Hand, line.Box, line.Bettor = whoseMove(t, was.Fact)
					}
				}
			}
			if form >= forms.Seven {
				line.Tray = t.TrayByVoid(f.Seq)
				line.putRight(all, f.Seq)
			}
		default:
			continue
		}
		lines = append(lines, line)
	}
	return lines
}

// putRight turns the line of a void buy-in to a changed one, where its correct amount was entered with it.
func (l *MoveLine) putRight(all []tray.Move, seq int64) {
	for _, m := range all {
		if f, bought := m.Fact.(record.BoughtIn); bought && f.Replaces == seq {
			l.What, l.Was, l.Box, l.Amount = "redone", l.Amount, f.Box, f.Cash
			l.Tray -= f.Out.Value()
		}
	}
}

// whoseMove returns the hand, the box and the player of a move, as far as it has any; no box of commission of several.
func whoseMove(t *pit.Table, f record.Fact) (hand, box int, bettor string) {
	switch f := f.(type) {
	case record.BoughtIn:
		return 0, f.Box, ""
	case record.CommissionTaken:
		for i, d := range f.Dues {
			switch {
			case i == 0:
				box, bettor = d.Box, d.Bettor
			case d.Box != box:
				return 0, 0, ""
			case d.Bettor != bettor:
				bettor = ""
			}
		}
	case record.WrongPayout:
		return f.Hand, f.Box, f.Bettor
	case record.PayoutSettled:
		p, _ := t.Payout(f.Payout)
		return p.WrongPayout.Hand, p.Box, p.Bettor
	}
	return 0, box, bettor
}

// moveKind returns the kind of a move, as a key, and its worth. Before form 7 commission was worth what was owed, whatever
// chips made of it, and what was given up was collected.
func moveKind(f record.Fact, form int) (kind string, worth games.Amount) {
	switch f := f.(type) {
	case record.BoughtIn:
		return "buyin", f.Cash
	case record.ChipsChanged:
		return "change", f.In.Value()
	case record.Tipped:
		return "tip", f.Amount
	case record.CommissionTaken:
		switch worth = record.Owed(f.Dues); {
		case form < forms.Seven:
			return "commission", worth
		case f.Waived != "":
			return "waived", worth
		}
		return "commission", worth + f.Rounded()
	case record.SlipVerified:
		return string(f.Kind), f.Float.Value()
	case record.WrongPayout:
		return "payout", f.Amount
	case record.PayoutSettled:
		return "back", f.Amount
	}
	return "", 0
}

// moveSection returns the table of the corrections of chips and cash.
func moveSection(list []MoveLine, w pen) paper.Section {
	var rows [][]paper.Cell
	for _, l := range list {
		rows = append(rows, moveCells(l, w))
	}
	return paper.Section{Heading: w.Money("report_moves"), Name: w.T("report_moves"), Rows: rows, Size: 8, Columns: moveColumns(w)}
}

func moveColumns(w pen) []paper.Column {
	return []paper.Column{
		paper.Right(w.T("report_hand")),
		paper.Right(w.T("report_time")),
		paper.Left(w.T("report_what")),
		paper.Right(w.T("report_amount")),
		paper.Right(w.T("report_move_tray")),
		paper.Left(w.T("report_approved")),
		paper.Left(w.T("report_reason")),
	}
}

// moveCells returns the row of one of them.
func moveCells(l MoveLine, w pen) []paper.Cell {
	what, hand, tray := w.T("report_move_"+l.What, map[string]any{"Name": l.Counter}), paper.Text(paper.Dash), paper.Text(paper.Dash)
	if l.Tray != 0 {
		tray = paper.Amount(w, l.Tray)
	}
	if l.What == "void" || l.What == "redone" {
		what += w.Colon + w.T("report_move_"+l.Move)
	}
	if l.Hand > 0 {
		hand = paper.Number(l.Hand)
	}
	if l.Box > 0 || l.What != "void" && l.What != "redone" && l.What != "recount" {
		what += ", " + w.Box(l.Box)
	}
	if l.Bettor != "" {
		what += " (" + l.Bettor + ")"
	}
	if l.What == "redone" || l.What == "recount" {
		what += ", " + w.T("report_move_instead", map[string]any{"Amount": paper.Amount(w, l.Was).Text})
	}
	if l.Due != nil {
		what += ", " + w.paidAs(*l.Due, l.Amount)
	}
	if l.Before {
		what += ", " + w.T("report_paid_before")
	}
	if l.Left != 0 {
		what += ", " + w.T("report_move_open", map[string]any{"Amount": paper.Amount(w, l.Left).Text})
	}
	return []paper.Cell{hand, w.At(l.At), paper.Text(what), paper.Amount(w, l.Amount), tray, paper.Text(l.By), paper.Text(l.Reason)}
}

// paidAs returns in words what was due to somebody and what was paid instead. The amount over is what they had too
// much, or with less than 0 too little.
func (w pen) paidAs(due, over games.Amount) string {
	return w.T("report_paid_as", map[string]any{"Due": w.Signed(due), "Paid": w.Signed(due + over)})
}

// buyInLines returns the valid buy-ins of a shift that an inspector approved, the oldest first.
func buyInLines(t *pit.Table, h forms.Roll) []MoveLine {
	var lines []MoveLine
	for _, m := range t.AllMoves() {
		if f, bought := m.Fact.(record.BoughtIn); bought && f.Approver != "" && m.Voided == nil {
			lines = append(lines, MoveLine{At: m.At, What: "buyin", Box: f.Box, Amount: f.Cash, By: h.Who(f.Approver, m.At)})
		}
	}
	return lines
}

func buyInSection(list []MoveLine, w pen) paper.Section {
	var rows [][]paper.Cell
	for _, l := range list {
		rows = append(rows, []paper.Cell{w.At(l.At), paper.Text(w.Box(l.Box)), paper.Amount(w, l.Amount), paper.Text(l.By)})
	}
	return paper.Section{
		Heading: w.Money("report_buy_ins"), Name: w.T("report_buy_ins"), Rows: rows, Size: 8,
		Columns: []paper.Column{paper.Right(w.T("report_time")), paper.Left(w.T("report_box")), paper.Right(w.T("report_amount")), paper.Left(w.T("report_approved"))},
	}
}
