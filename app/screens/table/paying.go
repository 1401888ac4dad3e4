package table

import (
	"time"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/record"
)

// payShown does every act that the screen shows, and none that nobody saw.
func (t *Table) payShown() {
	upto := t.pad().Upto
	if t.pay(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().PayUpTo(upto) }) {
		t.allAt = t.paidAt
	}
}

// pay does a command by which something is paid, and notes when it did.
func (t *Table) pay(command session.Command) bool {
	did := t.do(command)
	if did {
		t.paidAt = t.shell.Clock.Now()
	}
	return did
}

// inRhythm reports whether a key that would do something else comes right behind one by which something was paid.
// By the rhythm of paying it comes once too often. It counts as one of that rhythm, and a word says what it would
// do.
func (t *Table) inRhythm(since *time.Time, word string) bool {
	now := t.shell.Clock.Now()
	if now.Sub(*since) >= controls.Rhythm {
		return false
	}
	*since = now
	t.Warn(t.shell.Text.T(word))
	return true
}

// enterInRhythm reports whether the Enter of a button comes so, behind an act that was ticked off. It would end the
// insurance, or have a shoe stand that nobody has shuffled.
func (t *Table) enterInRhythm(b view.Button) bool {
	switch b.ID {
	case view.ButtonNobody:
		return t.inRhythm(&t.paidAt, "nobody_again")
	case view.ButtonShoe, view.ButtonShoeFresh:
		return t.inRhythm(&t.paidAt, "shoe_again")
	}
	return false
}

// spaceInRhythm reports whether a Space that would lay bets comes so, behind one by which all was paid, or behind one that laid
// bets, which it would double. Where a box was chosen in between it is meant.
func (t *Table) spaceInRhythm() bool {
	switch {
	case t.cursor.Box > 0 && !t.cursor.Laid:
		return false
	case len(t.session.State.Current.Round.Bets) > 0:
		return t.inRhythm(&t.laidAt, "double_again")
	}
	return t.inRhythm(&t.allAt, "repeat_again")
}

func (t *Table) pad() view.Pad {
	return t.viewer().Of(t.session.State, t.cursor, t.notice).Pad
}

// morePays reports whether more is to be paid than the screen shows.
func (t *Table) morePays() bool { return t.pad().More > 0 }

// paysFirst reports whether the hand must wait, and shows that then. To go on counts what is settled as done,
// and not all of that has been on the screen.
func (t *Table) paysFirst() bool {
	if !t.morePays() {
		return false
	}
	t.notice = view.Notice{Text: t.shell.Text.T("said_pays_first"), Bad: true}
	t.Update()
	return true
}
