package table

import (
	"time"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
)

// A betTimer is the time to bet at a table that has one. It runs by the window's clock from the first bet that
// lies, and stands while the table is paused. At its end no more bets is due, which is the croupier's call unless
// the house has it otherwise.
type betTimer struct {
	since time.Time     // which first bet it runs from; zero where it does not
	until time.Time     // by the window's clock, while it runs
	left  time.Duration // while it stands
	stop  func()        // of its next second; nil while it stands
}

// update runs the timer as the table is now.
func (b *betTimer) update(t *Table) {
	state, now := t.session.State, t.shell.Clock.Now()
	since := state.Current.BetsSince
	switch {
	case !state.Open || state.Bets().BetTime() == 0 || since.IsZero():
		b.stand(now)
		b.since = time.Time{}
		return
	case state.Deal().Phase() != hand.Betting:
		b.stand(now)
		return
	case since != b.since:
		b.stand(now)
		b.since, b.left = since, max(0, state.Bets().BetTime()-max(0, t.session.Now().Sub(since)))
	}
	if b.stop == nil && b.left > 0 {
		b.until = now.Add(b.left)
		b.tick(t)
	}
}

// stand keeps what is left.
func (b *betTimer) stand(now time.Time) {
	if b.stop != nil {
		b.stop()
		b.stop, b.left = nil, max(0, b.until.Sub(now))
	}
}

// tick waits for the next second.
func (b *betTimer) tick(t *Table) {
	left := b.until.Sub(t.shell.Clock.Now())
	next := (left-1)%time.Second + 1
	b.stop = t.shell.Clock.After(next, func() {
		if left > next {
			b.tick(t)
			t.showPhase()
			return
		}
		b.stop, b.left = nil, 0
		if t.session.State.Settings.BetTimeEnds {
			t.timeIsOver()
			return
		}
		t.Update()
	})
}

// timeIsOver ends the bets where the house has that happen by itself. An amount that nobody confirmed is no
// bet, and the table shows that.
func (t *Table) timeIsOver() {
	lost := t.cursor
	t.cursor.Typed = ""
	t.bets().closeBets()
	if lost.Typed != "" {
		t.Warn(t.shell.Text.T("typed_too_late", text.Args{"Typed": lost.Typed, "Box": lost.Box}))
	}
}

// leftToBet returns how much of the time to bet is left; false where no clock runs.
func (t *Table) leftToBet(state *pit.Table) (time.Duration, bool) {
	b := &t.timer
	switch {
	case state != t.session.State || b.since.IsZero() || state.Deal().Phase() != hand.Betting:
		return 0, false
	case b.stop != nil:
		return b.until.Sub(t.shell.Clock.Now()), true
	}
	return b.left, true
}

// viewer returns the shell's viewer, with the time that is left to bet here.
func (t *Table) viewer() view.Viewer {
	v := t.shell.Viewer()
	v.Left, v.Read = t.leftToBet, t.shoes().readShown()
	return v
}

// Help implements the shell's helped.
func (t *Table) Help() (now, always []view.HelpRow) {
	return t.viewer().Help(t.session.State, t.cursor)
}

// showPhase shows the seconds that are left, and nothing else anew.
func (t *Table) showPhase() {
	screen := t.viewer().Of(t.session.State, t.cursor, t.notice)
	t.act.Wait(screen.Waits)
	t.act.Set(screen.Act, screen.Notice, screen.Staked, screen.Announced)
	t.players.update()
}

// callLastBets enters that the last bets were called.
func (t *Table) callLastBets() {
	if t.bets().enterTyped() {
		t.do(pit.OfBets(hand.Bets.CallLastBets))
	}
}
