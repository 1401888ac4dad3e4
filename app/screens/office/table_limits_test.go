package office

import (
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

// A new table of blackjack proposes for a bet behind the limits of the bet that it follows; a side bet has lower ones.
func TestBehindIsProposedAsTheMainBet(t *testing.T) {
	g, _ := handfile.Preset("bj-us")
	limits := map[string]games.Limit{}
	for _, s := range games.PresetSpots(g) {
		limits[s.Name] = proposed(s, []games.Amount{500, 1000, 2500})
	}
	if limits["behind"] != limits["main"] || limits["behind"] != (games.Limit{Min: 1000, Max: 50_000}) || limits["player_pair"] == limits["main"] {
		t.Errorf("proposed are %v", limits)
	}
}
