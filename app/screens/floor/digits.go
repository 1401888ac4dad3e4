package floor

import (
	"sabot/app/screens/shell"
	"sabot/app/view"
)

var _ shell.DigitPage = (*Floor)(nil)

// MarkDigit remembers which table is chosen before the nth of some digits in a row: it implements the shell's DigitPage.
func (f *Floor) MarkDigit(n int) {
	f.digits = append(f.digits[:min(n, len(f.digits))], f.chosen)
}

// TakeDigitsBack chooses again what was chosen before the nth of some digits that are a code.
func (f *Floor) TakeDigitsBack(n int, _ string, _ bool) bool {
	f.chosen = f.digits[n]
	f.notice = view.Notice{Text: f.t("floor_code"), Bad: true}
	f.update()
	return true
}
