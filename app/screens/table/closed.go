package table

import (
	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// openClosedHands shows every hand of the shift, the newest first, for what was found out after it. A hand can
// be corrected or voided, or have a wrong payout.
func (t countPage) openClosedHands() {
	tx := t.shell.Text
	if err := t.session.Whole(); err != nil {
		t.money().finished(err, nil)
		return
	}
	state := t.session.State
	if err := state.Corrections().CorrectsNow(t.signed()); err != nil {
		t.money().finished(err, nil)
		return
	}
	var hands []*hand.Hand
	var rows [][]string
	add := func(h *hand.Hand, mark string) {
		hands = append(hands, h)
		at := ""
		if !h.ClosedAt.IsZero() {
			at = t.shell.Viewer().Clock(h.ClosedAt)
		}
		rows = append(rows, []string{view.Digit(h.Number), at, t.shell.Viewer().Laid(h.GameOr(state.Game), h), mark})
	}
	if state.Open && state.Current.BetsClosed {
		add(&state.Current, tx.T("closed_open"))
	}
	for i := len(state.History) - 1; i >= 0; i-- {
		h, mark := &state.History[i], ""
		switch {
		case h.Cancelled != nil:
			mark = tx.T("closed_cancelled")
		case h.Corrected != nil:
			mark = tx.T("closed_corrected")
		}
		add(h, mark)
	}
	open := func(row int) bool { return row >= len(hands) || hands[row].ClosedAt.IsZero() }
	fixed := func(row int) bool { return open(row) || hands[row].Cancelled != nil }
	picker := controls.NewPicker(controls.Picker{
		Title: tx.T("irregular_entry"), Rows: rows, Empty: tx.T("history_empty"), Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		Columns: []controls.Column{
			{Head: tx.T("report_hand"), Width: 0.7}, {Head: tx.T("report_time"), Width: 0.8}, {Head: tx.T("report_cards"), Width: 7.5}, {Width: 1.2, Align: 1},
		},
		Acts: []controls.PickerAct{
			{Label: tx.T("closed_correct"), ForRow: true, Off: fixed, Do: func(row int) { t.editHand(hands[row].Number) }},
			{Label: tx.T("closed_payout"), Key: "P", ForRow: true, Off: func(row int) bool { return !state.Open || row >= len(hands) || hands[row].Cancelled != nil }, Do: func(row int) { t.wrongPayout(hands[row]) }},
			{Label: tx.T("closed_void"), Key: "V", ForRow: true, Off: fixed, Do: func(row int) { t.voidHand(hands[row].Number) }},
		},
	})
	t.shell.Over(shell.PageOf(picker.Drawn, picker.Rune, picker.Key))
}

// voidHand asks a manager to void a closed hand: every stake goes back.
func (t countPage) voidHand(n int) {
	t.correct(correcting{
		Correction: hand.Correction{Hand: n, Signed: t.signed()}, title: t.titleOf(n, "closed_void"), approver: "title_approve_cancel", said: "said_hand_void", inRecord: "said_hand_void_record",
		reasons: []string{"reason_shoe", "reason_cannot", "reason_camera"}, command: pit.Corrections.VoidHand,
	})
}

func tx(t *Table, key string) string { return t.shell.Text.T(key) }

// signed reports whether the report of the shift has been signed.
func (t countPage) signed() bool {
	return !t.session.State.Open && papers.Of(t.session.House()).ShiftSigned(t.session.State)
}

// A correcting is a correction of a closed hand that is to be approved.
type correcting struct {
	hand.Correction
	title    string
	reasons  []string
	command  func(pit.Corrections, hand.Correction, *house.Staff) ([]record.Fact, error)
	approver string
	said     string
	inRecord string // said where nothing is moved at the table; "" for the same
}

// correct asks why, and for the inspector; before that, where somebody gets or gives back anything by it, what of that was done.
func (t countPage) correct(c correcting) {
	open := t.session.State.Open
	would := c.Correction
	if would.Reason = "-"; !open {
		would.By = &house.Staff{Number: t.session.State.Croupier, Role: record.Croupier}
	}
	facts, err := t.session.Would(func(s *pit.Table) ([]record.Fact, error) { return c.command(s.Corrections(), would, &anyManager) })
	if house.RefusedFor(err, house.CommissionPaid) && open {
		t.collectedAlready(c.title, err)
		return
	}
	acts, void := t.shell.Viewer().Moved(t.session.State, facts), c.inRecord != ""
	if err == nil && len(acts) == 0 || !open && (void || err != nil) {
		t.whyCorrect(c)
		return
	}
	var choices []controls.Choice
	ask := func(label string, moved, keyed bool) {
		is := c
		is.Moved, is.Keyed = moved, keyed
		choices = append(choices, controls.Choice{Label: tx(t.Table, label), Do: func() { t.whyCorrect(is) }})
	}
	if open { // nothing is moved at a closed one
		ask("correct_moved", true, false)
	}
	if void {
		ask("correct_not_moved", false, false)
	} else {
		ask("correct_left", false, false)
		ask("correct_keyed", false, true)
	}
	m := controls.NewMenu(controls.Menu{
		Title: c.title, Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		About:   controls.About{Head: tx(t.Table, "correct_acts"), Lines: acts},
		Choices: choices,
	})
	t.shell.Over(shell.PageOf(m.Drawn, m.Rune, m.Key))
}

// whyCorrect asks for the reason of a correction, and for who approves it.
func (t countPage) whyCorrect(c correcting) {
	said := c.said
	if c.inRecord != "" && !c.Moved {
		said = c.inRecord
	}
	t.approvals().ask(c.title, tx(t.Table, "reason_lead"), c.reasons, func(reason string) {
		c.Reason = reason
		if !t.session.State.Open { // nobody is on duty who asks
			t.money().byPair(house.CorrectShift, func(s *pit.Table, approver, by house.Staff) ([]record.Fact, error) {
				is := c.Correction
				is.By, is.Signed = &by, t.signed() // while they typed their PINs somebody may have signed it
				return c.command(s.Corrections(), is, &approver)
			}, said, correctingLater)
			return
		}
		t.approvals().approve(c.approver, func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
			return c.command(s.Corrections(), c.Correction, who)
		}, t.approvals().saying(said))
	})
}

