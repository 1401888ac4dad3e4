package reports

import (
	"cmp"
	"slices"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
)

// CroupierLine is what somebody dealt of a game.
type CroupierLine struct {
	Currency, Preset string
	Number, Name     string

	Hands    int
	Turnover games.Amount // minor units
	Won      games.Amount // by the house, by hands
}

// CroupierSum adds up what croupiers dealt, shift by shift.
type CroupierSum struct{ lines map[croupierKey]*CroupierLine }

type croupierKey struct{ currency, preset, number string }

// Add takes a shift in: each hand counts for who dealt when it closed.
func (c *CroupierSum) Add(t *pit.Table, h *people.House) {
	if c.lines == nil {
		c.lines = map[croupierKey]*CroupierLine{}
	}
	currency := cmp.Or(t.Currency, h.Currency)
	for i := range t.History {
		hand := &t.History[i]
		key := croupierKey{currency, t.Game.Options().Preset, hand.Croupier}
		l := c.lines[key]
		if l == nil {
			l = &CroupierLine{Currency: key.currency, Preset: key.preset, Number: hand.Croupier, Name: h.NameOf(hand.Croupier)}
			c.lines[key] = l
		}
		l.Hands++
		l.Turnover += hand.Turnover()
		if hand.Cancelled == nil {
			l.Won += hand.House
		}
	}
}

// Lines are by currency, game and number.
func (c *CroupierSum) Lines() []CroupierLine {
	var list []CroupierLine
	for _, l := range c.lines {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b CroupierLine) int {
		return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Preset, b.Preset), cmp.Compare(a.Number, b.Number))
	})
	return list
}
