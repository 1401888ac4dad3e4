package controls

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games"
)

// A Relay shows the cards of a hand as they were dealt, in shoe order, so that they can be put into their places.
// It also shows them by place, before and after, and marks each card that moves. The possible acts stand below.
type Relay struct {
	*Drawn
	OnWay   func(view.Way)
	OnClose func()
	OnCard  func(n int)          // a card is chosen; as many as there are: the next one
	OnPlace func(at games.Place) // it lies there
	OnRank  func(rank string)

	Shown  view.Relay
	At     int    // the chosen card, or before which one the next comes
	Adding bool   // a card is typed that comes there
	Ask    string // what is to be typed
	Word   string // why something will not do
	Acts   []RelayAct
	Place  string // headings
	Before string
	After  string
	Close  string
	Board
}

// A RelayAct is an action on the chosen card.
type RelayAct struct {
	Label, Key string
	Off        string // why it cannot be done; "" where it can
	Do         func()
}

// NewRelay returns the page with its content.
func NewRelay(r Relay) *Relay {
	relay := &r
	relay.Drawn = NewDrawn(fyne.NewSize(800, 500), relay.draw, &relay.Board)
	return relay
}

func (r *Relay) draw(size fyne.Size) []fyne.CanvasObject {
	b := &r.Board
	const above = 8 // its cards need the room, and no band lies over it
	x, y, w, h := b.panel(size, -60, -40, frame{above: above, title: r.Shown.Title, close: r.Close, leave: r.OnClose, enter: true})
	u := b.Unit
	verdict, ink := r.Shown.Verdict, color.Color(theme.Good)
	if !r.Shown.Possible {
		verdict, ink = Warning(verdict), theme.Warn
	}
	b.text(verdict, 19*u, ink, true, x+24*u, y+60*u, w-48*u, 28*u, 0)
	x, w = x+24*u, w-48*u
	top, bottom := y+90*u, y+h-78*u
	r.ways(size, x, bottom+4*u, w, 62*u)
	for i, line := range r.Shown.Money {
		b.text(line, 18*u, theme.Text, true, x+w/3*float32(i%3), bottom-26*u*float32((len(r.Shown.Money)+2)/3-i/3), w/3-8*u, 26*u, 0)
	}
	bottom -= 26 * u * float32((len(r.Shown.Money)+2)/3)
	high, columns := r.high(w, bottom-top)
	if r.chooses() {
		top = r.strip(x, top, w, max(38*u, high))
		ask, askInk := r.Ask, color.Color(theme.Text)
		if r.Word != "" {
			ask, askInk = Warning(r.Word), theme.Warn
		}
		b.text(ask, 20*u, askInk, true, x, top, w, 28*u, 0)
		r.pad(x, top+30*u, w, 52*u)
		top += askHigh * u
	}
	r.rows(Bounds{x, top, w, bottom - top}, high, columns)
	return b.objects
}

// chooses reports whether cards can be chosen, and put elsewhere.
func (r *Relay) chooses() bool { return len(r.Shown.Places) > 0 && r.OnCard != nil }

// Measures of the page, in units: the highest card, which is 156 px on the large screen, and the least that is drawn as
// one; what stands below a card of the strip; what is asked below the strip, with its keys; the head of the places, and
// the name of one; what is between two cards.
const (
	cardMost, cardLeast = 111, 44
	placeHigh           = 26
	askHigh             = 86
	relayHead           = 28
	relayName           = 96
	relayGap            = 6
)

// high returns how high the cards are drawn so that all have room, and in how many columns the places stand for that; 0
// and one column where cards that can be seen from the side have none.
func (r *Relay) high(w, h float32) (high float32, columns int) {
	u, widest, places := r.Board.Unit, 0, len(r.Shown.Rows)
	for _, row := range r.Shown.Rows {
		widest = max(widest, len(row.Before), len(row.After))
	}
	const most = 3
	for high := cardMost * u; high >= cardLeast*u; high -= u {
		cw, _ := r.cardSize(high)
		cell := cw + 2*relayGap*u
		strip := float32(0)
		if r.chooses() {
			per := max(1, int(w/cell))
			strip = float32((len(r.Shown.Cards)+per)/per)*(high+placeHigh*u) + askHigh*u
		}
		for columns := 1; columns <= most; columns++ {
			rows := float32((places + columns - 1) / columns)
			if strip+relayHead*u+rows*(high+relayGap*u) <= h && float32(widest)*cell <= r.half(w, columns) {
				return high, columns
			}
		}
	}
	return 0, 1
}

// half returns the width that the cards of a place have, before or after, where the places stand in so many columns.
func (r *Relay) half(w float32, columns int) float32 {
	u := r.Board.Unit
	return ((w-2*relayGap*u*float32(columns-1))/float32(columns) - relayName*u) / 2
}

