package table

import (
	"slices"
	"testing"

	"sabot/app/view"
)

// The space bar has a name where it is said that it means nothing.
func TestTheSpaceBarIsNamed(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	for lang, want := range map[string]string{"it": "Spazio: qui non serve.", "fr": "Espace : sans effet ici.", "de": "Leertaste hat hier keine Wirkung.", "en": "Space does nothing here."} {
		s.Shell.Speak(lang)
		s.screen.pages().openHistory()
		if s.Keys(" "); s.Shell.Word != want {
			t.Errorf("%s: %q", lang, s.Shell.Word)
		}
		s.Shell.CloseOverlay()
	}
}

// Which shoe is read at a table is set with a key that F1 has before any is, also while the table is closed.
func TestHelpNamesTheKeyOfTheShoe(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	_, always := s.screen.Help()
	if !slices.ContainsFunc(always, func(r view.HelpRow) bool { return r.Key == "F12" }) {
		t.Errorf("F1 has %v", always)
	}
}