// collectedAlready shows that the commission of a hand was collected, and leads to where that is corrected
// first.
func (t countPage) collectedAlready(title string, err error) {
	t.say(err)
	why := t.notice.Text
	t.notice = view.Notice{}
	t.menuWith(title, why, []controls.Choice{{Label: tx(t.Table, "cash_put_right"), Do: t.openPutRight}})
}

// wrongPayout records that a player of a hand was paid another sum than the hand came to. It asks which player, too
// much or too little, how much, why, and for the inspector.
func (t countPage) wrongPayout(h *hand.Hand) {
	var boxes []boxChoice
	for box := 1; box <= t.session.State.Game.Options().Boxes; box++ {
		if h.Round.Has(box) {
			boxes = append(boxes, boxChoice{Box: box})
		}
	}
	title := t.titleOf(h.Number, "closed_payout")
	t.bets().askBoxes(title, tx(t.Table, "irregular_which_box"), boxes, false, func(boxes []int) {
		bettors := bettorsOf(h.Round.Bets, boxes[0])
		if len(bettors) == 1 {
			t.wronglyPaid(record.WrongPayout{Hand: h.Number, Box: boxes[0], Bettor: bettors[0]})
			return
		}
		var choices []controls.Choice
		for _, b := range bettors {
			choices = append(choices, controls.Choice{Label: t.shell.Viewer().Player(boxes[0], b), Key: view.BettorKey(b), Do: func() {
				t.wronglyPaid(record.WrongPayout{Hand: h.Number, Box: boxes[0], Bettor: b})
			}})
		}
		t.menuWith(title, tx(t.Table, "payout_who"), choices)
	})
}