// strip draws the cards in shoe order, so high, and a place for one more; it returns where they end.
func (r *Relay) strip(x, y, w, high float32) float32 {
	b, u := &r.Board, r.Board.Unit
	cw, ch := r.cardSize(high)
	cell, step := cw+2*relayGap*u, ch+placeHigh*u
	per := max(1, int(w/cell))
	n, gap := 0, -1
	if r.Adding {
		gap = r.At
	}
	at := func() (float32, float32) {
		cx, cy := x+float32(n%per)*cell, y+float32(n/per)*step
		n++
		return cx, cy
	}
	empty := func(i int) {
		cx, cy := at()
		stroke, plus := color.Color(theme.Faint), theme.Quiet
		if i == gap {
			stroke, plus = theme.Place, theme.Text
		}
		b.Add(Rect(cx, cy+3*u, cw, ch, 5*u, theme.Night, stroke, 2*u))
		b.text("+", 20*u, plus, true, cx, cy+3*u, cw, ch, 0.5)
		b.Area("+", cx, cy, cell, step-2*u, func() { r.OnCard(len(r.Shown.Cards)) })
	}
	for i, c := range r.Shown.Cards {
		if i == gap {
			empty(i)
		}
		cx, cy := at()
		if i == r.At && !r.Adding {
			b.Add(Rect(cx-4*u, cy-2*u, cw+8*u, step, 6*u, theme.KeyDown, theme.Place, 2*u))
		}
		r.card(c, cx, cy+3*u, cw, ch)
		b.text(c.Place, 20*u, theme.Text, true, cx, cy+ch+2*u, cw, 20*u, 0.5)
		b.Area(CardArea(i), cx-4*u, cy, cell, step-2*u, func() { r.OnCard(i) })
	}
	if gap < 0 || gap == len(r.Shown.Cards) {
		empty(len(r.Shown.Cards))
	}
	return y + float32((n+per-1)/per)*step
}

// CardArea returns the name of card n of the page, for a test's finger.
func CardArea(n int) string { return "card " + string(rune('0'+n/10)) + string(rune('0'+n%10)) }

// pad draws the keys for what is asked: places for a card on the table, ranks for one that is typed; then its
// other actions.
func (r *Relay) pad(x, y, w, h float32) {
	b, u := &r.Board, r.Board.Unit
	type padKey struct {
		label, hint string
		wide        float32
		style       keyStyle
		do          func()
	}
	var keys []padKey
	switch {
	case r.Adding:
		for _, rank := range []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"} {
			keys = append(keys, padKey{rank, "", 1, plainKey, func() { r.OnRank(strings.Replace(rank, "10", "T", 1)) }})
		}
	case r.At < len(r.Shown.Cards):
		for _, p := range r.Shown.Places {
			wide, hint := float32(1), ""
			if p.At.Box == 0 {
				wide, hint = 2.7, p.Key
			}
			keys = append(keys, padKey{p.Label, hint, wide, plainKey, func() { r.OnPlace(p.At) }})
		}
	}
	for _, a := range r.Acts {
		style := plainKey
		if a.Off != "" {
			style = offKey
		}
		keys = append(keys, padKey{a.Label, a.Key, 2.6, style, a.Do})
	}
	units := float32(0)
	for _, k := range keys {
		units += k.wide
	}
	gap := 6 * u
	one := (w - gap*float32(len(keys)-1)) / max(units, 15)
	for _, k := range keys {
		kw := one * k.wide
		b.key(x, y, kw, h, k.label, k.hint, k.style, k.do)
		x += kw + gap
	}
}

// rows draws the places in columns, each with its cards before and after, so high; 0 for as high as they can be.
func (r *Relay) rows(in Bounds, high float32, columns int) {
	b, u := &r.Board, r.Board.Unit
	if len(r.Shown.Rows) == 0 {
		return
	}
	per := (len(r.Shown.Rows) + columns - 1) / columns
	name, half := relayName*u, r.half(in.W, columns)
	line := min(52*u, (in.H-relayHead*u)/float32(per))
	if high > 0 {
		line = high + relayGap*u
	}
	for i, row := range r.Shown.Rows {
		x, y := in.X+float32(i/per)*(name+2*half+2*relayGap*u), in.Y+relayHead*u+float32(i%per)*line
		if i%per == 0 {
			b.text(r.Place, headSize*u, theme.Quiet, true, x+10*u, in.Y, name-14*u, relayHead*u, 0)
			b.text(r.Before, headSize*u, theme.Quiet, true, x+name, in.Y, half-8*u, relayHead*u, 0)
			b.text(r.After, headSize*u, theme.Quiet, true, x+name+half, in.Y, half-8*u, relayHead*u, 0)
		}
		fill := theme.Night
		if i%per%2 == 1 {
			fill = theme.KeyOff
		}
		b.Add(Rect(x, y, name+2*half, line-2*u, 5*u, fill, nil, 0))
		b.text(row.Place, headSize*u, theme.Text, true, x+10*u, y, name-14*u, line-2*u, 0)
		r.cards(row.Before, x+name, y, half, line-2*u)
		r.cards(row.After, x+name+half, y, half, line-2*u)
	}
}

