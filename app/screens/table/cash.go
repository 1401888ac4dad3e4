package table

import (
	"errors"
	"slices"
	"strconv"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// openCash shows what is done with chips and cash beside the game: F5.
func (t cashPage) openCash() {
	t.bets().endChoice()
	tx, state := t.shell.Text, t.session.State
	if err := t.session.Whole(); err != nil {
		t.say(err)
		t.Update()
		return
	}
	lead := ""
	if !state.Desk().Worth().Known {
		lead = tx.T("cash_unknown")
	}
	waiting, due := state.Slips(tray.Requested), len(state.PayoutsDue())
	choices := []controls.Choice{
		{Label: tx.T("cash_buy_in"), Help: tx.T("about_cash_buy_in"), Off: !state.Open, Do: t.openBuyIn},
		{Label: tx.T("cash_change"), Help: tx.T("about_cash_change"), Off: !state.Open, Do: t.openChange},
		{Label: tx.T("cash_fill"), Help: tx.T("about_cash_fill"), Off: !state.Open, Do: func() { t.requestSlip(record.Fill) }},
		{Label: tx.T("cash_credit"), Help: tx.T("about_cash_credit"), Off: !state.Open, Do: func() { t.requestSlip(record.Credit) }},
		{Label: tx.T("cash_slips", text.Args{"N": len(waiting)}), Help: tx.T("about_cash_slips"), Off: len(waiting) == 0, Do: t.openSlips},
		{Label: tx.T("cash_tip"), Help: tx.T("about_cash_tip"), Off: !state.Open || !state.Settings.Tips, Do: t.openTip},
		{Label: tx.T("cash_count"), Help: tx.T("about_cash_count"), Off: !state.Open || !state.Current.Empty(), Do: t.checkCount},
		{Label: tx.T("cash_drop"), Help: tx.T("about_cash_drop"), Off: state.Shift == 0 || state.Open && state.Shift == 1, Do: t.openDrop},
		{Label: tx.T("cash_put_right"), Help: tx.T("about_cash_put_right"), Off: !state.Open || len(state.Voidable()) == 0, Do: t.counts().openPutRight},
		{Label: tx.T("cash_keys"), Help: tx.T("about_cash_keys"), Off: state.Shift == 0, Do: t.openKeys},
		{Label: tx.T("cash_tronc"), Help: tx.T("about_cash_tronc"), Off: !state.Open, Do: t.openTronc},
		{Label: tx.T("payouts_due_n", text.Args{"N": due}), Help: tx.T("about_payouts_due_n"), Off: !state.Open || due == 0, Do: t.counts().openPayoutsDue},
		{Label: tx.T("cash_recount"), Help: tx.T("about_cash_recount"), Off: state.Desk().MayRecount() != nil, Do: t.counts().openRecount},
	}
	t.menuWith(tx.T("title_cash"), lead, choices)
}

// openChange takes a player's chips and gives others of the same worth.
func (t cashPage) openChange() {
	tx := t.shell.Text
	t.counts().count(count{flow: controls.FlowChange, title: tx.T("change_in"), lead: tx.T("change_in_lead"), sparse: true, refuses: t.refusing(nil), done: func(in record.Float) {
		t.counts().count(count{
			flow: controls.FlowChange, title: tx.T("change_out"), lead: tx.T("change_out_lead"), sparse: true, books: always, exactly: tray.KnownSum(in.Value()),
			done: func(out record.Float) {
				err := t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return s.Desk().ChangeChips(in, out) })
				t.finished(err, t.approvals().saying("said_changed"))
			},
		})
	}})
}

// finished closes the overlay and says what came of a command.
func (t cashPage) finished(err error, then func()) {
	t.shell.CloseOverlay()
	if err != nil {
		t.say(err)
	} else {
		then()
	}
	t.Update()
}

