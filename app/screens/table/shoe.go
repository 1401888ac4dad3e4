package table

import (
	"slices"
	"strings"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// startShoe puts the next shoe in place. It has new cards where they are due. The croupier has shuffled it, or
// another person, who gives a code for it. Old cards that are due go on only with the inspector.
func (t shoePage) startShoe(how view.ButtonID) {
	state, now := t.session.State, t.session.Now()
	shoe := pit.NewShoe{Fresh: how == view.ButtonShoeFresh || state.DueCards(now) != "" && how != view.ButtonShoeKept}
	start := func(s *pit.Table) ([]record.Fact, error) { return s.StartShoe(shoe, t.session.Now()) }
	switch how {
	case view.ButtonShoeOther:
		if state.Deal().EndsEarly() {
			t.shuffledEarly(shoe)
			return
		}
		t.approvals().approve("title_approve_shuffled", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
			shoe.Shuffler = who
			return start(s)
		}, func() {})
	case view.ButtonShoeKept:
		t.approvals().approve("title_approve_cards", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
			shoe.Approver = who
			return start(s)
		}, func() {})
	default:
		if state.Deal().EndsEarly() {
			t.approvals().approve("title_approve_early", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
				shoe.Approver = who
				return start(s)
			}, func() {})
			return
		}
		t.do(start)
	}
}

// shuffledEarly puts a shoe in place that another person shuffled, where the one before ends early. An inspector
// signs for that, who may have shuffled it.
func (t shoePage) shuffledEarly(shoe pit.NewShoe) {
	start := func(shuffler, inspector house.Badge) error {
		shoe.Shuffler, shoe.Approver = &shuffler.Staff, &inspector.Staff
		badges := []house.Badge{shuffler}
		if inspector.Number != shuffler.Number {
			badges = append(badges, inspector)
		}
		return t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return s.StartShoe(shoe, t.session.Now()) }, badges...)
	}
	var early *house.Badge
	t.approvals().askCode("title_approve_shuffled", func(who house.Badge) error {
		if early = nil; !who.May(house.ShuffleNow) {
			return who.Check(house.ShuffleShoe)
		}
		early = &who
		return start(who, who)
	}, func(who house.Badge) {
		if early == nil {
			t.approvals().askCode("title_approve_early", func(inspector house.Badge) error { return start(who, inspector) }, func(house.Badge) { t.Update() })
			return
		}
		t.Update()
	})
}

// openShoe begins a new shoe where one is due. Where the cut card is not out it says first what ends with the shoe that
// lies there, and asks.
func (t shoePage) openShoe() {
	tx, state := t.shell.Text, t.session.State
	if state.Deal().Phase() == hand.Shoeless {
		t.shell.CloseOverlay()
		t.startShoe(view.ButtonShoe)
		return
	}
	if _, err := t.session.Would(func(s *pit.Table) ([]record.Fact, error) {
		return s.StartShoe(pit.NewShoe{Fresh: true, Approver: &anyManager}, t.session.Now())
	}); err != nil {
		t.money().finished(err, nil)
		return
	}
	_, roads := state.Game.(games.TwoSided)
	lead := tx.T("shoe_lead", text.Args{"N": state.Current.Round.Number - 1, "Cut": !state.ShuffledEachHand(), "Roads": roads})
	choices := []controls.Choice{{Label: tx.T("shoe_stay"), Do: t.shell.CloseOverlay}}
	for _, b := range t.shell.Viewer().NextAct().ShoeButtons(state) {
		choices = append(choices, controls.Choice{Label: b.Label, Do: t.approvals().closing(func() { t.startShoe(b.ID) })})
	}
	t.menuWith(tx.T("shoe_title"), lead, choices)
}

// cutCard enters that the cut card came out, and by which source.
func (t shoePage) cutCard(said record.Reading) {
	if t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().CutCardBy(said) }) {
		t.feed.CutOut()
		t.Tell(t.shell.Text.T("said_last_hand"))
	}
}

// keepCards lets the shoe be played on though its cards must be changed, with the inspector.
func (t shoePage) keepCards() {
	t.approvals().approve("title_approve_go_on", (*pit.Table).KeepCards, func() { t.Tell(t.shell.Text.T("said_cards_kept")) })
}