// cards draws small cards in a row; one that moves has a frame, and its new place beside it.
func (r *Relay) cards(cards []view.RelayCard, x, y, w, h float32) {
	b, u := &r.Board, r.Board.Unit
	cw, ch := r.cardSize(h - 4*u)
	words := true // where they go; the other column says it too
	step := func(c view.RelayCard) float32 {
		if c.Word == "" || !words {
			return cw + 8*u
		}
		return cw + 18*u + Text(c.Word, 18*u, theme.Text, true, 0).MinSize().Width
	}
	all := func() (need float32) {
		for _, c := range cards {
			need += step(c)
		}
		return need
	}
	words = all() <= w
	need := all()
	squeeze := min(1, w/max(need, 1)) // a box that got many cards has them overlap
	for _, c := range cards {
		r.card(c, x, y+(h-ch)/2, cw, ch)
		if c.Word != "" && words {
			word := Text(c.Word, 18*u, theme.Text, true, 0)
			b.Add(Place(word, x+cw+4*u, y, word.MinSize().Width, h, 0))
		}
		if r.OnCard != nil {
			b.Area("", x, y, cw, h, func() { r.OnCard(c.N) })
		}
		x += step(c) * squeeze
	}
}

// headSize is the letter of the heads and places: its digits are 16 px high on the small screen.
const headSize = 22

// upright is the height from which on a card is drawn as it lies on the felt, in units.
const upright = 60

// cardSize returns the size of a card of that height: wide enough to be read.
func (r *Relay) cardSize(h float32) (wide, high float32) {
	u := r.Board.Unit
	if h >= upright*u {
		return 110 * h / 156, h
	}
	if r.Shown.Suits {
		return max(1.0*h, 44*u), h
	}
	return max(0.8*h, 32*u), h
}

// card draws one small card: its rank, and beside it its suit where one was read.
func (r *Relay) card(c view.RelayCard, x, y, w, h float32) {
	b, u := &r.Board, r.Board.Unit
	stroke := color.Color(nil)
	if c.Moved {
		stroke = theme.Place
	}
	fill := color.Color(theme.Paper)
	if c.Back || c.Burned {
		fill = theme.Faint
	}
	b.Add(Rect(x, y, w, h, max(5*u, 0.05*h), fill, stroke, 3*u))
	ink := color.Color(theme.Ink)
	if c.Suit == "h" || c.Suit == "d" {
		ink = theme.CardRed
	}
	label := c.Rank
	if c.Back {
		label = "?"
	}
	side := min(0.36*w, 0.6*h)
	suit := Suit(c.Suit, x+w-side-4*u, y+(h-side)/2, side)
	if h >= upright*u {
		suit = Suit(c.Suit, x+(w-0.36*h)/2, y+0.57*h, 0.36*h)
	}
	if suit != nil && h >= upright*u {
		b.text(label, 0.48*h, ink, true, x+4*u, y+0.02*h, w-8*u, 0.56*h, 0.5)
		b.Add(suit)
	} else if suit == nil {
		b.text(label, max(16*u, 0.56*h), ink, true, x+2*u, y, w-4*u, h, 0.5)
	} else {
		b.text(label, max(16*u, 0.5*h), ink, true, x+3*u, y, w-side-8*u, h, 0.5)
		b.Add(suit)
	}
	if c.Burned {
		b.Add(Rect(x+3*u, y+h/2-1.5*u, w-6*u, 3*u, 0, theme.Bad, nil, 0))
	}
}

// ways draws what can be done with the hand: by Enter in its place, the others below the cards.
func (r *Relay) ways(window fyne.Size, x, y, w, h float32) {
	b, gap := &r.Board, 8*r.Board.Unit
	entered := func(way view.Way) bool { return way.Key == "Enter" }
	others := slices.DeleteFunc(slices.Clone(r.Shown.Ways), entered)
	if i := slices.IndexFunc(r.Shown.Ways, entered); i >= 0 {
		way := r.Shown.Ways[i]
		b.enter(window, way.Label, way.Key, way.On, func() { r.OnWay(way) })
	} else {
		b.enter(window, "–", "Enter", false, nil)
	}
	kw := (w - gap*float32(len(others)-1)) / float32(max(1, len(others)))
	for i, way := range others {
		style := plainKey
		if !way.On {
			style = offKey
		}
		b.key(x+float32(i)*(kw+gap), y, kw, h, way.Label, way.Key, style, func() { r.OnWay(way) })
	}
}
