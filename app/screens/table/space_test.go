package table

import "testing"

// The space bar has a name where it is said that it means nothing.
func TestTheSpaceBarIsNamed(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	for lang, want := range map[string]string{"it": "Spazio: qui non serve.", "fr": "Espace : sans effet ici.", "de": "Leertaste hat hier keine Wirkung.", "en": "Space has no use here."} {
		s.Shell.Speak(lang)
		s.screen.openHistory()
		if s.Keys(" "); s.Shell.Word != want {
			t.Errorf("%s: %q", lang, s.Shell.Word)
		}
		s.Shell.CloseOverlay()
	}
}