// dealDry starts a hand without bets.
func (t shoePage) dealDry() {
	t.cursor = view.Cursor{Chip: t.cursor.Chip}
	t.do(pit.OfBets(hand.Bets.DealDry))
}

// carryUnseen keeps a card that lies face down for the next hand.
func (t shoePage) carryUnseen() {
	t.letGo()
	if t.do(pit.OfDeal(hand.Deal.CarryUnseen)) {
		t.Tell(t.shell.Text.T("said_carried_unseen"))
	}
}

// openCommission shows what each box owes and takes it.
func (t shoePage) openCommission() {
	t.bets().endChoice()
	tx, state := t.shell.Text, t.session.State
	if !state.Open {
		t.say(&house.Refusal{Why: house.TableClosed})
		t.Update()
		return
	}
	if !t.shell.Viewer().OwesCommission(state) {
		t.shell.NoUse("F7")
		return
	}
	take := func(boxes ...int) {
		t.shell.CloseOverlay()
		var taken games.Amount
		for _, box := range boxes {
			takes := state.Desk().AllCollect(box)
			if !t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Desk().TakeCommission(box) }) {
				return
			}
			taken += takes
		}
		t.Tell(tx.T("said_taken", text.Args{"Amount": tx.Amount(taken)}))
	}
	due := state.Debts()
	lead, none := t.owed(), len(due) == 0
	t.menuWith(tx.T("title_commission"), lead, []controls.Choice{
		{Label: tx.T("commission_all", text.Args{"Amount": tx.Amount(state.Desk().AllCollect(0))}), Off: none, Do: t.openDues},
		{Label: tx.T("commission_boxes"), Off: none, Do: func() {
			t.bets().askBoxes(tx.T("title_commission"), "", t.debtors(), true, func(boxes []int) { take(boxes...) })
		}},
		{Label: tx.T("commission_new_player"), Do: t.passBox},
		{Label: tx.T("commission_waive"), Off: none, Do: t.openWaive},
		{Label: tx.T("commission_one"), Off: none, Do: func() {
			collects := func(d record.Debt) string { return t.shell.Viewer().Log().Debtor(state, d) }
			t.askDebt(tx.T("commission_one"), collects, func(d record.Debt) {
				t.shell.CloseOverlay()
				takes := state.Desk().Collects(d)
				if t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Desk().TakeDebt(d) }) {
					t.Tell(tx.T("said_taken", text.Args{"Amount": tx.Amount(takes)}))
				}
			})
		}},
	})
}

// openDues shows those who owe commission, one by one: what each pays is an act of its own.
func (t shoePage) openDues() {
	tx, due := t.shell.Text, t.session.State.Debts()
	t.shell.CloseOverlay()
	if len(due) == 0 {
		return
	}
	var rows [][]string
	for _, d := range due {
		rows = append(rows, []string{t.shell.Viewer().Log().Owing(d), t.shell.Viewer().Log().Due(t.session.State, d)})
	}
	picker := controls.NewPicker(controls.Picker{
		Title: tx.T("title_commission"), Rows: rows, Close: t.shell.LeaveWord(), OnClose: t.shell.Back,
		Columns: []controls.Column{{Head: tx.T("report_box"), Width: 5}, {Head: tx.T("report_amount"), Width: 2, Align: 1}},
		Acts: []controls.PickerAct{{Label: tx.T("button_paid"), ForRow: true, Do: func(row int) {
			takes := t.session.State.Desk().Collects(due[row])
			err := t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return s.Desk().TakeDebt(due[row]) })
			t.money().finished(err, func() {
				t.Tell(tx.T("said_taken", text.Args{"Amount": tx.Amount(takes)}))
				t.openDues()
			})
		}}},
	})
	t.shell.Over(shell.PageOf(picker.Drawn, picker.Rune, picker.Key))
}

// owed returns what each bettor of each box owes, one behind the other.
func (t shoePage) owed() string {
	var who []string
	for _, d := range t.session.State.Debts() {
		who = append(who, t.shell.Viewer().Log().Debtor(t.session.State, d))
	}
	if len(who) == 0 {
		return tx(t.Table, "commission_none")
	}
	return strings.Join(who, "; ")
}

