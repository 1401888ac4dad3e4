package controls

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// A sign that could not be printed later is not taken, and the page says so; what was
// typed stays.
func TestPromptRefusesWhatCannotBePrinted(t *testing.T) {
	test.NewTempApp(t)
	said := ""
	p := NewPrompt(Prompt{Title: "Why", Wording: func(err error) string { return err.Error() }, OnDone: func(text string) { said = text }})
	for _, r := range "Zoë \U0001f600\n!" {
		p.Rune(r)
		if r == 0x1f600 && p.word == "" {
			t.Error("nothing is said of it")
		}
	}
	p.OnDone(p.Typed)
	if said != "Zoë !" {
		t.Errorf("%q", said)
	}
}
