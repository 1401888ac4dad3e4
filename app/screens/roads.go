package screens

import (
	"slices"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/view"
	"sabot/games/roads"
	"sabot/pit"
)

// openRoads shows the shoe's scorecards over the table; P and B ask what the next
// hand would bring, T changes letters and totals.
func (t *Table) openRoads() {
	if _, ok := t.shell.viewer().RoadsOf(t.session.State, view.Probe{}); !ok {
		t.noUse("F6")
		return
	}
	panel := controls.NewRoads()
	probe := view.Probe{Totals: t.totals}
	show := func() {
		if shown, ok := t.shell.viewer().RoadsOf(t.session.State, probe); ok {
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
	panel.Close, panel.OnClose = t.shell.text.T("close_overlay"), t.shell.closeOverlay
	show()
	t.shell.over(paged{panel.Drawn, func(r rune) bool {
		switch unicode.ToUpper(r) {
		case 'P':
			ask(roads.Player)
		case 'B':
			ask(roads.Banker)
		case 'T':
			t.totals = !t.totals
			probe.Totals = t.totals
			show()
			t.players.update()
		case 'G':
			t.openPatterns()
		default:
			return false
		}
		return true
	}, func(name fyne.KeyName) bool {
		if name == fyne.KeyF6 {
			t.shell.closeOverlay()
		}
		return name == fyne.KeyF6
	}})
}

// openPatterns switches Good Roads on and off, one by one.
func (t *Table) openPatterns() {
	tx, off := t.shell.text, t.session.State.Settings.PatternsOff
	var choices []controls.Choice
	for _, p := range roads.Patterns() {
		sign, without := "✓ ", append(slices.Clone(off), p.Name)
		if slices.Contains(off, p.Name) {
			sign, without = "–  ", slices.DeleteFunc(slices.Clone(off), func(name string) bool { return name == p.Name })
		}
		choices = append(choices, controls.Choice{Label: sign + tx.T("good_"+p.Name), Do: func() {
			if t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.SetPatterns(without) }) {
				t.openPatterns()
			} else {
				t.shell.closeOverlay()
			}
		}})
	}
	t.menuWith(tx.T("title_patterns"), "", choices)
}

// players is the window turned to the players: the scorecards alone, with the
// table's limits and the last result. It has no keys but F11.
type players struct {
	table  *Table
	window fyne.Window
	panel  *controls.Roads
}

// togglePlayers opens the players' window, or closes it.
func (t *Table) togglePlayers() {
	if t.players.window != nil {
		t.players.window.Close()
		return
	}
	w := fyne.CurrentApp().NewWindow("Sabot " + t.session.State.Name)
	p := &t.players
	p.table, p.window, p.panel = t, w, controls.NewRoads()
	w.SetContent(p.panel.Drawn)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1024, 768))
	w.SetOnClosed(func() { p.window = nil })
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyF11 {
			w.SetFullScreen(!w.FullScreen())
		}
	})
	p.update()
	w.Show()
}

// update shows the scorecards as they are now; what is asked at the table is not the
// players' to see.
func (p *players) update() {
	if p.window == nil {
		return
	}
	if shown, ok := p.table.shell.viewer().RoadsOf(p.table.session.State, view.Probe{Totals: p.table.totals}); ok {
		p.panel.Set(shown)
	}
}
