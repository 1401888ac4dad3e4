package table

import (
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
)

func (e *edit) askBox(done func(box int)) {
	var boxes []boxChoice
	for box := 1; box <= e.game.Options().Boxes; box++ {
		boxes = append(boxes, boxChoice{Box: box})
	}
	e.t.shell.Over(editing{e.t.bets().boxesPage(tx(e.t, "edit_box"), tx(e.t, "irregular_which_box"), boxes, false, func(boxes []int) { done(boxes[0]) }), e})
}

// editing is a page of a correction. Of a code that is typed there a first digit is no box: what it changed is taken back.
type editing struct {
	shell.Page
	e *edit
}

// DigitsOf implements the shell's digitRow: the digits on the page of a box and on the list behind it are one row.
func (p editing) DigitsOf() fyne.CanvasObject { return p.e.list.Drawn }

// MarkDigit implements the shell's DigitPage.
func (p editing) MarkDigit(n int) {
	round := p.e.round
	round.Bets, round.Laid, round.Decisions = slices.Clone(round.Bets), slices.Clone(round.Laid), slices.Clone(round.Decisions)
	p.e.marked = append(p.e.marked[:min(n, len(p.e.marked))], round)
	if page, takes := p.Page.(shell.DigitPage); takes {
		page.MarkDigit(n)
	}
}

// TakeDigitsBack implements the shell's DigitPage.
func (p editing) TakeDigitsBack(n int, digits string, over bool) bool {
	if page, takes := p.Page.(shell.DigitPage); takes {
		return page.TakeDigitsBack(n, digits, over)
	}
	p.e.round, p.e.word = p.e.marked[n], p.e.t.shell.Text.T("office_code")
	p.e.show()
	return true
}

func (e *edit) askSpot(done func(spot string)) {
	var choices []controls.Choice
	for _, s := range e.game.Offered(e.round) {
		choices = append(choices, controls.Choice{Label: tx(e.t, "spot_"+s.Name), Do: func() { done(s.Name) }})
	}
	e.t.menuWith(tx(e.t, "edit_spot"), "", choices)
}

// askBettor asks whose a bet of a box is: those who have bets there, or somebody else.
func (e *edit) askBettor(b games.Bet, done func(name string)) {
	var choices []controls.Choice
	for _, name := range bettorsOf(e.round.Bets, b.Box) {
		choices = append(choices, controls.Choice{Label: e.t.shell.Viewer().Player(b.Box, name), Key: view.BettorKey(name), Do: func() { done(name) }})
	}
	early, _ := games.EarlySpot(e.game)
	if names := bettorsOf(e.round.Bets, b.Box); len(names) == 0 || len(names) == 1 && !games.SharedBoxes(e.game) || len(names) == 1 && b.Amount == 0 && b.Spot != "" && b.Spot != early && !lies(e.round.Bets, b, names[0]) {
		done(append(names, "")[0])
		return
	}
	free := freeNumber(func(name string) bool { return slices.Contains(bettorsOf(e.round.Bets, b.Box), name) })
	choices = append(choices, controls.Choice{Label: e.t.shell.Text.T("edit_other", text.Args{"Bettor": free}), Key: view.BettorKey(free), Do: func() { done(free) }})
	e.t.menuWith(tx(e.t, "edit_bettor"), "", choices)
}

// lies reports whether a bettor has a bet on a spot.
func lies(bets []games.Bet, on games.Bet, bettor string) bool {
	return slices.ContainsFunc(bets, func(b games.Bet) bool { return b.Box == on.Box && b.Spot == on.Spot && b.Bettor == bettor })
}

// askAction asks for a decision of the game.
func (e *edit) askAction(insurance bool, done func(games.Action)) {
	var choices []controls.Choice
	for _, a := range e.game.Layout().Answers {
		do := a.Do
		if a.Bought != insurance {
			continue
		}
		choices = append(choices, controls.Choice{Label: e.t.shell.Viewer().Log().Choice(do), Key: a.Key, Do: func() { done(do) }})
	}
	e.t.menuWith(tx(e.t, "edit_decision"), "", choices)
}

// askEarly asks what a bettor behind decided early.
func (e *edit) askEarly(done func(games.Early)) {
	var choices []controls.Choice
	for _, early := range games.EarlyChoices(e.game) {
		choices = append(choices, controls.Choice{Label: e.t.shell.Viewer().EarlyWord(early), Key: view.EarlyKey(e.game, early), Do: func() { done(early) }})
	}
	e.t.menuWith(tx(e.t, "edit_early"), "", choices)
}
