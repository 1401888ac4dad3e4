package reports

import (
	"cmp"
	"slices"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
)

// CroupierPart is what somebody dealt of a shift: each hand counts for who dealt when it closed.
type CroupierPart struct {
	Number   string
	Hands    int
	Turnover games.Amount // minor units
	Won      games.Amount // by the house, by hands
}

// croupiersOf are who dealt a shift that has closed; nobody of one that is open.
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

// CroupierLine is what somebody dealt of a game.
type CroupierLine struct {
	Currency, Preset string
	Name             string
	CroupierPart
}

// CroupierLines are what croupiers dealt in shifts, by currency, game and number.
func CroupierLines(shifts []HouseShift, h *people.House) (lines []CroupierLine) {
	at := map[[3]string]int{}
	for i := range shifts {
		s := &shifts[i]
		for _, p := range s.Croupiers {
			key := [3]string{s.Currency, s.Preset, p.Number}
			n, known := at[key]
			if !known {
				n = len(lines)
				at[key] = n
				lines = append(lines, CroupierLine{s.Currency, s.Preset, h.NameOf(p.Number), CroupierPart{Number: p.Number}})
			}
			l := &lines[n]
			l.Hands, l.Turnover, l.Won = l.Hands+p.Hands, l.Turnover+p.Turnover, l.Won+p.Won
		}
	}
	slices.SortFunc(lines, func(a, b CroupierLine) int {
		return cmp.Or(cmp.Compare(a.Currency, b.Currency), cmp.Compare(a.Preset, b.Preset), cmp.Compare(a.Number, b.Number))
	})
	return lines
}
