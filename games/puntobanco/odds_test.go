package puntobanco

import (
	"math"
	"math/big"
	"testing"

	"sabot/games"
)

// What the sources print, to the digits they print. Source 001 prints 98.94 for
// its banker, source 000 and 002 the rest.
func TestPublishedReturns(t *testing.T) {
	const sixDecks, eightDecks = "pb-classic", "pb-speed"
	for _, c := range []struct {
		source, preset, spot string
		percent              float64
	}{
		{"000", eightDecks, Player, 98.76},
		{"000", eightDecks, Banker, 98.94},
		{"000", eightDecks, Tie, 85.64},
		{"000", eightDecks, PlayerPair, 89.64},
		{"000", eightDecks, BankerPair, 89.64},
		{"000", eightDecks, EitherPair, 86.29},
		{"000", eightDecks, PerfectPair, 86.97},
		{"000", eightDecks, PlayerBonus, 97.35},
		{"000", eightDecks, BankerBonus, 90.63},
		{"000", SpeedNoCommission, Banker, 98.54},
		{"000", SpeedNoCommission, Super6, 86.18},
		{"001", sixDecks, Banker, 98.94},
		{"001", sixDecks, Player, 98.76},
		{"001", sixDecks, Tie, 85.56},
		{"002", FirstPerson, PerfectPair, 91.95},
		{"002", FirstNoCommission, Super6, 86.18},
	} {
		if got := 100 * of(t, c.preset, c.spot).Return; math.Abs(got-c.percent) > 0.00501 {
			t.Errorf("source %s: %s of %s returns %.4f %%, printed is %.2f %%", c.source, c.spot, c.preset, got, c.percent)
		}
	}
}

func of(t testing.TB, preset, spot string) games.SpotOdds {
	t.Helper()
	g, ok := New(preset)
	if !ok {
		t.Fatal(preset)
	}
	for _, o := range g.SpotOdds() {
		if o.Spot == spot {
			return o
		}
	}
	t.Fatalf("%s has no %s", preset, spot)
	return games.SpotOdds{}
}

// The short way of counting against the long one: two decks in which only a few
// ranks are left would be another game, so one deck is dealt card by card through
// the engine itself, the first card of every value standing for its likes.
func TestOddsAgainstTheEngine(t *testing.T) {
	g, _ := New(FirstNoCommission)
	o := g.options
	o.Decks = 1
	one := g.With(o).(*Game)
	bets := []games.Bet{}
	for _, s := range one.Spots() {
		if !onFirstFour(s.Name) {
			bets = append(bets, games.Bet{Box: 1, Spot: s.Name, Amount: 100})
		}
	}
	sums := make([]float64, len(bets))
	var all float64
	var left [10]int
	for v := range left {
		left[v] = 4
	}
	left[0] = 16
	var walk func(cards []games.Laid, ways float64)
	walk = func(cards []games.Laid, ways float64) {
		r := games.Round{Number: 1, Bets: bets, Laid: cards}
		s, err := one.Settle(r)
		if err != nil {
			t.Fatal(err)
		}
		if s.Next.Kind == games.Finished {
			all += ways
			for i, p := range s.Payments {
				sums[i] += ways * float64(p.Returned)
			}
			return
		}
		n := 0
		for _, k := range left {
			n += k
		}
		for v, k := range left {
			if k == 0 {
				continue
			}
			rank := games.Rank(v)
			if v == 0 {
				rank = games.Ten + games.Rank(k%4)
			}
			left[v]--
			card := games.NewCard(rank, games.Suit(k/4%4))
			if v > 0 {
				card = games.NewCard(rank, games.Suit(k-1))
			}
			walk(append(cards[:len(cards):len(cards)], games.Laid{Card: card}), ways*float64(k)/float64(n))
			left[v]++
		}
	}
	walk(nil, 1)
	odds := map[string]float64{}
	for _, s := range one.SpotOdds() {
		odds[s.Spot] = s.Return
	}
	for i, b := range bets {
		if got := sums[i] / all / 100; math.Abs(got-odds[b.Spot]) > 1e-12 {
			t.Errorf("%s: the engine returns %.15f, the count %.15f", b.Spot, got, odds[b.Spot])
		}
	}
	if math.Abs(all-1) > 1e-12 {
		t.Errorf("the deals sum up to %v", all)
	}
}

// As many decks as a shoe may have: no sum runs over, every six cards are counted once.
func TestEveryDealIsCounted(t *testing.T) {
	for _, decks := range []int{1, 8, 99} {
		want := big.NewInt(1)
		for i := range 6 {
			want.Mul(want, big.NewInt(int64(52*decks-i)))
		}
		var all games.Deals
		for _, natural := range countTotals(decks) {
			for _, player := range natural {
				for _, n := range player {
					all = all.Plus(n)
				}
			}
		}
		if all.Big().Cmp(want) != 0 {
			t.Errorf("%d decks: %v deals, want %v", decks, all.Big(), want)
		}
	}
}

// The pairs are counted over every four cards of one deck.
func TestPairsAgainstEveryFourCards(t *testing.T) {
	want := map[pairs]float64{}
	const decks = 2
	card := func(i int) games.Card { return games.NewCard(games.Rank(i/4%13+1), games.Suit(i%4)) }
	n := 0.0
	for a := range 52 * decks {
		if a%52 != 0 {
			continue // every first card is like any other
		}
		for b := range 52 * decks {
			for c := range 52 * decks {
				for d := range 52 * decks {
					if a == b || a == c || a == d || b == c || b == d || c == d {
						continue
					}
					h := coup{player: hand{cards: [3]games.Card{card(a), card(c)}}, banker: hand{cards: [3]games.Card{card(b), card(d)}}}
					want[h.pairs()]++
					n++
				}
			}
		}
	}
	got := countPairs(decks)
	var all games.Deals
	for _, d := range got {
		all = all.Plus(d)
	}
	total, _ := all.Big().Float64()
	for p, d := range got {
		f, _ := d.Big().Float64()
		if math.Abs(f/total-want[p]/n) > 1e-12 {
			t.Errorf("%+v: %v, want %v", p, f/total, want[p]/n)
		}
		delete(want, p)
	}
	if len(want) > 0 {
		t.Errorf("not counted: %v", want)
	}
}
