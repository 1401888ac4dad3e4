package lugano_test

import (
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/games/gametest"
	"sabot/games/lugano"
)

func table(t testing.TB, preset string) games.Game {
	t.Helper()
	g, ok := lugano.New(preset)
	if !ok {
		t.Fatalf("no preset %s", preset)
	}
	return g
}

func on(box int, spot string, amount games.Amount) games.Bet {
	return games.Bet{Box: box, Spot: spot, Amount: amount}
}

func stake(amount games.Amount, reason games.Reason) games.Stake {
	return games.Stake{Amount: amount, Reason: reason}
}

func capped(amount games.Amount) games.Stake {
	return games.Stake{Amount: amount, Reason: games.AboveMax, Beside: amount / 2}
}

// A box's cards, the bank's 9 and 9 and a stand: 59, PAIR and +8 are settled by
// the first two cards whatever the bank has.
func TestFirstTwoCards(t *testing.T) {
	for _, c := range []struct {
		source string
		cards  string // first and second card of the box
		spot   string
		want   string // outcome and odds
	}{
		{"59: 5 is a winner", "2s 3s", "59", "win 1:1"},
		{"59: 6", "Ks 6s", "59", "win 1:1"},
		{"59: 7", "As 6s", "59", "win 1:1"},
		{"59: 8 without a pair", "Js 8s", "59", "win 1:1"},
		{"59: 9", "4s 5s", "59", "win 1:1"},
		{"59: 0 loses", "Ts Ks", "59", "lose "},
		{"59: 4 loses", "As 3s", "59", "lose "},
		{"59: 3-3 (punteggio sei) 2 a 1", "3s 3h", "59", "win 2:1"},
		{"59: 4-4 (punteggio otto) 2 a 1", "4s 4h", "59", "win 2:1"},
		{"59: 8-8 (punteggio sei) 2 a 1", "8s 8h", "59", "win 2:1"},
		{"59: 9-9 (punteggio otto) 2 a 1", "9s 9h", "59", "win 2:1"},
		{"59: 2-2 is no such pair and counts 4", "2s 2h", "59", "lose "},
		{"PAIR: una coppia 10 a 1", "Ks Kd", "pair", "win 10:1"},
		{"PAIR: coppia di carta 9 30 a 1", "9s 9d", "pair", "win 30:1"},
		{"PAIR: king and queen are none", "Ks Qd", "pair", "lose "},
		{"+8: somma OTTO 8 a 1", "3s 5d", "plus8", "win 8:1"},
		{"+8: 4-4 is an eight", "4s 4d", "plus8", "win 8:1"},
		{"+8: 9-9 30 a 1", "9s 9d", "plus8", "win 30:1"},
		{"+8: seven loses", "3s 4d", "plus8", "lose "},
	} {
		t.Run(c.source, func(t *testing.T) {
			g := table(t, lugano.FaceUp)
			r := gametest.Parse(t, g, "1:59=10 1:play=10 1:pair=10 1:plus8=10 | "+c.cards[:2]+" 9c "+c.cards[3:])
			s, err := g.Settle(r)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range s.Payments {
				if got := string(p.Outcome) + " " + p.Odds.String(); p.Spot == c.spot && got != c.want {
					t.Errorf("%s: %q, want %q", c.cards, got, c.want)
				}
				if p.Spot == lugano.Play && p.Decided {
					t.Error("PLAY is decided before the bank has drawn")
				}
			}
		})
	}
}

// Source 004, section 4: the bank stops on 5 to 9 and draws on 0 to 4,
// "indipendentemente dal punteggio del giocatore".
func TestBankDraws(t *testing.T) {
	for _, c := range []struct {
		bank string
		want games.StepKind
	}{
		{"Ks Kd", games.Deal},
		{"As Kd", games.Deal},
		{"As 3d", games.Deal},
		{"As 4d", games.Finished},
		{"6s Kd", games.Finished},
		{"4s 5d", games.Finished},
	} {
		g := table(t, lugano.FaceUp)
		r := gametest.Parse(t, g, "1:59=10 1:play=10 | 2c "+c.bank[:2]+" 2h | stand | "+c.bank[3:])
		if step, err := g.Next(r); err != nil || step.Kind != c.want {
			t.Errorf("bank %s: next is %q (%v)", c.bank, step, err)
		}
	}
}

