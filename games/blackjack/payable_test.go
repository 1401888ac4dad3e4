package blackjack_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

// Odds of 999999:1 and stakes of 10^13 are in the hand file's bounds, and what they win together is past any amount: such bets are
// refused, alone, behind one another and beside small ones, and what is taken is paid without going past it.
func TestBetsPastAnyAmountAreRefused(t *testing.T) {
	g, err := handfile.ParseRules("blackjack", json.RawMessage(`{"preset":"bj-us","blackjack":"999999:1","limits":{"main":{"min":1,"max":10000000000000}}}`))
	if err != nil {
		t.Fatal(err)
	}
	bet := func(box int, amount games.Amount) games.Bet {
		return games.Bet{Box: box, Spot: "main", Amount: amount}
	}
	const half = 2_000_000_000_000
	for _, c := range []struct {
		earlier []games.Bet
		bet     games.Bet
		refused bool
	}{
		{nil, bet(1, games.MaxAmount), true},
		{nil, bet(1, half), false},
		{[]games.Bet{bet(1, half)}, bet(2, half), false},
		{[]games.Bet{bet(1, half), bet(2, half)}, bet(3, half), true},
	} {
		err := g.CheckBet(c.earlier, c.bet)
		if refused := games.CodeOf(err) == games.BadAmount; refused != c.refused {
			t.Errorf("%d behind %v: %v", c.bet.Amount, c.earlier, err)
		}
	}
	usual, err := handfile.ParseRules("blackjack", json.RawMessage(`"bj-us"`))
	if err != nil {
		t.Fatal(err)
	}
	if err := usual.CheckBet(nil, bet(1, games.MaxAmount)); err != nil {
		t.Errorf("at the usual odds: %v", err)
	}
	line := fmt.Sprintf(`{"game":"blackjack","rules":{"preset":"bj-us","blackjack":"999999:1"},"bets":[{"box":1,"spot":"main","amount":%d}],"cards":["As","9d","Kc","8h"],"decisions":[]}`, games.MaxAmount)
	var out strings.Builder
	if failed, err := handfile.Settle(strings.NewReader(line), &out); err != nil || failed != 1 || !strings.Contains(out.String(), string(games.BadAmount)) {
		t.Errorf("settle: %d, %v, %s", failed, err, out.String())
	}
}
