package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
)

// Esc leads out of the set-up at once where nothing was typed; else it asks, and what was typed is there as long as nobody
// has said that it goes.
func TestSetUpIsNotThrownAwayUnasked(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	s.Keys("b")
	formOf(s).press(fyne.KeyEscape)
	s.Says("Qui non c’è ancora nessuna casa")

	s.Keys("b")
	f := formOf(s)
	f.types("Casinò Lugano")
	at := f.focused()
	for _, stay := range []func(){s.Escape, func() { s.Keys("a") }} {
		f.press(fyne.KeyEscape)
		s.Says("Buttare via ciò che è scritto?")
		stay()
		if name := fieldNamed(s, "Nome della casa"); name == nil || name.Text != "Casinò Lugano" || f.focused() != at {
			t.Fatalf("it is gone, or the cursor elsewhere: %s", s.Words())
		}
	}
	f.press(fyne.KeyEscape)
	s.Keys("b")
	s.Says("Qui non c’è ancora nessuna casa")
	s.Keys("b")
	if name := fieldNamed(s, "Nome della casa"); name == nil || name.Text != "" {
		t.Error("what was thrown away is there again")
	}
}

// fieldNamed is the field of the form on the screen by its label.
func fieldNamed(s *guest, label string) *controls.Field {
	for _, o := range test.LaidOutObjects(s.Shell.Window.Canvas().Content()) {
		if e, is := o.(*controls.Field); is && e.Label() == label {
			return e
		}
	}
	return nil
}

// The question is read in every language.
func TestQuestionOfTheSetUpIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := arrive(t, Options{Language: lang}).inHouse()
		s.Keys("b")
		f := formOf(s)
		f.types("Casinò")
		f.press(fyne.KeyEscape)
		s.Look("leave")
		if strings.Contains(s.Words(), "setup_") {
			t.Error(s.Words())
		}
	})
}
