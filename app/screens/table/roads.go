package table

import (
	"slices"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/view/scorecard"
	"sabot/games/roads"
	"sabot/pit"
	"sabot/pit/record"
)

// openRoads shows the shoe's scorecards over the table; P and B ask what the next
// hand would bring, T changes letters and totals, + enlarges one road after the other.
func (t menuPage) openRoads() {
	if _, ok := t.shell.Viewer().RoadsOf(t.session.State, scorecard.Probe{}); !ok {
		t.shell.NoUse("F6")
		return
	}
	panel := controls.NewRoads()
	probe := scorecard.Probe{Totals: t.totals}
	show := func() {
		if shown, ok := t.shell.Viewer().RoadsOf(t.session.State, probe); ok {
			panel.Set(shown)
		}
	}
	ask := func(side roads.Side) {
		if probe.Side == side {
			side = roads.Tie
		}
		probe.Side = side
		show()
	}
	panel.OnAsk = func(side string) { ask(map[string]roads.Side{"player": roads.Player, "banker": roads.Banker}[side]) }
	totals := func() {
		t.totals = !t.totals
		probe.Totals = t.totals
		show()
		t.players.update()
	}
	panel.OnTotals, panel.OnChoose = totals, func() { t.openPatterns(show) }
	panel.Close, panel.OnClose = t.shell.LeaveWord(), t.shell.Back
	show()
	t.shell.Over(shell.PageOf(panel.Drawn, func(r rune) bool {
		switch unicode.ToUpper(r) {
		case 'P':
			ask(roads.Player)
		case 'B':
			ask(roads.Banker)
		case 'T':
			totals()
		case 'G':
			t.openPatterns(show)
		case '+':
			panel.EnlargeNext()
		default:
			return false
		}
		return true
	}, func(name fyne.KeyName) bool {
		switch name {
		case fyne.KeyF6:
			t.shell.CloseOverlay()
		case fyne.KeyEscape:
			return panel.Shrink()
		default:
			return false
		}
		return true
	}))
}

// openPatterns switches Good Roads on and off, one by one; changed is called after each.
func (t menuPage) openPatterns(changed func()) {
	tx, off := t.shell.Text, t.session.State.Settings.PatternsOff
	var choices []controls.Choice
	for _, p := range roads.Patterns() {
		sign, without := "✓ ", append(slices.Clone(off), p.Name)
		if slices.Contains(off, p.Name) {
			sign, without = "–  ", slices.DeleteFunc(slices.Clone(off), func(name string) bool { return name == p.Name })
		}
		choices = append(choices, controls.Choice{Label: sign + tx.T("good_"+p.Name), Do: func() {
			if t.do(func(s *pit.Table) ([]record.Fact, error) { return s.SetPatterns(without) }) {
				changed()
				t.shell.Back()
				t.openPatterns(changed)
			} else {
				t.shell.CloseOverlay()
			}
		}})
	}
	t.menuWith(tx.T("title_patterns"), "", choices)
}
