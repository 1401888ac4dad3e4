package table

import (
	"strings"
	"time"

	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

var (
	_ shell.DigitPage = (*Table)(nil)
	_ shell.DigitPage = (*laying)(nil)
	_ shell.DigitPage = boxesAsked{}
	_ shell.DigitPage = insuring{}
	_ shell.DigitPage = editing{}
)

// MarkDigit implements the shell's DigitPage.
func (t *Table) MarkDigit(n int) {
	t.digits = append(t.digits[:min(n, len(t.digits))], t.mark())
}

// mark returns how things stand now.
func (t *Table) mark() marked {
	_, asks := t.shell.Overlay().(insuring)
	return marked{cursor: t.cursor, seq: t.session.State.Seq, asks: asks, insure: t.session.State.Deal().Phase() == hand.Insuring, at: t.shell.Clock.Now()}
}

// TakeDigitsBack implements the shell's DigitPage. An amount that is typed is gone, and what was entered by the
// digits is taken back, as far as that needs no inspector. What was entered before them stands. What was entered
// stays in the log: then the person is told to change the PIN. An amount that may be a bet stands, and digits that
// may all be cards: six cards in a row begin as somebody's number soon.
func (t *Table) TakeDigitsBack(n int, digits string, over bool) bool {
	state, from := t.session.State, t.digits[n]
	betting := state.Deal().Phase() == hand.Betting
	bets := betting && state.Seq == from.seq // else the row began with the card that is burned first
	if betting && t.mayBeBet() || bets && n > 0 || !bets && t.mayStand(n, digits, over) {
		return false
	}
	switch {
	case bets && t.cursor.Typed != "" && t.shell.House.State.People().IsCode(digits[1:]): // a box before it, as of an amount that is refused
		t.cursor.Typed, t.cursor.Fresh = "", true
	case bets:
		if t.cursor = from.cursor; t.cursor.Typed != "" {
			t.cursor.Typed, t.cursor.Fresh = "", true
		}
	default:
		t.letGo()
		t.bets().dropBust()
	}
	for last, keyed := state.Deal().LastKeyed(); keyed && last.Seq > from.seq; last, keyed = state.Deal().LastKeyed() {
		if t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().UndoCode() }) != nil {
			break
		}
	}
	said, brief := "digits_code", "digits_code_brief"
	switch {
	case state.Seq > from.seq: // each was entered at once
		said, brief = "digits_code_logged", "digits_code_logged_brief"
	case bets:
		said = "digits_code_bets"
	case len(state.Current.Round.Laid) == 0: // there is nothing to look at
		said, brief = "office_code", ""
	}
	t.notice = view.Notice{Text: t.shell.Text.T(said), Bad: true}
	if brief != "" {
		t.notice.Brief = t.shell.Text.T(brief)
	}
	t.Update()
	return true
}

// EraseDigit implements the shell's digitEraser. After a digit that entered nothing Backspace takes nothing back; an amount that is
// typed goes digit by digit.
func (t *Table) EraseDigit(n int) bool {
	before, after := t.digits[n], t.mark()
	if n+1 < len(t.digits) {
		after = t.digits[n+1]
	}
	t.digits = t.digits[:n+1]
	if t.session.State.Deal().Phase() == hand.Betting || before.seq != after.seq || before.asks != after.asks || t.cursor.Rank != "" || t.bust != (busting{}) {
		return false
	}
	t.Warn(t.shell.Text.T("digits_nothing"))
	return true
}

// mayBeBet reports whether the amount that is typed may be a bet, with the digits that may still come. The box
// before it makes it no code.
func (t *Table) mayBeBet() bool {
	amount, ok := text.ParseAmount(t.cursor.Typed)
	_, over := t.session.State.Bets().OverMaximum(t.cursor.Spot, amount)
	return ok && amount > 0 && !over
}

// apart is a pause that nobody makes within a code: what was typed before it is no part of the code.
const apart = time.Second

// mayStand reports whether the digits from the nth on may be what the page asks for. They may be cards, boxes and
// bettors that insure, or what was entered one by one. Over says that Enter came behind them.
func (t *Table) mayStand(n int, digits string, over bool) bool {
	typed := t.digits[n:]
	for i := range typed[1:] {
		if typed[i+1].at.Sub(typed[i].at) >= apart {
			return true
		}
	}
	if typed[0].insure {
		return !over || !t.shell.House.State.People().MayEndCode(digits) || t.slips(typed) < 2
	}
	return mayBeCards(digits)
}

// slips counts of some digits, with the Enter behind them, those that did nothing where somebody insures: one is a slip, no code.
func (t *Table) slips(typed []marked) (n int) {
	now := t.mark()
	for i, is := range typed {
		then := now
		if i+1 < len(typed) {
			then = typed[i+1]
		}
		if is.seq == then.seq && is.asks == then.asks {
			n++
		}
	}
	if now.asks {
		n++ // Enter chooses no bet
	}
	return n
}

// mayBeCards reports whether digits may all be ranks of cards: a 1 is none, unless a 0 follows, or may still.
func mayBeCards(digits string) bool {
	return !strings.Contains(strings.TrimSuffix(strings.ReplaceAll(digits, "10", "0"), "1"), "1")
}
