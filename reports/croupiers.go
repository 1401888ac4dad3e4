package reports

import (
	"cmp"
	"slices"

	"sabot/games"
	"sabot/pit"
)

// A CroupierPart is the part of a shift that somebody dealt. Each hand counts for the croupier who dealt when it
// closed, also where somebody was relieved in its middle.
type CroupierPart struct {
	Number   string
	Hands    int
	Turnover games.Amount // minor units
	Won      games.Amount // by the house, by hands
}

// croupiersOf returns who dealt a shift that has closed; nobody for an open one.
func croupiersOf(t *pit.Table) (parts []CroupierPart) {
	if t.Open {
		return nil
	}
	for i := range t.History {
		hand := &t.History[i]
		n, dealt := slices.BinarySearchFunc(parts, hand.Croupier, func(p CroupierPart, number string) int { return cmp.Compare(p.Number, number) })
		if !dealt {
			parts = slices.Insert(parts, n, CroupierPart{Number: hand.Croupier})
		}
		p := &parts[n]
		p.Hands++
		p.Turnover += hand.Turnover()
		if hand.Cancelled == nil {
			p.Won += hand.House
		}
	}
	return parts
}

// A CroupierLine is a croupier's share of a game.
type CroupierLine struct {
	Currency, Preset string
	CroupierPart
}

// addCroupier adds a line to those by currency, game and number.
func addCroupier(lines []CroupierLine, l CroupierLine) []CroupierLine {
	n, known := slices.BinarySearchFunc(lines, l, func(a, b CroupierLine) int {
		return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Preset, b.Preset), cmp.Compare(a.Number, b.Number))
	})
	if !known {
		return slices.Insert(lines, n, l)
	}
	at := &lines[n]
	at.Hands, at.Turnover, at.Won = at.Hands+l.Hands, at.Turnover+l.Turnover, at.Won+l.Won
	return lines
}
