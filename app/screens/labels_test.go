package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
)

// colons has a colon behind a label as each language writes it.
var colons = map[string]string{"it": ": ", "de": ": ", "fr": "\u00a0: ", "en": ": "}

// The page of the keys has a colon between a line of a menu and what it does, as the language writes it.
func TestKeysOfAMenuHaveTheColonOfTheLanguage(t *testing.T) {
	for _, lang := range text.Languages() {
		s := arrive(t, Options{Language: lang})
		s.Press("F1")
		lead, _, _ := strings.Cut(s.Shell.Text.T("first_demo_lead"), " ")
		s.Says(s.Shell.Text.T("first_demo") + colons[lang] + lead)
	}
}

// What a form refuses stands behind the label of its field, with a colon as the language writes it.
func TestMistakesHaveTheColonOfTheLanguage(t *testing.T) {
	for _, lang := range text.Languages() {
		s := arrive(t, Options{Language: lang})
		form := s.station.newSetupForm()
		s.Shell.Show(shell.PageOf(form.Page(), nil, form.Key))
		f := formOf(s)
		form.Begin()
		f.types("Casinò", "")
		f.press(fyne.KeyReturn)
		s.Says(s.Shell.Text.T("setup_person_n", text.Args{"N": 1}) + colons[lang])

		for range 90 {
			if pick, ok := f.focused().(*controls.Pick); ok && form.LabelOf(pick) != "" {
				pick.TypedRune('ж')
				s.Says(form.LabelOf(pick) + colons[lang])
				break
			}
			f.types("")
		}
	}
}
