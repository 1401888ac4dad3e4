package puntobanco_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/games/gametest"
	"sabot/games/handfile"
	"sabot/games/puntobanco"
)

func table(t testing.TB, preset string) games.Game {
	t.Helper()
	g, ok := puntobanco.New(preset)
	if !ok {
		t.Fatalf("no preset %s", preset)
	}
	return g
}

func on(box int, spot string, amount games.Amount) games.Bet {
	return games.Bet{Box: box, Spot: spot, Amount: amount}
}

// Each row is a sentence of a source: the preset, the cards in shoe order, one bet
// of 20.00, what becomes of it.
func TestBets(t *testing.T) {
	for _, c := range []struct{ source, preset, cards, spot, want string }{
		{"000: Giocatore è pagata 1:1", "pb-speed", "9s 7d Ks Kd", "player", "win 1:1 4000"},
		{"000: Banco è pagata 0,95:1", "pb-speed", "7s 9d Ks Kd", "banker", "win 19:20 3900"},
		{"000: Pareggio viene pagata 8:1", "pb-speed", "7s 7d Ks Kd", "tie", "win 8:1 18000"},
		{"000: in caso di Pareggio Giocatore ... saranno restituite", "pb-speed", "7s 7d Ks Kd", "player", "push  2000"},
		{"000: in caso di Pareggio Banco ... saranno restituite", "pb-speed", "7s 7d Ks Kd", "banker", "push  2000"},
		{"000: Coppia Giocatore 11:1", "pb-speed", "9s 7d 9h Kd", "player_pair", "win 11:1 24000"},
		{"000: una coppia dalla terza carta non conta", "pb-speed", "2s 7d 3h Kd 3s", "player_pair", "lose  0"},
		{"000: Coppia Banco 11:1", "pb-speed", "9s 7d Kh 7h", "banker_pair", "win 11:1 24000"},
		{"000: Coppia Qualsiasi 5:1, uno dei lati", "pb-speed", "9s 7d Kh 7h", "either_pair", "win 5:1 12000"},
		{"000: Coppia Qualsiasi 5:1, entrambi", "pb-speed", "9s 7d 9h 7h", "either_pair", "win 5:1 12000"},
		{"000: Coppia Perfetta 25:1, stesso seme", "pb-speed", "9s 7d Kh 7d", "perfect_pair", "win 25:1 52000"},
		{"000: Coppia Perfetta 25:1 anche su entrambi i lati", "pb-speed", "9s 7d 9s 7d", "perfect_pair", "win 25:1 52000"},
		{"000: una coppia colore non è perfetta", "pb-speed", "9s 7d Kh 7h", "perfect_pair", "lose  0"},
		{"002: Coppia 25:1", "pb-first", "9s 7d Kh 7d", "perfect_pair", "win 25:1 52000"},
		{"002: Doppia coppia 200:1", "pb-first", "9s 7d 9s 7d", "perfect_pair", "win 200:1 402000"},
		{"000: Bonus, vincita naturale 1:1", "pb-speed", "9s 7d Kh Kd", "player_bonus", "win 1:1 4000"},
		{"000: Bonus, pari naturale PUSH", "pb-speed", "9s 9d Kh Kd", "player_bonus", "push  2000"},
		{"000: Bonus, pari naturale PUSH, Banco", "pb-speed", "8s 8d Kh Kd", "banker_bonus", "push  2000"},
		{"000: Bonus, pari non naturale perde", "pb-speed", "7s 7d Kh Kd", "player_bonus", "lose  0"},
		{"000: Bonus, un naturale battuto da un naturale perde", "pb-speed", "8s 9d Kh Kd", "player_bonus", "lose  0"},
		{"000: Bonus di 9 punti 30:1", "pb-speed", "Ks 5d Kh 5h 9s Ks", "player_bonus", "win 30:1 62000"},
		{"000: Bonus di 8 punti 10:1", "pb-speed", "2s Kd 2h Kc 4s Ks", "player_bonus", "win 10:1 22000"},
		{"000: Bonus di 7 punti 6:1", "pb-speed", "2s Kd Kh 7h 8c", "banker_bonus", "win 6:1 14000"},
		{"000: Bonus di 6 punti 4:1", "pb-speed", "As Kd Kh 7h Ks", "banker_bonus", "win 4:1 10000"},
		{"000: Bonus di 5 punti 2:1", "pb-speed", "2s Kd Kh 7h Ks", "banker_bonus", "win 2:1 6000"},
		{"000: Bonus di 4 punti 1:1", "pb-speed", "3s Kd Kh 7h Ks", "banker_bonus", "win 1:1 4000"},
		{"000: Bonus di 3 punti perde", "pb-speed", "4s Kd Kh 7h Ks", "banker_bonus", "lose  0"},
		{"000: zero commissioni, Banco 1:1 con qualsiasi punteggio", "pb-speed-nc", "6s Kd Kh 7h", "banker", "win 1:1 4000"},
		{"000: eccetto 6, 0,5:1", "pb-speed-nc", "Ks 6s Kh Kd 5c", "banker", "win 1:2 3000"},
		{"002: Banker 0,5:1 se vince con 6 punti", "pb-first-nc", "Ks 6s Kh Kd 5c", "banker", "win 1:2 3000"},
		{"002: Banker 0,95:1 anche con 6", "pb-first", "Ks 6s Kh Kd 5c", "banker", "win 19:20 3900"},
		{"001: Banker vince anche con tre carte", "pb-classic", "2s 2d Kh Kd Ks 5c", "banker", "win 19:20 3900"},
	} {
		t.Run(c.source, func(t *testing.T) {
			g := table(t, c.preset)
			s, err := games.Complete(g, gametest.Parse(t, g, fmt.Sprintf("2:%s=20 | %s", c.spot, c.cards)))
			if err != nil {
				t.Fatal(err)
			}
			p := s.Payments[0]
			if got := fmt.Sprintf("%s %s %d", p.Outcome, p.Odds, p.Returned); got != c.want {
				t.Errorf("%s is %q, want %q", c.cards, got, c.want)
			}
		})
	}
}

