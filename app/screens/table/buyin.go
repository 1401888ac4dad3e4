package table

import (
	"strconv"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

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
		title: tx.T("cash_buy_in"), lead: lead, sparse: true, books: func(sum games.Amount) bool { return !t.session.State.Desk().IsMuch(sum) },
		done: func(f record.Float) {
			if box == 0 && t.session.State.Desk().IsMuch(f.Value()) {
				t.askBuyer(false, func(box int) { t.buyIn(box, f) })
				return
			}
			t.buyIn(box, f)
		},
	})
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