// requestSlip asks for a fill or a credit, with the inspector.
func (t cashPage) requestSlip(kind record.SlipKind) {
	tx := t.shell.Text
	t.counts().count(count{flow: flowOf(kind), title: tx.T("cash_" + string(kind)), lead: tx.T("slip_lead"), sparse: true, refuses: t.refusing(func(d tray.Desk, f record.Float) error {
		_, err := d.RequestSlip(&t.shell.House.State, kind, f, nil)
		return err
	}), done: func(f record.Float) {
		t.approvals().approve("title_approve_slip", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
			return s.Desk().RequestSlip(&t.shell.House.State, kind, f, who)
		}, func() {
			slips := t.session.State.Slips()
			t.Tell(tx.T("said_slip", text.Args{"Name": slips[len(slips)-1].Of(t.session.State.Name)}))
		})
	}})
}

// flowOf returns which way the chips of a slip go.
func flowOf(kind record.SlipKind) controls.Flow {
	if kind == record.Fill {
		return controls.FlowIn
	}
	return controls.FlowOut
}

// openSlips shows the slips that wait for their chips.
func (t cashPage) openSlips() {
	tx := t.shell.Text
	var choices []controls.Choice
	for _, s := range t.session.State.Slips(tray.Requested) {
		name := text.Args{"Name": s.Of(t.session.State.Name), "Kind": tx.T("slip_" + string(s.Kind)), "Amount": tx.Money(s.Float.Value())}
		choices = append(choices,
			controls.Choice{Label: tx.T("slip_verify", name), Do: func() { t.verifySlip(s) }},
			controls.Choice{Label: tx.T("slip_void", name), Help: tx.T("about_slip_void"), Do: func() { t.voidSlip(s) }})
	}
	t.menuWith(tx.T("title_slips"), tx.T("slips_lead"), choices)
}

// verifySlip starts the count of a slip's chips on the layout, then asks for cashier and runner and the two at
// the table. Where the chips are not those of the slip they are counted again, or the slip is voided.
func (t cashPage) verifySlip(slip tray.Slip) {
	tx := t.shell.Text
	title := tx.T("slip_verify_title", text.Args{"Name": slip.Of(t.session.State.Name)})
	lead := tx.T("slip_runner_lead")
	if slip.Kind == record.Credit {
		lead = tx.T("slip_runner_lead_credit")
	}
	var first []games.Amount
	people := func() {
		t.askPerson(tx.T("slip_cashier"), tx.T("slip_cashier_lead"), func(s tray.Slip) string { return s.Cashier }, "", func(cashier string) {
			t.askPerson(tx.T("slip_runner"), lead, func(s tray.Slip) string { return s.Runner }, cashier, func(runner string) {
				t.approvals().bothDo(house.OrderChips, func(s *pit.Table, croupier, inspector house.Staff) ([]record.Fact, error) {
					return t.session.VerifyingSlip(slip.SlipID, cashier, runner, croupier, inspector, first...)(s)
				}, func() { t.Tell(tx.T("said_slip_verified", text.Args{"Name": slip.Of(t.session.State.Name)})) })
			})
		})
	}
	t.counts().count(count{flow: flowOf(slip.Kind), title: title, lead: tx.T("slip_verify_lead"), sparse: true, done: func(f record.Float) {
		if slices.Equal(f, slip.Float) {
			people()
			return
		}
		first = append(first, f.Value())
		t.counts().compare(agreed{title: title, float: f, stock: slip.Float, should: tray.KnownSum(slip.Float.Value()), void: func() { t.voidSlip(slip) }})
	}})
}

