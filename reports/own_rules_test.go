package reports_test

import (
	"reflect"
	"slices"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

// ownRules are hands of a game, each with the rules under which it is played.
var ownRules = []struct {
	game  string
	rules []string
	bets  []games.Bet
	cards []string
	does  []games.Action
}{
	{
		"puntobanco", []string{
			`{"preset":"pb-classic","rounding":{"unit":500},"limits":{"banker":{"min":1000}}}`,
			`{"preset":"pb-classic","rounding":{"unit":500},"limits":{"banker":{"min":5000}}}`,
			`{"preset":"pb-classic","commission":"tracked","rounding":{"unit":500},"commission_rounding":{"unit":1},"limits":{"banker":{"min":10000}}}`,
		},
		[]games.Bet{{Box: 1, Spot: "banker", Amount: 1000}, {Box: 1, Spot: "banker", Amount: 5000}, {Box: 1, Spot: "banker", Amount: 11000}},
		[]string{"2", "4", "K", "3", "2"}, nil,
	},
	{
		"lugano", []string{
			`{"preset":"lugano","limits":{"59":{"min":500},"play":{"min":500}}}`,
			`{"preset":"lugano","limits":{"59":{"min":5000},"play":{"min":5000}}}`,
			`{"preset":"lugano","rounding":{"unit":1000},"limits":{"59":{"min":10000},"play":{"min":10000}}}`,
		},
		[]games.Bet{{Box: 1, Spot: "59", Amount: 500}, {Box: 1, Spot: "59", Amount: 5000}, {Box: 1, Spot: "59", Amount: 10000}},
		[]string{"8", "5", "8", "4"}, []games.Action{games.Stand},
	},
	{
		"blackjack", []string{
			`{"preset":"bj-eu","rounding":{"unit":500},"limits":{"main":{"min":500}}}`,
			`{"preset":"bj-eu","blackjack":"6:5","rounding":{"unit":500},"limits":{"main":{"min":2500}}}`,
			`{"preset":"bj-eu","dealer_hits_soft_17":true,"limits":{"main":{"min":5000}}}`,
		},
		[]games.Bet{{Box: 1, Spot: "main", Amount: 500}, {Box: 1, Spot: "main", Amount: 2500}, {Box: 1, Spot: "main", Amount: 5000}},
		[]string{"Ts", "6h", "9d", "Tc", "Kd"}, []games.Action{games.Stand},
	},
}

// Whatever a paper says of a hand is said by the rules under which that hand was played: limits, rules and
// rounding that change during a shift change nothing of what lies before.
func TestHandsAreToldByTheirOwnRules(t *testing.T) {
	for _, c := range ownRules {
		t.Run(c.game, func(t *testing.T) {
			mixed := playOwnRules(t, c.game, c.rules, c.bets, c.cards, c.does)
			all := reports.ShiftOf(mixed, &people.House{})
			sum := reports.HouseShiftOf(mixed, &people.House{})
			var lines []reports.HandLine
			var luck reports.Luck
			var theo float64
			for i := range c.rules {
				alone := playOwnRules(t, c.game, c.rules[i:i+1], c.bets[i:i+1], c.cards, c.does)
				s := reports.ShiftOf(alone, &people.House{})
				line := s.Hands[0]
				line.Number, line.At = all.Hands[i].Number, all.Hands[i].At
				lines = append(lines, line)
				luck.Expected += s.Luck.Expected
				luck.Skill += s.Luck.Skill
				luck.Decisions += s.Luck.Decisions
				theo += theoOf(reports.HouseShiftOf(alone, &people.House{}))
				if s.Hands[0].Boxes == "" || s.Luck.Expected == 0 {
					t.Fatalf("the hand alone has no cards or nothing expected: %+v", s.Hands[0])
				}
			}
			if !reflect.DeepEqual(all.Hands, lines) {
				t.Errorf("the shift lists\n %+v, each hand alone\n %+v", all.Hands, lines)
			}
			if near(all.Luck.Expected, luck.Expected) > 3 || near(all.Luck.Skill, luck.Skill) > 3 || all.Luck.Decisions != luck.Decisions {
				t.Errorf("expected %+v, of the hands alone %+v", all.Luck, luck)
			}
			if got := theoOf(sum); got < theo-1 || got > theo+1 {
				t.Errorf("theo %f, of the hands alone %f", got, theo)
			}
			if mixed.History[0].Game(mixed.Game) == mixed.Game || len(mixed.Results()) != map[bool]int{true: len(c.rules)}[c.game == "puntobanco"] {
				t.Errorf("the roads have %d hands", len(mixed.Results()))
			}
		})
	}
}

// A banker's win of 10 that pays 5 costs the player more than the odds say: theo and what is expected
// count with what is paid.
func TestTheoCountsWithWhatIsPaid(t *testing.T) {
	c := ownRules[0]
	table := playOwnRules(t, c.game, c.rules[:1], c.bets[:1], c.cards, c.does)
	if got := reports.ShiftOf(table, &people.House{}).Luck.Expected; got < 216 || got > 219 { // 1 - (1 + 0.4586 * 0.5 - 0.4462) of 10
		t.Errorf("expected of 10 on the banker is %d, want 21.7 %%", got)
	}
	if got := theoOf(reports.HouseShiftOf(table, &people.House{})); got < 216 || got > 219 {
		t.Errorf("theo of 10 on the banker is %f, want 21.7 %%", got)
	}
}

// The form of 0.9 goes on saying what it said: cards and expected amounts by the last rules of the shift.
func TestFormSixJudgesByTheLastRules(t *testing.T) {
	c := ownRules[0]
	table := playOwnRules(t, c.game, c.rules, c.bets, c.cards, c.does)
	s := reports.Evidence{Form: 6}.ShiftOf(table, &people.House{})
	if s.Hands[0].Boxes != "" || s.Hands[2].Boxes == "" {
		t.Errorf("form 6 lists %+v", s.Hands)
	}
	if !reports.RulesChanged(table) {
		t.Error("nobody says that the rules of this shift changed")
	}
}

func theoOf(s reports.HouseShift) float64 {
	sum := 0.0
	for _, stake := range s.Stakes {
		if stake.Edge != nil {
			sum += float64(stake.Amount) * float64(*stake.Edge) / 1e9
		}
	}
	return sum
}

func playOwnRules(t *testing.T, game string, rules []string, bets []games.Bet, cards []string, does []games.Action) *pit.Table {
	t.Helper()
	anna, dario := people.Staff{Number: "11", Role: record.Croupier}, people.Staff{Number: "21", Role: record.Inspector}
	table, now := pit.NewTable("T1"), opened
	enter := func(facts []record.Fact, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(1e9)
		for _, e := range table.Stamp(now, facts...) {
			table.Apply(e)
		}
	}
	enter(table.Opening(pit.Start{Set: record.TableSet{Name: "T1", Game: game, Rules: []byte(rules[0])}, Croupier: anna, Inspector: dario}, now))
	enter(table.StartShoe(pit.NewShoe{}, now))
	for i, rule := range rules {
		if i > 0 { // whatever a table may be said to play by from its next hand on
			parsed, err := handfile.ParseRules(game, []byte(rule))
			if err != nil {
				t.Fatal(err)
			}
			enter([]record.Fact{record.LimitsAnnounced{Rules: handfile.EncodeRules(parsed), From: now.UnixMilli(), By: "31"}, record.LimitsBegan{}}, nil)
		}
		all := []games.Bet{bets[i]}
		if game == "lugano" {
			all = append(all, games.Bet{Box: 1, Spot: "play", Amount: bets[i].Amount})
		}
		for _, b := range all {
			enter(table.PlaceBet(b))
		}
		enter(table.CloseBets())
		left, decisions := slices.Clone(cards), slices.Clone(does)
		for table.Phase() == pit.Dealing || table.Phase() == pit.Deciding {
			if table.Phase() == pit.Deciding {
				enter(table.Decide(decisions[0]))
				decisions = decisions[1:]
				continue
			}
			enter(table.DealCard(left[0]))
			left = left[1:]
		}
		enter(table.PayAll())
	}
	return table
}
