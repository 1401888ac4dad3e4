package table

import (
	"cmp"
	"errors"
	"reflect"
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
)

// An edit is a closed hand that is being corrected: a line for each card in shoe order, each
// bet and each decision. The hand is read again after each change.
type edit struct {
	t     *Table
	game  games.Game // as the hand was played
	shift int
	hand  int
	was   games.Round
	round games.Round
	list  *controls.Picker

	lines       []view.Line // of the list: the cards, then the bets, then the decisions
	cards, bets int         // how many there are of each

	marked []games.Round // before each of the digits in a row
	word   string        // that they were a code; until something is changed
}

// draft returns the correction of a closed hand from which the way led to what is put right first. It returns a new
// one of another hand, and of one that was corrected since.
func (t countPage) draft(n int, h *hand.Hand) *edit {
	state, e := t.session.State, t.edited
	t.edited = nil
	if e != nil && e.shift == state.Shift && e.hand == n && reflect.DeepEqual(e.was, h.Round) {
		return e
	}
	e = &edit{t: t.Table, game: h.GameOr(state.Game), shift: state.Shift, hand: n, was: h.Round, round: h.Round}
	e.round.Bets, e.round.Laid, e.round.Decisions = slices.Clone(h.Round.Bets), slices.Clone(h.Round.Laid), slices.Clone(h.Round.Decisions)
	return e
}

// editHand opens a closed hand to be corrected.
func (t countPage) editHand(n int) {
	h, ok := t.session.State.ClosedHand(n)
	if !ok {
		return
	}
	e := t.draft(n, h)
	e.list = controls.NewPicker(controls.Picker{
		Title: t.shell.Text.T("history_hand", text.Args{"Hand": n}), Close: t.shell.LeaveWord(), OnClose: e.leave,
		Columns: []controls.Column{{Width: 2}, {Width: 4.2}, {Head: tx(t.Table, "edit_is"), Width: 2.4}, {Head: tx(t.Table, "edit_was"), Width: 2.4}},
		Acts: []controls.PickerAct{
			{Label: tx(t.Table, "edit_change"), ForRow: true, Off: e.removed, Do: e.change},
			{Label: tx(t.Table, "edit_add"), Key: "A", Do: e.add},
			{Label: tx(t.Table, "edit_remove"), Key: "X", ForRow: true, Off: e.removed, Do: e.remove},
			{Label: tx(t.Table, "edit_collections"), Key: "I", Off: func(int) bool { return !t.session.State.Open || !house.RefusedFor(e.wrong(), house.CommissionPaid) }, Do: func(int) { t.edited = e; t.openPutRight() }},
			{Label: tx(t.Table, "edit_done"), Key: "F", Off: func(int) bool { return e.wrong() != nil }, Do: func(int) { e.approve() }},
		},
	})
	e.show()
	t.shell.Over(editing{shell.PageOf(e.list.Drawn, e.list.Rune, func(name fyne.KeyName) bool {
		if name != fyne.KeyEscape {
			return e.list.Key(name)
		}
		e.leave()
		return true
	}), e})
}

// leave lets go of the correction.
func (e *edit) leave() {
	e.t.edited = nil
	e.t.shell.Back()
}

// show brings the list up to what the hand is now said to have been.
func (e *edit) show() {
	var rows [][]string
	none := tx(e.t, "change_none")
	cards, bets, decisions := e.t.shell.Viewer().Log().Lines(e.game, hand.Compare(e.game, e.was, e.round))
	e.cards, e.bets, e.lines = len(cards), len(bets), slices.Concat(cards, bets, decisions)
	for _, l := range e.lines {
		was := ""
		if l.Changed {
			was = cmp.Or(l.Was, none)
		}
		if l.Was == l.Is && l.Pair.Was >= 0 && l.Pair.Is >= 0 { // it lies elsewhere, and that stands beside it
			was = ""
		}
		rows = append(rows, []string{l.What, l.Where, cmp.Or(l.Is, none), was})
	}
	notes := e.verdict()
	if e.word != "" {
		notes = slices.Insert(notes, 0, view.ApprovalLine{Text: e.word, Mark: view.Warned})
	}
	e.list.Show(rows, notes)
}

