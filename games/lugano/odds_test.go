package lugano

import (
	"math"
	"math/rand"
	"testing"

	"sabot/games"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s is %.12f, want %.12f", what, got, want)
	}
}

// The figures come from an independent reference.
func TestOddsAgainstReference(t *testing.T) {
	g, _ := New(FaceUp)
	want := map[string]float64{FiftyNine: 0.970566411080, Pair: 1 - 0.0727, PlusEight: 1 - 0.0245}
	within := map[string]float64{FiftyNine: 1e-12, Pair: 5e-5, PlusEight: 5e-5}
	for _, v := range g.Odds().Values {
		if v.Spot == Play {
			continue
		}
		near(t, v.Spot, v.Return, want[v.Spot], within[v.Spot])
		near(t, v.Spot+" adds up", v.Win+v.Push+v.Lose, 1, 1e-12)
	}
}

func TestHandHeldHasNoSideBets(t *testing.T) {
	g, _ := New(HandHeld)
	o := g.Odds()
	if len(o.Values) != 2 || o.Values[0].Spot != FiftyNine || o.Values[1].Spot != Play {
		t.Errorf("values %+v, want 59 and play alone", o.Values)
	}
}

// With a tiny shoe every deal can be laid card by card through the engine
// itself; the enumeration by value must come to the same.
func TestPlayAgainstEngineCardByCard(t *testing.T) {
	base, _ := New(FaceUp)
	o := base.Options()
	o.Decks = 1
	g := base.With(o).(*Game)
	odds := g.Odds()
	action := func(total, bank int) games.Action { return odds.Strategy[10*total+bank].Best }

	// Sampled deals through Settle, and the same deals' expectation by the table.
	deck := make([]games.Card, 0, 52)
	for r := games.Ace; r <= games.King; r++ {
		for s := games.Spades; s <= games.Diamonds; s++ {
			deck = append(deck, games.NewCard(r, s))
		}
	}
	rng := rand.New(rand.NewSource(4))
	var sum, squares float64
	const n = 300_000
	for range n {
		for i := range 6 {
			j := i + rng.Intn(len(deck)-i)
			deck[i], deck[j] = deck[j], deck[i]
		}
		r := games.Round{Number: 1, Bets: []games.Bet{{Box: 1, Spot: FiftyNine, Amount: 100}, {Box: 1, Spot: Play, Amount: 100}}}
		for i := 0; ; {
			step, err := g.Next(r)
			if err != nil {
				t.Fatal(err)
			}
			if step.Kind == games.Finished {
				break
			}
			if step.Kind == games.Ask {
				total := games.BaccaratTotal([]games.Card{deck[0], deck[2]})
				r = r.WithDecision(games.Decision{Box: 1, Do: action(total, deck[1].BaccaratValue())})
				continue
			}
			r = r.WithCard(games.Laid{Card: deck[i]})
			i++
		}
		s, err := games.Complete(g, r)
		if err != nil {
			t.Fatal(err)
		}
		net := float64(s.Payments[1].Net()) / 100
		sum += net
		squares += net * net
	}
	mean := sum / n
	deviation := math.Sqrt((squares/n - mean*mean) / n)
	near(t, "play, simulated", 1+mean, odds.Values[1].Return, 4*deviation)
}

// The best strategy is at least as good as the public figure for a player who
// never doubles, and the figure for that player comes out of the same table.
func TestPlayWithoutDoubling(t *testing.T) {
	g, _ := New(FaceUp)
	var stand, draw, best float64
	weights := bankCardAndTotal(g)
	for i, c := range g.Odds().Strategy {
		w := weights[i]
		draws := c.Total <= 4 || c.Total == 5 && (c.Bank < 2 || c.Bank > 4)
		if draws {
			draw += w * c.Draw
		} else {
			stand += w * c.Stand
		}
		best += w * max(c.Stand, c.Draw, c.Double)
	}
	near(t, "PLAY of one who never doubles", stand+draw, 0.0037, 5e-5)
	near(t, "PLAY under the best strategy", g.Odds().Values[1].Return, 1+best, 1e-12)
}

// bankCardAndTotal returns how often each total meets each card of the bank, counted
// naively by value.
func bankCardAndTotal(g *Game) []float64 {
	left := func(v int, gone ...int) float64 {
		n := 4 * g.options.Decks
		if v == 0 {
			n *= 4
		}
		for _, w := range gone {
			if w == v {
				n--
			}
		}
		return float64(n)
	}
	n := float64(52 * g.options.Decks)
	out := make([]float64, 100)
	for a := range 10 {
		for b := range 10 {
			for c := range 10 {
				out[10*((a+c)%10)+b] += left(a) * left(b, a) * left(c, a, b) / (n * (n - 1) * (n - 2))
			}
		}
	}
	return out
}
