package office

import (
	"sabot/app/screens/shell"
	"sabot/app/view"
)

var _ shell.DigitPage = (*Office)(nil)

// A kindAt is a report that is shown: its kind, and which slip.
type kindAt struct{ kind, slip int }

// MarkDigit remembers which report is shown before the nth of some digits in a row: it implements the shell's DigitPage.
func (o *Office) MarkDigit(n int) {
	o.digits = append(o.digits[:min(n, len(o.digits))], kindAt{o.kind, o.slip})
}

// TakeDigitsBack shows again what was shown before the nth of some digits that are a code.
func (o *Office) TakeDigitsBack(n int, _ string, _ bool) bool {
	o.kind, o.slip = o.digits[n].kind, o.digits[n].slip
	o.papers().preview()
	o.notice = view.Notice{Text: o.t("office_code"), Bad: true}
	o.update()
	return true
}