// Source 002: "Super 6 paga 15:1 se il Banco vince con un punteggio di 6. Per
// piazzare la puntata collaterale è necessario piazzare quella principale"; source
// 000: "L'importo ... non può superare il valore della puntata principale".
func TestSuper6(t *testing.T) {
	const six = " | Ks 6s Kh Kd 5c"
	for _, c := range []struct{ about, preset, bets, want string }{
		{"with a banker bet", "pb-speed-nc", "1:banker=20 1:super6=10", "win 15:1 1000 "},
		{"with a player bet", "pb-speed-nc", "1:player=20 1:super6=10", "win 15:1 1000 "},
		{"with a tie bet", "pb-first-nc", "1:tie=20 1:super6=10", "win 15:1 1000 "},
		{"without a main bet", "pb-first-nc", "2:player=20 1:super6=10", "void  0 missing_main"},
		{"the main bet of another bettor", "pb-first-nc", "1:player@Ann=20 1:super6@Bo=10", "void  0 missing_main"},
		{"a side bet is no main bet", "pb-first-nc", "2:player=20 1:player_pair=20 1:super6=10", "void  0 missing_main"},
		{"at Speed at most the main bets together", "pb-speed-nc", "1:player=20 1:tie=5 1:super6=100", "win 15:1 2500 above_max"},
		{"elsewhere not", "pb-first-nc", "1:player=20 1:super6=100", "win 15:1 10000 "},
		{"where commission is taken there is none", "pb-speed", "1:player=20 1:super6=10", "void  0 not_offered"},
	} {
		t.Run(c.about, func(t *testing.T) {
			g := table(t, c.preset)
			s, err := games.Complete(g, gametest.Parse(t, g, c.bets+six))
			if err != nil {
				t.Fatal(err)
			}
			p := s.Payments[len(s.Payments)-1]
			if got := fmt.Sprintf("%s %s %d %s", p.Outcome, p.Odds, p.Staked, p.Reason); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Source 000, La Regola della terza carta: every total of the player's two cards
// against every total of the banker's, with every third card.
func TestTableau(t *testing.T) {
	rank := func(total int) string { return strings.Split("K A 2 3 4 5 6 7 8 9", " ")[total] }
	// The table of source 001 for the banker, by what the player's third card is; "-"
	// is no third card.
	draws := map[int]string{0: "-0123456789", 1: "-0123456789", 2: "-0123456789", 3: "-012345679", 4: "-234567", 5: "-4567", 6: "67", 7: ""}
	g := table(t, "pb-classic")
	for player := range 10 {
		for banker := range 10 {
			for third := range 10 {
				r := gametest.Parse(t, g, fmt.Sprintf("1:tie=20 | %ss %sh Kd Kc", rank(player), rank(banker)))
				want := ""
				if player < 8 && banker < 8 {
					drawn := "-"
					if player <= 5 {
						want += "P"
						drawn = fmt.Sprint(third)
					}
					if strings.Contains(draws[banker], drawn) {
						want += "B"
					}
				}
				got := ""
				for {
					step, err := g.Next(r)
					if err != nil {
						t.Fatal(err)
					}
					if step.Kind == games.Finished {
						break
					}
					card, _, _ := games.ParseCard("2s")
					if step.At == games.Player {
						got += "P"
						card, _, _ = games.ParseCard(rank(third) + "c")
					} else {
						got += "B"
					}
					r, _ = games.DealCard(g, r, card)
				}
				if got != want {
					t.Fatalf("player %d, banker %d, third %d: %q draw, want %q", player, banker, third, got, want)
				}
			}
		}
	}
}

// Source 000: "Dopo 60 turni di gioco, le puntate laterali Coppia ... verranno
// disabilitate", "Dopo 44 turni ... il bonus"; source 002: halved once 312 are out.
func TestCutOffs(t *testing.T) {
	offers := func(preset string, round, out int) string {
		var names []string
		for _, s := range table(t, preset).Offered(games.Round{Number: round, Out: out}) {
			names = append(names, s.Name)
		}
		return strings.Join(names, " ")
	}
	const pairs = "player banker tie player_pair banker_pair either_pair perfect_pair"
	for _, c := range []struct {
		preset string
		round  int
		want   string
	}{
		{"pb-speed", 44, pairs + " player_bonus banker_bonus"},
		{"pb-speed", 45, pairs},
		{"pb-speed", 60, pairs},
		{"pb-speed", 61, "player banker tie"},
		{"pb-speed-nc", 44, pairs + " player_bonus banker_bonus super6"},
		{"pb-speed-nc", 45, pairs},
		{"pb-first-nc", 90, pairs + " player_bonus banker_bonus super6"},
		{"pb-classic", 1, "player banker tie"},
	} {
		if got := offers(c.preset, c.round, 0); got != c.want {
			t.Errorf("%s, round %d: %s, want %s", c.preset, c.round, got, c.want)
		}
	}
	g, err := handfile.ParseRules("puntobanco", []byte(`{"preset":"pb-first","limits":{"player":{"max":1001},"player_pair":{"min":50,"max":1001},"either_pair":{"max":1}}}`))
	if err != nil {
		t.Fatal(err)
	}
	bets := []games.Bet{on(1, "player", 5000), on(1, "player_pair", 5000), on(1, "either_pair", 5000)}
	for _, c := range []struct {
		out  int
		want []games.Amount
	}{{311, []games.Amount{1001, 1001, 1}}, {312, []games.Amount{1001, 500, 1}}} {
		for i, s := range g.Stakes(games.Round{Number: 1, Out: c.out, Bets: bets}) {
			if s.Amount != c.want[i] || s.Reason != games.AboveMax {
				t.Errorf("%d out: bet %d stands with %+v, want %d", c.out, i, s, c.want[i])
			}
		}
	}
}

// The commission that a box owes: 5 % of the stake, rounded as winnings are, on a
// row of its own that may be 0; presets without commission have none.
func TestTrackedCommission(t *testing.T) {
	for _, c := range []struct {
		rules string
		stake games.Amount
		want  string
	}{
		{`{"preset":"pb-speed","commission":"tracked"}`, 2000, "1:1 4000 true 100"},
		{`{"preset":"pb-speed","commission":"tracked"}`, 19, "1:1 38 true 0"},
		{`{"preset":"pb-classic","commission":"tracked","rounding":{"unit":50,"mode":"up"}}`, 2100, "1:1 4200 true 150"},
		{`{"preset":"pb-first-nc","commission":"tracked"}`, 2000, "1:1 4000 false 0"},
		{`{"preset":"pb-speed","commission":"at_once"}`, 2000, "19:20 3900 false 0"},
	} {
		g, err := handfile.ParseRules("puntobanco", []byte(c.rules))
		if err != nil {
			t.Fatal(err)
		}
		r := games.Round{Number: 1, Bets: []games.Bet{on(1, "banker", c.stake)}}
		for _, name := range strings.Fields("7s 9d Ks Kd") {
			card, _, _ := games.ParseCard(name)
			if r, err = games.DealCard(g, r, card); err != nil {
				t.Fatal(err)
			}
		}
		s, err := games.Complete(g, r)
		if err != nil {
			t.Fatal(err)
		}
		p := s.Payments[0]
		if got := fmt.Sprintf("%s %d %v %d", p.Odds, p.Returned, p.Tracked, p.Commission); got != c.want || s.Commission != p.Commission {
			t.Errorf("%s: %s, want %s", c.rules, got, c.want)
		}
		if s.House != p.Commission-p.Net() {
			t.Errorf("%s: the house is up %d", c.rules, s.House)
		}
	}
}

// Source 000: cards that were not needed open the next hand, two of them at Speed;
// elsewhere what is left over would have to be burned.
func TestLeftOver(t *testing.T) {
	for _, c := range []struct {
		preset                string
		extra, carry, surplus int
	}{
		{"pb-speed", 1, 1, 0}, {"pb-speed", 2, 2, 0}, {"pb-speed", 3, 2, 1}, {"pb-speed-nc", 2, 2, 0}, {"pb-first", 1, 0, 1}, {"pb-classic", 2, 0, 2},
	} {
		g := table(t, c.preset)
		r := gametest.Parse(t, g, "1:player=20 | 9s 7d Kh Kd")
		for range c.extra {
			card, _, _ := games.ParseCard("2c")
			r = r.WithCard(games.Laid{Card: card, At: games.Player})
		}
		relaid, err := games.Relay(g, r)
		if err != nil {
			t.Fatal(err)
		}
		if relaid.Matches || len(relaid.Carried) != c.carry || len(relaid.Surplus) != c.surplus || relaid.Reconstructable != (c.surplus == 0) {
			t.Errorf("%s with %d extra: %+v", c.preset, c.extra, relaid)
		}
	}
}

func TestContract(t *testing.T) { gametest.Run(t, anyBets) }

func FuzzHand(f *testing.F) { gametest.Fuzz(f, anyBets) }

// anyBets are some bets under some rules.
func anyBets(t *rapid.T) (games.Game, []games.Bet) {
	rules := fmt.Sprintf(`{"preset":%q,"boxes":4,"decks":%d,"commission":%q,"limits":{"player":{"min":%d},"super6":{"max":500}},"rounding":{"unit":%d,"mode":%q}}`,
		rapid.SampledFrom(puntobanco.Presets()).Draw(t, "preset"), rapid.IntRange(1, 8).Draw(t, "decks"),
		rapid.SampledFrom([]string{"at_once", "tracked"}).Draw(t, "commission"), rapid.IntRange(1, 900).Draw(t, "minimum"),
		rapid.SampledFrom([]int{1, 5, 50}).Draw(t, "unit"), rapid.SampledFrom([]string{"down", "up", "nearest"}).Draw(t, "mode"))
	g, err := handfile.ParseRules("puntobanco", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	var bets []games.Bet
	for range rapid.IntRange(1, 12).Draw(t, "bets") {
		b := games.Bet{
			Box: rapid.IntRange(1, 4).Draw(t, "box"), Spot: rapid.SampledFrom(g.Spots()).Draw(t, "spot").Name,
			Bettor: rapid.SampledFrom([]string{"", "Ann"}).Draw(t, "bettor"), Amount: games.Amount(rapid.IntRange(1, 2000).Draw(t, "amount")),
		}
		if g.CheckBet(bets, b) == nil {
			bets = append(bets, b)
		}
	}
	return g, bets
}

func BenchmarkSettle(b *testing.B) {
	g := table(b, "pb-speed")
	r := gametest.Parse(b, g, "1:banker=20 2:player=20 3:tie=5 4:banker_pair=5 5:player_bonus=5 | Ks 3s 2h Kd 4c 7h")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := games.Complete(g, r); err != nil {
			b.Fatal(err)
		}
	}
}

// A bettor on both sides risks hardly anything: of each two the smaller bet is told.
func TestOpposed(t *testing.T) {
	g := table(t, "pb-speed")
	r := gametest.Parse(t, g, "1:player=20 1:banker=50 2:player=20 3:banker=20 4:player@Ann=20 4:banker@Bo=20 5:banker=10 5:tie=5 5:player=10 |")
	got := fmt.Sprint(g.(games.LowRisk).Opposed(r))
	if want := fmt.Sprint([]games.Bet{on(1, "player", 2000), on(5, "banker", 1000)}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What F2 says of the last hands of side bets names those that the table offers and no others.
func TestWordsNameWhatIsOffered(t *testing.T) {
	bonuses := []string{puntobanco.PlayerBonus, puntobanco.BankerBonus}
	for _, c := range []struct {
		off  []string
		want string
	}{{nil, "pb_cut_off_super6"}, {bonuses, "pb_cut_off_super6_alone"}, {[]string{puntobanco.Super6}, "pb_cut_off_bonus"}, {append(bonuses, puntobanco.Super6), ""}} {
		g := table(t, puntobanco.SpeedNoCommission)
		o := g.Options()
		o.Off = c.off
		said := ""
		for _, s := range g.(*puntobanco.Game).With(o).(games.Worded).Words() {
			if strings.HasPrefix(s.Key, "pb_cut_off") && s.Key != "pb_cut_off_pairs" {
				said += s.Key
			}
		}
		if said != c.want {
			t.Errorf("without %v: %q, want %q", c.off, said, c.want)
		}
	}
}
