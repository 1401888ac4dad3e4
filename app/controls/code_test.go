package controls

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/text"
)

// What is typed on a pad is said as large where somebody elsewhere is asked too, or looks on, as where nobody is.
func TestHintOfAPadIsAsLarge(t *testing.T) {
	size := func(hint string) float32 {
		c := NewCode(Code{Title: "LB1", Hint: hint, Who: func(string) string { return "" }})
		for _, o := range c.draw(fyne.NewSize(1024, 768)) {
			if line, is := o.(*canvas.Text); is && line.Text != "" && strings.HasPrefix(hint, line.Text) {
				return line.TextSize
			}
		}
		t.Fatalf("nowhere %q", hint)
		return 0
	}
	for _, lang := range text.Languages() {
		tx := text.Open(lang, "CHF")
		plain := size(tx.T("sign_hint"))
		for _, hint := range []string{tx.T("approve_elsewhere"), tx.T("approve_looked", text.Args{"Name": "Massimiliano Bernasconi"})} {
			if got := size(hint); got < plain {
				t.Errorf("%s: %q begins in letters of %v, and the plain one of %v", lang, hint, got, plain)
			}
		}
	}
}
