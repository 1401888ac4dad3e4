package view

import (
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/record"
)

// lateChange returns in a sentence what was entered otherwise than before, with something behind it that was known.
func (v Viewer) lateChange(t *pit.Table, f record.Alarmed) string {
	word := func(key string) string { return v.Text.T(key) }
	card := ""
	if f.Card != "" {
		card = v.cardName(t.Game, record.CardName(f.Card).Card())
	}
	player := v.Player(f.Box, f.Bettor)
	if pit.OfTheDealer(f) {
		player = v.Text.T("place_dealer")
	}
	change := v.Text.T("noted_late_change", pit.LateSaid(f, word, card, v.Text.Amount))
	return v.Text.T("alarm_late_change", text.Args{"Player": player, "Change": change})
}

// lateChanges returns how many a table has had in its shift, those apart that wait for an inspector.
func lateChanges(t *pit.Table) (n int) {
	for _, note := range t.Notes {
		if note.Kind == record.LateChange {
			n++
		}
	}
	return n
}
