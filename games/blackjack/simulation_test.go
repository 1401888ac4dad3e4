package blackjack

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"sabot/games"
)

func with(t testing.TB, preset string, decks int, change func(*rules)) *Game {
	t.Helper()
	g, ok := New(preset)
	if !ok {
		t.Fatal(preset)
	}
	o := g.options
	o.Decks = decks
	g = g.With(o).(*Game)
	change(&g.rules)
	return g
}

// ruleSets are the rules under which analysis and simulation are compared.
func ruleSets(t testing.TB) map[string]*Game {
	return map[string]*Game{
		"us":                         with(t, American, 8, func(*rules) {}),
		"eu":                         with(t, European, 8, func(*rules) {}),
		"us, soft 17, 6:5":           with(t, American, 6, func(r *rules) { r.hitsSoft17, r.blackjack = true, games.Odds{Win: 6, Per: 5} }),
		"us, no double after split":  with(t, American, 6, func(r *rules) { r.doubleAfterSplit = false }),
		"us, no split, one deck":     with(t, American, 1, func(r *rules) { r.maxSplits = 0 }),
		"us, split aces play, two":   with(t, American, 2, func(r *rules) { r.splitAcesOneCard = false }),
		"eu, original":               with(t, European, 8, func(r *rules) { r.enhc = TakesOriginal }),
		"eu, soft 17, original, two": with(t, European, 2, func(r *rules) { r.hitsSoft17, r.enhc = true, TakesOriginal }),
		"eu, aces play, one deck":    with(t, European, 1, func(r *rules) { r.splitAcesOneCard = false }),
		"eu, 1:1, no split":          with(t, European, 4, func(r *rules) { r.blackjack, r.maxSplits = evenMoney, 0 }),
	}
}

// tablesOf are the tables of a rule set, made once for all tests.
func tablesOf(name string, g *Game) *[kinds]*table {
	made, _ := allTables.LoadOrStore(name, sync.OnceValue(g.tables))
	return made.(func() *[kinds]*table)()
}

var allTables sync.Map

// What the analysis answered when it went from one dealer's card to the next on one core. It
// answers that still, to the last bit on one kind of machine.
func TestReturnsAreThoseOfOneCore(t *testing.T) {
	returns := map[string]float64{
		"us":                         0.995142196410527,
		"eu":                         0.994044459441749,
		"us, soft 17, 6:5":           0.979713597786633,
		"us, no double after split":  0.994212063426480,
		"us, no split, one deck":     0.996665084037192,
		"us, split aces play, two":   0.999454722710065,
		"eu, original":               0.995129872178239,
		"eu, soft 17, original, two": 0.995744023546274,
		"eu, aces play, one deck":    1.001857162557166,
		"eu, 1:1, no split":          0.967363863830845,
	}
	for name, g := range ruleSets(t) {
		if got := g.analyse(tablesOf(name, g)).Main.Return; math.Abs(got-returns[name]) > 1e-12 {
			t.Errorf("%s returns %.15f, it was %.15f", name, got, returns[name])
		}
	}
}

// The analysis and the simulation share the play and nothing of the reckoning: they
// agree within three standard errors.
func TestAnalysisAgainstSimulation(t *testing.T) {
	for name, g := range ruleSets(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tables := tablesOf(name, g)
			exact := g.analyse(tables).Main.Return
			rounds, most := 3_000_000, 0.0005
			if testing.Short() {
				rounds, most = 400_000, 0.0014
			}
			s := g.newPlayer(tables, 59).simulate(rounds, func(int) bool { return false })
			if off := math.Abs(s.Return-exact) / s.Error; off > 3 {
				t.Errorf("simulated %.5f, analysed %.5f: %.1f standard errors of %.5f", s.Return, exact, off, s.Error)
			}
			if s.Error > most {
				t.Errorf("a standard error of %.5f proves nothing", s.Error)
			}
		})
	}
}

// The simulation plays what the table plays: the cards of its rounds, dealt through
// the engine with the same decisions, pay every seat the same.
func TestSimulationIsTheEngine(t *testing.T) {
	for name, g := range ruleSets(t) {
		t.Run(name, func(t *testing.T) {
			p := g.newPlayer(tablesOf(name, g), 3)
			nets := make([]float64, 5)
			for range 1000 {
				p.round(nets)
				s, used := replay(t, p)
				for i := range nets {
					net := s.Payments[i].Net()
					if math.Abs(float64(net)/1000-nets[i]) > 1e-9 {
						t.Fatalf("seat %d: the engine pays %d of 1000, the simulation %v; cards %v, %+v", i+1, net, nets[i], p.shoe[:p.at], s.Hands)
					}
				}
				if used != p.at {
					t.Fatalf("the engine takes %d cards, the simulation %d", used, p.at)
				}
			}
		})
	}
}

// replay deals the cards of the player's last round through the engine.
func replay(t *testing.T, p *player) (games.Settlement, int) {
	t.Helper()
	r := entered(t, p)
	s, err := games.Complete(p.g, r)
	if err != nil {
		t.Fatal(err)
	}
	return s, len(r.Laid)
}

// entered is the player's last round as the engine has it, five seats with 1000 each.
func entered(t *testing.T, p *player) games.Round {
	t.Helper()
	r := games.Round{Number: 1}
	for box := 1; box <= 5; box++ {
		r.Bets = append(r.Bets, games.Bet{Box: box, Spot: Main, Amount: 1000})
	}
	var out [kinds]int
	for {
		step, err := p.g.Next(r)
		if err != nil {
			t.Fatal(err)
		}
		switch step.Kind {
		case games.Deal:
			kind := int(p.shoe[len(r.Laid)])
			rank := games.Rank(kind + 1)
			suit := out[kind] % 4
			if kind == ten {
				rank = games.Ten + games.Rank(out[kind]/4%4)
			}
			out[kind]++
			r = r.WithCard(games.Laid{Card: games.NewCard(rank, games.Suit(suit))})
		case games.Ask:
			r = r.WithDecision(games.Decision{Box: step.At.Box, Do: p.decide(r, step)})
		default:
			return r
		}
	}
}

