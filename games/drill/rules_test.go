package drill_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/drill"
	"sabot/games/gametest"
	"sabot/games/handfile"
)

// tables are rules as houses have them: of each game, other odds, other rounding, spots off, the
// commission otherwise, hardly any boxes.
var tables = []drill.Rules{
	`{"preset":"bj-us","boxes":5,"rounding":{"unit":500,"mode":"up"},"off":["21+3","player_pair"],"blackjack":"6:5","dealer_hits_soft_17":true}`,
	`{"preset":"bj-eu","decks":6,"boxes":2,"off":["behind"],"double_after_split":false,"enhc":"original"}`,
	`{"preset":"lugano","boxes":1,"rounding":{"unit":100,"mode":"nearest"},"off":["plus8"]}`,
	`{"preset":"pb-speed","boxes":9,"commission":"tracked"}`,
	`{"preset":"pb-first-nc","boxes":1,"rounding":{"unit":500,"mode":"down"},"off":["either_pair","super6"]}`,
}

// byPreset are the presets as rules.
func byPreset() (list []drill.Rules) {
	for _, preset := range handfile.Presets() {
		list = append(list, drill.Rules(preset))
	}
	return list
}

// Rules are those of a table, and the same text for the same rules: its limits are none of them, and
// in which order spots were taken off is nothing to anybody. A file has them as a hand file does.
func TestRulesOfATable(t *testing.T) {
	marks := map[string]bool{}
	for _, r := range slices.Concat(byPreset(), tables) {
		g, ok := r.Game()
		if !ok || drill.RulesOf(g) != r || g.Options().Preset != r.Preset() {
			t.Fatalf("%s is read as %+v", r, g)
		}
		limited, ok := handfile.WithLimits(g, map[string]games.Limit{g.Spots()[0].Name: {Min: 500, Max: 5000}})
		if !ok || drill.RulesOf(limited) != r {
			t.Errorf("with limits it is %s, want %s", drill.RulesOf(limited), r)
		}
		if r.Own() != (len(r.Mark()) == 4) || r.Own() == slices.Contains(handfile.Presets(), string(r)) || r.Own() && marks[r.Mark()] {
			t.Errorf("%s has the mark %q", r, r.Mark())
		}
		marks[r.Mark()] = true
		file, err := json.MarshalIndent([]drill.Rules{r}, "", " ")
		if err != nil || r.Own() != strings.Contains(string(file), `"preset": `) {
			t.Errorf("a file has %s: %v", file, err)
		}
		var back []drill.Rules
		if err := json.Unmarshal(file, &back); err != nil || len(back) != 1 || back[0] != r {
			t.Errorf("%s is read back as %s: %v", r, back, err)
		}
	}
	g, err := handfile.ParseRules("blackjack", []byte(`{"off":["player_pair","21+3"],"preset":"bj-us","decks":8}`))
	if err != nil || drill.RulesOf(g) != `{"preset":"bj-us","off":["21+3","player_pair"]}` {
		t.Errorf("the rules are %s: %v", drill.RulesOf(g), err)
	}
	for _, r := range []drill.Rules{"", "x", "{", `{"preset":"x"}`, `{"preset":"bj-us","of":[]}`} {
		if g, ok := r.Game(); ok {
			t.Errorf("by %q one plays %s", string(r), g.Name())
		}
		if _, err := drill.New(setting(1), 1, 1, drill.Class{Kind: drill.Hands, Rules: r}); err == nil {
			t.Errorf("a hand is made of %q", string(r))
		}
	}
	var r drill.Rules
	if err := json.Unmarshal([]byte(`["bj-us"]`), &r); err == nil {
		t.Errorf("a list is read as %s", r)
	}
}