// bettorsOf returns those who have bets at a box, in the order of the bets.
func bettorsOf(bets []games.Bet, box int) []string {
	var out []string
	seen := map[string]bool{}
	for _, b := range bets {
		if b.Box == box && !seen[b.Bettor] {
			seen[b.Bettor] = true
			out = append(out, b.Bettor)
		}
	}
	return out
}

// titleOf names the hand about which something is entered.
func (t countPage) titleOf(hand int, key string) string {
	return t.shell.Text.T("history_hand", text.Args{"Hand": hand}) + " · " + tx(t.Table, key)
}

func (t countPage) wronglyPaid(p record.WrongPayout) {
	player := t.shell.Viewer().Player(p.Box, p.Bettor)
	title := t.shell.Text.T("history_hand", text.Args{"Hand": p.Hand}) + " · " + player
	ask := func(sign games.Amount, key string, reasons ...string) controls.Choice {
		return controls.Choice{Label: tx(t.Table, key), Do: func() {
			t.approvals().amount(title, tx(t.Table, key), func(a games.Amount) {
				p.Amount = sign * a
				t.approvals().ask(title, tx(t.Table, "reason_lead"), reasons, func(reason string) {
					p.Reason = reason
					t.approvals().approve("title_put_right", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
						return s.PayWrong(p, who)
					}, func() { t.Tell(tx(t.Table, "said_payout")); t.openPayoutsDue() })
				})
			})
		}}
	}
	t.menuWith(t.titleOf(p.Hand, "closed_payout"), player, []controls.Choice{
		ask(1, "payout_too_much", "reason_paid_twice", "reason_odds", "reason_video"),
		ask(-1, "payout_too_little", "reason_not_paid", "reason_odds", "reason_video"),
	})
}

// openPayoutsDue shows the payout corrections that are due, player by player: to give more or to take back,
// ticked off one after the other. What is left by Esc is named by the mark at the top until it is done, and
// waits at F5.
func (t countPage) openPayoutsDue() {
	tx, due := t.shell.Text, t.session.State.PayoutsDue()
	var rows [][]string
	for _, p := range due {
		rows = append(rows, []string{view.Digit(p.WrongPayout.Hand), t.shell.Viewer().Player(p.Box, p.Bettor), t.shell.Viewer().PayoutLeft(p)})
	}
	if len(due) == 0 {
		return
	}
	picker := controls.NewPicker(controls.Picker{
		Title: tx.T("payouts_due"), Rows: rows, Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		Columns: []controls.Column{{Head: tx.T("report_hand"), Width: 0.8}, {Head: tx.T("report_box"), Width: 3}, {Width: 4, Align: 1}},
		// the page comes by itself behind a PIN: an Enter that was on its way is not money
		Acts: []controls.PickerAct{{Label: tx.T("button_paid"), Key: "P", Own: true, ForRow: true, Do: func(row int) {
			done := record.PayoutSettled{Payout: due[row].Seq, Amount: due[row].Left()}
			t.approvals().approve("title_put_right", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) { return s.Desk().SettlePayout(done, who) }, func() {
				t.Tell(t.shell.Viewer().PayoutBack(due[row], done.Amount)) // done: not an order any more
				t.openPayoutsDue()
			})
		}}},
	})
	t.shell.Over(shell.PageOf(picker.Drawn, picker.Rune, picker.Key))
}

