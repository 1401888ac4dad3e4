package controls

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// A Hand is a closed hand on a page of its own: its cards where they lay, every bet, what
// was done to it. Of a corrected hand each version can be seen.
type Hand struct {
	*Drawn
	OnClose   func()
	OnVersion func() // the next version
	OnMove    func(step int)

	Shown   view.Shown
	Columns []Column
	Close   string
	Version string // labels of the keys
	Older   string
	Newer   string

	first, fits int
	Board
}

// NewHand returns the page with its content.
func NewHand(h Hand) *Hand {
	hand := &h
	hand.Drawn = NewDrawn(fyne.NewSize(800, 500), hand.draw, &hand.Board)
	hand.Drawn.Help = "help_hand"
	hand.rolls(hand.Key)
	return hand
}

// Set shows another hand, or another version.
func (h *Hand) Set(s view.Shown) { h.Shown, h.first = s, 0; h.Refresh() }

// Rune takes the key of the versions.
func (h *Hand) Rune(r rune) bool {
	if unicode.ToUpper(r) != 'V' || h.Shown.Version == "" {
		return false
	}
	h.OnVersion()
	return true
}

// Key scrolls the bets and goes to the hand before or after.
func (h *Hand) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyDown:
		h.scroll(1)
	case fyne.KeyUp:
		h.scroll(-1)
	case fyne.KeyPageDown, fyne.KeyLeft:
		h.OnMove(-1)
	case fyne.KeyPageUp, fyne.KeyRight:
		h.OnMove(1)
	default:
		return false
	}
	return true
}

func (h *Hand) scroll(step int) {
	h.first = max(0, min(h.first+step, len(h.Shown.Bets)-h.fits))
	h.Refresh()
}

func (h *Hand) draw(size fyne.Size) []fyne.CanvasObject {
	b := &h.Board
	x, y, w, high := b.panel(size, -48, -40, frame{title: h.Shown.ID, close: h.Close, leave: h.OnClose})
	u := b.Unit
	about := h.Shown.Time + " · " + h.Shown.Croupier
	b.text(about, 18*u, theme.Quiet, false, x+24*u, y+50*u, w-230*u, 28*u, 0)
	cards := float32(232)
	if rows, _ := layRows(uncrowded(h.Shown.Places)); len(rows) > 1 {
		cards = 320
	}
	top := y + 80*u
	for _, line := range WrapAs(Warning(strings.Join(h.Shown.Marks, " · ")), 18*u, w-48*u, true) {
		b.text(line, 18*u, theme.Warn, true, x+24*u, top-4*u, w-48*u, 26*u, 0)
		top += 26 * u
	}
	b.Add(Rect(x+12*u, top, w-24*u, cards*u, 9*u, theme.Night, theme.Faint, 1*u))
	b.lays(h.Shown.Places, h.Shown.Call, x+24*u, top+6*u, w-48*u, (cards-12)*u)
	top += (cards + 8) * u
	for _, fact := range h.Shown.Facts {
		for i, line := range Wrap(fact, 17*u, w-72*u) {
			b.text(line, 17*u, theme.Text, false, x+(24+24*float32(min(i, 1)))*u, top, w-72*u, 26*u, 0)
			top += 26 * u
		}
	}
	bottom := y + high - 74*u
	h.bets(x, top, w, bottom-top)
	h.keys(x+24*u, bottom+8*u, w-48*u)
	return b.objects
}

// bets draws a row for every bet.
func (h *Hand) bets(x, y, w, high float32) {
	b, u := &h.Board, h.Board.Unit
	heads := make([]string, len(h.Columns))
	for i, c := range h.Columns {
		heads[i] = c.Head
	}
	const line = 30
	b.cells(h.Columns, heads, 16*u, theme.Quiet, true, x, y, w, line*u)
	h.fits = max(1, int(high/(line*u))-1)
	for i := h.first; i < min(h.first+h.fits, len(h.Shown.Bets)); i++ {
		bet, ly := h.Shown.Bets[i], y+float32(i-h.first+1)*line*u
		if i%2 == 0 {
			b.Add(Rect(x+12*u, ly, w-24*u, line*u, 4*u, theme.KeyOff, nil, 0))
		}
		row := []string{bet.Box, bet.Bettor, bet.Spot, bet.Put, bet.Staked, bet.Outcome, bet.Returned, ""}
		b.cells(h.Columns, row, 18*u, theme.Text, false, x, ly, w, line*u)
		b.cells(h.Columns, []string{"", "", "", "", "", "", "", Marked(bet.Net, bet.Mark)}, 18*u, FlowColor(bet.Mark), true, x, ly, w, line*u)
	}
}

func (h *Hand) keys(x, y, w float32) {
	b, u := &h.Board, h.Board.Unit
	const wide, high, gap = 170, 56, 10
	const version = 230
	if h.Shown.Version != "" {
		b.key(x, y, version*u, high*u, h.Version, "V", plainKey, func() { h.OnVersion() })
		b.text(h.Shown.Version, 19*u, theme.Text, true, x+(version+14)*u, y, 150*u, high*u, 0)
	}
	if len(h.Shown.Bets) > h.fits {
		at := x + (version+170)*u
		b.key(at, y, 64*u, high*u, "▲", "", plainKey, func() { h.scroll(-h.fits + 1) })
		b.key(at+(64+gap)*u, y, 64*u, high*u, "▼", "", plainKey, func() { h.scroll(h.fits - 1) })
	}
	b.key(x+w-(2*wide+gap)*u, y, wide*u, high*u, h.Older, "PgDn", plainKey, func() { h.OnMove(-1) })
	b.key(x+w-wide*u, y, wide*u, high*u, h.Newer, "PgUp", plainKey, func() { h.OnMove(1) })
}
