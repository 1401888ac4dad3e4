package recordtest

import (
	"slices"
	"testing"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A ManyRules is a shift whose hands are played by different rules.
type ManyRules struct {
	Game  string
	Rules []string // of each hand
	Bets  []games.Bet
	Cards []string
	Does  []games.Action
	// Astray is the wrong place of each hand's second card, and Read what its last card really was: for PlayAstray.
	Astray games.Place
	Read   string
}

// RulesAndHands is a shift of each game in which limits, rules and rounding change between its hands: each hand
// has a bet of its own, the same cards and the same decisions.
var RulesAndHands = []ManyRules{
	{
		"puntobanco",
		[]string{
			`{"preset":"pb-classic","rounding":{"unit":500},"limits":{"banker":{"min":1000}}}`,
			`{"preset":"pb-classic","rounding":{"unit":500},"limits":{"banker":{"min":5000}}}`,
			`{"preset":"pb-classic","commission":"tracked","rounding":{"unit":500},"commission_rounding":{"unit":1},"limits":{"banker":{"min":10000}}}`,
		},
		[]games.Bet{{Box: 1, Spot: "banker", Amount: 1000}, {Box: 1, Spot: "banker", Amount: 5000}, {Box: 1, Spot: "banker", Amount: 11000}},
		[]string{"2", "4", "K", "3", "2"},
		nil,
		games.Player, "7",
	},
	{
		"lugano",
		[]string{
			`{"preset":"lugano","limits":{"59":{"min":500},"play":{"min":500}}}`,
			`{"preset":"lugano","limits":{"59":{"min":5000},"play":{"min":5000}}}`,
			`{"preset":"lugano","rounding":{"unit":1000},"limits":{"59":{"min":10000},"play":{"min":10000}}}`,
		},
		[]games.Bet{{Box: 1, Spot: "59", Amount: 500}, {Box: 1, Spot: "59", Amount: 5000}, {Box: 1, Spot: "59", Amount: 10000}},
		[]string{"8", "5", "8", "4"},
		[]games.Action{games.Stand},
		games.AtBox(2), "K",
	},
	{
		"blackjack",
		[]string{
			`{"preset":"bj-eu","rounding":{"unit":500},"limits":{"main":{"min":500}}}`,
			`{"preset":"bj-eu","blackjack":"6:5","rounding":{"unit":500},"limits":{"main":{"min":2500}}}`,
			`{"preset":"bj-eu","dealer_hits_soft_17":true,"limits":{"main":{"min":5000}}}`,
		},
		[]games.Bet{{Box: 1, Spot: "main", Amount: 500}, {Box: 1, Spot: "main", Amount: 2500}, {Box: 1, Spot: "main", Amount: 5000}},
		[]string{"Ts", "6h", "9d", "Tc", "Kd"},
		[]games.Action{games.Stand},
		games.AtBox(2), "5d",
	},
}

// Play plays the hands from one to another, without the later one, as a shift of their own.
func (c ManyRules) Play(t *testing.T, from, to int) *pit.Table {
	t.Helper()
	table, _ := c.play(t, from, to, false)
	return table
}

// PlayAstray plays them so that each hand's second card lies wrong first and is laid again, and that its last card
// is corrected once all of them are closed. It returns the entries too.
func (c ManyRules) PlayAstray(t *testing.T, from, to int) (*pit.Table, []record.Entry) {
	t.Helper()
	return c.play(t, from, to, true)
}

func (c ManyRules) play(t *testing.T, from, to int, astray bool) (*pit.Table, []record.Entry) {
	t.Helper()
	var entries []record.Entry
	anna, dario := house.Staff{Number: "11", Role: record.Croupier}, house.Staff{Number: "21", Role: record.Inspector}
	table, now := pit.NewTable("T1"), time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)
	rules, bets := c.Rules[from:to], c.Bets[from:to]
	enter := func(facts []record.Fact, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(1e9)
		for _, e := range table.Stamp(now, facts...) {
			table.Apply(e)
			entries = append(entries, e)
		}
	}
	enter(table.Opening(pit.Start{Set: record.TableSet{Name: "T1", Game: c.Game, Rules: []byte(rules[0])}, Croupier: anna, Inspector: dario}, now))
	enter(table.StartShoe(pit.NewShoe{}, now))
	for i, rule := range rules {
		if i > 0 { // whatever a table may be said to play by from its next hand on
			parsed, err := handfile.ParseRules(c.Game, []byte(rule))
			if err != nil {
				t.Fatal(err)
			}
			enter([]record.Fact{record.LimitsAnnounced{Rules: handfile.EncodeRules(parsed), From: now.UnixMilli(), By: "31"}, record.LimitsBegan{}}, nil)
		}
		all := []games.Bet{bets[i]}
		if c.Game == "lugano" {
			all = append(all, games.Bet{Box: 1, Spot: "play", Amount: bets[i].Amount})
		}
		for _, b := range all {
			enter(table.Bets().Place(b))
		}
		enter(table.Bets().Close())
		left, decisions := slices.Clone(c.Cards), slices.Clone(c.Does)
		for table.Deal().Phase() == hand.Dealing || table.Deal().Phase() == hand.Deciding {
			if table.Deal().Phase() == hand.Deciding {
				enter(table.Deal().Decide(decisions[0]))
				decisions = decisions[1:]
				continue
			}
			if astray && len(left) == len(c.Cards)-1 {
				enter(table.Felt().MisdealtCard(left[0], c.Astray))
				enter(table.Felt().Relay(&dario, "seen"))
			} else {
				enter(table.Deal().Card(left[0]))
			}
			left = left[1:]
		}
		enter(table.Deal().PayAll())
	}
	for n := 1; astray && n <= len(rules); n++ {
		h, _ := table.ClosedHand(n)
		is := hand.Correction{Hand: n, Round: h.Round, Reason: "read wrong"}
		is.Round.Laid = slices.Clone(h.Round.Laid)
		is.Round.Laid[len(is.Round.Laid)-1].Card, _ = games.ReadCard(c.Read)
		enter(table.Corrections().CorrectHand(is, &dario))
	}
	return table, entries
}