// askDebt asks whose debt is meant: of which box, and there of which bettor, of whom says has the words.
func (t shoePage) askDebt(title string, says func(record.Debt) string, done func(record.Debt)) {
	t.bets().askBoxes(title, tx(t.Table, "irregular_which_box"), t.debtors(), false, func(boxes []int) { t.askDebtOf(boxes[0], title, says, done) })
}

// askDebtOf asks which bettor of a box is meant, by his number. One who is gone has a letter, since his number may
// be somebody else's now.
func (t shoePage) askDebtOf(box int, title string, says func(record.Debt) string, done func(record.Debt)) {
	debts := slices.DeleteFunc(slices.Clone(t.session.State.Debts()), func(d record.Debt) bool { return d.Box != box })
	if len(debts) == 1 {
		done(debts[0])
		return
	}
	var choices []controls.Choice
	for _, d := range debts {
		key := view.BettorKey(d.Bettor)
		if d.Gone {
			key = ""
		}
		choices = append(choices, controls.Choice{Label: says(d), Key: key, Do: func() { done(d) }})
	}
	t.menuWith(title, "", choices)
}

// passBox asks at which box somebody else plays from now on.
func (t shoePage) passBox() {
	tx, state := t.shell.Text, t.session.State
	var all []boxChoice
	for box := 1; box <= state.Game.Options().Boxes; box++ {
		all = append(all, boxChoice{Box: box})
	}
	pass := func(box int, command session.Command) {
		t.shell.CloseOverlay()
		if t.do(command) {
			t.Tell(tx.T("said_passed", text.Args{"Box": box}))
		}
	}
	t.bets().askBoxes(tx.T("commission_new_player"), "", all, false, func(boxes []int) {
		box, bettors := boxes[0], state.Bettors(boxes[0])
		whole := func() { pass(box, func(s *pit.Table) ([]record.Fact, error) { return s.PassBox(box) }) }
		if len(bettors) < 2 {
			whole()
			return
		}
		choices := []controls.Choice{{Label: tx.T("commission_whole_box", text.Args{"Box": box}), Do: whole}}
		for _, bettor := range bettors {
			choices = append(choices, controls.Choice{Label: t.shell.Viewer().Bettor(box, bettor), Key: view.BettorKey(bettor), Do: func() {
				pass(box, func(s *pit.Table) ([]record.Fact, error) { return s.PassBettor(box, bettor) })
			}})
		}
		t.menuWith(tx.T("commission_new_player"), "", choices)
	})
}

// debtors returns the table's boxes with what each owes; one that owes nothing cannot be chosen.
func (t shoePage) debtors() []boxChoice {
	tx, state := t.shell.Text, t.session.State
	var out []boxChoice
	alike := tx.Alike(view.OwedByBox(state)...)
	for box := 1; box <= state.Game.Options().Boxes; box++ {
		owed := state.OwedBy(box)
		c := boxChoice{Box: box, About: alike.Amount(owed), Off: owed == 0}
		if c.Off {
			c.About = tx.T("box_owes_nothing")
		}
		out = append(out, c)
	}
	return out
}

// openWaive gives up what a box owes, with the inspector.
func (t shoePage) openWaive() {
	tx, v := t.shell.Text, t.shell.Viewer()
	owes := func(d record.Debt) string { return tx.Label(v.Log().Owing(d), tx.Amount(d.Amount)) }
	t.askDebt(tx.T("commission_waive"), owes, func(d record.Debt) {
		title := tx.T("commission_waive_of", text.Args{"Player": v.Log().Owing(d), "Amount": tx.Amount(d.Amount)})
		t.approvals().ask(title, tx.T("reason_lead"), []string{"reason_left_owing"}, func(reason string) {
			t.approvals().approve("title_approve_waive", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
				return s.Desk().WaiveDebt(d, who, reason)
			}, func() { t.Tell(tx.T("said_waived", text.Args{"Box": d.Box})) })
		})
	})
}

// acknowledge asks for an inspector who has seen the alarms.
func (t *Table) acknowledge() {
	t.approvals().approve("title_approve_alarm", (*pit.Table).Acknowledge, func() { t.Tell(t.shell.Text.T("said_seen")) })
}
