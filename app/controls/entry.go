package controls

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/games"
)

// An Entry asks for an amount, or for a card: on the keyboard, or on a pad that has nothing
// but its keys.
type Entry struct {
	*Drawn
	OnDone  func(typed string) // "12.50"; a card as "8" or "8h"
	OnClose func()

	Title, Lead, OK, Close string
	Card                   bool // a card is asked for
	Suits                  bool // and its suit, which may be left out

	// Refuses says why digits that were typed in a row are no card; "" where they may be one. Nil: any may.
	Refuses func(digits string) string

	typed  string
	digits string // that were typed in a row
	word   string
	Board
}

// NewEntry returns an entry with its words and callbacks.
func NewEntry(e Entry) *Entry {
	entry := &e
	entry.Drawn = NewDrawn(fyne.NewSize(500, 500), entry.draw, &entry.Board)
	switch {
	case !e.Card:
		entry.Drawn.Help = "help_entry"
	case e.Suits:
		entry.Drawn.Help = "help_entry_suit"
	default:
		entry.Drawn.Help = "help_entry_card"
	}
	return entry
}

// Wrong shows why the typed text is not accepted.
func (e *Entry) Wrong(word string) { e.word = word; e.Refresh() }

// Refuse does the same for a text that may not even stay there: it is wiped.
func (e *Entry) Refuse(word string) {
	e.typed = ""
	e.Wrong(word)
}

// longestAmount is how many characters of an amount are shown; one of them more is none.
const longestAmount = 11

// Rune takes a digit, or the rank and the suit of a card.
func (e *Entry) Rune(r rune) bool {
	c := strings.ToUpper(string(r))
	if r < '0' || r > '9' {
		e.digits = ""
	} else if e.digits += c; e.Card && e.Refuses != nil {
		if why := e.Refuses(e.digits); why != "" {
			e.typed, e.word = "", why
			e.Refresh()
			return true
		}
	}
	switch {
	case !e.Card:
		if (r < '0' || r > '9') && r != '.' && r != ',' {
			return false
		}
		if len(e.typed) < longestAmount {
			e.typed += string(r)
		}
	case e.Suits && e.typed != "" && strings.Contains("SHDC", c):
		e.typed = e.typed[:1] + strings.ToLower(c)
	case c == "1":
		return true // "10": the zero is the card
	case c == "0" || strings.Contains(games.RankLetters, c):
		if c == "0" {
			c = "T"
		}
		e.typed = c // Enter confirms, with a suit or without: nothing that hands do of habit comes too late
	default:
		return false
	}
	e.word = ""
	e.Refresh()
	return true
}

// Key takes a character back, confirms or leaves.
func (e *Entry) Key(name fyne.KeyName) bool {
	e.digits = ""
	switch name {
	case fyne.KeyReturn, fyne.KeyEnter:
		e.OnDone(e.typed)
	case fyne.KeyBackspace:
		e.typed = e.typed[:max(0, len(e.typed)-1)]
		e.Refresh()
	case fyne.KeyEscape:
		e.OnClose()
	default:
		return false
	}
	return true
}

func (e *Entry) draw(size fyne.Size) []fyne.CanvasObject {
	b := &e.Board
	x, y, w, h := b.panel(size, 620, 560, frame{title: e.Title, close: e.Close, leave: e.OnClose, enter: true})
	u := b.Unit
	b.text(e.Lead, 17*u, theme.Quiet, false, x+24*u, y+62*u, w-48*u, 28*u, 0)
	b.Add(Rect(x+24*u, y+92*u, w-48*u, 60*u, 8*u, theme.Night, theme.Place, 2*u))
	if e.Card && e.typed != "" {
		b.text(strings.ReplaceAll(e.typed[:1], "T", "10"), 28*u, theme.Text, true, x+40*u, y+92*u, w-80*u, 60*u, 0)
		if suit := Suit(e.typed[1:], x+84*u, y+107*u, 30*u); suit != nil {
			b.Add(Rect(x+80*u, y+103*u, 38*u, 38*u, 5*u, theme.Paper, nil, 0), suit)
		}
	} else {
		b.text(e.typed+"_", 28*u, theme.Text, true, x+40*u, y+92*u, w-80*u, 60*u, 0)
	}
	b.text(Warning(e.word), 18*u, theme.Warn, true, x+24*u, y+154*u, w-48*u, 30*u, 0)
	e.pad(x+24*u, y+188*u, w-48*u, h-212*u)
	b.enter(size, e.OK, "Enter", true, func() { e.OnDone(e.typed) })
	return b.objects
}

// pad draws the keys of what is asked for.
func (e *Entry) pad(x, y, w, h float32) {
	b, u, gap := &e.Board, e.Board.Unit, 8*e.Board.Unit
	columns, keys := 3, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "⌫"}
	if e.Card {
		columns, keys = 5, strings.Split(games.RankLetters, "")
	}
	rows := (len(keys) + columns - 1) / columns
	if e.Card && e.Suits {
		rows++
	}
	kw, kh := (w-gap*float32(columns-1))/float32(columns), (h-gap*float32(rows-1))/float32(rows)
	for i, key := range keys {
		press := func() { e.Rune([]rune(key)[0]) }
		label := key
		switch key {
		case "⌫":
			press = func() { e.Key(fyne.KeyBackspace) }
		case "T":
			label = "10"
		}
		b.key(x+float32(i%columns)*(kw+gap), y+float32(i/columns)*(kh+gap), kw, kh, label, "", plainKey, press)
	}
	if e.Card && e.Suits {
		sw, sy := (w-3*gap)/4, y+float32(rows-1)*(kh+gap)
		for i, suit := range suitOrder {
			fill := color.Color(theme.Paper)
			if e.typed == "" { // pale until a rank waits for it
				fill = theme.SuitOff
			}
			sx := x + float32(i)*(sw+gap)
			b.Add(Rect(sx, sy, sw, kh, 8*u, fill, nil, 0))
			b.Area("suit "+suit, sx, sy, sw, kh, func() { e.Rune([]rune(suit)[0]) })
			if drawn := Suit(suit, sx+sw/2-0.25*kh, sy+0.25*kh, 0.5*kh); drawn != nil {
				b.Add(drawn)
			}
		}
	}
}