// wrong returns why the hand cannot have been so; nil where it can.
func (e *edit) wrong() error {
	_, err := e.t.session.State.Corrections().Recount(hand.Correction{Hand: e.hand, Round: e.round})
	return err
}

// verdict returns the result of the hand now, or why it cannot have been so.
func (e *edit) verdict() []view.ApprovalLine {
	state, v := e.t.session.State, e.t.shell.Viewer()
	s, err := state.Corrections().Recount(hand.Correction{Hand: e.hand, Round: e.round})
	var refusal *house.Refusal
	switch {
	case house.RefusedFor(err, house.NothingChanges):
		return []view.ApprovalLine{{Text: tx(e.t, "edit_lead")}}
	case errors.As(err, &refusal):
		line := v.Refused(refusal, e.game)
		if step, err := e.game.Next(e.round); refusal.Why == house.HandUnfinished && err == nil {
			line = view.Sentences(line, v.Log().Missing(step))
		}
		return []view.ApprovalLine{{Text: line, Mark: view.Warned}}
	}
	old, _ := state.ClosedHand(e.hand)
	comes := e.t.shell.Text.T("correct_comes_to", text.Args{
		"Was": e.t.shell.Text.Signed(old.House), "Is": e.t.shell.Text.Signed(s.House), "Difference": e.t.shell.Text.Signed(s.House - old.House),
	})
	return []view.ApprovalLine{{Text: comes, Mark: view.Won}}
}

// changed takes a change in: the cards lie where the deal has them then, and the list
// stands in front again.
func (e *edit) changed() {
	e.round, e.word = e.t.session.State.Felt().Placed(e.round), ""
	e.show()
	e.t.shell.DownTo(e.list.Drawn)
}

// line returns the card, the bet or the decision of a row of the list, by its number. Of one that was removed it is the one
// before it, -1 where there is none.
func (e *edit) line(row int) (card, bet, decision int) {
	card, bet, decision = -1, -1, -1
	at := func(first int) int {
		for ; row >= first; row-- {
			if n := e.lines[row].Pair.Is; n >= 0 {
				return n
			}
		}
		return -1
	}
	switch {
	case row >= len(e.lines):
	case row < e.cards:
		card = at(0)
	case row < e.cards+e.bets:
		bet = at(e.cards)
	default:
		decision = at(e.cards + e.bets)
	}
	return card, bet, decision
}

// removed reports whether a row is of what was removed: nothing is changed of it any more.
func (e *edit) removed(row int) bool { return row < len(e.lines) && e.lines[row].Pair.Is < 0 }

func (e *edit) change(row int) {
	switch card, bet, decision := e.line(row); {
	case card >= 0:
		e.t.approvals().askCard(tx(e.t, "correct_card_title"), func(c games.Card) {
			e.round.Laid[card].Card, e.round.Laid[card].Hidden = c, false
			e.changed()
		})
	case bet >= 0:
		e.changeBet(bet)
	case decision >= 0:
		e.askAction(e.round.Decisions[decision].Do == games.Insure, func(do games.Action) { e.round.Decisions[decision].Do = do; e.changed() })
	}
}

// changeBet asks what of a bet was otherwise.
func (e *edit) changeBet(i int) {
	b := &e.round.Bets[i]
	v, g := e.t.shell.Viewer(), e.game
	early, _ := games.EarlySpot(g)
	e.t.menuWith(v.BetName(g, *b), tx(e.t, "correct_what"), []controls.Choice{
		{Label: tx(e.t, "edit_amount"), Do: func() {
			e.t.approvals().amount(v.BetName(g, *b), tx(e.t, "correct_bet_title"), func(a games.Amount) { b.Amount = a; e.changed() })
		}},
		{Label: tx(e.t, "edit_box"), Do: func() { e.askBox(func(box int) { b.Box = box; e.changed() }) }},
		{Label: tx(e.t, "edit_spot"), Do: func() { e.askSpot(func(spot string) { b.Spot = spot; e.changed() }) }},
		{Label: tx(e.t, "edit_bettor"), Do: func() { e.askBettor(*b, func(name string) { b.Bettor = name; e.changed() }) }},
		{Label: tx(e.t, "edit_early"), Off: b.Spot != early, Do: func() { e.askEarly(func(early games.Early) { b.Early = early; e.changed() }) }},
	})
}

