package lugano

import (
	"slices"

	"sabot/games"
)

// A book is a list of what each decision is worth, by the box's total and the bank's card.
type book struct {
	g       *Game
	choices [10][10]Choice
}

// Book counts every deal of a full shoe.
func (g *Game) Book() games.Book {
	b := &book{g: g}
	_, strategy := g.bestPlay()
	for _, c := range strategy {
		b.choices[c.Total][c.Bank] = c
	}
	return b
}

// Method implements games.Book.
func (b *book) Method() string {
	return "by the box's total and the bank's card, over every deal from a full shoe"
}

// Costs implements games.Book: what a box decides is about its PLAY alone.
func (b *book) Costs(r games.Round, stakes []games.Stake) []games.Cost {
	t := games.NewReplay(r, b.g.options.Decks)
	c := b.g.play(t, inPlay(nil, r.Bets, stakes))
	if !t.OK() || !c.opened {
		return nil
	}
	var costs []games.Cost
	for i, d := range r.Decisions {
		box := slices.IndexFunc(c.boxes, func(box box) bool { return box.n == d.Box })
		bet := slices.IndexFunc(r.Bets, func(bet games.Bet) bool { return bet.Box == d.Box && bet.Spot == Play })
		if box < 0 || bet < 0 {
			continue
		}
		choice := &b.choices[c.boxes[box].firstTwoPoints()][c.bank.cards[0].BaccaratValue()]
		costs = append(costs, games.Cost{
			BetKey: r.Bets[bet].Key(), Decision: i, Staked: stakes[bet].Amount,
			Of: float64(stakes[bet].Amount) * (choice.worth(choice.Best) - choice.worth(d.Do)),
		})
	}
	return costs
}

// worth returns the value of a decision.
func (c *Choice) worth(do games.Action) float64 {
	switch do {
	case games.Draw:
		return c.Draw
	case games.Double:
		return c.Double
	}
	return c.Stand
}

var _ games.Skilled = (*Game)(nil)
