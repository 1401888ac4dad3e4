package table

import (
	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/record"
)

// payShown does every act that the screen shows, and none that nobody saw.
func (t *Table) payShown() {
	upto := t.pad().Upto
	t.pay(func(s *pit.Table) ([]record.Fact, error) { return s.PayUpTo(upto) })
}

// pay does a command by which something is paid, and notes when it did.
func (t *Table) pay(command session.Command) {
	if t.do(command) {
		t.paidAt = t.shell.Clock.Now()
	}
}

// inRhythm reports whether an Enter that would end the insurance comes right behind one by which something was paid: by the
// rhythm of paying it comes once too often. It counts as one of that rhythm, and a word says what it would do.
func (t *Table) inRhythm(b view.Button) bool {
	now := t.shell.Clock.Now()
	if b.ID != view.ButtonNobody || now.Sub(t.paidAt) >= controls.Rhythm {
		return false
	}
	t.paidAt = now
	t.Warn(t.shell.Text.T("nobody_again"))
	return true
}

func (t *Table) pad() view.Pad {
	return t.viewer().Of(t.session.State, t.cursor, t.notice).Pad
}

// morePays says whether more is to be paid than the screen shows.
func (t *Table) morePays() bool { return t.pad().More > 0 }

// paysFirst says that the hand does not go on: it counts what is settled as done, and not
// all of that has been on the screen.
func (t *Table) paysFirst() bool {
	if !t.morePays() {
		return false
	}
	t.notice = view.Notice{Text: t.shell.Text.T("said_pays_first"), Bad: true}
	t.Update()
	return true
}
