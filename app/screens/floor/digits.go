package floor

import "sabot/app/view"

// MarkDigit remembers which table is chosen before the nth of some digits in a row: it implements the shell's digitPage.
func (f *Floor) MarkDigit(n int) {
	f.digits = append(f.digits[:min(n, len(f.digits))], f.chosen)
}

// TakeDigitsBack chooses again what was chosen before the nth of some digits that are a code.
func (f *Floor) TakeDigitsBack(n int, _ string) bool {
	f.chosen = f.digits[n]
	f.notice = view.Notice{Text: f.t("floor_code"), Bad: true}
	f.update()
	return true
}
