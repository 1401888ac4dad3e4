package table

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sabot/app/players"
	"sabot/app/text"
)

// A playersWindow is the window turned to the players. The keys go on working at the table,
// whichever window the system gives them to; F11 and Esc are this window's only while it
// shows them, after it was touched.
type playersWindow struct {
	table  *Table
	window fyne.Window
	panel  *players.Window
	hide   func() // stops what takes the keys away again
}

// keysShown is how long the window has keys, after somebody touched it.
const keysShown = 8 * time.Second

// Whether a table's window for the players is open, and whether it fills the other screen, is this machine's. It is
// the screen that stands there.
const (
	playersKey = "players of "
	playersOff = ""
	playersOn  = "window"
	playersAll = "screen"
)

// togglePlayers opens the players' window, or closes it; it stays so on this machine.
func (t *Table) togglePlayers() {
	if t.players.window != nil {
		t.players.leave()
		return
	}
	t.openPlayers(false)
	t.players.keep()
	if t.shell.Window.FullScreen() { // how many screens there are nobody tells
		t.Tell(t.shell.Text.T("players_behind"))
	}
}

// ComeBack opens the players' window as it was left on this machine.
func (t *Table) ComeBack() {
	if t.players.window != nil || t.gone {
		return
	}
	switch kept := fyne.CurrentApp().Preferences().String(t.shell.Kept(playersKey + t.session.State.Name)); kept {
	case playersOn, playersAll:
		t.openPlayers(kept == playersAll)
	}
}

// openPlayers opens the players' window, over all of the other screen where full. The table
// keeps the keys.
func (t *Table) openPlayers(full bool) {
	w := fyne.CurrentApp().NewWindow("Sabot " + t.session.State.Name)
	p := &t.players
	*p = playersWindow{table: t, window: w, panel: players.NewWindow(), hide: func() {}}
	p.panel.OnTap, p.panel.OnClose, p.panel.OnFull = p.showKeys, p.leave, p.fill
	w.SetContent(p.panel.Drawn)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1024, 768))
	w.SetCloseIntercept(p.leave)
	w.SetOnClosed(func() {
		p.hide()
		p.window = nil
	})
	t.shell.ListenTo(w.Canvas(), p.Key)
	p.update()
	if full {
		p.cover()
	}
	w.Show()
	t.shell.Window.RequestFocus()
}

// keep remembers on this machine how the window is.
func (p *playersWindow) keep() {
	is := playersOff
	switch {
	case p.window == nil:
	case p.window.FullScreen():
		is = playersAll
	default:
		is = playersOn
	}
	fyne.CurrentApp().Preferences().SetString(p.table.shell.Kept(playersKey+p.table.session.State.Name), is)
}

// leave closes the window for good: it does not come back by itself.
func (p *playersWindow) leave() {
	p.shut()
	p.keep()
}

// shut closes the window; it comes back with the table. Once the program ends its windows may have ended already: nothing is
// asked of this one then.
func (p *playersWindow) shut() {
	switch {
	case p.window == nil:
	case p.table.shell.Ending.Err() != nil:
		p.hide()
	default:
		p.window.Close()
	}
}

// fill makes the window fill the other screen, or stop doing so.
func (p *playersWindow) fill() {
	if p.window.FullScreen() {
		p.window.SetFullScreen(false)
	} else {
		p.cover()
	}
	p.keep()
}

// cover makes the window fill the other screen, wherever it opened: on the croupier's it would hide the table.
// Where there is one screen it fills that.
func (p *playersWindow) cover() {
	if other, ok := p.window.(desktop.Window); ok {
		other.RequestFullScreenSecondary()
		return
	}
	p.window.SetFullScreen(true)
}

// Key handles a key of this window alone; it returns false where it is the table's.
func (p *playersWindow) Key(name fyne.KeyName) bool {
	switch {
	case p.panel.Close == "":
		return false
	case name == fyne.KeyF11, name == fyne.KeyEscape && p.window.FullScreen():
		p.fill()
	case name == fyne.KeyEscape:
		p.leave()
	default:
		return false
	}
	return true
}

// showKeys lets the window be closed with a finger, for a while.
func (p *playersWindow) showKeys() {
	p.hide()
	tx := p.text()
	p.panel.Close, p.panel.Full = tx.T("close_overlay"), tx.T("players_full")
	p.panel.Refresh()
	p.hide = p.table.shell.Clock.After(keysShown, func() {
		p.panel.Close, p.panel.Full = "", ""
		p.panel.Refresh()
	})
}

// text returns the texts in the house's language: players do not change it with the croupier.
func (p *playersWindow) text() *text.Catalogue {
	house := p.table.shell.House.State
	if house.Language == "" {
		return p.table.shell.Text
	}
	return text.Open(house.Language, house.Currency).In(p.table.Currency())
}

// update shows the table as players may see it; what is asked at it is not theirs to see.
func (p *playersWindow) update() {
	if p.window == nil {
		return
	}
	v := p.table.viewer()
	v.Text = p.text()
	p.panel.Set(v.PlayersOf(p.table.session.State, p.table.totals))
}
