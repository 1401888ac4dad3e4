package handfile_test

import (
	"fmt"
	"slices"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

// A house offers side bets one by one: one that it leaves out is not on the layout, a bet
// on it is void and comes back, and the rules are read back as they were written. Main bets
// cannot be left out.
func TestSideBetsAreOfferedOneByOne(t *testing.T) {
	tried := 0
	for _, preset := range handfile.Presets() {
		whole, _ := handfile.Preset(preset)
		for _, s := range games.PresetSpots(whole) {
			rules := fmt.Sprintf(`{"preset":%q,"off":[%q]}`, preset, s.Name)
			g, err := handfile.ParseRules(whole.Name(), []byte(rules))
			if s.Main != (err != nil) {
				t.Errorf("%s without %s: %v", preset, s.Name, err)
			}
			if err != nil {
				continue
			}
			tried++
			without := games.PresetSpots(g)
			if len(without) != len(games.PresetSpots(whole))-1 || slices.Contains(without, s) {
				t.Errorf("%s offers %v without %s", preset, without, s.Name)
			}
			r := games.Round{Number: 1}
			for _, spot := range games.PresetSpots(whole) {
				if spot.Main || spot == s {
					r.Bets = append(r.Bets, games.Bet{Box: 1, Spot: spot.Name, Amount: 1000})
				}
			}
			stakes := g.Stakes(r)
			if last := stakes[len(stakes)-1]; last.Reason != games.NotOffered || last.Amount != 0 || !stakes[0].Stands() {
				t.Errorf("%s: a bet on %s comes to %+v", preset, s.Name, stakes)
			}
			again, err := handfile.ParseRules(g.Name(), handfile.EncodeRules(g))
			if err != nil || !slices.Equal(again.Options().Off, []string{s.Name}) {
				t.Errorf("%s is read back from %s: %v", rules, handfile.EncodeRules(g), err)
			}
		}
	}
	if tried < 20 {
		t.Errorf("only %d side bets", tried)
	}
	for _, off := range []string{`"pair"`, `["59"]`, `["pair","pair"]`, `["x"]`, `[1]`, `null`, `{}`} {
		if _, err := handfile.ParseRules("lugano", []byte(`{"preset":"lugano","off":`+off+`}`)); err == nil {
			t.Errorf("off %s is taken", off)
		}
	}
	if g, err := handfile.ParseRules("lugano", []byte(`{"preset":"lugano","off":[]}`)); err != nil || string(handfile.EncodeRules(g)) != `"lugano"` {
		t.Errorf("nothing is off: %v", err)
	}
}
