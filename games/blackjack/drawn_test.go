package blackjack_test

import (
	"testing"

	"sabot/games"
	"sabot/games/gametest"
)

// The dealer draws and stands by the rule of the table (source 003); where there is nothing to draw
// for it is that which is named.
func TestTheDealersRuleIsNamed(t *testing.T) {
	for _, c := range []struct{ rules, hand, want string }{
		{`"bj-eu"`, "Ts 9h 8d", ""},
		{`"bj-eu"`, "Ts 9h 8d stand 7c", "bj_soft17_stands"},
		{`"bj-eu"`, "Ts 5h 8d stand 4c", "bj_soft17_stands"},
		{`{"preset":"bj-eu","dealer_hits_soft_17":true}`, "Ts Ah 8d stand 6c", "bj_soft17_hits"},
		{`"bj-eu"`, "Ts 9h 6d hit Tc", "bj_none_left"},
		{`"bj-eu"`, "As Th Td 5c", "bj_none_left"},
		{`"bj-us"`, "Ts Ah 8d Kc", "bj_us_look"},
		{`"bj-us"`, "Ts 6h 8d Kc", ""},
		{`"bj-us"`, "Ts 6h 8d Kc stand", "bj_soft17_stands"},
	} {
		g, got := table(t, c.rules), ""
		for _, s := range g.(games.Reasoned).DrawnBy(gametest.Parse(t, g, "1:main=10 | "+c.hand)) {
			got += s.Key
		}
		if got != c.want {
			t.Errorf("%s %s: by %q, want %q", c.rules, c.hand, got, c.want)
		}
	}
}
