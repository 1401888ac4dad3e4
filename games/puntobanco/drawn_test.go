package puntobanco_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/puntobanco"
)

// The line that is named is that of the tableau (source 000) by which the hand goes on: it has the
// banker's total, and the value of the player's third card where he draws on it.
func TestTheLineOfTheTableauIsNamed(t *testing.T) {
	g := table(t, puntobanco.Classic)
	asked := 0
	for banker := range 10 {
		for player := range 10 {
			for third := range 10 {
				r := games.Round{Number: 1, Bets: []games.Bet{on(1, puntobanco.Player, 2000)}}
				for _, value := range []int{player, banker, 0, 0, third} {
					step, err := g.Next(r)
					if err != nil {
						t.Fatal(err)
					}
					if step.Kind == games.Finished || step.At == games.Banker && len(r.Laid) == 4 {
						break
					}
					r = r.WithCard(games.Laid{Card: valued(value), At: step.At})
					if len(r.Laid) == 4 && player <= 5 && max(player, banker) < 8 {
						want(t, g, r, "pb_player Draws:5")
					}
				}
				step, err := g.Next(r)
				if err != nil {
					t.Fatal(err)
				}
				draws := step.Kind == games.Deal
				switch {
				case max(player, banker) >= 8:
					want(t, g, r, "pb_natural Least:8")
				case player >= 6:
					want(t, g, r, "pb_player Draws:5", "pb_banker_none Draws:5")
				default:
					asked++
					by := g.(games.Reasoned).DrawnBy(r)
					if len(by) != 1 {
						t.Fatalf("banker %d against %d: %v", banker, third, by)
					}
					from, to, _ := strings.Cut(by[0].Args["Totals"].(string), "–")
					if total := fmt.Sprint(banker); total < from || total > max(from, to) {
						t.Errorf("banker %d against %d: the line of %v", banker, third, by[0].Args)
					}
					on, thirds := by[0].Args["Thirds"].(string)
					says := by[0].Key == "pb_banker_always" || thirds && slices.Contains(strings.Fields(on), fmt.Sprint(third))
					if says != draws {
						t.Errorf("banker %d against %d: %s %v, and he draws: %t", banker, third, by[0].Key, by[0].Args, draws)
					}
				}
				if draws {
					want(t, g, r.WithCard(games.Laid{Card: valued(9), At: games.Banker}))
				}
			}
		}
	}
	if asked != 8*6*10 {
		t.Errorf("%d states have a line of the banker's", asked)
	}
	want(t, g, games.Round{Number: 1, Bets: []games.Bet{on(1, puntobanco.Player, 2000)}})
}

func valued(points int) games.Card {
	if points == 0 {
		return games.NewCard(games.King, games.Spades)
	}
	return games.NewCard(games.Rank(points), games.Spades)
}

func want(t *testing.T, g games.Game, r games.Round, lines ...string) {
	t.Helper()
	var said []string
	for _, s := range g.(games.Reasoned).DrawnBy(r) {
		said = append(said, s.Key+" "+strings.Trim(fmt.Sprint(s.Args), "map[]"))
	}
	if !slices.Equal(said, lines) {
		t.Errorf("%v: by %q, want %q", r.Laid, said, lines)
	}
}