// askPerson asks for somebody by the number of a person of the house, or by name, who is not the one named before.
// It suggests those who had that part in a slip of the shift before, and may have it in this one.
func (t cashPage) askPerson(title, lead string, part func(tray.Slip) string, before string, done func(name string)) {
	tx, h, state := t.shell.Text, &t.shell.House.State, t.session.State
	var known []string
	for _, s := range state.Slips(tray.Verified) {
		if name := part(s); name != "" && !slices.Contains(known, name) && h.MayCarry(name, state.Croupier, state.Inspector, before) == nil {
			known = append(known, name)
		}
	}
	t.approvals().prompt(controls.Prompt{
		Title: title, Lead: lead, Suggestions: known[max(0, len(known)-4):],
		Says: func(typed string) string {
			who, _ := h.StaffBy(typed)
			return who.Name
		},
	}, func(typed string) (refused string) {
		if who, of := h.StaffBy(typed); of {
			typed = who.Name
		} else if h.People().MayBeNumber(typed) {
			return tx.T("person_unknown")
		} else if refused := t.shell.NoWords(typed, "name_code"); refused != "" {
			return refused
		}
		refusal := &house.Refusal{}
		if errors.As(h.MayCarry(typed, state.Croupier, before), &refusal) {
			return t.viewer().Refused(refusal, nil)
		}
		done(typed)
		return ""
	})
}

func (t cashPage) voidSlip(slip tray.Slip) {
	tx := t.shell.Text
	t.approvals().ask(tx.T("slip_void_title", text.Args{"Name": slip.Of(t.session.State.Name)}), tx.T("reason_lead"), []string{"reason_wrong_amount", "reason_not_needed"}, func(reason string) {
		t.approvals().bothDo(house.OrderChips, func(s *pit.Table, croupier, inspector house.Staff) ([]record.Fact, error) {
			return s.Desk().VoidSlip(slip.SlipID, reason, croupier, inspector)
		}, func() { t.Tell(tx.T("said_slip_void", text.Args{"Name": slip.Of(t.session.State.Name)})) })
	})
}

func (t cashPage) openTip() {
	tx := t.shell.Text
	t.counts().count(count{flow: controls.FlowOut, title: tx.T("cash_tip"), lead: tx.T("tip_lead"), sparse: true, books: always, refuses: t.refusing(nil), done: func(f record.Float) {
		err := t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return s.Desk().Tip(f.Value()) })
		t.finished(err, func() { t.Tell(tx.T("said_tip", text.Args{"Amount": tx.Money(f.Value())})) })
	}})
}

// checkCount starts an interim count of the float.
func (t cashPage) checkCount() {
	tx := t.shell.Text
	var before []games.Amount
	t.counts().count(count{flow: controls.FlowCount, title: tx.T("cash_count"), lead: tx.T("count_lead"), done: func(f record.Float) {
		first := before
		before = append(before, f.Value())
		command := func(s *pit.Table, croupier, inspector house.Staff) ([]record.Fact, error) {
			return s.Desk().Count(record.AtCheck, f, croupier, inspector, first...)
		}
		facts, err := t.session.Would(t.approvals().byAnybody(command))
		if err != nil {
			t.finished(err, nil)
			return
		}
		t.counts().compare(agreed{
			title: tx.T("cash_count"), float: f, stock: t.counts().trayFloat(), estimate: true, should: t.session.State.Desk().Worth(), incident: opensIncident(facts),
			then: func() { t.approvals().bothDo(house.CountFloatRight, command, t.approvals().saying("said_counted")) },
		})
	}})
}

// openDrop records the cash of the drop box, which two people counted.
func (t cashPage) openDrop() {
	tx := t.shell.Text
	counted := func() int { return t.shell.House.State.Boxes().DropCounts()[t.session.State.Name] } // by the office, whose count goes before this one
	t.approvals().askAmount(tx.T("cash_drop"), tx.T("drop_lead"), true, func(cash games.Amount) {
		t.approvals().both(two{
			signers: []*signer{having("title_drop_first", house.CountDropRight), having("title_drop_second", house.CountDropRight)},
			about:   t.shell.Viewer().Approval(t.session.State, []record.Fact{record.DropCounted{Cash: cash}}),
			do: func(b []house.Badge) error {
				return t.session.CountDrop(cash, b[0], b[1])
			},
			then: func() {
				var result tray.Result
				if !t.session.State.Open { // beside players nobody is told what is missing
					var err error
					if result, err = t.session.Result(); err != nil {
						t.finished(err, nil)
						return
					}
				}
				before := counted()
				t.tellUntil(t.shell.CountedDrop(tx, cash, result.DropDifference()), func() bool { return counted() != before })
			},
		})
	})
}

