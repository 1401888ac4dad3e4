package blackjack_test

import (
	"fmt"
	"slices"
	"testing"

	"sabot/games"
	"sabot/games/gametest"
)

// An ace counts one or eleven as long as its hand may take a card; a hand that stands has one
// total, and so has a dealer who draws no more.
func TestSoftTotals(t *testing.T) {
	for _, c := range []struct{ rules, hand, box, dealer string }{
		{`"bj-eu"`, "1:main=10 | As 6h 6d", "[7 17]", "[6]"},
		{`"bj-eu"`, "1:main=10 | As 6h 6d stand", "[17]", "[6]"},
		{`"bj-eu"`, "1:main=10 | As 6h 6d double", "[7 17]", "[6]"},
		{`"bj-eu"`, "1:main=10 | As 6h 2d double 3c", "[16]", "[6]"},
		{`"bj-eu"`, "1:main=10 | As 6h 2d hit 3c", "[6 16]", "[6]"},
		{`"bj-eu"`, "1:main=10 | As 6h Td", "[21]", "[6]"},
		{`"bj-eu"`, "1:main=10 | Ts 6h 8d stand Ac", "[18]", "[17]"},
		{`{"preset":"bj-eu","dealer_hits_soft_17":true}`, "1:main=10 | Ts 6h 8d stand Ac", "[18]", "[7 17]"},
		{`{"preset":"bj-eu","dealer_hits_soft_17":true}`, "1:main=10 | Ts 6h 8d stand Ac Ad", "[18]", "[18]"},
		{`{"preset":"bj-eu","split_aces_one_card":true}`, "1:main=10 | As 6h Ad split 4c", "[15]", "[6]"},
	} {
		g := table(t, c.rules)
		hands := g.Hands(gametest.Parse(t, g, c.hand))
		of := func(at games.Place) string {
			i := slices.IndexFunc(hands, func(h games.Hand) bool { return h.At == at })
			return fmt.Sprint(hands[i].Totals())
		}
		if box, dealer := of(games.AtBox(1)), of(games.Dealer); box != c.box || dealer != c.dealer {
			t.Errorf("%s %s: box %s, dealer %s; want %s and %s", c.rules, c.hand, box, dealer, c.box, c.dealer)
		}
	}
}