// The right answer is that of the table: where its dealer draws on a soft 17 he does, and a payment
// is by its odds, rounded as it rounds.
func TestATablesRulesJudge(t *testing.T) {
	for _, c := range []struct {
		rules drill.Rules
		hand  string
		ask   drill.Ask
		right drill.Answer
	}{
		{"bj-us", "1:main=10 | Ts 6h 8d Ac stand", drill.Who, drill.Answer{Say: drill.NoCard}},
		{tables[0], "1:main=10 | Ts 6h 8d Ac stand", drill.Who, drill.Answer{Say: drill.Card, At: games.Dealer}},
		{"bj-us", "1:main=15 | As 9h Td 7c", drill.Comes, drill.Answer{Say: drill.Pay, Amount: 2250}},
		{tables[0], "1:main=15 | As 9h Td 7c", drill.Comes, drill.Answer{Say: drill.Pay, Amount: 2000}},
		{"pb-speed", "1:banker=10 | 2s 3d Kd 6h", drill.Comes, drill.Answer{Say: drill.Pay, Amount: 950}},
		// the dealer's blackjack takes the first stake: the second hand's stays
		{tables[1], "1:main=10 | 8s Ah 8d split Kc stand 2c stand Kd", drill.Comes, drill.Answer{Say: drill.Leave}},
		{"bj-eu", "1:main=10 | 8s Ah 8d split Kc stand 2c stand Kd", drill.Comes, drill.Answer{Say: drill.Take}},
		{tables[3], "1:banker=10 | 2s 3d Kd 6h", drill.Comes, drill.Answer{Say: drill.Pay, Amount: 1000}},
	} {
		g, ok := c.rules.Game()
		if !ok {
			t.Fatal(c.rules)
		}
		task := drill.Task{Game: g, Questions: []drill.Question{{Ask: c.ask, Round: gametest.Parse(t, g, c.hand)}}}
		if strings.Contains(c.hand, "split") {
			task.Questions[0].Hand = 2
		}
		if v, err := task.Verdict(0, c.right); err != nil || v.Fault != "" {
			t.Errorf("%s %s: %+v is right, not %+v: %v", c.rules, c.hand, v.Expected, c.right, err)
		}
	}
}

// Commission is asked by the rules of tables that note it. Where none does it is by rules that are no
// table's: one that pays 19:20 at once is not drilled under its name.
func TestCommissionIsOfATableThatNotesIt(t *testing.T) {
	at := drill.Rules(`{"preset":"pb-speed","rounding":{"unit":500,"mode":"down"}}`)
	noted := drill.Rules(`{"preset":"pb-speed","rounding":{"unit":500,"mode":"down"},"commission":"tracked"}`)
	for _, c := range []struct{ tables, drilled []drill.Rules }{
		{[]drill.Rules{"lugano", at, tables[3]}, []drill.Rules{tables[3]}},
		{[]drill.Rules{"lugano", at}, []drill.Rules{noted}},
		{[]drill.Rules{"lugano", "pb-speed-nc"}, nil},
	} {
		s := setting(1)
		s.Rules, s.Limits = c.tables, nil
		var is []drill.Rules
		for n, class := range drill.Classes(s, drill.Commission) {
			is = append(is, class.Rules)
			task, err := drill.New(s, 3, n, class)
			if err != nil {
				t.Fatal(err)
			}
			if of := drill.RulesOf(task.Game); of != class.Rules {
				t.Errorf("%s is asked by %s", class, of)
			}
		}
		if !slices.Equal(is, c.drilled) {
			t.Errorf("of %s is drilled %s, want %s", c.tables, is, c.drilled)
		}
	}
}

