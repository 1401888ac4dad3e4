package handfile_test

import (
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

// A decision has the same key in every game, and stands in the same place: card, stand, double, split, insure. A croupier
// changes between games in a night.
func TestDecisionsHaveOneKeyInAllGames(t *testing.T) {
	order := []games.Answer{
		{Do: games.Draw, Key: "H"},
		{Do: games.Hit, Key: "H"},
		{Do: games.Stand, Key: "S"},
		{Do: games.Double, Key: "X"},
		{Do: games.Split, Key: "P"},
		{Do: games.Insure, Key: "I"},
	}
	place := map[games.Action]int{}
	for i, a := range order {
		place[a.Do] = i
	}
	for _, preset := range handfile.Presets() {
		game, _ := handfile.Preset(preset)
		last := -1
		for _, a := range game.Layout().Answers {
			i, known := place[a.Do]
			if !known || order[i].Key != a.Key || i <= last {
				t.Errorf("%s: %s has the key %q, at place %d behind %d", preset, a.Do, a.Key, i, last)
			}
			last = i
		}
	}
}

// A letter that meant something else at another game decides nothing there by itself.
func TestAFormerKeyNeverDecidesSomethingElse(t *testing.T) {
	draws := map[string]bool{} // by the letter, as it was
	for _, preset := range handfile.Presets() {
		game, _ := handfile.Preset(preset)
		for _, a := range game.Layout().Answers {
			if a.Draws && a.Was != "" {
				draws[a.Was] = true
			}
		}
	}
	if !draws["D"] {
		t.Error("D draws a card at no game any more")
	}
	for _, preset := range handfile.Presets() {
		game, _ := handfile.Preset(preset)
		layout := game.Layout()
		for _, a := range layout.Answers {
			if former, known := layout.Former(a.Key); known {
				t.Errorf("%s: %s is the key of %s and was that of %s", preset, a.Key, a.Do, former.Do)
			}
			if a.Was != "" && !a.Draws && draws[a.Was] && !a.WasAsks {
				t.Errorf("%s: %s decides %s at once, and draws a card at another game", preset, a.Was, a.Do)
			}
		}
	}
	if _, known := (games.Layout{Answers: []games.Answer{{Do: games.Stand, Key: "S"}}}).Former(""); known {
		t.Error("a decision without a former key has one")
	}
}
