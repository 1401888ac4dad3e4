package main

import (
	"context"
	"fmt"
	"io"

	"sabot/games"
	"sabot/games/blackjack"
)

// checked is how many rounds of five seats the analysis is checked against.
const checked = 4_000_000

// blackjackOdds are the side bets' exact returns and the main bet's under best play,
// checked against a simulation.
func blackjackOdds(ctx context.Context, w, say io.Writer, g *blackjack.Game, asJSON bool) error {
	a := g.Analyse()
	s := g.Simulate(checked, 1, func(played int) bool {
		if terminal(say) && played > 0 {
			fmt.Fprintf(say, "\rsimulating: %d %%", 100*played/checked)
		}
		return ctx.Err() != nil
	})
	if terminal(say) {
		fmt.Fprint(say, "\r                  \r")
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if asJSON {
		spots := map[string]spotJSON{}
		for _, v := range g.SideOdds() {
			spots[v.Spot] = exactly(v)
		}
		main := spotJSON{Return: a.Main.Return, Edge: a.Main.Edge(), Method: a.Method}
		if !a.Exact {
			main.Error = &s.Error
		}
		spots[blackjack.Main] = main
		return encodeOdds(w, g, spots)
	}
	fmt.Fprintf(w, "%s, %d decks\n\n", g.Options().Preset, g.Options().Decks)
	fmt.Fprintf(w, "main under the best play: return %.9f, edge %.4f%%\n  %s\n", a.Main.Return, 100*a.Main.Edge(), a.Method)
	fmt.Fprintf(w, "  simulated: %.6f, standard error %.6f, %d hands in rounds of five\n\n", s.Return, s.Error, s.Hands)
	fmt.Fprintf(w, "%-13s %12s %10s %9s %9s %9s\n", "bet", "return", "edge", "win", "push", "lose")
	oddsRows(w, g.SideOdds())
	chart(w, a.Strategy)
	return nil
}

// chart prints the best decision on every hand against every card of the dealer.
func chart(w io.Writer, choices []blackjack.Choice) {
	letter := map[games.Action]string{games.Stand: "S", games.Hit: "H", games.Double: "D", games.Split: "P"}
	fmt.Fprintf(w, "\nthe best decision on two cards (S stand, H hit, D double, P split)\n\nhand      dealer 2  3  4  5  6  7  8  9 10  A\n")
	hand := ""
	for _, c := range choices {
		if c.Hand != hand {
			if hand != "" {
				fmt.Fprintln(w)
			}
			hand = c.Hand
			fmt.Fprintf(w, "%-15s", hand)
		}
		fmt.Fprintf(w, " %2s", letter[c.Best])
	}
	fmt.Fprintln(w)
}