// Source 004, section 1: PLAY compares the totals; a tie leaves the bet where it
// is; a doubled bet stands double.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		hand     string
		outcome  games.Outcome
		returned games.Amount
	}{
		{"1:59=10 1:play=20 | 9c 4d Kh | stand | As", games.Win, 4000},
		{"1:59=10 1:play=20 | 2c 4d Kh | stand | As", games.Lose, 0},
		{"1:59=10 1:play=20 | 5c 4d Kh | stand | As", games.Push, 2000},
		{"1:59=10 1:play=20 | 2c 4d Kh | draw 7h | As", games.Win, 4000},
		{"1:59=10 1:play=20 | 2c 4d Kh | double 7h | As", games.Win, 8000},
		{"1:59=10 1:play=20 | 2c 4d Kh | double Kd | As", games.Lose, 0},
		{"1:59=10 1:play=20 | 2c 4d Kh | double 3d | As", games.Push, 4000},
	} {
		g := table(t, lugano.FaceUp)
		s, err := games.Complete(g, gametest.Parse(t, g, c.hand))
		if err != nil {
			t.Fatalf("%s: %v", c.hand, err)
		}
		if p := s.Payments[1]; p.Outcome != c.outcome || p.Returned != c.returned {
			t.Errorf("%s: %s, %d back, want %s, %d", c.hand, p.Outcome, p.Returned, c.outcome, c.returned)
		}
	}
}

// Source 004, section 3: PLAY goes up to twice the 59; section 7: a bet over the
// maximum is reduced; a bet under the minimum does not play.
func TestLimits(t *testing.T) {
	g := table(t, lugano.FaceUp).(*lugano.Game)
	o := g.Options()
	o.Limits = map[string]games.Limit{"59": {Min: 1000, Max: 5000}, "play": {Min: 1000}}
	limited := g.With(o)
	for _, c := range []struct {
		about string
		bets  []games.Bet
		want  []games.Stake
	}{
		{"twice the 59", []games.Bet{on(1, "59", 2000), on(1, "play", 5000)}, []games.Stake{stake(2000, ""), capped(4000)}},
		{"twice the 59 as accepted", []games.Bet{on(1, "play", 12000), on(1, "59", 9000)}, []games.Stake{capped(10000), stake(5000, games.AboveMax)}},
		{"under the minimum takes the box out", []games.Bet{on(1, "59", 500), on(1, "play", 1000), on(1, "pair", 700)}, []games.Stake{stake(0, games.BelowMin), stake(0, games.MissingMandatory), stake(0, games.MissingMandatory)}},
		{"a 59 alone", []games.Bet{on(1, "59", 6000)}, []games.Stake{stake(0, games.MissingMandatory)}},
		{"the maximum on the 59 and the minimum on PLAY", []games.Bet{on(1, "59", 5000), on(1, "play", 1000)}, []games.Stake{stake(5000, ""), stake(1000, "")}},
	} {
		got := limited.Stakes(games.Round{Bets: c.bets})
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: bet %d stands as %+v, want %+v", c.about, i, got[i], c.want[i])
			}
		}
	}
}

// Source 004, section 6: "Nella opzione carte alla mano non sono autorizzate le
// SIDE BET".
func TestHandHeldOffersNoSideBets(t *testing.T) {
	g := table(t, lugano.HandHeld)
	s := g.Stakes(games.Round{Bets: []games.Bet{on(1, "59", 1000), on(1, "play", 1000), on(1, "pair", 1000), on(1, "plus8", 1000)}})
	if s[2].Reason != games.NotOffered || s[3].Reason != games.NotOffered || !s[0].Stands() || !s[1].Stands() {
		t.Errorf("stakes %+v", s)
	}
}

