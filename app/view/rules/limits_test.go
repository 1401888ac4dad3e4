package rules_test

import (
	"regexp"
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/games/handfile"
)

// What a spot pays is the game's to say: the sentence has all its odds and no other, in each language.
func TestOddsComeFromTheGame(t *testing.T) {
	written := regexp.MustCompile(`\d+:\d+`)
	for _, lang := range text.Languages() {
		tx := text.Open(lang, "CHF")
		for _, preset := range handfile.Presets() {
			g, _ := handfile.Preset(preset)
			if ruled, ok := g.(games.Ruled); ok && g.Name() == "blackjack" {
				other, taken := ruled.WithRule("blackjack", "6:5")
				if !taken {
					t.Fatalf("%s takes no 6:5", preset)
				}
				g = other
			}
			for _, spot := range g.Spots() {
				said := rules.Pays(tx, g, spot.Name, nil)
				odds := map[string]bool{}
				for _, o := range games.PaysOf(g, spot.Name) {
					odds[o.String()] = true
					if !strings.Contains(said, o.String()) {
						t.Errorf("%s, %s, %s: %q does not say %v", lang, preset, spot.Name, said, o)
					}
				}
				for _, o := range written.FindAllString(said, -1) {
					if !odds[o] {
						t.Errorf("%s, %s, %s: %q says %s, which the game does not", lang, preset, spot.Name, said, o)
					}
				}
				if raw := tx.T("pays_" + games.PaysAs(g, spot.Name)); written.MatchString(raw) || strings.Contains(said, "no value") {
					t.Errorf("%s, %s: %q has odds of its own", lang, spot.Name, raw)
				}
			}
		}
	}
}
