package handfile

import (
	"slices"
	"testing"

	"sabot/games"
)

// What a game says that its spots pay is what they are paid: each way of a full shoe is among those odds, and of the spots
// whose every win is counted there are no others.
func TestGamesSayWhatTheyPay(t *testing.T) {
	for _, preset := range Presets() {
		g, _ := Preset(preset)
		ways := map[string][]games.Odds{}
		for _, w := range g.(games.Paying).Ways() {
			if !slices.Contains(ways[w.Spot], w.Odds) {
				ways[w.Spot] = append(ways[w.Spot], w.Odds)
			}
		}
		for _, spot := range g.Offered(games.Round{}) {
			said, paid := games.PaysOf(g, spot.Name), ways[spot.Name]
			if spot.Name == "behind" {
				continue
			}
			if len(paid) == 0 || len(said) == 0 {
				t.Errorf("%s, %s: says %v, pays %v", preset, spot.Name, said, paid)
			}
			for _, odds := range paid {
				if !slices.Contains(said, odds) {
					t.Errorf("%s, %s: pays %v, says %v", preset, spot.Name, odds, said)
				}
			}
			for _, odds := range said {
				if !slices.Contains(paid, odds) && spot.Name != "main" { // whose plain wins no way counts
					t.Errorf("%s, %s: says %v, pays %v", preset, spot.Name, odds, paid)
				}
			}
		}
	}
}
