package controls

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// A Code asks somebody for number and PIN, typed in one go: on the keyboard or on
// the pad. The digits are not shown. What the code is given for stands beside the pad.
type Code struct {
	*Drawn
	OnDone   func(code string)
	OnCancel func()

	Title  string
	Hint   string
	OK     string // label of the key that confirms
	Cancel string
	// Who is the name that belongs to the first digits, "" where they are nobody's.
	Who func(code string) string
	// About is what is approved; none where the code opens something and approves nothing.
	About
	Given string // who of two has given a code already, in words

	typed string
	wrong string
	told  string // until something is typed
	Board
}

// NewCode returns a code pad with its words and callbacks.
func NewCode(c Code) *Code {
	code := &c
	code.Drawn = NewDrawn(fyne.NewSize(400, 400), code.draw, &code.Board)
	code.Drawn.Help = "help_code"
	return code
}

// Wrong empties the pad and says why.
func (c *Code) Wrong(why string) { c.typed, c.wrong = "", why; c.Refresh() }

// Tell empties the pad and says something that is no refusal.
func (c *Code) Tell(word string) { c.typed, c.wrong, c.told = "", "", word; c.Refresh() }

// Ask starts over with another title: the next person.
func (c *Code) Ask(title string) { c.typed, c.wrong, c.Title = "", "", title; c.Refresh() }

const longestCode = 16

// Rune takes a digit.
func (c *Code) Rune(r rune) bool {
	if r < '0' || r > '9' {
		return false
	}
	if len(c.typed) < longestCode {
		c.typed, c.wrong, c.told = c.typed+string(r), "", ""
		c.Refresh()
	}
	return true
}

// Key confirms, takes a digit back or leaves.
func (c *Code) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyReturn, fyne.KeyEnter:
		c.done()
	case fyne.KeyBackspace:
		c.typed = c.typed[:max(0, len(c.typed)-1)]
		c.Refresh()
	case fyne.KeyEscape:
		c.OnCancel()
	default:
		return c.scrolls(name, c.Refresh)
	}
	return true
}

// done hands on what was typed; nothing is nobody's code.
func (c *Code) done() {
	if c.typed != "" {
		c.OnDone(c.typed)
	}
}

func (c *Code) draw(size fyne.Size) []fyne.CanvasObject {
	b := &c.Board
	f := frame{title: c.Title, close: c.Cancel, leave: c.OnCancel, enter: true}
	pad, beside, high := float32(560), float32(0), float32(584)
	if len(c.Lines) > 0 {
		pad, beside, high = 460, 500, 646
	}
	x, y, w, h := b.panel(size, pad+beside, high, f)
	u := b.Unit
	if beside > 0 {
		c.About.draw(b, x+24*u, y+70*u, (beside-24)*u, h-84*u, c.Refresh)
		x, w = x+beside*u, pad*u
	}
	y, h = y+12*u, h-12*u
	hint, ink := c.Hint, color.Color(theme.Quiet)
	if c.Given != "" {
		hint, ink = c.Given, theme.Good
	}
	if first, rest, two := strings.Cut(hint, ". "); two && Text(hint, 16*u, nil, false, 0).MinSize().Width > w-48*u { // a line each
		b.text(first+".", 16*u, ink, false, x+24*u, y+46*u, w-48*u, 20*u, 0)
		b.text(rest, 16*u, ink, false, x+24*u, y+65*u, w-48*u, 20*u, 0)
	} else {
		b.text(hint, 16*u, ink, false, x+24*u, y+52*u, w-48*u, 26*u, 0)
	}
	b.Add(Rect(x+24*u, y+86*u, w-48*u, 60*u, 8*u, theme.Night, theme.Place, 2*u))
	b.text(strings.Repeat("●", len(c.typed)), 24*u, theme.Text, true, x+40*u, y+86*u, w-80*u, 60*u, 0)
	word, tone := c.Who(c.typed), color.Color(theme.Text)
	switch {
	case c.wrong != "":
		word, tone = Warning(c.wrong), theme.Warn
	case c.told != "":
		word, tone = c.told, theme.Good
	}
	c.say(word, tone, x+24*u, y+150*u, w-48*u, 76*u)
	c.pad(x+24*u, y+230*u, w-48*u, h-230*u-20*u)
	b.enterAtOnce(size, c.OK, "Enter", c.typed != "", c.done)
	return b.objects
}

// say draws a word in a line, or a sentence in up to four; in lighter letters where it takes more than two.
func (c *Code) say(words string, ink color.Color, x, y, w, h float32) {
	u := c.Board.Unit
	bold, lines := true, WrapAs(words, readable*u, w, true)
	if len(lines) > 2 {
		bold, lines = false, Wrap(words, readable*u, w)
	}
	if len(lines) < 2 {
		c.Board.text(words, 19*u, ink, true, x, y, w, h, 0)
		return
	}
	const room = 4
	top := y + float32(room-min(room, len(lines)))*h/room/2
	for i, line := range lines {
		c.Board.text(line, readable*u, ink, bold, x, top+float32(i)*h/room, w, h/room, 0)
	}
}

func (c *Code) pad(x, y, w, h float32) {
	b := &c.Board
	gap := 8 * b.Unit
	const columns, rows = 3, 4
	kw, kh := (w-gap*(columns-1))/columns, (h-gap*(rows-1))/rows
	at := func(column, row int) (float32, float32) {
		return x + float32(column)*(kw+gap), y + float32(row)*(kh+gap)
	}
	for i := range 9 {
		kx, ky := at(i%3, i/3)
		digit := rune('1' + i)
		b.key(kx, ky, kw, kh, string(digit), "", plainKey, func() { c.Rune(digit) })
	}
	kx, ky := at(1, 3)
	b.key(kx, ky, kw, kh, "0", "", plainKey, func() { c.Rune('0') })
	kx, ky = at(2, 3)
	b.key(kx, ky, kw, kh, "⌫", "", plainKey, func() { c.Key(fyne.KeyBackspace) })
}