// always returns true: a count is asked about whatever its sum is.
func always(games.Amount) bool { return true }

// openBuyIn changes a player's cash for chips: first whose box it is, then the chips, which are laid out
// before they are handed over.
func (t cashPage) openBuyIn() { t.askBuyer(true, t.countBuyIn) }

// askBuyer asks at which box somebody buys, with what that box has bought lately. May it be none, the
// player stands at no box yet.
func (t cashPage) askBuyer(none bool, then func(box int)) {
	tx, state := t.shell.Text, t.session.State
	var choices []controls.Choice
	if state.Game != nil {
		for box := 1; box <= state.Game.Options().Boxes; box++ {
			label := t.shell.Viewer().Player(box, "")
			if so := t.boughtAt(box); so != "" {
				label = tx.Label(label, so)
			}
			choice := controls.Choice{Label: label, Do: func() { then(box) }}
			if box <= 9 { // a digit is the box with that number
				choice.Key = strconv.Itoa(box)
			}
			choices = append(choices, choice)
		}
	}
	lead := tx.T("buy_in_box_lead")
	if none {
		choices = append(choices, controls.Choice{Label: tx.T("buy_in_no_box"), Help: tx.T("about_buy_in_no_box"), Do: func() { then(0) }})
	} else {
		lead = tx.T("buy_in_box_due", text.Args{"Amount": tx.Money(state.CashLimit)})
	}
	t.menuWith(tx.T("cash_buy_in"), lead, choices)
}

// boughtAt returns what a box has bought lately, in words; "" where nothing.
func (t cashPage) boughtAt(box int) string {
	return t.shell.Viewer().BoughtAt(t.session.State, box, t.session.Now())
}

// countBuyIn starts the count of a buy-in's chips; one of much cash belongs to a box, and takes an inspector.
func (t cashPage) countBuyIn(box int) {
	tx := t.shell.Text
	lead := tx.T("buy_in_lead")
	if so := t.boughtAt(box); so != "" {
		lead = so + ". " + lead
	}
	if box > 0 {
		lead = tx.Label(t.shell.Viewer().Player(box, ""), lead)
	}
	t.counts().count(count{
		flow: controls.FlowChange, title: tx.T("cash_buy_in"), lead: lead, sparse: true, books: func(sum games.Amount) bool { return !t.session.State.Desk().IsMuch(sum) },
		refuses: t.refusing(func(d tray.Desk, f record.Float) error {
			_, err := d.BuyIn(max(1, box), f.Value(), f, nil)
			return err
		}),
		done: func(f record.Float) {
			if box == 0 && t.session.State.Desk().IsMuch(f.Value()) {
				t.askBuyer(false, func(box int) { t.buyIn(box, f) })
				return
			}
			t.buyIn(box, f)
		},
	})
}

// refusing returns why the desk does not take chips by that command, or none where it is nil. Who signs it, and where, is asked behind
// the count.
func (t cashPage) refusing(command func(tray.Desk, record.Float) error) func(record.Float) string {
	return func(f record.Float) string {
		if f.Value() == 0 {
			return t.shell.Text.T("count_nothing")
		}
		if command == nil {
			return ""
		}
		err := command(t.session.State.Desk(), f)
		if !house.RefusedFor(err, house.NotEnoughChips) {
			return ""
		}
		return t.shell.Wording(err)
	}
}

func (t cashPage) buyIn(box int, f record.Float) {
	said := func() { t.Tell(t.shell.Text.T("said_bought_in", text.Args{"Amount": t.shell.Text.Money(f.Value())})) }
	command := func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
		return s.Desk().BuyIn(box, f.Value(), f, who)
	}
	if t.session.State.Desk().IsMuch(f.Value()) {
		t.approvals().approve("title_approve_buy_in", command, said)
		return
	}
	err := t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return command(s, nil) })
	t.finished(err, said)
}
