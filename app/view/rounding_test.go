package view_test

import (
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// playedAt opens LB1 by rules of its own and brings it to the payments of a hand: cards are of the player and the
// banker in turn.
func playedAt(t *testing.T, lang, rules, cards string, bets ...games.Bet) *seat {
	t.Helper()
	s := newSeat(t, lang)
	anna, _ := s.view.House.StaffBy("11")
	dario, _ := s.view.House.StaffBy("21")
	set := record.TableSet{Name: "LB1", Game: "puntobanco", Rules: []byte(rules)}
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: set, Chips: s.view.House.ChipsOf("LB1"), Croupier: anna, Inspector: dario, Collect: games.RoundNearest}, time.Now())
	})
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Now()) })
	for _, b := range bets {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	s.do(pit.OfBets(hand.Bets.Close))
	for name := range strings.FieldsSeq(cards) {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	return s
}

func banker(box int, amount games.Amount) games.Bet {
	return games.Bet{Box: box, Spot: "banker", Amount: amount}
}

// What is paid otherwise than the odds say is said where it is paid, and beside the odds: on F2 and in the players'
// window. What is paid exactly says nothing.
func TestRoundingIsSaidAtTheTable(t *testing.T) {
	for name, c := range map[string]struct {
		lang, rules, cards string
		bets               []games.Bet
		act, line, pays    string // "" where nothing is to be said of rounding
	}{
		"6 wins half": {
			"it", `{"preset":"pb-speed-nc","rounding":{"unit":500,"mode":"down"}}`, "Ks 4s 3s 2s Qs",
			[]games.Bet{banker(1, 2500)},
			"Box 1: paga 10 (12.50, arrotondato per difetto)", "BANCO paga 1:2 = 12.50, arrotondato per difetto", "arrotondato per difetto a 5",
		},
		"19:20 up": {
			"en", `{"preset":"pb-speed","rounding":{"unit":500,"mode":"up"}}`, "Ks 4s 3s 5s Qs",
			[]games.Bet{banker(1, 1000)},
			"Box 1: pay 10 (9.50, rounded up)", "BANKER pays 19:20 = 9.50, rounded up", "rounded up to 5",
		},
		"noted and rounded": {
			"en", `{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"}}`, "Ks 4s 3s 5s Qs",
			[]games.Bet{banker(1, 9500)},
			"Box 1: pay 95", "BANKER pays 1:1, comm. 0 (4.75, rounded down)", "commission rounded down to 5",
		},
		"exact": {
			"en", `{"preset":"pb-speed","rounding":{"unit":500,"mode":"down"}}`, "Ks 4s 3s 5s Qs",
			[]games.Bet{banker(1, 10000)},
			"Box 1: pay 95", "BANKER pays 19:20", "rounded down to 5",
		},
		"noted exactly": {
			"en", `{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"},"commission_rounding":{"unit":1}}`, "Ks 4s 3s 5s Qs",
			[]games.Bet{banker(1, 9500)},
			"Box 1: pay 95", "BANKER pays 1:1, comm. 4.75", "",
		},
	} {
		s := playedAt(t, c.lang, c.rules, c.cards, c.bets...)
		screen := s.screen()
		if len(screen.Pad.Pays) != 1 || screen.Act != c.act || screen.Pad.Pays[0].Lines[0].Text != c.line {
			t.Errorf("%s: the table says %q, %+v", name, screen.Act, screen.Pad.Pays)
		}
		players := s.view.PlayersOf(s.table, false)
		for i, row := range s.view.Limits(s.table, nil) {
			said := row.Pays
			if banker := row.Spot == s.view.Text.T("spot_banker"); banker != strings.Contains(said, c.pays) && c.pays != "" || c.pays == "" && strings.Contains(said, "rounded") {
				t.Errorf("%s: %s says %q", name, row.Spot, said)
			}
			if beside := strings.Contains(strings.Join(players.Rounded, " "), c.pays); c.pays != "" && !beside || c.pays == "" && strings.Contains(strings.Join(players.Rounded, " "), "rounded") {
				t.Errorf("%s: players read beside the bets %q", name, players.Rounded)
			}
			if shown := strings.ReplaceAll(players.Spots[i].Pays, "\u00a0", " "); shown != said {
				t.Errorf("%s: players read %q, the table %q", name, shown, said)
			}
		}
	}
}

// The rules in words say how commission is rounded, of each hand and when it is collected.
func TestRulesSayHowCommissionIsRounded(t *testing.T) {
	for rules, want := range map[string]string{
		`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"}}`:                                  "The commission of each hand is rounded down to 5.",
		`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"},"commission_rounding":{"unit":1}}`: "Commission that is owed is rounded to the nearest 5 when it is collected.",
	} {
		s := playedAt(t, "en", rules, "Ks 4s 3s 5s Qs", banker(1, 9500))
		if said := strings.Join(s.view.RulesInWords(s.table), "\n"); !strings.Contains(said, want) {
			t.Errorf("the rules say %s", said)
		}
	}
}

// The house's edge is that of what the table pays at its minimum, and of the first stake beside it that rounding
// makes another one of; what it is without rounding stands beside.
func TestEdgeIsOfWhatTheTablePays(t *testing.T) {
	for rules, want := range map[string][2]string{
		`{"preset":"pb-speed","limits":{"banker":{"min":1000}},"rounding":{"unit":500,"mode":"nearest"}}`: {"at 10: −1.24\u00a0%", "1.06\u00a0%"},
		`{"preset":"pb-speed-nc","limits":{"banker":{"min":1000}},"rounding":{"unit":500,"mode":"down"}}`: {"at 10: 1.46\u00a0% · at 15: 2.36\u00a0%", "1.46\u00a0%"},
		`"pb-first"`: {"1.06\u00a0%", ""},
	} {
		s := playedAt(t, "en", rules, "", banker(1, 9500))
		for _, row := range s.view.Limits(s.table, handfile.Odds(s.view.Game(s.table))) {
			if row.Spot == "BANKER" && [2]string{row.Edge, row.Unrounded} != want {
				t.Errorf("%s: %q and %q, want %q", rules, row.Edge, row.Unrounded, want)
			}
		}
	}
}
