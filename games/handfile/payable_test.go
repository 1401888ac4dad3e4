package handfile_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

// A hand of many people, each with the largest bet that the format has, is paid exactly as long as all that it could come to is within half of what an
// Amount holds; the bet with which it would pass that is refused, down to the minor unit.
func TestHandPastAnyAmount(t *testing.T) {
	const times, rounded = 200 + 1 + 8, 8 // perfect pairs on both sides with the stake; what rounding adds
	each := times*games.MaxAmount + rounded
	fit := math.MaxInt64 / 2 / each
	last := (math.MaxInt64/2 - fit*each - rounded) / times
	hand := func(more ...games.Amount) string {
		var bets []string
		for n := range fit + games.Amount(len(more)) {
			amount := games.MaxAmount
			if n >= fit {
				amount = more[n-fit]
			}
			bets = append(bets, fmt.Sprintf(`{"box":%d,"spot":"perfect_pair","bettor":"%d","amount":%d}`, 1+n%14, n, amount))
		}
		return `{"game":"puntobanco","rules":"pb-first","bets":[` + strings.Join(bets, ",") + `],"cards":["Ks","9d","Ks","9d"]}`
	}
	for name, c := range map[string]struct {
		hand  string
		house games.Amount // 0: it is refused
	}{
		"as many as fit":           {hand(), -200 * fit * games.MaxAmount},
		"with what is left":        {hand(last), -200 * (fit*games.MaxAmount + last)},
		"with one minor unit more": {hand(last + 1), 0},
		"one too many":             {hand(games.MaxAmount), 0},
		"more than 64 bits hold":   {hand(slices.Repeat([]games.Amount{games.MaxAmount}, 3000)...), 0},
	} {
		var out strings.Builder
		failed, err := handfile.Settle(strings.NewReader(c.hand), &out)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			OK    bool
			House games.Amount
			Error struct{ Code, At string }
		}
		if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
			t.Fatal(err)
		}
		if got.OK != (c.house != 0) || got.House != c.house || failed == 0 != got.OK {
			t.Errorf("%s: %+v, the house should have %d", name, got, c.house)
		}
		if at := fmt.Sprintf("bets[%d]", fit); !got.OK && (got.Error.Code != string(games.BadAmount) || got.Error.At != at) {
			t.Errorf("%s: %+v", name, got.Error)
		}
	}
}
