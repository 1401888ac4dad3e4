package controls

import (
	"cmp"
	"image/color"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// A frame is the common part of the pages that are shown over another.
type frame struct {
	title string
	ink   color.Color // of the title; nil for that of texts
	close string      // label of the key that closes; "" where none stands there
	leave func()      // what it does
	enter bool        // Enter does something on it: its key lies in its place, and the plate keeps clear of that
	above float32     // how far the plate keeps from the upper edge, in units; 0 for what keeps it clear of words
	flow  Flow        // what it does with chips, shown before the title
	most  float32     // how many times larger than common its letters can be; 0 for as large as its measures have room
}

// A Flow is which way chips go by what is done on a page, seen from the table's tray.
type Flow int

// The flows. What is only counted goes nowhere.
const (
	NoFlow Flow = iota
	FlowIn
	FlowOut
	FlowChange
	FlowCount
)

// head returns the sign of a flow and its colour.
func (f Flow) head() (sign string, hue color.NRGBA) {
	switch f {
	case FlowIn:
		return "↓", theme.ChipsIn
	case FlowOut:
		return "↑", theme.ChipsOut
	case FlowChange:
		return "⇄", theme.ChipsChange
	}
	return "=", theme.ChipsCount
}

// panel begins the drawing of a page over another one: a shade, and a plate with title and closing key in the
// middle. Width and height are in units; a negative one is the space that is left free on both sides together. It
// returns the place of the plate in the drawing's measures.
func (b *Board) panel(size fyne.Size, wide, high float32, f frame) (x, y, w, h float32) {
	u := grown(size, f.most)
	if f.most == 0 {
		u = grown(size, room(size, wide, high, f.enter))
	}
	b.Start(u)
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Shade, nil, 0))
	if w = wide * u; wide < 0 {
		w += size.Width
	}
	if h = high * u; high < 0 {
		h += size.Height
	}
	at := plateIn(size, w, h, f.enter, f.above)
	x, y, w, h = at.X, at.Y, at.W, at.H
	b.Add(Rect(x, y, w, h, 14*u, theme.Rail, theme.Faint, 1*u))
	room := w - 48*u
	if f.close != "" {
		room -= 170 * u
		b.key(x+w-(closeWide+24)*u, y+12*u, closeWide*u, keyHigh*u, f.close, "Esc", plainKey, f.leave)
	}
	if f.ink == nil {
		f.ink = theme.Text
	}
	left := x + 24*u
	if f.flow != NoFlow {
		const edge = 14 // as round as the plate
		sign, hue := f.flow.head()
		b.Add(Rect(x+edge*u, y, w-2*edge*u, 6*u, 0, hue, nil, 0), Rect(left, y+14*u, 44*u, 40*u, 8*u, hue, nil, 0))
		b.text(sign, 30*u, OnColor(hue), true, left, y+14*u, 44*u, 40*u, 0.5)
		left, room = left+58*u, room-58*u
	}
	if f.title != "" {
		b.label(capital(f.title), 26*u, f.ink, left, y+14*u, room, 44*u, 0)
	}
	return x, y, w, h
}

// closeWide is the width of the key that closes a page, in units.
const closeWide = 154

// plateEdge is how far a plate keeps at the least from the key of Enter and from the lower edge of the window, in units.
const plateEdge = 8

// plateIn returns where a plate lies that is so wide and high: in the middle of the window, clear of the key of Enter
// where that does something, and of the upper edge, along which a band or a word may lie over every page.
func plateIn(window fyne.Size, w, h float32, entered bool, above float32) Bounds {
	u := unitOf(window)
	at, low := Bounds{(window.Width - w) / 2, (window.Height - h) / 2, w, h}, window.Height-plateEdge*u
	if enter := EnterPlace(window); entered && enter.Meets(Bounds{at.X, at.Y, w + plateEdge*u, h + plateEdge*u}) {
		low = enter.Y - plateEdge*u
	}
	top := cmp.Or(above, wordTop+wordHigh+1) * u
	at.H = min(h, low-top)
	at.Y = max(top, min(at.Y, low-at.H))
	return at
}

// enter draws the key of Enter in its place, on a page that fills the window; dark where Enter does nothing. What hands
// do by rhythm on one page is not meant for the next.
func (b *Board) enter(window fyne.Size, label, hint string, on bool, tap func()) {
	b.Waiting = true
	b.enterAtOnce(window, label, hint, on, tap)
	b.Waiting = false
}

// enterAtOnce draws the same key where a tap counts from the first moment.
func (b *Board) enterAtOnce(window fyne.Size, label, hint string, on bool, tap func()) {
	at, style, u := EnterPlace(window), mainKey, b.Unit
	if !on {
		style = offKey
	}
	b.Unit = unitOf(window) // its place is the same for all letters
	b.key(at.X, at.Y, at.W, at.H, label, hint, style, tap)
	b.Unit = u
}

// grown returns the unit of a page on which letters are as large as they were chosen, and no more than most times as large
// as the common ones.
func grown(size fyne.Size, most float32) float32 {
	return unitOf(size) * max(1, min(theme.Letters(), most))
}

// across returns how many times larger a page can be before it has less than the width that it was drawn for.
func across(size fyne.Size) float32 { return size.Width / 1024 / unitOf(size) }

// room returns how many times larger a plate of fixed measures can be. One that leaves free what is around it has contents
// of fixed measures.
func room(size fyne.Size, wide, high float32, enter bool) float32 {
	if wide < 0 || high < 0 {
		return 1
	}
	u := unitOf(size)
	across, whole := size.Width/((wide+16)*u), size.Height/((high+16)*u)
	if !enter {
		return min(across, whole)
	}
	at := EnterPlace(size) // the plate lies above it, or beside it
	above, beside := at.Y/((high+16)*u), (2*(at.X-16*u)-size.Width)/(wide*u)
	return min(across, max(above, min(whole, beside)))
}

// unitOf returns the size of one unit of a page's measures on a screen, for letters of the common size.
func unitOf(size fyne.Size) float32 { return min(size.Width/1024, size.Height/768) }
