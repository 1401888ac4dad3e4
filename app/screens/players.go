package screens

import (
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/view"
)

// players is the window turned to the players: the scorecards alone, with the table's
// limits and the last result. The keys go on working at the table, whichever window the
// system gives them to; F11 and Esc are this window's while it has them.
type players struct {
	table  *Table
	window fyne.Window
	panel  *controls.Roads
	hide   func() // stops what takes the keys away again
}

// keysShown is how long the panel has a key that closes it, after somebody touched it.
const keysShown = 8 * time.Second

// togglePlayers opens the players' window, or closes it.
func (t *Table) togglePlayers() {
	if t.players.window != nil {
		t.players.window.Close()
		return
	}
	w := fyne.CurrentApp().NewWindow("Sabot " + t.session.State.Name)
	p := &t.players
	*p = players{table: t, window: w, panel: controls.NewRoads(), hide: func() {}}
	p.panel.OnTap, p.panel.OnClose = p.showKeys, w.Close
	w.SetContent(p.panel.Drawn)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1024, 768))
	w.SetOnClosed(func() {
		p.hide()
		p.window = nil
	})
	t.shell.listenTo(w.Canvas(), p.key)
	p.update()
	w.Show()
	t.shell.window.RequestFocus()
}

// key is a key of this window alone; false where it is the table's.
func (p *players) key(name fyne.KeyName) bool {
	switch {
	case name == fyne.KeyF11:
		p.window.SetFullScreen(!p.window.FullScreen())
	case name == fyne.KeyEscape && p.window.FullScreen():
		p.window.SetFullScreen(false)
	case name == fyne.KeyEscape:
		p.window.Close()
	default:
		return false
	}
	return true
}

// showKeys lets the panel be closed with a finger, for a while.
func (p *players) showKeys() {
	p.hide()
	p.panel.Close = p.table.shell.text.T("close_overlay")
	p.panel.Refresh()
	p.hide = p.table.shell.clock.After(keysShown, func() {
		p.panel.Close = ""
		p.panel.Refresh()
	})
}

// update shows the scorecards as they are now; what is asked at the table is not the
// players' to see.
func (p *players) update() {
	if p.window == nil {
		return
	}
	if shown, ok := p.table.viewer().RoadsOf(p.table.session.State, view.Probe{Totals: p.table.totals}); ok {
		p.panel.Set(shown)
	}
}
