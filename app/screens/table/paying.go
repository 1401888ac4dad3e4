package table

import (
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/record"
)

// payShown does every act that the screen shows, and none that nobody saw.
func (t *Table) payShown() {
	upto := t.pad().Upto
	t.do(func(s *pit.Table) ([]record.Fact, error) { return s.PayUpTo(upto) })
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
