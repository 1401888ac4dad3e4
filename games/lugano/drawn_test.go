package lugano_test

import (
	"testing"

	"sabot/games"
	"sabot/games/gametest"
	"sabot/games/lugano"
)

// The bank draws by its own rule (source 004): nothing is named before the boxes have answered, nor
// once its third card lies.
func TestTheBanksRuleIsNamed(t *testing.T) {
	g := table(t, lugano.FaceUp)
	for hand, want := range map[string]int{
		"9s 2h Kd":                0,
		"9s 2h Kd stand":          1,
		"9s 2h Kd stand 2d":       1,
		"9s 2h Kd stand 7d":       1,
		"9s 2h Kd stand 2d Kc":    0,
		"9s 2h Kd draw 5c":        1,
		"9s 2h Kd draw 5c 2d 9c ": 0,
	} {
		by := g.(games.Reasoned).DrawnBy(gametest.Parse(t, g, "1:59=10 1:play=10 | "+hand))
		if len(by) != want || want > 0 && (by[0].Key != "lugano_bank" || by[0].Args["Draws"] != 4) {
			t.Errorf("%s: by %v", hand, by)
		}
	}
}
