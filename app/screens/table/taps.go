package table

import (
	"slices"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// chooseChip takes a chip in hand: the next spot that is tapped gets it.
func (t *Table) chooseChip(i int) {
	t.cursor.Chip = i
	t.Update()
}

// tapBox handles a tap on a box's number or its cards. While bets are open it chooses the box: what is repeated
// or doubled next is its own. Later it does what a tap on its bet does.
func (t *Table) tapBox(box int) {
	state := t.session.State
	switch phase := state.Deal().Phase(); {
	case phase == hand.Betting:
		if t.bets().enterTyped() {
			t.bets().chooseBox(box)
		}
	case phase == hand.Insuring:
		t.bets().insure(box)
	case phase != hand.Shut && state.Game != nil && t.bets().takesEarly() && state.Current.Round.Has(box):
		t.tapSeat(box, "", false)
	case state.Current.BetsClosed:
		t.askLateAt(box)
	}
}

// askLateAt asks on which spot of a box a bet came after the call: those without a bet are not drawn any more.
func (t *Table) askLateAt(box int) {
	var choices []controls.Choice
	for _, s := range games.PresetSpots(t.session.State.Game) {
		bet := games.Bet{Box: box, Spot: s.Name, Amount: t.misdeals().chipInHand()}
		choices = append(choices, controls.Choice{Label: t.shell.Viewer().BetName(t.session.State.Game, bet), Do: func() {
			t.shell.CloseOverlay()
			t.askLate(bet)
		}})
	}
	t.menuWith(t.shell.Text.T("box_n", text.Args{"Box": box}), t.shell.Text.T("late_lead"), choices)
}

// tapSpot puts the chip in hand on a spot.
func (t *Table) tapSpot(box int, name string) {
	spot, bettor, named := behind(name)
	if t.session.State.Deal().Phase() == hand.Insuring {
		t.bets().insure(box)
		return
	}
	if t.session.State.Game != nil && t.bets().isEarly(spot) {
		t.tapBehind(box, spot, bettor, named)
		return
	}
	if t.session.State.Deal().Phase() != hand.Betting {
		if t.bets().takesEarly() && t.session.State.Current.Round.Has(box) {
			t.tapSeat(box, "", false)
			return
		}
		t.askLate(games.Bet{Box: box, Spot: spot, Amount: t.misdeals().chipInHand()})
		return
	}
	if !t.bets().enterTyped() {
		return
	}
	if t.misdeals().takesAway(box, spot, bettor, named) {
		return
	}
	if box != t.cursor.Box || t.bets().takesEarly() {
		t.cursor.Bettor = ""
	}
	t.cursor.Box, t.cursor.Spot, t.cursor.Fresh, t.cursor.Tens = box, spot, false, false
	if spot == view.RestSpot { // several spots in one place: the panel shows them
		spots, rest := t.bets().spots(), t.shell.Viewer().Felt().RestSpots(t.session.State)
		open := slices.IndexFunc(rest, func(s games.Spot) bool { return slices.Contains(spots, s.Name) })
		if open < 0 {
			t.cursor.Spot = spots[0]
			t.say(&house.Refusal{Why: house.SpotIsOver, Box: box, What: rest[0].Name})
			t.Update()
			return
		}
		t.cursor.Spot, t.cursor.Fresh = rest[open].Name, true
		t.notice = view.Notice{}
		t.Update()
		return
	}
	t.putOrChoose()
}

// askLate asks whether a bet came after the call, where the house notes such bets. A tap alone may be a sleeve, and
// what is noted of somebody is never taken back.
func (t *Table) askLate(bet games.Bet) {
	tx := t.shell.Text
	note := func(amount games.Amount) func(*pit.Table) ([]record.Fact, error) {
		return func(s *pit.Table) ([]record.Fact, error) { return s.Bets().AddChip(withAmount(bet, amount)) }
	}
	if _, err := t.session.Would(note(bet.Amount)); err != nil {
		t.say(err)
		t.Update()
		return
	}
	name := t.shell.Viewer().BetName(t.session.State.Game, bet)
	t.menuWith(name, tx.T("late_lead"), []controls.Choice{
		{Label: tx.T("late_note", text.Args{"Amount": tx.Amount(bet.Amount)}), Do: t.approvals().closing(func() { t.do(note(bet.Amount)) })},
		{Label: tx.T("late_other"), Do: func() {
			t.approvals().askAmount(name, tx.T("late_lead"), false, func(amount games.Amount) {
				t.shell.CloseOverlay()
				t.do(note(amount))
			})
		}},
	})
}

// putOrChoose puts the chip in hand on the spot that was tapped. Where digits stand in place of the chips the spot
// waits for an amount.
func (t *Table) putOrChoose() {
	if t.cursor.Digits {
		t.cursor.Fresh = true
		t.notice = view.Notice{}
		t.Update()
		return
	}
	t.bets().putChip(t.cursor)
}

// tapBehind puts the chip in hand on a bet behind. It is that of the bettor who was named, else of the one in hand,
// else of the first. After the call it asks for the bettor's early decision.
func (t *Table) tapBehind(box int, spot, bettor string, named bool) {
	switch {
	case named:
	case box == t.cursor.Box && t.cursor.Bettor != "":
		bettor = t.cursor.Bettor
	default:
		bettor = firstBehind
	}
	if t.session.State.Deal().Phase() != hand.Betting {
		t.tapSeat(box, bettor, named)
		return
	}
	if !t.bets().enterTyped() {
		return
	}
	if t.misdeals().takesAway(box, spot, bettor, named) {
		return
	}
	t.cursor.Box, t.cursor.Spot, t.cursor.Bettor, t.cursor.Fresh = box, spot, bettor, false
	t.putOrChoose()
}

// tapSeat handles a tap on a seat after the call. It enters no bet, and notes no late one. It asks for what is
// decided ahead, of the bettor who was tapped or of anybody there.
func (t *Table) tapSeat(box int, bettor string, named bool) {
	state := t.session.State
	if !t.bets().decidesAhead(box) {
		t.bets().notAhead(box)
		return
	}
	for _, b := range state.Bets().EarlyBets(box) {
		if named && b.Bettor == bettor {
			t.bets().openEarlyBehind(b)
			return
		}
	}
	t.bets().openEarlyOf(box)
}
