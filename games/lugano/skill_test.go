package lugano_test

import (
	"math"
	"math/rand"
	"testing"

	"sabot/games"
	"sabot/games/gametest"
	"sabot/games/handfile"
)

// byHand is the result of a PLAY of one that stands on a total, or draws to it, against a card of the
// bank: every deal of six decks to one box and the bank whose cards have those values, one by one.
func byHand(total, bank int) (stand, draw float64) {
	var left [10]float64
	for k := range left {
		left[k] = 24
	}
	left[0] *= 4
	n := 312.0
	weight := 0.0
	take := func(k int) (chance float64) {
		chance = left[k] / n
		left[k]--
		n--
		return chance
	}
	back := func(k int) { left[k]++; n++ }
	var bankPlays func(mine, points int, cards int) float64
	bankPlays = func(mine, points, cards int) (v float64) {
		if cards == 3 || cards == 2 && points > 4 {
			switch {
			case mine > points:
				return 1
			case mine < points:
				return -1
			}
			return 0
		}
		for k := range left {
			chance := take(k)
			v += chance * bankPlays(mine, (points+k)%10, cards+1)
			back(k)
		}
		return v
	}
	take(bank)
	for first := range 10 {
		one := take(first)
		second := (total - first + 10) % 10
		chance := one * take(second)
		weight += chance
		stand += chance * bankPlays(total, bank, 1)
		for third := range 10 {
			more := take(third)
			draw += chance * more * bankPlays((total+third)%10, bank, 1)
			back(third)
		}
		back(second)
		back(first)
	}
	return stand / weight, draw / weight
}

// Who draws where he should stand, stands where he should draw, or leaves a double, loses on his
// PLAY what the deals lose, one by one.
func TestSkillByHand(t *testing.T) {
	g, _ := handfile.Preset("lugano")
	for _, c := range []struct {
		play        string
		total, bank int
	}{
		{"2s 7h 3s draw", 5, 7},
		{"Ts 6h 6s draw", 6, 6},
		{"9s 5h 9d double", 8, 5},
		{"As 3h 2d stand", 3, 3},
		{"Ts 9h 5d stand", 5, 9},
		{"Ts 9h Kd stand", 0, 9},
		{"Ts 9h Kd draw", 0, 9},
	} {
		stand, draw := byHand(c.total, c.bank)
		worth := map[games.Action]float64{games.Stand: stand, games.Draw: draw, games.Double: 2 * draw}
		r := gametest.Parse(t, g, "1:59=10 1:play=20 1:pair=5 | "+c.play)
		want := 2000 * (max(stand, draw, 2*draw) - worth[r.Decisions[0].Do])
		got := handfile.Book(g).Costs(r, g.Stakes(r))
		if len(got) != 1 || got[0].Spot != "play" || got[0].Staked != 2000 || got[0].Decision != 0 || math.Abs(got[0].Of-want) > 1e-6 {
			t.Errorf("%s: %+v, by hand %.6f", c.play, got, want)
		} else {
			t.Logf("%s costs %.4f of 20", c.play, want/100)
		}
	}
}

// Who plays by the book is charged nothing; who decides at random never gains by it, and is
// charged on average what is lost by it.
func TestCostsAreWhatIsLost(t *testing.T) {
	g, _ := handfile.Preset("lugano")
	book, edges := handfile.Book(g), map[string]float64{}
	for _, o := range handfile.Odds(g) {
		edges[o.Spot] = o.Edge()
	}
	hands := 40_000
	if testing.Short() {
		hands = 8_000
	}
	random := rand.New(rand.NewSource(9))
	var lost, charged, squares float64
	for range hands {
		r := gametest.Parse(t, g, "1:59=10 1:play=10 3:59=10 3:play=20 |")
		var shoe games.Shoe
		var best []games.Action
		for {
			step, err := g.Next(r)
			if err != nil {
				t.Fatal(err)
			}
			if step.Kind == games.Finished {
				break
			}
			if step.Kind == games.Ask {
				// The best is what costs nothing.
				for _, do := range step.Offers {
					costs := book.Costs(r.WithDecision(games.Decision{Box: step.At.Box, Do: do}), g.Stakes(r))
					if costs[len(costs)-1].Of == 0 {
						best = append(best, do)
					}
				}
				r = r.WithDecision(games.Decision{Box: step.At.Box, Do: step.Offers[random.Intn(len(step.Offers))]})
				continue
			}
			card := games.RankOnly(games.Rank(1 + random.Intn(13)))
			if random.Intn(4*6) < shoe.Copies(card) {
				continue // that copy is out
			}
			shoe.Leave(card)
			r = r.WithCard(games.Laid{Card: card})
		}
		if len(best) != 2 {
			t.Fatalf("%v: best are %v", r, best)
		}
		s, err := games.Complete(g, r)
		if err != nil {
			t.Fatal(err)
		}
		cost := 0.0
		for _, c := range book.Costs(r, s.Stakes) {
			if c.Of < 0 {
				t.Fatalf("%+v", c)
			}
			cost += c.Of
		}
		net := 0.0
		for _, p := range s.Payments {
			if p.Spot == "play" {
				net -= float64(p.Net()) + edges["play"]*float64(p.Amount)
			}
		}
		lost += net
		charged += cost
		squares += (net - cost) * (net - cost)
	}
	n := float64(hands)
	off := math.Sqrt(squares / n / n)
	t.Logf("a hand lost %.2f more than by the book, was charged %.2f, standard error %.2f", lost/n, charged/n, off)
	if math.Abs(lost-charged)/n > 3*off || charged/n < 10*off {
		t.Errorf("%.3f lost and %.3f charged a hand", lost/n, charged/n)
	}
}
