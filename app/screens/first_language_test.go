package screens

import "testing"

// Who starts Sabot for the first time finds their language by its own name, whatever language the page has.
func TestFirstPageNamesEachLanguageInItself(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := arrive(t, Options{Language: lang})
		s.Says("Italiano · Deutsch · Français · English")
	}
}
