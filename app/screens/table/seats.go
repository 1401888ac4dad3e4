package table

import (
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// behind takes a name on the felt apart: the spot, and of a bet behind its bettor.
func behind(name string) (spot, bettor string, named bool) { return strings.Cut(name, "@") }

// insure buys insurance at a box: where several bets of it may be insured, it asks which.
func (t betPage) insure(box int) {
	state, tx := t.session.State, t.shell.Text
	buy := func(d games.Decision) {
		t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Bets().Insure(d.Box, d.Bettor) })
	}
	if t.paysFirst() {
		return
	}
	of := t.shell.Viewer().Felt().Insurances(state, box)
	open := slices.DeleteFunc(slices.Clone(of), func(i view.Insured) bool { return !i.Open })
	switch {
	case len(open) == 0:
		buy(games.Decision{Box: box, Do: games.Insure}) // which is refused, with the reason
		return
	case len(of) == 1:
		buy(open[0].Decision)
		return
	}
	var choices []controls.Choice
	for _, i := range of {
		key := "insure_main"
		switch {
		case i.Bettor != "" && i.Even:
			key = "insure_even_behind"
		case i.Bettor != "":
			key = "insure_behind"
		case i.Even:
			key = "insure_even"
		}
		args := text.Args{"Box": box, "Bettor": i.Bettor, "Amount": i.Price}
		choices = append(choices, controls.Choice{Label: tx.T(key, args), Key: view.BettorKey(i.Bettor), Off: !i.Open, Do: func() {
			t.shell.CloseOverlay()
			buy(i.Decision)
		}})
	}
	m := controls.NewMenu(controls.Menu{Title: tx.T("title_insure", text.Args{"Box": box}), Choices: choices, Close: t.shell.LeaveWord(), OnClose: t.shell.Back})
	t.shell.Over(insuring{shell.PageOf(m.Drawn, m.Rune, m.Key), t.Table})
}

// An insuring is the menu that asks which bet of a box is insured. Its digits go on with those by which the box was named.
type insuring struct {
	shell.Page
	table *Table
}

// DigitsOf implements the shell's digitRow.
func (i insuring) DigitsOf() fyne.CanvasObject { return i.table.Content() }

// MarkDigit implements the shell's DigitPage.
func (i insuring) MarkDigit(n int) {
	i.table.MarkDigit(n)
}

// TakeDigitsBack implements the shell's DigitPage.
func (i insuring) TakeDigitsBack(n int, digits string, over bool) bool {
	if !i.table.TakeDigitsBack(n, digits, over) {
		return false
	}
	i.table.shell.CloseOverlay()
	return true
}

// typedUnhalved answers the number of a box of which nothing is insured, because no chips make half of its bet.
func (t betPage) typedUnhalved(r rune) bool {
	for _, u := range t.session.State.Bets().Unhalved() {
		if view.Digit(u.Box) == string(r) {
			t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Bets().Insure(u.Box, u.Bettor) })
			return true
		}
	}
	return false
}

// openEarly asks for whom something is decided ahead. It is the seat in hand, the one that is still to act, or by
// their own numbers one of several.
func (t betPage) openEarly() {
	state, tx := t.session.State, t.shell.Text
	if !state.Current.BetsClosed {
		if t.cursor.Box == 0 {
			t.notice = t.boxFirst()
			t.Update()
			return
		}
		if !t.decidesAhead(t.cursor.Box) {
			t.notAhead(t.cursor.Box)
			return
		}
		t.openEarlyOf(t.cursor.Box)
		return
	}
	var seats []boxChoice
	var can []int
	for box := 1; box <= state.Game.Options().Boxes; box++ {
		switch {
		case t.decidesAhead(box):
			seats, can = append(seats, boxChoice{Box: box}), append(can, box)
		default:
			seats = append(seats, boxChoice{Box: box, Off: true, About: t.whyNotAhead(box)})
		}
	}
	switch len(can) {
	case 0:
		t.notice = view.Notice{Text: tx.T("early_all_decided"), Bad: true}
		t.Update()
	case 1:
		t.openEarlyOf(can[0])
	default:
		t.askBoxes(tx.T("title_early_who"), "", seats, false, func(boxes []int) { t.openEarlyOf(boxes[0]) })
	}
}

// decidesAhead reports whether anybody at a seat may still decide ahead.
func (t betPage) decidesAhead(box int) bool { return t.deciders(box) > 0 }

// whyNotAhead returns why nobody at a seat has anything to decide ahead.
func (t betPage) whyNotAhead(box int) string {
	switch h := &t.session.State.Current; {
	case h.BetsClosed && !t.misdeals().plays()[box]:
		return tx(t.Table, "box_plays_not")
	case !h.Round.Has(box):
		return tx(t.Table, "early_no_bet")
	case h.HasBlackjack(box):
		return tx(t.Table, "early_blackjack")
	}
	return tx(t.Table, "early_too_late")
}

func (t betPage) notAhead(box int) {
	t.notice = view.Notice{Text: t.shell.Text.T("boxes_off", text.Args{"Box": box, "Why": t.whyNotAhead(box)}), Bad: true}
	t.Update()
}

