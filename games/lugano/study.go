package lugano

import (
	"fmt"

	"sabot/games"
)

// Study returns the exact returns, and PLAY's best decision on every total against every card of the bank with what each decision
// is worth.
func (g *Game) Study(func(done, all int) bool) games.Study {
	o := g.Odds()
	letters := map[games.Action]string{}
	for _, a := range g.Layout().Answers {
		letters[a.Do] = a.Key
	}
	best := games.Chart{Title: "play: the best decision, one box in play (H card, S stand, X double)", Lines: []string{"total  bank's card", "      "}}
	worth := games.Chart{Title: "expected profit per unit of PLAY", Lines: []string{"total bank     stand      draw    double  best"}}
	for bank := range 10 {
		best.Lines[1] += fmt.Sprintf(" %2d", bank)
	}
	for _, c := range o.Strategy {
		if c.Bank == 0 {
			best.Lines = append(best.Lines, fmt.Sprintf("%5d ", c.Total))
		}
		best.Lines[len(best.Lines)-1] += fmt.Sprintf(" %2s", letters[c.Best])
		worth.Lines = append(worth.Lines, fmt.Sprintf("%5d %4d %+9.5f %+9.5f %+9.5f  %s", c.Total, c.Bank, c.Stand, c.Draw, c.Double, c.Best))
	}
	return games.Study{Counted: o.Values, Charts: []games.Chart{best, worth}}
}
