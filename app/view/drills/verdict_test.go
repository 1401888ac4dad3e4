package drills_test

import (
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/app/view/drills"
	"sabot/games"
	"sabot/games/drill"
	"sabot/games/gametest"
	"sabot/games/handfile"
)

// Why a card goes where it goes is said by the rule, in the words that the rules of the table have.
func TestADrawIsByItsRule(t *testing.T) {
	for _, c := range []struct{ preset, hand, says string }{
		{"pb-classic", "1:player=10 | 2s 2d 3d 3h 4c", "Banco con 5: tira se la terza carta del punto vale 4 5 6 7."},
		{"pb-classic", "1:player=10 | 2s 2d 3d 3h 8c", "Banco con 5: tira se la terza carta del punto vale 4 5 6 7."},
		{"pb-classic", "1:player=10 | 2s Kd 3d 2h 8c", "Se il punto ha tirato: il banco con 0–2 tira sempre."},
		{"pb-classic", "1:player=10 | 2s 2d 4d 4h", "Il punto tira con 0–5, altrimenti sta. Se il punto sta, il banco tira con 0–5."},
		{"pb-classic", "1:player=10 | 9s 2d Kd 4h", "Naturale: con 8 o 9 nelle prime due carte nessuno prende carta."},
		{"lugano", "1:59=10 1:play=10 | 9s 2h Kd stand 2d", "con 0–4 prende la terza"},
		{"bj-eu", "1:main=10 | Ts 9h 8d stand 7c", "Il banco tira fino a 16 e sta su ogni 17."},
		{"bj-us", "1:main=10 | Ts 9h 8d 6c hit Tc", "Restano solo mani sballate o blackjack"},
	} {
		g, _ := handfile.Preset(c.preset)
		task := drill.Task{Class: drill.Class{Kind: drill.Draws, Rules: drill.Rules(c.preset)}, Game: g, Questions: []drill.Question{{Ask: drill.Who, Round: gametest.Parse(t, g, c.hand)}}}
		if why := strings.Join(whyOf(t, task), " "); !strings.Contains(why, c.says) {
			t.Errorf("%s %s: %q, want %q", c.preset, c.hand, why, c.says)
		}
	}
}

func whyOf(t *testing.T, task drill.Task) []string {
	t.Helper()
	v := view.Viewer{Text: text.Open("it", "CHF")}
	verdict, err := task.Verdict(0, drill.Answer{Say: drill.NoCard})
	if err != nil {
		t.Fatal(err)
	}
	_, _, why := drills.Verdict(v, task, task.Questions[0], drill.Answer{Say: drill.NoCard}, verdict)
	return why
}

// Nothing is said of a card that lies face down, nor is it shown: not while boxes are asked, and not
// between a card of a split box and the next.
func TestAHoleCardIsNotTold(t *testing.T) {
	v := view.Viewer{Text: text.Open("it", "CHF")}
	g, _ := handfile.Preset("bj-us")
	for hand, told := range map[string]bool{
		"1:main=10 1:player_pair=10 | 6s 9h 6d Tc":                         false,
		"1:main=10 | 8s 9h 8d Tc split 7h hit 9s":                          false, // the right hand is bust, and the left takes its card
		"1:main=10 2:main=10 | 8s 8h 9h 8d 8c Tc split 7h hit 9s Td stand": false,
		"1:main=10 | 8s 9h Td Tc stand":                                    true,
	} {
		q := drill.Question{Ask: drill.Comes, Round: gametest.Parse(t, g, hand)}
		if strings.Contains(hand, "pair") {
			q.Bet = 1
		}
		if strings.Contains(hand, "split") {
			q.Hand = 1
		}
		task := drill.Task{Class: drill.Class{Kind: drill.Hands, Rules: "bj-us"}, Game: g, Questions: []drill.Question{q}}
		if why := strings.Join(whyOf(t, task), " "); strings.Contains(why, "BANCO: 19") != told {
			t.Errorf("%s: %q", hand, why)
		}
		if dealer := drills.Felt(v, task, 0, true).House[0]; dealer.Cards[1].Back == told {
			t.Errorf("%s: the dealer has %+v", hand, dealer)
		}
	}
}

// An insurance is of the bet in front or of one behind, and the question says which.
func TestAnInsuranceIsSomebodys(t *testing.T) {
	v := view.Viewer{Text: text.Open("it", "CHF")}
	g, _ := handfile.Preset("bj-eu")
	r := gametest.Parse(t, g, "1:main=100 1:behind@2=60 | Ts Ah 9d insure:1 insure:1@2 stand Kc")
	settled, err := g.Settle(r)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for i, p := range settled.Payments {
		if p.Spot != "insurance" {
			continue
		}
		asks, _ := drills.Asks(v, drill.Task{Game: g}, drill.Question{Ask: drill.Comes, Round: r, Bet: i})
		want := map[games.Amount]string{5000: "ASSIC. della puntata davanti: 50", 3000: "ASSIC. della puntata dietro (2): 30"}[p.Staked]
		if !strings.Contains(asks, want) {
			t.Errorf("the question is %q, want %q", asks, want)
		}
		asked++
	}
	if asked != 2 {
		t.Errorf("%d insurances were asked about", asked)
	}
}