// decide is the player's move on the hand that the engine asks.
func (p *player) decide(r games.Round, step games.Step) games.Action {
	var hands []games.Hand
	up := 0
	for _, h := range p.g.Hands(r) {
		if h.At == step.At {
			hands = append(hands, h)
		}
		if h.At == games.Dealer {
			up = kindOf(h.Cards[0])
		}
	}
	at := func(h games.Hand) (node int32) {
		for _, c := range h.Cards {
			node = p.nodes[node].next[kindOf(c)]
		}
		return node
	}
	m := p.moves[up]
	h := hands[0]
	if len(hands) == 2 {
		m = p.apart[kindOf(h.Cards[0])][up]
		// The right hand is asked until the left has its second card.
		if len(hands[1].Cards) > 1 {
			h = hands[1]
		}
	}
	return actions[m[at(h)]]
}

var actions = map[move]games.Action{stands: games.Stand, hits: games.Hit, doubles: games.Double, splits: games.Split}

// plain is the analysis of six decks by the plain rules.
var plain = sync.OnceValue(func() Analysis {
	g, _ := New(American)
	o := g.options
	o.Decks = 6
	return g.With(o).(*Game).Analyse()
})

// A manager sees what a rule costs, as the field knows it.
func TestWhatARuleCosts(t *testing.T) {
	base := plain().Main.Return
	for _, c := range []struct {
		rule     string
		change   func(*rules)
		low, top float64 // percent
	}{
		{"the dealer draws on soft 17", func(r *rules) { r.hitsSoft17 = true }, 0.19, 0.23},
		{"no double after split", func(r *rules) { r.doubleAfterSplit = false }, 0.10, 0.15},
		{"blackjack 6 to 5", func(r *rules) { r.blackjack = games.Odds{Win: 6, Per: 5} }, 1.34, 1.38},
	} {
		cost := 100 * (base - with(t, American, 6, c.change).Analyse().Main.Return)
		if cost < c.low || cost > c.top {
			t.Errorf("%s costs %.3f %%, want %.2f to %.2f", c.rule, cost, c.low, c.top)
		}
	}
	eu := 100 * (base - with(t, European, 6, func(*rules) {}).Analyse().Main.Return)
	if eu < 0.09 || eu > 0.13 {
		t.Errorf("no hole card costs %.3f %%", eu)
	}
}

// The chart of the plain game is the one that every player knows.
func TestChart(t *testing.T) {
	best := map[string]games.Action{}
	for _, c := range plain().Strategy {
		best[fmt.Sprintf("%s against %d", c.Hand, c.Dealer)] = c.Best
	}
	for hand, want := range map[string]games.Action{
		"hard 16 against 10": games.Hit, "hard 16 against 6": games.Stand, "hard 12 against 2": games.Hit, "hard 12 against 4": games.Stand,
		"hard 11 against 6": games.Double, "hard 11 against 1": games.Hit, "hard 10 against 10": games.Hit, "hard 9 against 3": games.Double,
		"soft 18 against 9": games.Hit, "soft 18 against 2": games.Stand, "soft 18 against 5": games.Double, "soft 13 against 5": games.Double,
		"pair 8 against 10": games.Split, "pair A against 1": games.Split, "pair 9 against 7": games.Stand, "pair 5 against 6": games.Double, "pair 10 against 6": games.Stand,
	} {
		if best[hand] != want {
			t.Errorf("%s: %s, want %s", hand, best[hand], want)
		}
	}
}

func TestSideBets(t *testing.T) {
	g := with(t, European, 8, func(*rules) {})
	pairs, threes := g.pairTally(), g.threeTally()
	pair, of3 := pairs.Odds(PlayerPair), threes.Odds(TwentyOne3)
	if got := pair.Return; math.Abs(got-0.959036144578) > 1e-12 {
		t.Errorf("a pair returns %.12f", got)
	}
	// By hand: of 415 cards 7 are the same, 8 of the same colour, 16 of the other.
	if want := (7*26.0 + 8*13 + 16*7) / 415; math.Abs(pair.Return-want) > 1e-14 {
		t.Errorf("a pair returns %.15f, by hand %.15f", pair.Return, want)
	}
	// Three cards of one suit in sequence: 12 runs, 4 suits, 8 copies of each card, in
	// any order.
	n := 416.0 * 415 * 414
	all := 6.0 / n
	trips := 52 * 8 * 7 * 6 / n
	flushRun := 12 * 4 * 512 * all
	three := 13*32*31*30/n - trips
	run := 12*32*32*32*all - flushRun
	flush := 4*104*103*102/n - trips - flushRun
	if want := 101*trips + 41*flushRun + 31*three + 11*run + 6*flush; math.Abs(of3.Return-want) > 1e-14 {
		t.Errorf("21+3 returns %.15f, by hand %.15f", of3.Return, want)
	}
}

// BenchmarkSimulation is rounds of five seats with eight decks.
func BenchmarkSimulation(b *testing.B) {
	g := with(b, American, 8, func(*rules) {})
	p := g.newPlayer(g.tables(), 1)
	nets := make([]float64, 5)
	for b.Loop() {
		p.round(nets)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rounds/s")
}