// Source 004, section 1: "sul box può scommettere solamente un singolo giocatore".
func TestOnePlayerToABox(t *testing.T) {
	g := table(t, lugano.FaceUp)
	err := g.CheckBet([]games.Bet{{Box: 1, Spot: "59", Bettor: "Ann", Amount: 1000}}, games.Bet{Box: 1, Spot: "play", Bettor: "Bo", Amount: 1000})
	if games.CodeOf(err) != games.BoxTaken {
		t.Errorf("a second bettor: %v", err)
	}
}

// Source 004, section 7: a skipped box; what is dealt goes where it belonged.
func TestSkippedBoxIsRelaid(t *testing.T) {
	g := table(t, lugano.FaceUp)
	r := games.Round{Bets: []games.Bet{
		on(1, "59", 1000), on(1, "play", 1000), on(2, "59", 1000), on(2, "play", 1000),
	}}
	for _, l := range []games.Laid{{Card: games.NewCard(8, games.Hearts), At: games.AtBox(1)}, {Card: games.NewCard(5, games.Clubs), At: games.Bank}} {
		r = r.WithCard(l)
	}
	step, err := g.Next(r)
	if err != nil || step.Kind != games.Halt {
		t.Fatalf("next is %+v (%v), want a halt at the first wrong card", step, err)
	}
	relaid, err := games.Relay(g, r)
	if err != nil {
		t.Fatal(err)
	}
	if relaid.Matches || !relaid.Reconstructable || relaid.Next != "bank" || len(relaid.Moved) != 1 || relaid.Moved[0].To != games.AtBox(2) {
		t.Errorf("relaid %+v", relaid)
	}
}

func TestContract(t *testing.T) { gametest.Run(t, anyBets) }

func FuzzHand(f *testing.F) { gametest.Fuzz(f, anyBets) }

// anyBets are some bets under some rules.
func anyBets(t *rapid.T) (games.Game, []games.Bet) {
	g, _ := lugano.New(rapid.SampledFrom(lugano.Presets()).Draw(t, "preset"))
	o := g.Options()
	o.Decks = rapid.IntRange(2, 8).Draw(t, "decks")
	o.Rounding = games.Rounding{
		Unit: games.Amount(rapid.SampledFrom([]int{1, 5, 100}).Draw(t, "unit")),
		Mode: rapid.SampledFrom([]games.RoundingMode{games.RoundDown, games.RoundUp, games.RoundNearest}).Draw(t, "mode"),
	}
	o.Limits = map[string]games.Limit{"59": {Min: 500, Max: 20000}, "play": {Min: 500, Max: 30000}, "pair": {Max: 5000}}
	var bets []games.Bet
	for box := 1; box <= o.Boxes; box++ {
		for _, s := range g.Spots() {
			if rapid.IntRange(0, 3).Draw(t, "bet") > 0 {
				bets = append(bets, games.Bet{Box: box, Spot: s.Name, Amount: games.Amount(rapid.IntRange(100, 40000).Draw(t, "amount"))})
			}
		}
	}
	return g.With(o), bets
}

func BenchmarkSettle(b *testing.B) {
	g, _ := lugano.New(lugano.FaceUp)
	r := gametest.Parse(b, g, "1:59=10 1:play=20 2:59=10 2:play=20 4:59=10 4:play=20 6:59=10 6:play=20 9:59=10 9:play=20 9:pair=5"+
		" | 8h Td 8c 3s 2d 5h 9c Kd 4s Ac 7d | draw 3h stand stand draw Kh stand | 4h")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := games.Complete(g, r); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/hand")
}

func BenchmarkOdds(b *testing.B) {
	g, _ := lugano.New(lugano.FaceUp)
	for b.Loop() {
		g.Odds()
	}
}
