package table

import (
	"slices"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// takeAway makes the next spot that is tapped lose its bet; pressed again it takes all of them.
func (t misdealPage) takeAway() {
	if t.cursor.Take {
		t.ClearAll()
		return
	}
	t.bets().empty()
	t.cursor.Take = true
	t.notice = view.Notice{Text: t.shell.Text.T("take_hint")}
	t.Update()
}

// takesAway takes from a spot that is tapped, and reports whether it did. It takes the whole bet where that was
// asked for, one chip with Shift ("Premi Maiuscolo+clic sull'area di scommessa per rimuovere una fiche dalla
// puntata", source 003).
func (t misdealPage) takesAway(box int, spot, bettor string, named bool) bool {
	chip := t.felt.Drawn.Shift()
	if spot == view.RestSpot || !chip && !t.cursor.Take {
		return false
	}
	bet, lies := t.lying(box, spot, bettor, named)
	if !lies {
		bet = games.Bet{Box: box, Spot: spot, Bettor: bettor}
	}
	takes := hand.Bets.TakeChip
	if bet.Amount = t.chipInHand(); t.cursor.Take {
		takes, bet.Amount = hand.Bets.Place, 0
	}
	t.bets().empty()
	t.cursor.Box, t.cursor.Spot, t.cursor.Bettor = box, spot, bet.Bettor
	t.do(func(s *pit.Table) ([]record.Fact, error) { return takes(s.Bets(), bet) })
	return true
}

// lying returns the bet on a spot that is meant. It is that of the bettor who was named or is in hand, else the
// last one entered there.
func (t misdealPage) lying(box int, spot, bettor string, named bool) (games.Bet, bool) {
	if !named && t.cursor.Box == box {
		bettor = t.cursor.Bettor
	}
	last, found := games.Bet{}, false
	for _, b := range t.session.State.Current.Round.Bets {
		if b.Box != box || b.Spot != spot {
			continue
		}
		if b.Bettor == bettor {
			return b, true
		}
		if !named {
			last, found = b, true
		}
	}
	return last, found
}

// chipInHand returns the value of the chip that a tap puts down.
func (t misdealPage) chipInHand() games.Amount {
	if chips := t.chips(); t.cursor.Chip < len(chips) {
		return chips[t.cursor.Chip]
	}
	return 0
}

// toggleDigits puts digits for a finger in place of the chips, and back.
func (t misdealPage) toggleDigits() {
	t.cursor.Digits, t.cursor.Take = !t.cursor.Digits, false
	t.Update()
}

// tapDigit handles a digit of the pad for a finger.
func (t misdealPage) tapDigit(r rune) {
	if r == '⌫' {
		t.cursor.Typed = t.cursor.Typed[:max(0, len(t.cursor.Typed)-1)]
		t.pass()
		t.Update()
		return
	}
	if !t.bets().typedDigit(r) {
		t.shell.NoUse(string(r))
	}
}

// undoneAt moves the cursor to the spot where a bet was taken back: what is typed next is meant for it.
func (t misdealPage) undoneAt(f record.Fact) {
	bets, ok := f.(record.BetsPlaced)
	if !ok || t.session.State.Deal().Phase() != hand.Betting {
		return
	}
	t.bets().empty()
	single := bets.How == record.ByChip || bets.How == record.ByAmount
	if single && len(bets.Bets) == 1 {
		b := bets.Bets[0]
		t.cursor.Box, t.cursor.Spot, t.cursor.Bettor, t.cursor.Fresh = b.Box, b.Spot, b.Bettor, slices.Contains(t.bets().spotsOf(b.Bettor), b.Spot)
	}
}
