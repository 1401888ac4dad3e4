package blackjack_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/games/blackjack"
	"sabot/games/gametest"
	"sabot/games/handfile"
)

func table(t testing.TB, rules string) games.Game {
	t.Helper()
	g, err := handfile.ParseRules("blackjack", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// settled plays a hand written as text and says what became of each bet.
func settled(t testing.TB, g games.Game, hand string, early ...games.Early) string {
	t.Helper()
	bets, rest, _ := strings.Cut(hand, "|")
	r := gametest.Parse(t, g, bets+"|")
	for i, n := 0, 0; i < len(r.Bets) && n < len(early); i++ {
		if r.Bets[i].Spot == blackjack.Behind {
			r.Bets[i].Early = early[n]
			n++
		}
	}
	r = gametest.Continue(t, g, r, rest)
	s, err := games.Complete(g, r)
	if err != nil {
		t.Fatalf("%s: %v", hand, err)
	}
	var out []string
	for _, p := range s.Payments {
		out = append(out, fmt.Sprintf("%s %s %d/%d", p.Outcome, p.Odds, p.Staked/100, p.Returned/100))
	}
	return strings.Join(out, ", ")
}

// An early decision is about doubling or splitting: none is offered that the table's own
// rules can never let it come to (source 003, Decisione anticipata).
func TestEarlyChoicesAreTheRules(t *testing.T) {
	const all, unsplit = "follow,double,split,split+double,right,left,", "follow,double,"
	for rules, want := range map[string]string{
		`"bj-us"`: all, `"bj-eu"`: all,
		`{"preset":"bj-us","double_after_split":false}`: "follow,double,split,right,left,",
		`{"preset":"bj-us","max_splits":0}`:             unsplit,
	} {
		var names []string
		for _, e := range games.EarlyChoices(table(t, rules)) {
			name := string(e.Choice)
			if e.Then != "" {
				name += "+" + string(e.Then)
			}
			names = append(names, name)
		}
		if got := strings.Join(names, ","); got != want {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
}

// Source 003, the first table of "Segui il giocatore principale": each row by its
// words. The main player has 10, the bettor behind 20 (funds in francs).
func TestFollowTheMainPlayer(t *testing.T) {
	g := table(t, `"bj-eu"`)
	const double, split = "1:main=10 1:behind@Bo=20 | 5s 6h 6d double 9c Ks 7h", "1:main=10 1:behind@Bo=20 | 8s 6h 8d split Kc stand 2c stand Ks 7h"
	for _, c := range []struct {
		row   string
		hand  string
		funds games.Amount
		want  string
	}{
		{"Insufficiente per raddoppiare, Raddoppio: Prendi e stai", double, 1999, "win 1:1 20/40, win 1:1 20/40"},
		{"Insufficiente per dividere, Dividere: Segui la mano destra", split, 1999, "win  20/40, win 1:1 20/40"},
		{"Sufficiente per dividere/raddoppiare, Dividere: Dividere", split, 2000, "win  20/40, win  40/80"},
		{"Sufficiente per dividere/raddoppiare, Raddoppio: Raddoppio", double, 2000, "win 1:1 20/40, win 1:1 40/80"},
	} {
		t.Run(c.row, func(t *testing.T) {
			if got := settled(t, g, c.hand, games.Early{Choice: games.Follow, Funds: c.funds, HasFunds: true}); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// Source 003, the table of "Raddoppiare": the bet behind, the main player, the action
// for the bet behind. After a split the right hand wins with 18 against 13 and a
// bust; the left is bust, so that it tells which hand is followed.
func TestBetBehind(t *testing.T) {
	g := table(t, `"bj-eu"`)
	const (
		double = "1:main=10 1:behind@Bo=20 | 5s 6h 6d double 9c Ks 7h"
		split  = "1:main=10 1:behind@Bo=20 | 8s 6h 8d split Kc stand 6c hit Qc Ks 7h"
		hit    = "1:main=10 1:behind@Bo=20 | 5s 6h 6d hit 9c stand Ks 7h"
		stand  = "1:main=10 1:behind@Bo=20 | 9s 6h 9d stand Ks 7h"
	)
	single, doubled := "win 1:1 20/40", "win 1:1 40/80"
	right, left, both := "win 1:1 20/40", "lose  20/0", "push  40/40"
	for _, c := range []struct {
		row    string
		choice games.Choice
		hand   string
		want   string
	}{
		{"Raddoppio, Raddoppio: Raddoppio", games.ChooseDouble, double, doubled},
		{"Raddoppio, Dividere: Segui la mano destra", games.ChooseDouble, split, right},
		{"Raddoppio, Carta: Carta", games.ChooseDouble, hit, single},
		{"Nessuna azione, Raddoppio: Prendi e stai", games.None, double, single},
		{"Nessuna azione, Dividere: Segui la mano destra", games.None, split, right},
		{"Segui la mano destra, Raddoppio: Prendi e stai", games.Right, double, single},
		{"Segui la mano sinistra, Raddoppio: Prendi e stai", games.Left, double, single},
		{"Dividere, Dividere: Dividere", games.ChooseSplit, split, both},
		{"Dividere, Raddoppio: Prendi e stai", games.ChooseSplit, double, single},
		{"Dividere, Passo: Passo", games.ChooseSplit, stand, single},
		{"Segui la mano destra, Dividere: Segui la mano destra", games.Right, split, right},
		{"Segui la mano sinistra, Dividere: Segui la mano sinistra", games.Left, split, left},
	} {
		t.Run(c.row, func(t *testing.T) {
			got := settled(t, g, c.hand, games.Early{Choice: c.choice})
			if _, behind, _ := strings.Cut(got, ", "); behind != c.want {
				t.Errorf("%s, want %s", behind, c.want)
			}
		})
	}
}

// Source 003, "Dividere": whoever split with the main player doubles a split hand
// with him if he chose so and has the funds; else he takes and stands.
func TestBehindDoublesSplitHands(t *testing.T) {
	g := table(t, `"bj-eu"`)
	const hand = "1:main=10 1:behind@Bo=20 | 8s 6h 8d split 3c double Kc 2c double 9c Ks 7h" // 21 and 19 against a bust
	for _, c := range []struct {
		about string
		early games.Early
		want  string
	}{
		{"follow has it built in", games.Early{Choice: games.Follow}, "win  80/160"},
		{"split, then double", games.Early{Choice: games.ChooseSplit, Then: games.Double}, "win  80/160"},
		{"split without then", games.Early{Choice: games.ChooseSplit}, "win  40/80"},
		{"funds for the first of the two only", games.Early{Choice: games.ChooseSplit, Then: games.Double, Funds: 4000, HasFunds: true}, "win  60/120"},
		{"funds for the split only", games.Early{Choice: games.Follow, Funds: 2000, HasFunds: true}, "win  40/80"},
		{"the right hand alone is not doubled", games.Early{Choice: games.Right, Then: games.Double}, "win 1:1 20/40"},
	} {
		t.Run(c.about, func(t *testing.T) {
			got := settled(t, g, hand, c.early)
			if _, behind, _ := strings.Cut(got, ", "); behind != c.want {
				t.Errorf("%s, want %s", behind, c.want)
			}
		})
	}
}

// Each row: the sentence, the rules, the hand, what becomes of the bets.
func TestHands(t *testing.T) {
	for _, c := range []struct{ source, rules, hand, want string }{
		{"Blackjack 3 a 2", `"bj-eu"`, "1:main=10 | As 9h Kd", "win 3:2 10/25"},
		{"Mano vincente 1 a 1", `"bj-us"`, "1:main=10 | Ts 9h Kd 8h stand", "win 1:1 10/20"},
		{"a push", `"bj-us"`, "1:main=10 | Ts Th Kd Kh stand", "push  10/10"},
		{"both have blackjack", `"bj-us"`, "1:main=10 | As Th Kd Ah", "push  10/10"},
		{"US: a dealer's blackjack ends the hand", `"bj-us"`, "1:main=10 2:main=10 | As 5s Th Kd 6h Ah", "push  10/10, lose  10/0"},
		{"21 in three cards is no blackjack", `"bj-eu"`, "1:main=10 | 5s Th 6d hit Tc Ah", "lose  10/0"},
		{"blackjack 6 a 5", `{"preset":"bj-eu","blackjack":"6:5"}`, "1:main=10 | As 9h Kd", "win 6:5 10/22"},
		{"EU: a blackjack waits under a ten", `"bj-eu"`, "1:main=10 | As Th Kd Ac", "push  10/10"},
		{"EU: all bust, the second card is not dealt", `"bj-eu"`, "1:main=10 | Ts 6h Kd hit 5c", "lose  10/0"},
		{"soft 17: the dealer stands", `"bj-eu"`, "1:main=10 | Ts 6h 8d stand Ac", "win 1:1 10/20"},
		{"soft 17: he draws where the table has it so", `{"preset":"bj-eu","dealer_hits_soft_17":true}`, "1:main=10 | Ts 6h 8d stand Ac 3c", "lose  10/0"},
		{"split aces take one card", `"bj-eu"`, "1:main=10 | As 6h Ad split Kc 5c Ks 2s", "push  20/20"},
		{"split aces play on where the table has it so", `{"preset":"bj-eu","split_aces_one_card":false}`, "1:main=10 | As 6h Ad split Kc 5c hit 5d Ks 2s", "win  20/40"},
		{"enhc all", `"bj-eu"`, "1:main=10 | 5s Ah 6d double 9c Kc", "lose  20/0"},
		{"enhc original", `{"preset":"bj-eu","enhc":"original"}`, "1:main=10 | 5s Ah 6d double 9c Kc", "lose  20/10"},
		{"enhc original, a split hand bust and doubled", `{"preset":"bj-eu","enhc":"original"}`, "1:main=10 | 8s Ah 8d split 4c double Kc 9c stand Kh", "lose  30/10"},
		{"Coppia Rosso/Nero 6 a 1", `"bj-eu"`, "1:main=10 1:player_pair=5 | 4s 9h 4d hit Tc stand 9s", "push  10/10, win 6:1 5/35"},
		{"Coppia Colore 12 a 1", `"bj-eu"`, "1:main=10 1:player_pair=5 | 4h 9h 4d hit Tc stand 9s", "push  10/10, win 12:1 5/65"},
		{"Coppia Perfetta 25 a 1", `"bj-eu"`, "1:main=10 1:player_pair=5 | 4h 9h 4h hit Tc stand 9s", "push  10/10, win 25:1 5/130"},
		{"Coppia del Banco", `"bj-eu"`, "1:main=10 1:dealer_pair=5 | Ts 9h 6d hit Tc 9h", "lose  10/0, win 25:1 5/130"},
		{"21+3 Tris dello stesso seme", `"bj-eu"`, "1:main=10 1:21+3=5 | 4h 4h 4h stand Tc Tc", "win 1:1 10/20, win 100:1 5/505"},
		{"21+3 Scala a colore", `"bj-eu"`, "1:main=10 1:21+3=5 | 4h 6h 5h stand Tc Tc", "win 1:1 10/20, win 40:1 5/205"},
		{"21+3 Tris", `"bj-eu"`, "1:main=10 1:21+3=5 | 4h 4s 4d stand Tc Tc", "win 1:1 10/20, win 30:1 5/155"},
		{"21+3 Scala, asso alto", `"bj-eu"`, "1:main=10 1:21+3=5 | Kh Qs As Ad", "push  10/10, win 10:1 5/55"},
		{"21+3 Colore", `"bj-eu"`, "1:main=10 1:21+3=5 | 2h 6h 9h stand Tc Tc", "win 1:1 10/20, win 5:1 5/30"},
		{"21+3 no run around the corner", `"bj-eu"`, "1:main=10 1:21+3=5 | Kh 2s Ad 6c", "win 3:2 10/25, lose  5/0"},
		{"Assicurazione 2 a 1", `"bj-us"`, "1:main=10 | Ts Ah 9d Kc insure:1", "lose  10/0, win 2:1 5/15"},
		{"Se il banco non ottiene Blackjack, perdi l'assicurazione", `"bj-us"`, "1:main=10 | Ts Ah 9d 8c insure:1 stand", "push  10/10, lose  5/0"},
		{"a blackjack may be insured", `"bj-eu"`, "1:main=10 | Ts Ah Ad insure:1 Kc", "push  10/10, win 2:1 5/15"},
	} {
		t.Run(c.source, func(t *testing.T) {
			g := table(t, c.rules)
			hand := c.hand
			if strings.Contains(c.source, "no run") { // the dealer's second card decides nothing
				hand = strings.TrimSuffix(hand, " 6c")
			}
			if got := settled(t, g, hand); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// What is not legal there is refused.
func TestRefusedDecisions(t *testing.T) {
	for _, c := range []struct{ about, rules, hand string }{
		{"splitting unequal cards", `"bj-eu"`, "1:main=10 | Ts 9h 9d | split"},
		{"splitting a second time", `"bj-eu"`, "1:main=10 | 8s 9h 8d split 8c | split"},
		{"splitting where the table has none", `{"preset":"bj-eu","max_splits":0}`, "1:main=10 | 8s 9h 8d | split"},
		{"doubling three cards", `"bj-eu"`, "1:main=10 | 2s 9h 3d hit 4c | double"},
		{"doubling after a split", `{"preset":"bj-eu","double_after_split":false}`, "1:main=10 | 8s 9h 8d split 3c | double"},
		{"insuring without an ace", `"bj-eu"`, "1:main=10 | 8s 9h 8d | insure"},
		{"insuring after the first decision", `"bj-eu"`, "1:main=10 | 2s Ah 3d hit 4c | insure"},
	} {
		t.Run(c.about, func(t *testing.T) {
			g := table(t, c.rules)
			cut := strings.LastIndex(c.hand, "|")
			r := gametest.Parse(t, g, c.hand[:cut])
			if _, err := games.Decide(g, r, games.Action(strings.TrimSpace(c.hand[cut+1:]))); games.CodeOf(err) != games.BadDecision {
				t.Errorf("error %v, want bad_decision", err)
			}
		})
	}
}

// A bet behind an empty seat is void, and a side bet without its main.
func TestBetsThatNeedAMain(t *testing.T) {
	g := table(t, `{"preset":"bj-eu","limits":{"main":{"min":1000}}}`)
	r := gametest.Parse(t, g, "1:main=10 2:behind@Bo=10 2:21+3=5 3:main=5 3:player_pair=5 |")
	want := []games.Stake{{Amount: 1000}, {Reason: games.NoMainBet}, {Reason: games.MissingMain}, {Reason: games.BelowMin}, {Reason: games.MissingMain}}
	for i, s := range g.Stakes(r) {
		if s != want[i] {
			t.Errorf("bet %d stands as %+v, want %+v", i, s, want[i])
		}
	}
}

func TestContract(t *testing.T) { gametest.Run(t, anyBets) }

func FuzzHand(f *testing.F) { gametest.Fuzz(f, anyBets) }

// anyBets are some bets under some rules.
func anyBets(t *rapid.T) (games.Game, []games.Bet) {
	rules := fmt.Sprintf(`{"preset":%q,"boxes":3,"decks":%d,"dealer_hits_soft_17":%v,"enhc":%q,"split_aces_one_card":%v,"double_after_split":%v,"max_splits":%d,"blackjack":%q,"limits":{"main":{"min":%d}},"rounding":{"unit":%d,"mode":%q}}`,
		rapid.SampledFrom(blackjack.Presets()).Draw(t, "preset"), rapid.IntRange(1, 8).Draw(t, "decks"), rapid.Bool().Draw(t, "soft 17"),
		rapid.SampledFrom([]string{"all", "original"}).Draw(t, "enhc"), rapid.Bool().Draw(t, "aces"), rapid.Bool().Draw(t, "after split"),
		rapid.IntRange(0, 1).Draw(t, "splits"), rapid.SampledFrom([]string{"3:2", "6:5", "1:1", "999999:1"}).Draw(t, "blackjack"),
		rapid.IntRange(1, 600).Draw(t, "minimum"), rapid.SampledFrom([]int{1, 5, 50}).Draw(t, "unit"), rapid.SampledFrom([]string{"down", "up", "nearest"}).Draw(t, "mode"))
	g, err := handfile.ParseRules("blackjack", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	var bets []games.Bet
	for range rapid.IntRange(1, 10).Draw(t, "bets") {
		b := games.Bet{
			Box: rapid.IntRange(1, 3).Draw(t, "box"), Spot: rapid.SampledFrom([]string{"main", "main", "behind", "player_pair", "dealer_pair", "21+3"}).Draw(t, "spot"),
			Amount: games.Amount(rapid.IntRange(1, 2000).Draw(t, "amount")),
		}
		if b.Spot == blackjack.Behind {
			b.Bettor = rapid.SampledFrom([]string{"", "Ann", "Bo"}).Draw(t, "bettor")
			b.Early = games.Early{
				Choice:   rapid.SampledFrom([]games.Choice{games.None, games.Follow, games.ChooseDouble, games.ChooseSplit, games.Right, games.Left}).Draw(t, "choice"),
				Then:     rapid.SampledFrom([]games.Action{"", games.Double}).Draw(t, "then"),
				HasFunds: rapid.Bool().Draw(t, "limited"), Funds: games.Amount(rapid.IntRange(0, 4000).Draw(t, "funds")),
			}
			if !b.Early.HasFunds {
				b.Early.Funds = 0
			}
		}
		if g.CheckBet(bets, b) == nil {
			bets = append(bets, b)
		}
	}
	return g, bets
}

func BenchmarkSettle(b *testing.B) {
	g := table(b, `"bj-us"`)
	r := gametest.Parse(b, g, "1:main=10 2:main=10 3:main=10 4:main=10 5:main=10 1:21+3=5 | 8s 5s Ts 9c 2h 6h 8d 6d Kd 7c 3h Tc split 3c double Kc 9h stand double 9s stand hit 4c stand hit Ks stand 5c")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := games.Complete(g, r); err != nil {
			b.Fatal(err)
		}
	}
}
