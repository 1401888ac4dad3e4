package controls

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// Relay shows a hand before and after it is laid again: by place, each card that moves
// marked, and what is to be paid or taken back; below it what can be done.
type Relay struct {
	*Drawn
	OnWay   func(view.Way)
	OnClose func()

	Shown  view.Relay
	Place  string // headings
	Before string
	After  string
	Close  string
	Board
}

// NewRelay is the page with its content.
func NewRelay(r Relay) *Relay {
	relay := &r
	relay.Drawn = NewDrawn(fyne.NewSize(800, 500), relay.draw, &relay.Board)
	return relay
}

// Rune takes the key of a way out.
func (r *Relay) Rune(c rune) bool {
	for _, way := range r.Shown.Ways {
		if way.On && way.Key == strings.ToUpper(string(c)) {
			r.OnWay(way)
			return true
		}
	}
	return false
}

// Key takes Enter for the first way that can be gone.
func (r *Relay) Key(name fyne.KeyName) bool {
	if name != fyne.KeyReturn && name != fyne.KeyEnter {
		return false
	}
	for _, way := range r.Shown.Ways {
		if way.On && way.Key == "Enter" {
			r.OnWay(way)
			return true
		}
	}
	return true
}

func (r *Relay) draw(size fyne.Size) []fyne.CanvasObject {
	b := &r.Board
	b.Start(min(size.Width/1024, size.Height/768))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Shade, nil, 0))
	x, y, w, h := 30*u, 24*u, size.Width-60*u, size.Height-48*u
	b.Add(Rect(x, y, w, h, 14*u, theme.Rail, theme.Faint, 1*u))
	b.text(r.Shown.Title, 26*u, theme.Text, true, x+24*u, y+12*u, w-210*u, 42*u, 0)
	ink := color.Color(theme.Pay)
	if !r.Shown.Possible {
		ink = theme.Warn
	}
	b.text(r.Shown.Verdict, 19*u, ink, true, x+24*u, y+54*u, w-210*u, 32*u, 0)
	b.key(x+w-174*u, y+14*u, 150*u, 50*u, r.Close, "Esc", plainKey, r.OnClose)
	ways := 78 * u
	money := float32(len(r.Shown.Money))*26*u + 8*u
	if len(r.Shown.Money) == 0 {
		money = 0
	}
	r.rows(x+24*u, y+96*u, w-48*u, h-96*u-ways-money-20*u)
	for i, line := range r.Shown.Money {
		b.text(line, 18*u, theme.Gold, true, x+24*u, y+h-ways-money-6*u+26*u*float32(i), w-48*u, 26*u, 0)
	}
	r.ways(x+24*u, y+h-ways, w-48*u, 62*u)
	return b.objects
}

// rows are the places, each with its cards before and after.
func (r *Relay) rows(x, y, w, h float32) {
	b, u := &r.Board, r.Board.Unit
	name, half := 0.16*w, 0.42*w
	b.text(r.Place, 16*u, theme.Quiet, true, x, y, name, 24*u, 0)
	b.text(r.Before, 16*u, theme.Quiet, true, x+name, y, half, 24*u, 0)
	b.text(r.After, 16*u, theme.Quiet, true, x+name+half, y, half, 24*u, 0)
	line := min(60*u, (h-26*u)/float32(max(1, len(r.Shown.Rows))))
	for i, row := range r.Shown.Rows {
		ly := y + 26*u + float32(i)*line
		fill := theme.Night
		if i%2 == 1 {
			fill = theme.KeyOff
		}
		b.Add(Rect(x, ly, w, line-3*u, 5*u, fill, nil, 0))
		b.text(row.Place, 19*u, theme.Text, true, x+10*u, ly, name-14*u, line-3*u, 0)
		r.cards(row.Before, x+name, ly, line-3*u)
		r.cards(row.After, x+name+half, ly, line-3*u)
	}
}

// cards are small cards in a row; one that moves has a frame, and where it goes or came
// from beside it.
func (r *Relay) cards(cards []view.RelayCard, x, y, h float32) {
	b, u := &r.Board, r.Board.Unit
	ch := h - 6*u
	cw := ch * 0.8
	for _, c := range cards {
		stroke := color.Color(nil)
		if c.Moved {
			stroke = theme.Gold
		}
		fill := color.Color(theme.Paper)
		if c.Back || c.Burned {
			fill = theme.Faint
		}
		b.Add(Rect(x, y+3*u, cw, ch, 5*u, fill, stroke, 3*u))
		ink := color.Color(theme.Ink)
		if c.Suit == "h" || c.Suit == "d" {
			ink = theme.CardRed
		}
		wide := cw
		if c.Suit != "" {
			wide = 0.56 * cw
			if suit := Suit(c.Suit, x+0.54*cw, y+3*u+0.3*ch, 0.4*ch); suit != nil {
				b.Add(suit)
			}
		}
		b.text(c.Rank, 0.52*ch, ink, true, x+2*u, y+3*u, wide-4*u, ch, 0.5)
		x += cw + 4*u
		if c.Word != "" {
			word := Text(c.Word, 15*u, theme.Gold, true, 120*u)
			b.Add(Place(word, x, y, word.MinSize().Width, h, 0))
			x += word.MinSize().Width + 10*u
		}
		x += 4 * u
	}
}

func (r *Relay) ways(x, y, w, h float32) {
	gap := 8 * r.Board.Unit
	kw := (w - gap*float32(len(r.Shown.Ways)-1)) / float32(max(1, len(r.Shown.Ways)))
	for i, way := range r.Shown.Ways {
		style := plainKey
		switch {
		case !way.On:
			style = offKey
		case way.Key == "Enter":
			style = mainKey
		}
		r.Board.key(x+float32(i)*(kw+gap), y, kw, h, way.Label, way.Key, style, func() { r.OnWay(way) })
	}
}