// Under a hole card insurance is settled before anybody acts: it is asked on the felt as it is then,
// before anything else, and is of an amount that the house's chips make.
func TestInsuranceIsAskedWhereItIsSettled(t *testing.T) {
	s := setting(2)
	asked, tasks := 0, 600
	if testing.Short() {
		tasks = 120
	}
	for n := range tasks {
		c := drill.Class{Kind: drill.Pays, Rules: "bj-us", Of: "insurance"}
		if n%2 == 0 {
			c = drill.Class{Kind: drill.Hands, Rules: "bj-us"}
		}
		task, err := drill.New(s, 5, n, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range task.Questions {
			settled, err := task.Game.Settle(q.Round)
			if err != nil {
				t.Fatal(err)
			}
			bought := slices.ContainsFunc(settled.Payments, func(p games.Payment) bool { return p.Spot == "insurance" })
			if q.Ask != drill.Comes || settled.Payments[q.Bet].Spot != "insurance" {
				if whole := task.Questions[len(task.Questions)-1].Round; !bought && q.Bet < len(settled.Payments) && slices.ContainsFunc(whole.Decisions, func(d games.Decision) bool { return d.Do == games.Insure }) {
					t.Errorf("task %d asks about %s before the insurance lies", n, settled.Payments[q.Bet].Spot)
				}
				continue
			}
			asked++
			if price := settled.Payments[q.Bet].Staked; !games.ChipsMake(price, chips) {
				t.Errorf("task %d asks about an insurance of %d", n, price)
			}
			for _, d := range q.Round.Decisions {
				if d.Do != games.Insure {
					t.Fatalf("task %d asks about insurance after box %d: %s", n, d.Box, d.Do)
				}
			}
		}
	}
	if asked < tasks*5/12 {
		t.Errorf("insurance was asked about %d times only", asked)
	}
}

// The dealer's hole card lies face down as long as it does at a table: where all are bust to the end.
func TestAHoleCardThatDecidesNothingStaysCovered(t *testing.T) {
	const most = 40 // tasks of each of them to look at
	over := 0
	for n := range 600 {
		for _, kind := range []drill.Kind{drill.Hands, drill.Pays, drill.Draws} {
			c := drill.Class{Kind: kind, Rules: "bj-us"}
			switch kind {
			case drill.Pays:
				c.Of = "main"
			case drill.Draws:
				c.Of = drill.Nobody
			}
			if kind != drill.Hands && n >= most {
				continue
			}
			task, err := drill.New(setting(2), 9, n, c)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range task.Questions {
				his, table := 0, q.Round
				table.Laid = slices.Clone(table.Laid)
				for i, l := range table.Laid {
					if l.At != games.Dealer {
						continue
					}
					if his++; his == 2 {
						table.Laid[i] = games.Laid{At: l.At, Hidden: true, Looked: games.NoBlackjack}
					}
				}
				step, err := task.Game.Next(table)
				blackjack := slices.ContainsFunc(task.Game.Hands(q.Round), func(h games.Hand) bool { return h.At == games.Dealer && h.Blackjack })
				if his < 2 || err != nil || step.Kind != games.Finished || blackjack { // which is turned at once
					continue
				}
				over++
				if !games.Covered(task.Game, q.Round, games.Dealer, 1) {
					t.Errorf("task %d of %s: all are bust, and the hole card is turned: %+v", n, c, q.Round.Laid)
				}
			}
		}
	}
	if over < 10 {
		t.Errorf("only in %d questions nobody needs the hole card", over)
	}
}

// Stakes are such as the table takes, and a question about limits is about its own; of two tables with
// the same rules such as both take.
func TestStakesKeepToTheTablesLimits(t *testing.T) {
	one := drill.Bounds{"player": {Min: 2000, Max: 60_000}, "banker": {Min: 2000, Max: 60_000}, "tie": {Min: 500, Max: 30_000}}
	other := drill.Bounds{"player": {Min: 2500}, "tie": {Min: 500, Max: 20_000}, "either_pair": {Min: 500, Max: 10_000}}
	want := drill.Bounds{"player": {Min: 2500, Max: 60_000}, "banker": one["banker"], "tie": other["tie"], "either_pair": other["either_pair"]}
	both := one.Both(other)
	if !reflect.DeepEqual(both, want) || !reflect.DeepEqual(drill.Bounds(nil).Both(one), one) {
		t.Fatalf("both take %v, want %v", both, want)
	}
	for level := 1; level <= drill.Levels; level++ {
		s := drill.Setting{Rules: []drill.Rules{"pb-speed"}, Limits: []drill.Bounds{both}, Values: chips, Level: level}
		for n := range 300 {
			for _, k := range []drill.Kind{drill.Pays, drill.Hands, drill.Limits} {
				c := drill.Classes(s, k)
				task, err := drill.New(s, 9, n, c[n%len(c)])
				if err != nil {
					t.Fatal(err)
				}
				limits := task.Game.Options().Limits
				for spot, own := range both {
					if limits[spot] != own {
						t.Fatalf("%s: the limits of %s are %v", k, spot, limits[spot])
					}
				}
				for _, b := range task.Questions[0].Round.Bets {
					if l := both[b.Spot]; k != drill.Limits && (b.Amount < l.Min || l.Max > 0 && b.Amount > l.Max) {
						t.Errorf("level %d, %s: %d lies on %s", level, k, b.Amount, b.Spot)
					}
				}
			}
		}
	}
}

// Nothing is asked of a spot that the table has taken off, and no bet lies there.
func TestSpotsThatAreOffAreNotDrilled(t *testing.T) {
	s := setting(2)
	s.Rules, s.Limits = tables, nil
	asked := 0
	for n, c := range classes(s) {
		g, ok := c.Rules.Game()
		if !ok {
			continue // chips are of no game
		}
		if slices.Contains(g.Options().Off, c.Of) {
			t.Errorf("there is a class %s", c)
		}
		for i := range 10 {
			task, err := drill.New(s, 3, 100*n+i, c)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range task.Questions {
				for _, b := range q.Round.Bets {
					asked++
					if slices.Contains(g.Options().Off, b.Spot) {
						t.Errorf("%s: a bet lies on %s", c, b.Spot)
					}
				}
			}
		}
	}
	if asked < 1000 {
		t.Errorf("%d bets were looked at only", asked)
	}
}

// A house without chips has no drill of them: it is said, and nobody waits.
func TestNoChipsNoDrillOfThem(t *testing.T) {
	for _, values := range [][]games.Amount{nil, {}} {
		task, err := drill.New(drill.Setting{Values: values, Level: 1}, 5, 1, drill.Class{Kind: drill.Chips})
		if err == nil || !strings.Contains(err.Error(), "chips") {
			t.Errorf("of the chips %v there is %+v: %v", values, task.Tray, err)
		}
	}
}
