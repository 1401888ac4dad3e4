package shell

import (
	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/theme"
)

// The look of the windows and the size of letters are this machine's, whatever house is open: they are of its room, and of
// the eyes of those who work there.
const (
	lookKey    = "look"
	lettersKey = "letters"
	lightLook  = "light"
)

// Dress gives a program the look and the letters that this machine has kept. Light and a size of letters, where they are
// named, are for this run alone; 0 names none.
func Dress(a fyne.App, light bool, letters int) {
	kept, look := a.Preferences(), theme.Dark
	if light || kept.String(lookKey) == lightLook {
		look = theme.Light
	}
	if letters == 0 {
		letters = kept.Int(lettersKey)
	}
	theme.Wear(look)
	theme.Enlarge(letters)
	a.Settings().SetTheme(theme.Theme{Scale: 1})
}

// OwnChoices returns the choices of this window: its language, its look and the size of its letters. What is so now has a
// tick. Each choice is followed by done.
func (s *Shell) OwnChoices(done func()) []controls.Choice {
	tx, kept := s.Text, fyne.CurrentApp().Preferences()
	var choices []controls.Choice
	add := func(group, label string, now bool, do func()) {
		if now {
			label = "✓ " + label
		}
		choices = append(choices, controls.Choice{Group: tx.T(group), Label: label, Do: func() { do(); done() }})
	}
	for _, lang := range text.Languages() {
		add("menu_group_language", tx.T("lang_"+lang), lang == tx.Language, func() { s.Speak(lang) })
	}
	for _, look := range []struct {
		of         theme.Look
		said, kept string
	}{{theme.Dark, "look_dark", ""}, {theme.Light, "look_light", lightLook}} {
		add("menu_group_look", tx.T(look.said), look.of == theme.Worn(), func() {
			kept.SetString(lookKey, look.kept)
			theme.Wear(look.of)
			redress()
		})
	}
	for _, percent := range theme.Percents() {
		add("menu_group_letters", tx.T("letters_percent", text.Args{"Percent": percent}), percent == theme.Enlarged(), func() {
			kept.SetInt(lettersKey, percent)
			theme.Enlarge(percent)
			redress()
		})
	}
	return choices
}

// redress tells Fyne's own widgets that colours are others now.
func redress() {
	settings := fyne.CurrentApp().Settings()
	settings.SetTheme(settings.Theme())
}