// remove takes a line away that never was.
func (e *edit) remove(row int) {
	switch card, bet, decision := e.line(row); {
	case card >= 0:
		e.round.Laid = slices.Delete(e.round.Laid, card, card+1)
	case bet >= 0:
		e.round.Bets = slices.Delete(e.round.Bets, bet, bet+1)
	case decision >= 0:
		e.round.Decisions = slices.Delete(e.round.Decisions, decision, decision+1)
	}
	e.changed()
}

// add asks what there was besides: a card or a decision behind the chosen line, or a bet.
func (e *edit) add(row int) {
	card, _, decision := e.line(row)
	after := func(of bool, at, n int) int {
		if !of {
			return n
		}
		return min(at+1, n)
	}
	ofCards, ofDecisions := row < e.cards, row >= e.cards+e.bets && row < len(e.lines)
	e.t.menuWith(tx(e.t, "edit_add"), "", []controls.Choice{
		{Label: tx(e.t, "edit_add_card"), Do: func() {
			e.t.approvals().askCard(tx(e.t, "correct_card_title"), func(c games.Card) {
				e.round.Laid = slices.Insert(e.round.Laid, after(ofCards, card, len(e.round.Laid)), games.Laid{Card: c})
				e.changed()
			})
		}},
		{Label: tx(e.t, "edit_add_bet"), Do: e.addBet},
		{Label: tx(e.t, "edit_add_decision"), Do: func() {
			e.askBox(func(box int) {
				e.askAction(false, func(do games.Action) {
					e.round.Decisions = slices.Insert(e.round.Decisions, after(ofDecisions, decision, len(e.round.Decisions)), games.Decision{Box: box, Do: do})
					e.changed()
				})
			})
		}},
		{Label: tx(e.t, "edit_add_insurance"), Off: !e.insures(), Do: func() {
			e.askBox(func(box int) {
				e.askBettor(games.Bet{Box: box}, func(name string) {
					e.round = games.WithInsurance(e.game, e.round, games.Decision{Box: box, Bettor: name, Do: games.Insure})
					e.changed()
				})
			})
		}},
	})
}

// insures reports whether the game has insurance.
func (e *edit) insures() bool {
	_, ok := e.game.Layout().Answer(games.Insure)
	return ok
}

func (e *edit) addBet() {
	e.askBox(func(box int) {
		e.askSpot(func(spot string) {
			b := games.Bet{Box: box, Spot: spot}
			e.askBettor(b, func(name string) {
				b.Bettor = name
				e.t.approvals().amount(e.t.shell.Viewer().BetName(e.game, b), tx(e.t, "correct_bet_title"), func(a games.Amount) {
					e.round.Bets = append(e.round.Bets, withAmount(b, a))
					e.changed()
				})
			})
		})
	})
}

// approve asks whether a difference was put right with the players, why, and the inspector.
func (e *edit) approve() {
	e.t.counts().correct(correcting{
		Correction: hand.Correction{Hand: e.hand, Round: e.round, Signed: e.t.counts().signed()}, title: e.t.shell.Text.T("history_hand", text.Args{"Hand": e.hand}),
		reasons: []string{"reason_typed", "reason_video"}, command: pit.Corrections.CorrectHand, approver: "title_approve_correct", said: "said_corrected",
	})
}

func (e *edit) askBox(done func(box int)) {
	var boxes []boxChoice
	for box := 1; box <= e.game.Options().Boxes; box++ {
		boxes = append(boxes, boxChoice{Box: box})
	}
	e.t.shell.Over(editing{e.t.bets().boxesPage(tx(e.t, "edit_box"), tx(e.t, "irregular_which_box"), boxes, false, func(boxes []int) { done(boxes[0]) }), e})
}

// An editing is a page of a correction. Of a code that is typed there a first digit is no box: what it changed is
// taken back.
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
