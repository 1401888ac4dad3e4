package threecard_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/games/gametest"
	"sabot/games/gametest/threecard"
)

func table() games.Game {
	g, _ := threecard.New(threecard.Preset)
	return g
}

// What the game passes every other passes.
func TestContract(t *testing.T) {
	gametest.Run(t, func(t *rapid.T) (games.Game, []games.Bet) {
		g := table().(*threecard.Game).With(games.Options{Preset: threecard.Preset, Decks: 1, Boxes: 3, Rounding: games.Rounding{Unit: 1, Mode: games.RoundDown}})
		var bets []games.Bet
		for box := 1; box <= 3; box++ {
			for _, s := range g.Spots() {
				if rapid.Bool().Draw(t, s.Name) {
					bets = append(bets, games.Bet{Box: box, Spot: s.Name, Amount: games.Amount(rapid.IntRange(1, 5000).Draw(t, "amount"))})
				}
			}
		}
		return g, bets
	})
}

// What each hand comes to: Queen high qualifies, PLAY stays where the dealer does not, the
// bonus is paid whatever he has, pair plus by its table.
func TestSettlement(t *testing.T) {
	for _, c := range []struct {
		cards, said string
		want        map[string]games.Amount // what the player is up, by spot, in whole units
	}{
		{"Kh 8d 3c Qs 7d 2h", "plays", map[string]games.Amount{threecard.Ante: 10, threecard.Play: 10, threecard.PairPlus: -5}},
		{"Kh 8d 3c Js 7d 2h", "plays", map[string]games.Amount{threecard.Ante: 10, threecard.Play: 0, threecard.PairPlus: -5}},
		{"Kh 8d 3c As 7d 2h", "plays", map[string]games.Amount{threecard.Ante: -10, threecard.Play: -10, threecard.PairPlus: -5}},
		{"Kh 8d 3c As 7d 2h", "folds", map[string]games.Amount{threecard.Ante: -10, threecard.PairPlus: -5}},
		{"Kh 8d 3c Kc 8h 3s", "plays", map[string]games.Amount{threecard.Ante: 0, threecard.Play: 0, threecard.PairPlus: -5}},
		{"4h 5d 6c 9s 9d 9h", "plays", map[string]games.Amount{threecard.Ante: -10, threecard.Play: -10, threecard.Bonus: 10, threecard.PairPlus: 30}},
		{"Ah 2h 3h Js 7d 2c", "plays", map[string]games.Amount{threecard.Ante: 10, threecard.Play: 0, threecard.Bonus: 50, threecard.PairPlus: 200}},
		{"Ah Kh 3h Qs 7d 2c", "plays", map[string]games.Amount{threecard.Ante: 10, threecard.Play: 10, threecard.PairPlus: 15}},
	} {
		r := gametest.Parse(t, table(), "1:ante=10 1:pair_plus=5 | "+c.cards+" | "+c.said)
		s, err := games.Complete(table(), r)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]games.Amount{}
		for _, p := range s.Payments {
			got[p.Spot] = p.Net() / 100
		}
		for _, spot := range []string{threecard.Ante, threecard.Play, threecard.Bonus, threecard.PairPlus} {
			want, there := c.want[spot]
			if is, paid := got[spot]; is != want || paid != there {
				t.Errorf("%s, %s: %s brings %d, want %d (there: %v)", c.cards, c.said, spot, is, want, paid)
			}
		}
	}
}

// Of the 22,100 hands of a pack 48 are straight flushes, 52 threes, 720 straights, 1,096
// flushes and 3,744 pairs.
func TestPairPlusOdds(t *testing.T) {
	o := table().(games.Analysed).SpotOdds()[0]
	if want := float64(48+52+720+1096+3744) / 22100; o.Win < want-1e-12 || o.Win > want+1e-12 {
		t.Errorf("pair plus wins %.9f of all hands, want %.9f", o.Win, want)
	}
}

// Cards that lie face down are turned at their places, and who folded is asked for none.
func TestFaceDown(t *testing.T) {
	g := table()
	r := games.Round{Number: 1, Bets: []games.Bet{{Box: 1, Spot: threecard.Ante, Amount: 1000}, {Box: 3, Spot: threecard.Ante, Amount: 1000}}}
	for g.(games.HoleCard).FaceDown(r) {
		step, _ := g.Next(r)
		r = r.WithCard(games.Laid{At: step.At, Hidden: true})
	}
	if len(r.Laid) != 9 {
		t.Fatalf("%d cards lie face down", len(r.Laid))
	}
	r = gametest.Continue(t, g, r, "folds plays")
	if step, _ := g.Next(r); step.Kind != games.Turn || step.At != games.Dealer {
		t.Fatalf("next is %+v", step)
	}
	for i, name := range []string{"Qs", "7d", "2h"} {
		card, _ := games.ReadCard(name)
		r.Laid = slices.Clone(r.Laid)
		r.Laid[6+i] = games.Laid{Card: card, At: games.Dealer}
	}
	if step, _ := g.Next(r); step.Kind != games.Turn || step.At != games.AtBox(3) {
		t.Fatalf("next is %+v", step)
	}
	whole, unseen := games.Canonical(g, r)
	if !slices.Equal(unseen, []int{0, 1, 2, 3, 4, 5}) || slices.ContainsFunc(whole.Laid, func(l games.Laid) bool { return l.Hidden }) {
		t.Errorf("unseen %v, whole %v", unseen, whole.Laid)
	}
}

// Its words are there in every language.
func TestTexts(t *testing.T) {
	var keys []string
	for _, lang := range []string{"it", "de", "fr", "en"} {
		b, err := threecard.Texts.ReadFile("texts/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]string{}
		if err := json.Unmarshal(b, &words); err != nil {
			t.Fatal(err)
		}
		is := slices.Sorted(maps.Keys(words))
		if keys == nil {
			keys = is
		}
		if !slices.Equal(is, keys) {
			t.Errorf("%s has %v, it has %v", lang, is, keys)
		}
	}
}