// Even money is asked about by its name, no insurance lies on the felt, and the reason says why.
func TestEvenMoneyIsSaid(t *testing.T) {
	v := view.Viewer{Text: text.Open("it", "CHF")}
	g, _ := handfile.Preset("bj-us")
	r := gametest.Parse(t, g, "1:main=100 2:main=60 | As 9h Ah Kd 8d 7c insure:1 insure:2")
	task := drill.Task{Class: drill.Class{Kind: drill.Hands, Rules: "bj-us"}, Game: g, Questions: []drill.Question{{Ask: drill.Comes, Round: r, Hand: drill.EvenMoney}}}
	if asks, _ := drills.Asks(v, task, task.Questions[0]); !strings.Contains(asks, "even money: 100 ·") {
		t.Errorf("it asks %q", asks)
	}
	if why := strings.Join(whyOf(t, task), " "); !strings.Contains(why, "1:1 × 100 = 100") || !strings.Contains(why, "Nessuna assicurazione si posa") || strings.Contains(why, "3:2") {
		t.Errorf("it says %q", why)
	}
	for n, lies := range map[int]bool{0: false, 1: true} { // box 2 has an insurance like any other
		if beside := drills.Felt(v, task, 0, false).Boxes[n].Beside; (beside != nil) != lies {
			t.Errorf("box %d has %+v beside its bet", n+1, beside)
		}
	}
}

// A question about commission says that it is one of a table that notes it, whatever the tables of
// the house do.
func TestCommissionSaysWhereItIsOwed(t *testing.T) {
	v := view.Viewer{Text: text.Open("it", "CHF")}
	s := drill.Setting{Rules: []drill.Rules{"pb-speed"}, Values: []games.Amount{500}, Level: 1}
	task, err := drill.New(s, 1, 1, drill.Classes(s, drill.Commission)[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, how := drills.Asks(v, task, task.Questions[0]); len(how) != 2 || !strings.Contains(how[1], "segna la commissione") {
		t.Errorf("it says %q", how)
	}
}

// What a winner owes is said with its sum, as a payment is; and what every bet pays, insurance too.
func TestEachAnswerSaysItsSum(t *testing.T) {
	for _, c := range []struct {
		rules drill.Rules
		hand  string
		ask   drill.Ask
		bet   int
		says  string
	}{
		{`{"preset":"pb-speed","rounding":{"unit":500,"mode":"down"},"commission":"tracked"}`, "1:banker=90 | 2s 3d Kd 6h", drill.Owes, 0, "5 % × 90 = 4.50 → 0"},
		{`{"preset":"pb-speed","rounding":{"unit":500,"mode":"down"},"commission":"tracked"}`, "1:banker=100 | 2s 3d Kd 6h", drill.Owes, 0, "5 % × 100 = 5\n"},
		{"bj-us", "1:main=10 1:21+3=10 | 6s 6h 6d Tc", drill.Comes, 1, "21+3: tris dello stesso seme 100:1"},
		{"bj-eu", "1:main=100 | Ts Ah 9d insure:1 stand Kc", drill.Comes, 1, "ASSIC.: 2:1"},
	} {
		g, _ := c.rules.Game()
		task := drill.Task{Class: drill.Class{Kind: drill.Pays, Rules: c.rules}, Game: g, Questions: []drill.Question{{Ask: c.ask, Round: gametest.Parse(t, g, c.hand), Bet: c.bet}}}
		if why := strings.Join(whyOf(t, task), "\n"); !strings.Contains(why, c.says) || c.ask == drill.Owes && strings.Contains(why, "arrotond") {
			t.Errorf("%s: %q, want %q", c.hand, why, c.says)
		}
	}
}

// What a table rounds is said beside the sum that it is not, by the table's own odds; a sum that comes
// out even says nothing of it.
func TestAPaymentSaysHowItWasRounded(t *testing.T) {
	own := drill.Rules(`{"preset":"bj-us","rounding":{"unit":500,"mode":"up"},"blackjack":"6:5"}`)
	g, ok := own.Game()
	if !ok {
		t.Fatal(own)
	}
	for hand, rounded := range map[string]bool{"1:main=15 | As 9h Td 7c": true, "1:main=25 | As 9h Td 7c": false} {
		task := drill.Task{Class: drill.Class{Kind: drill.Pays, Rules: own}, Game: g, Questions: []drill.Question{{Ask: drill.Comes, Round: gametest.Parse(t, g, hand)}}}
		why := strings.Join(whyOf(t, task), " ")
		if !strings.Contains(why, "6:5 × ") || strings.Contains(why, "arrotond") != rounded {
			t.Errorf("%s: %q", hand, why)
		}
	}
}
