package blackjack

import (
	"fmt"

	"sabot/games"
)

// checked is the number of rounds of five seats that check the analysis.
const checked = 4_000_000

// Study returns the side bets' exact returns and the main bet's under the best play, checked against a simulation, with that play
// on two cards against every card of the dealer.
func (g *Game) Study(watch func(done, all int) bool) games.Study {
	tables := g.tables()
	a := g.analyse(tables)
	s := g.newPlayer(tables, 1).simulate(checked, func(played int) bool { return watch(played, checked) })
	return games.Study{
		Counted: g.SideOdds(),
		Played:  []games.PlayedOdds{{SpotOdds: a.Main, Method: a.Method, Exact: a.Exact, Simulated: s.Return, Error: s.Error, Hands: s.Hands}},
		Charts:  []games.Chart{g.chart(a.Strategy)},
	}
}

func (g *Game) chart(choices []Choice) games.Chart {
	letters := map[games.Action]string{}
	for _, a := range g.Layout().Answers {
		letters[a.Do] = a.Key
	}
	c := games.Chart{Title: "the best decision on two cards (H card, S stand, X double, P split)", Lines: []string{"hand      dealer 2  3  4  5  6  7  8  9 10  A"}}
	hand := ""
	for _, choice := range choices {
		if choice.Hand != hand {
			hand = choice.Hand
			c.Lines = append(c.Lines, fmt.Sprintf("%-15s", hand))
		}
		c.Lines[len(c.Lines)-1] += fmt.Sprintf(" %2s", letters[choice.Best])
	}
	return c
}