// openPutRight shows the shift's moves of chips and cash, the newest first. A wrong one is corrected there, and
// returns of a wrong payout are entered.
func (t countPage) openPutRight() {
	state := t.session.State
	moves := state.Voidable()
	var rows [][]string
	for i := len(moves) - 1; i >= 0; i-- {
		left := ""
		if p, ok := state.Payout(moves[i].Seq); ok {
			left = t.shell.Viewer().PayoutLeft(p)
		}
		rows = append(rows, []string{t.shell.Viewer().Clock(moves[i].At), t.shell.Viewer().Move(state, moves[i].Fact), left})
	}
	at := func(row int) tray.Move { return moves[len(moves)-1-row] }
	wrong := func(row int) bool { _, ok := state.Payout(at(row).Seq); return !ok }
	picker := controls.NewPicker(controls.Picker{
		Title: tx(t.Table, "cash_put_right"), Rows: rows, Empty: tx(t.Table, "put_right_none"), Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		Columns: []controls.Column{{Head: tx(t.Table, "report_time"), Width: 0.8}, {Head: tx(t.Table, "put_right_what"), Width: 6}, {Width: 2, Align: 1}},
		Acts: []controls.PickerAct{
			{Label: tx(t.Table, "put_right_void"), ForRow: true, Do: func(row int) { t.voidMove(at(row)) }},
			{Label: tx(t.Table, "put_right_redo"), Key: "C", ForRow: true, Off: func(row int) bool {
				_, bought := at(row).Fact.(record.BoughtIn)
				return !bought
			}, Do: func(row int) { t.redoBuyIn(at(row)) }},
			{Label: tx(t.Table, "put_right_back"), Key: "T", ForRow: true, Off: wrong, Do: func(row int) { t.payoutBack(at(row).Seq) }},
		},
	})
	t.shell.Over(shell.PageOf(picker.Drawn, picker.Rune, picker.Key))
}

// putRight asks an inspector to correct a move, with the reason.
func (t countPage) putRight(title string, command func(*pit.Table, *house.Staff, string) ([]record.Fact, error)) {
	t.approvals().ask(title, tx(t.Table, "reason_lead"), []string{"reason_typed", "reason_wrong_amount", "reason_video"}, func(reason string) {
		t.approvals().approve("title_put_right", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) { return command(s, who, reason) }, t.approvals().saying("said_put_right"))
	})
}

func (t countPage) voidMove(m tray.Move) {
	t.putRight(t.shell.Viewer().Move(t.session.State, m.Fact), func(s *pit.Table, who *house.Staff, reason string) ([]record.Fact, error) {
		return s.Desk().VoidMove(m.Seq, who, reason)
	})
}

// redoBuyIn asks what a buy-in was.
func (t countPage) redoBuyIn(m tray.Move) {
	was := m.Fact.(record.BoughtIn)
	t.count(count{flow: controls.FlowChange, title: t.shell.Viewer().Move(t.session.State, was), lead: tx(t.Table, "buy_in_lead"), sparse: true, refuses: t.money().refusing(nil), done: func(f record.Float) {
		redo := func(box int) {
			t.putRight(tx(t.Table, "put_right_redo"), func(s *pit.Table, who *house.Staff, reason string) ([]record.Fact, error) {
				return s.RedoMove(m.Seq, func(s *pit.Table) ([]record.Fact, error) { return s.Desk().BuyIn(box, f.Value(), f, who) }, who, reason)
			})
		}
		if was.Box == 0 && t.session.State.Desk().IsMuch(f.Value()) {
			t.money().askBuyer(false, redo)
			return
		}
		redo(was.Box)
	}})
}

// payoutBack asks how much of a wrong payout came back, or was given after all.
func (t countPage) payoutBack(seq int64) {
	p, _ := t.session.State.Payout(seq)
	left, sign := p.Left(), games.Amount(1)
	if left < 0 {
		left, sign = -left, -1
	}
	t.approvals().amount(t.shell.Viewer().WrongPayout(p.WrongPayout), t.shell.Text.T("payout_back_lead", text.Args{"Amount": t.shell.Text.Amount(left)}), func(a games.Amount) {
		t.putRight(tx(t.Table, "put_right_back"), func(s *pit.Table, who *house.Staff, reason string) ([]record.Fact, error) {
			return s.Desk().SettlePayout(record.PayoutSettled{Payout: seq, Amount: sign * a, Reason: reason}, who)
		})
	})
}
