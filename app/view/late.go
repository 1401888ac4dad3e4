package view

import (
	"slices"

	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// lateChange returns in a sentence what was entered otherwise than before, with something behind it that was known.
func (v LogViewer) lateChange(t *pit.Table, f record.Alarmed) string {
	word := func(key string) string { return v.Text.T(key) }
	card := func(name string) string { return v.cardName(t.Game, record.CardName(name).Card()) }
	player := v.Player(f.Box, f.Bettor)
	if f.Split > 0 {
		player += ", " + v.Text.T("split_"+Digit(f.Split))
	}
	if hand.OfTheDealer(f) {
		player = v.Text.T("place_dealer")
	}
	change := v.Text.T("noted_late_change", hand.LateSaid(f, word, card, v.Text.Amount))
	return v.Text.T("alarm_late_change", text.Args{"Player": player, "Change": change})
}

// Alarms returns the alarm or note with that entry, and those of the same command, in their order. It returns as
// many as are readable, and how many more there are.
func (v LogViewer) Alarms(t *pit.Table, last int64) string {
	var said []string
	all := slices.Concat(t.Notes, t.Alarms)
	named := func(seq int64) int { return slices.IndexFunc(all, func(a hand.Alarm) bool { return a.Seq == seq }) }
	first := named(last)
	for i := first; i >= 0 && all[i].Hand == all[first].Hand && all[i].At.Equal(all[first].At); {
		said = append(said, v.NextAct().Alarm(t, all[i]))
		before := all[i].Seq - 1
		if i = named(before); i < 0 {
			i = named(before - 1) // the approval of that one lies between
		}
	}
	slices.Reverse(said)
	for n := len(said); n > 1; n-- {
		line := Sentences(said[:n]...)
		if n < len(said) {
			line = Sentences(line, v.Text.T("alarms_more", text.Args{"N": len(said) - n}))
		}
		if broad(line) <= LineRoom {
			return line
		}
	}
	if n := len(said); n > 1 {
		return Sentences(said[0], v.Text.T("alarms_more", text.Args{"N": n - 1}))
	}
	return Sentences(said...)
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
