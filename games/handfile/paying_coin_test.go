package handfile_test

import (
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

// A win that no chips make is found from the spot's minimum on, and so is the step of stakes that chips pay exactly.
func TestWinsThatNoChipsMake(t *testing.T) {
	fives := []games.Amount{500, 1000, 2500}
	for _, c := range []struct {
		game, rules, spot  string
		least, stake, paid games.Amount
		step               games.Amount
	}{
		{"puntobanco", `{"preset":"pb-speed","rounding":{"unit":1}}`, "banker", 2500, 2500, 2375, 10_000},
		{"puntobanco", `{"preset":"pb-speed","rounding":{"unit":1}}`, "banker", 10_000, 10_500, 9975, 10_000},
		{"puntobanco", `{"preset":"pb-speed","rounding":{"unit":1}}`, "player", 2500, 0, 0, 500},
		{"puntobanco", `{"preset":"pb-speed","rounding":{"unit":500}}`, "banker", 2500, 0, 0, 10_000},
		{"puntobanco", `{"preset":"pb-speed","commission":"tracked","rounding":{"unit":1}}`, "banker", 2500, 0, 0, 500},
		{"blackjack", `{"preset":"bj-eu","rounding":{"unit":1}}`, "main", 1000, 1500, 2250, 1000},
	} {
		g, err := handfile.ParseRules(c.game, []byte(c.rules))
		if err != nil {
			t.Fatal(err)
		}
		p := handfile.Payments(g)
		stake, paid := p.InCoin(c.spot, c.least, fives)
		if step := p.ChipStep(c.spot, fives); stake != c.stake || paid != c.paid || step != c.step {
			t.Errorf("%s, %s from %d: %d pays %d, step %d; want %d, %d, %d", c.rules, c.spot, c.least, stake, paid, step, c.stake, c.paid, c.step)
		}
	}
}
