package screens

import (
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
)

// behind takes a name on the felt apart: the spot, and of a bet behind its bettor.
func behind(name string) (spot, bettor string, named bool) { return strings.Cut(name, "@") }

// insure buys insurance at a box: where several bets of it may be insured, it asks which.
func (t *Table) insure(box int) {
	state, tx := t.session.State, t.shell.text
	buy := func(d games.Decision) {
		t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.Insure(d.Box, d.Bettor) })
	}
	var offers []games.Decision
	for _, d := range state.Next().Insurable {
		if d.Box == box {
			offers = append(offers, d)
		}
	}
	switch len(offers) {
	case 0:
		t.say(&pit.Refusal{Why: pit.NotThatDecision, Box: box, What: string(games.Insure)})
		t.update()
	case 1:
		buy(offers[0])
	default:
		var choices []controls.Choice
		for _, d := range offers {
			key := "insure_main"
			switch {
			case d.Bettor != "":
				key = "insure_behind"
			case state.Current.HasBlackjack(box):
				key = "insure_even"
			}
			args := text.Args{"Box": box, "Bettor": d.Bettor, "Amount": tx.Amount(state.InsurancePrice(box, d.Bettor))}
			choices = append(choices, controls.Choice{Label: tx.T(key, args), Do: func() {
				t.shell.closeOverlay()
				buy(d)
			}})
		}
		t.menu(tx.T("title_insure", text.Args{"Box": box}), choices)
	}
}

// earlyBox is the box whose early decisions are meant: the chosen one, else the one
// that is asked.
func (t *Table) earlyBox() int {
	if t.cursor.Box > 0 {
		return t.cursor.Box
	}
	if s := t.session.State; s.Open && s.Game != nil && s.Current.BetsClosed {
		return s.Next().At.Box
	}
	return 0
}

// openEarly shows who at a box may decide ahead: its main player and those behind.
func (t *Table) openEarly() {
	box, tx := t.earlyBox(), t.shell.text
	if box == 0 {
		t.notice = view.Notice{Text: tx.T("choose_box_first"), Bad: true}
		t.update()
		return
	}
	var choices []controls.Choice
	for _, b := range t.session.State.EarlyBets(box) {
		word := t.shell.viewer().EarlyWord(b.Early)
		choices = append(choices, controls.Choice{Label: tx.T("early_bettor", text.Args{"Bettor": b.Bettor, "What": word}), Do: func() { t.openEarlyOf(b) }})
	}
	for _, do := range []games.Action{games.Stand, games.Hit, games.Double, games.Split} {
		choices = append(choices, controls.Choice{
			Label: tx.T("early_main", text.Args{"What": tx.T("choice_" + string(do))}), Do: func() { t.decideAhead(box, do) },
		})
	}
	if t.session.State.Current.Ahead[box] != "" {
		choices = append(choices, controls.Choice{Label: tx.T("early_main_none"), Do: func() { t.decideAhead(box, "") }})
	}
	t.menu(tx.T("title_early", text.Args{"Box": box}), choices)
}

func (t *Table) decideAhead(box int, do games.Action) {
	t.shell.closeOverlay()
	t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.DecideAhead(box, do) })
}

// openEarlyOf asks a bettor behind what becomes of the bet when the main player
// doubles or splits.
func (t *Table) openEarlyOf(b games.Bet) {
	tx := t.shell.text
	var choices []controls.Choice
	add := func(label string, e games.Early) {
		choices = append(choices, controls.Choice{Label: label, Do: func() {
			t.shell.closeOverlay()
			if t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.ChooseEarly(b.Box, b.Bettor, e) }) {
				t.tell(tx.T("said_early", text.Args{"Box": b.Box, "What": t.shell.viewer().EarlyWord(e)}))
			}
		}})
	}
	with := func(choice games.Choice, then games.Action) games.Early {
		e := b.Early
		e.Choice, e.Then = choice, then
		return e
	}
	for _, choice := range []games.Choice{games.Follow, games.ChooseDouble, games.ChooseSplit} {
		add(t.shell.viewer().EarlyWord(with(choice, "")), with(choice, ""))
	}
	add(tx.T("early_split_double"), with(games.ChooseSplit, games.Double))
	for _, choice := range []games.Choice{games.Right, games.Left, games.None} {
		add(t.shell.viewer().EarlyWord(with(choice, "")), with(choice, ""))
	}
	poor := b.Early
	poor.HasFunds, poor.Funds = true, 0
	add(tx.T("early_no_funds"), poor)
	t.menu(tx.T("title_early", text.Args{"Box": b.Box})+" ("+b.Bettor+")", choices)
}
