package handfile_test

import (
	"fmt"
	"math"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

func ruled(t *testing.T, game, rules string) games.Game {
	t.Helper()
	g, err := handfile.ParseRules(game, []byte(rules))
	if err != nil {
		t.Fatalf("%s: %v", rules, err)
	}
	return g
}

func at(g games.Game, spot string, stake games.Amount) games.SpotOdds {
	for _, o := range handfile.OddsAt(g, stake) {
		if o.Spot == spot {
			return o
		}
	}
	return games.SpotOdds{}
}

// "0,95:1 (Viene applicata una commissione del 5%)" (source 002) is what a win is worth. What the
// table pays instead, and the edge that it has then, is told by hand from how often the banker wins.
func TestOddsAtAreThoseOfThePayments(t *testing.T) {
	const win, lose, withSix = 0.458597423, 0.446246609, 0.053864
	for _, c := range []struct {
		rules string
		stake games.Amount
		edge  float64
	}{
		{`"pb-speed"`, 1000, lose - 0.95*win},
		{`{"preset":"pb-speed","rounding":{"unit":500}}`, 10000, lose - 0.95*win},
		{`{"preset":"pb-speed","rounding":{"unit":500}}`, 1000, lose - 0.5*win},
		{`{"preset":"pb-speed","rounding":{"unit":500,"mode":"up"}}`, 1000, lose - win},
		{`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500}}`, 9500, lose - win},
		{`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500},"commission_rounding":{"unit":1}}`, 9500, lose - 0.95*win},
		{`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500},"commission_rounding":{"mode":"up"}}`, 1000, lose - 0.5*win},
		{`{"preset":"pb-speed-nc","rounding":{"unit":500}}`, 2500, lose - win + withSix*0.6},
	} {
		if got := at(ruled(t, "puntobanco", c.rules), "banker", c.stake).Edge(); math.Abs(got-c.edge) > 2e-6 {
			t.Errorf("%s, %d on the banker: edge %.6f, want %.6f", c.rules, c.stake, got, c.edge)
		}
	}
}

// Every deal of a pack of cards settled by the engine must return what the odds say, whatever
// rounding does to it.
func TestOddsAtAgainstSettlements(t *testing.T) {
	g := ruled(t, "lugano", `{"preset":"lugano","decks":1,"rounding":{"unit":700,"mode":"nearest"}}`)
	const stake = 1000
	for _, spot := range []string{"59", "pair", "plus8"} {
		var back, all float64
		eachTwoCards(func(first, second games.Card) {
			r := games.Round{Number: 1, Bets: []games.Bet{{Box: 1, Spot: "59", Amount: stake}, {Box: 1, Spot: "play", Amount: stake}}}
			if spot != "59" {
				r.Bets = append(r.Bets, games.Bet{Box: 1, Spot: spot, Amount: stake})
			}
			bank := games.NewCard(games.King, games.Clubs)
			if bank == first || bank == second {
				bank = games.NewCard(games.Queen, games.Clubs)
			}
			if bank == first || bank == second {
				bank = games.NewCard(games.Jack, games.Clubs)
			}
			r.Laid = append(r.Laid, games.Laid{At: games.AtBox(1), Card: first}, games.Laid{At: games.Bank, Card: bank}, games.Laid{At: games.AtBox(1), Card: second})
			s, err := g.Settle(r)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range s.Payments {
				if p.Spot == spot {
					back += float64(p.Returned)
					all += stake
				}
			}
		})
		if got := at(g, spot, stake).Return; math.Abs(got-back/all) > 1e-12 {
			t.Errorf("%s: %.12f, by settlements %.12f", spot, got, back/all)
		}
	}
}

func eachTwoCards(do func(first, second games.Card)) {
	var deck []games.Card
	for r := games.Ace; r <= games.King; r++ {
		for s := games.Spades; s <= games.Diamonds; s++ {
			deck = append(deck, games.NewCard(r, s))
		}
	}
	for i, first := range deck {
		for j, second := range deck {
			if i != j {
				do(first, second)
			}
		}
	}
}

// A blackjack of 5 paid 5 and not 7.50 costs half a stake each time that a seat alone has one: once
// in 22 rounds, by hand from eight decks.
func TestOddsAtOfABlackjack(t *testing.T) {
	exact, rounded := ruled(t, "blackjack", `"bj-us"`), ruled(t, "blackjack", `{"preset":"bj-us","rounding":{"unit":500}}`)
	seat := 2 * 32.0 * 128 / (416 * 415)
	alone := seat * (1 - 2*31.0*127/(414*413))
	if shift := handfile.Payments(rounded).Shift("main", 500); math.Abs(shift-alone/2) > 1e-12 {
		t.Errorf("the house's share moves by %.9f, want %.9f", shift, alone/2)
	}
	if shift := handfile.Payments(rounded).Shift("main", 1000) + handfile.Payments(exact).Shift("main", 500); shift != 0 {
		t.Errorf("what is paid exactly moves the share by %v", shift)
	}
}

// Where nothing is rounded the odds of every preset are those that sabotctl odds prints.
func TestOddsAtOfExactPayments(t *testing.T) {
	for _, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		if is, want := handfile.OddsAt(g, 10000), handfile.Odds(g); fmt.Sprint(is) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", preset, is, want)
		}
	}
}