// mayChoose reports whether the early decision of a bet behind may be that one now.
func (t betPage) mayChoose(b games.Bet, e games.Early) bool {
	_, err := t.session.State.Bets().ChooseEarly(b.Box, b.Bettor, e)
	return err == nil
}

// openEarlyOf shows who at a seat may decide ahead: its main player, by the keys of his
// decisions, and those behind, by their own numbers.
func (t betPage) openEarlyOf(box int) {
	state, tx := t.session.State, t.shell.Text
	_, err := state.Bets().DecideAhead(box, "")
	said := state.Bets().SaidAhead(box)
	var choices []controls.Choice
	for _, a := range state.Game.Layout().Asked() {
		do := a.Do
		label := tx.T("early_main", text.Args{"What": tx.T("choice_" + string(do))})
		if do == said {
			label += " ✓"
		}
		c := controls.Choice{Label: label, Key: a.Key, Off: err != nil, Do: func() { t.decideAhead(box, do) }}
		var refusal *house.Refusal
		if _, not := state.Bets().DecideAhead(box, do); !c.Off && errors.As(not, &refusal) {
			c.Off, c.About = true, t.shell.Viewer().Refused(refusal, state.Game)
		}
		choices = append(choices, c)
	}
	choices = append(choices, controls.Choice{Label: tx.T("early_main_none"), Key: "N", Off: said == "" || err != nil, Do: func() { t.decideAhead(box, "") }})
	for _, b := range state.Bets().EarlyBets(box) {
		word := t.shell.Viewer().EarlyWord(b.Early)
		choices = append(choices, controls.Choice{
			Label: tx.T("early_bettor", text.Args{"Bettor": b.Bettor, "What": word}), Key: view.BettorKey(b.Bettor), Off: !t.mayChoose(b, b.Early), Do: func() { t.openEarlyBehind(b) },
		})
	}
	if t.deciders(box) > 1 {
		choices = append(choices, controls.Choice{Label: tx.T("early_done"), Key: "Enter", Do: t.shell.CloseOverlay})
	}
	t.menu(tx.T("title_early", text.Args{"Player": t.shell.Viewer().Player(box, "")}), choices)
}

// deciders returns how many at a seat may still decide ahead.
func (t betPage) deciders(box int) int {
	n := 0
	if t.session.State.Current.BetsClosed && !t.misdeals().plays()[box] {
		return n // what lies there goes back
	}
	if _, err := t.session.State.Bets().DecideAhead(box, ""); err == nil {
		n++
	}
	for _, b := range t.session.State.Bets().EarlyBets(box) {
		if t.mayChoose(b, b.Early) {
			n++
		}
	}
	return n
}

// stayEarly stays at a seat where others may decide ahead too: what is typed next is meant
// for them, until Enter or Esc.
func (t betPage) stayEarly(box int) {
	if t.deciders(box) > 1 {
		t.openEarlyOf(box)
	}
}

func (t betPage) decideAhead(box int, do games.Action) {
	t.shell.CloseOverlay()
	defer t.stayEarly(box)
	if !t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Bets().DecideAhead(box, do) }) {
		return
	}
	args := text.Args{"Player": t.shell.Viewer().Player(box, ""), "What": tx(t.Table, "choice_"+string(do))}
	if do == "" {
		t.Tell(t.shell.Text.T("said_ahead_none", args))
		return
	}
	t.Tell(t.shell.Text.T("said_ahead", args))
}

// openEarlyBehind asks a bettor behind what becomes of the bet when the main player
// doubles or splits. What was chosen can be taken back, that he has no other funds too.
func (t betPage) openEarlyBehind(b games.Bet) {
	tx := t.shell.Text
	var choices []controls.Choice
	add := func(label, key string, e games.Early) {
		if e == b.Early {
			label += " ✓"
		}
		choices = append(choices, controls.Choice{Label: label, Key: key, Off: !t.mayChoose(b, e), Do: func() {
			t.shell.CloseOverlay()
			if t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Bets().ChooseEarly(b.Box, b.Bettor, e) }) {
				t.Tell(tx.T("said_early", text.Args{"Player": t.shell.Viewer().Player(b.Box, b.Bettor), "What": t.shell.Viewer().EarlyWord(e)}))
			}
			t.stayEarly(b.Box)
		}})
	}
	with := func(choice games.Choice, then games.Action) games.Early {
		e := b.Early
		e.Choice, e.Then = choice, then
		return e
	}
	for _, e := range games.EarlyChoices(t.session.State.Game) {
		add(t.shell.Viewer().EarlyWord(e), view.EarlyKey(t.session.State.Game, e), with(e.Choice, e.Then))
	}
	funds := b.Early
	if funds.HasFunds {
		funds.HasFunds, funds.Funds = false, 0
		add(tx.T("early_funds"), "M", funds)
	} else {
		funds.HasFunds, funds.Funds = true, 0
		add(tx.T("early_no_funds"), "M", funds)
	}
	t.menu(tx.T("title_early", text.Args{"Player": t.shell.Viewer().Player(b.Box, b.Bettor)}), choices)
}
