package blackjack_test

import (
	"math"
	"math/rand"
	"testing"

	"sabot/games"
	"sabot/games/gametest"
	"sabot/games/handfile"
)

// strays gathers what is left of results once what was expected of them is taken away.
type strays struct{ n, sum, squares, costs float64 }

func (s *strays) add(result, cost float64) {
	s.n++
	s.sum += result - cost
	s.squares += (result - cost) * (result - cost)
	s.costs += cost
}

// Whatever a main player does, whatever a bettor behind has chosen early and has left, and whoever buys insurance: what
// first stakes and decisions lead one to expect is what rounds bring on average, to each bet by itself.
func TestRandomPlayBringsWhatIsExpected(t *testing.T) {
	rounds := 120_000
	if testing.Short() {
		rounds = 8_000
	}
	for _, rules := range []string{`"bj-us"`, `"bj-eu"`, `{"preset":"bj-eu","enhc":"original","decks":2}`} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			g := table(t, rules)
			edge, book := handfile.Odds(g)[0].Edge(), handfile.Book(g)
			random := rand.New(rand.NewSource(23))
			by := map[string]*strays{"main": {}, "behind": {}, "insurance": {}}
			for range rounds {
				r := playedAnyhow(t, g, random)
				s, err := games.Complete(g, r)
				if err != nil {
					t.Fatal(err)
				}
				costs := map[games.BetKey]float64{}
				for _, c := range book.Costs(r, s.Stakes) {
					costs[c.BetKey] += c.Of
					if c.Of < 0 && c.Spot != "behind" {
						t.Fatalf("%+v", c)
					}
				}
				for _, p := range s.Payments {
					if p.Spot == "insurance" {
						by[p.Spot].add(-float64(p.Net()), costs[p.Key()])
					} else {
						by[p.Spot].add(-float64(p.Net())-edge*1000, costs[p.Key()])
					}
				}
			}
			for spot, s := range by {
				mean, off := s.sum/s.n, math.Sqrt(s.squares)/s.n
				t.Logf("%s: decisions cost %.1f of 1000, the rest is %+.1f ± %.1f", spot, s.costs/s.n, mean, off)
				if math.Abs(mean) > 3.5*off || s.n < 100 {
					t.Errorf("%s: %.2f of 1000 too much, standard error %.2f", spot, mean, off)
				}
			}
		})
	}
}

// playedAnyhow is a round of a main bet and one behind it, with whatever decisions there can be.
func playedAnyhow(t *testing.T, g games.Game, random *rand.Rand) games.Round {
	t.Helper()
	r := gametest.Parse(t, g, "1:main=10 1:behind@x=10 |")
	choices := games.EarlyChoices(g)
	early := choices[random.Intn(len(choices))]
	if random.Intn(3) == 0 {
		early.HasFunds, early.Funds = true, games.Amount(random.Intn(4)*750)
	}
	r.Bets[1].Early = early
	var shoe games.Shoe
	offered := false
	for {
		step, err := g.Next(r)
		if err != nil {
			t.Fatal(err)
		}
		if !offered && len(step.Insurable) > 0 {
			offered = true
			for _, d := range step.Insurable {
				if random.Intn(2) == 0 {
					if r, err = games.BuyInsurance(g, r, d.Box, d.Bettor); err != nil {
						t.Fatal(err)
					}
				}
			}
			continue
		}
		switch step.Kind {
		case games.Ask:
			r = r.WithDecision(games.Decision{Box: step.At.Box, Do: step.Offers[random.Intn(len(step.Offers))]})
		case games.Deal:
			card := games.NewCard(games.Rank(1+random.Intn(13)), games.Suit(random.Intn(4)))
			if random.Intn(g.Options().Decks) < shoe.Copies(card) {
				continue // that copy is out
			}
			shoe.Leave(card)
			r = r.WithCard(games.Laid{Card: card})
		default:
			return r
		}
	}
}
