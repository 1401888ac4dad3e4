package controls

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
	"sabot/app/view"
)

// Players is the window turned to the players, upright or lying. It shows phase, limits and odds, the last result
// with its cards, roads or what the house had before. What has no room comes by turns.
type Players struct {
	*Drawn
	OnTap, OnClose, OnFull func()
	// Close and Full are the labels of its keys; "" while it has none.
	Close, Full string

	shown view.Players
	turn  int // how often it has turned its pages
	pages bool
	roads *Roads // its paper
}

// FarLetter is the least size of letters on the players' window, of its shorter side. On a screen of 32 inches
// capitals are 11 mm high, which at 4 m is twice what good eyes need.
const FarLetter = far / playersSide

// The measures of the window, in units of which its shorter side has at least playersSide.
const (
	playersSide = 768
	playersLong = 1024
	far         = 30 // letters
	farLine     = 40
	farEdge     = 16
	farTitle    = 36
	farGap      = 10
)

// NewPlayers returns an empty window.
func NewPlayers() *Players {
	p := &Players{OnTap: func() {}, OnClose: func() {}, OnFull: func() {}, roads: NewRoads()}
	p.roads.letters = 0.75
	p.roads.OnTap = func() { p.OnTap() }
	p.Drawn = NewDrawn(fyne.NewSize(400, 400), p.draw, &p.roads.Board)
	return p
}

// Where returns the middle of a place that can be tapped.
func (p *Players) Where(name string) (fyne.Position, bool) { return p.roads.Where(name) }

// Set shows what players may see.
func (p *Players) Set(shown view.Players) {
	p.shown = shown
	if shown.Roads != nil {
		p.roads.shown = *shown.Roads
	}
	p.Refresh()
}

// Turn shows the next of what comes by turns; false where everything has room.
func (p *Players) Turn() bool {
	if !p.pages {
		return false
	}
	p.turn++
	p.Refresh()
	return true
}

func (p *Players) board() *Board { return &p.roads.Board }

func (p *Players) draw(size fyne.Size) []fyne.CanvasObject {
	b := p.board()
	upright := size.Height > size.Width
	unit := min(size.Width/playersLong, size.Height/playersSide)
	if upright {
		unit = min(size.Width/playersSide, size.Height/playersLong)
	}
	b.Start(unit)
	p.pages = false
	u, edge := unit, farEdge*unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	p.head(size.Width)
	const top, phase = 58, 88
	p.phase(0, top*u, size.Width, phase*u)
	b.Area("players", 0, 0, size.Width, size.Height, func() { p.OnTap() })
	y := (top + phase + farGap) * u
	if upright {
		p.upright(edge, y, size.Width-2*edge, size.Height-y-edge)
	} else {
		p.lying(edge, y, size.Width-2*edge, size.Height-y-edge/2)
	}
	return b.objects
}

// lying draws the landscape layout, with limits and odds at the right.
func (p *Players) lying(x, y, w, h float32) {
	const spots, apart = 420, 20
	u := p.board().Unit
	if len(p.shown.Result.Hands) == 0 && p.shown.Roads == nil { // nothing was dealt yet
		p.spots(x, y, w, h, 2)
		return
	}
	left := w - (spots+apart)*u
	p.spots(x+left+apart*u, y, spots*u, h, 1)
	room := h
	if p.shown.Roads == nil {
		room -= p.lastHigh()
	}
	high := p.result(x, y, left, room)
	y, h = y+high, h-high
	p.roads.names = 0
	if p.shown.Roads == nil {
		p.last(x, y, left, h)
		return
	}
	p.someRoads(x, y, left, h)
}

// upright draws the portrait layout, with limits and odds below.
func (p *Players) upright(x, y, w, h float32) {
	u := p.board().Unit
	end := y + h
	room := float32(0.5)
	if p.shown.Roads != nil {
		room = 1
	}
	y += p.result(x, y, w, room*h)
	p.roads.names = far
	if p.shown.Roads == nil {
		y += p.last(x, y, w, end-y) + farGap*u
	} else {
		y += p.someRoads(x, y, w, 0.66*(end-y)) + farGap*u
	}
	p.spots(x, y, w, end-y, 2)
}

// head draws the table's name and game, and the keys while it has them.
func (p *Players) head(w float32) {
	b := p.board()
	u := b.Unit
	room := w - 2*farEdge*u
	if p.Close != "" {
		const key = 190
		b.key(w-(key+8)*u, 5*u, key*u, 50*u, p.Close, "Esc", plainKey, func() { p.OnClose() })
		b.key(w-2*(key+8)*u, 5*u, key*u, 50*u, p.Full, "F11", plainKey, func() { p.OnFull() })
		room -= 2 * (key + 8) * u
	}
	table := p.line(p.shown.Table, 42, theme.Gold, true, farEdge*u, 0, room/2, 58*u, 0)
	wide := table.MinSize().Width + 20*u
	p.line(p.shown.Game, 34, theme.Text, false, farEdge*u+wide, 0, room-wide, 58*u, 0)
}

// phase draws the phase of the game, with the seconds that are left to bet.
func (p *Players) phase(x, y, w, h float32) {
	b, a := p.board(), p.shown.Phase
	u, fill := b.Unit, announcedColor(a.Kind)
	ink := OnColor(fill)
	b.Add(Rect(x, y, w, h, 0, fill, nil, 0))
	words, high := w-2*farEdge*u, h
	if a.Timed {
		const seconds, bar = 130, 10
		words -= seconds * u
		high -= bar * u
		p.line(strconv.Itoa(a.Seconds), 70, ink, true, x+w-(seconds+farEdge)*u, y, seconds*u, high, 1)
		b.Add(Rect(x, y+high, w, bar*u, 0, color.NRGBA{0, 0, 0, 0x60}, nil, 0))
		b.Add(Rect(x, y+high, w*a.Share, bar*u, 0, ink, nil, 0))
	}
	if a.About != "" {
		p.line(a.Text, 44, ink, true, x+farEdge*u, y, words, 0.58*high, 0)
		p.line(a.About, far, ink, false, x+farEdge*u, y+0.54*high, words, 0.42*high, 0)
		return
	}
	p.line(a.Text, 56, ink, true, x+farEdge*u, y, words, high, 0)
}

// line draws a line that can be read from afar: smaller where it must be, shorter where it
// would be too small.
func (p *Players) line(s string, size float32, c color.Color, bold bool, x, y, w, h, align float32) *canvas.Text {
	b := p.board()
	u := b.Unit
	t := Text(s, size*u, c, bold, w)
	for runes := []rune(s); t.TextSize < far*u && len(runes) > 1; {
		runes = runes[:len(runes)-1]
		t = Text(string(runes)+"…", far*u, c, bold, w)
	}
	t.TextSize = max(t.TextSize, far*u)
	b.Add(Place(t, x, y, w, h, align))
	return t
}

// spots draws the limits and odds, in columns; those that have no room come by turns.
func (p *Players) spots(x, y, w, h float32, columns int) {
	b := p.board()
	u := b.Unit
	end := y + h
	if p.shown.New != "" {
		lines := Wrap(p.shown.New, far*u, w-2*farGap*u)
		high := float32(len(lines))*farLine*u + farGap*u
		b.Add(Rect(x, y, w, high, 9*u, theme.Gold, nil, 0))
		for i, s := range lines {
			p.line(s, far, theme.Ink, false, x+farGap*u, y+(farGap/2+float32(i)*farLine)*u, w-2*farGap*u, farLine*u, 0)
		}
		y += high + farGap*u
	}
	const apart, foot = 28, 18
	if len(p.columnsOf(w, end-y-foot*u)) == 1 {
		columns = 1
	}
	wide := (w - float32(columns-1)*apart*u) / float32(columns)
	pages := p.columnsOf(wide, end-y-foot*u)
	if len(pages) == 0 {
		return
	}
	n := (len(pages) + columns - 1) / columns
	at := p.turn % n
	for i := range columns {
		if k := at*columns + i; k < len(pages) {
			p.column(pages[k], x+float32(i)*(wide+apart*u), y, wide)
		}
	}
	if n > 1 {
		p.pages = true
		for i := range n {
			fill := theme.Faint
			if i == at {
				fill = theme.Gold
			}
			b.Add(Disc(x+w/2+(float32(i)-float32(n-1)/2)*24*u, end-6*u, 6*u, fill, nil, 0))
		}
	}
}

// columnsOf deals the spots out into columns of that size.
func (p *Players) columnsOf(w, h float32) (columns [][]view.PlayersSpot) {
	used := float32(0)
	for _, s := range p.shown.Spots {
		high := p.spotHigh(s, w)
		if len(columns) == 0 || used+high > h {
			columns, used = append(columns, nil), 0
		}
		columns[len(columns)-1] = append(columns[len(columns)-1], s)
		used += high
	}
	return columns
}

func (p *Players) spotHigh(s view.PlayersSpot, w float32) float32 {
	u := p.board().Unit
	lines := 1 + len(Wrap(s.Pays, far*u, w))
	if p.apart(s, w) {
		lines++
	}
	if s.New != "" {
		lines++
	}
	return (float32(lines)*farLine + farGap) * u
}

// apart reports whether a spot's limits need a line of their own.
func (p *Players) apart(s view.PlayersSpot, w float32) bool {
	return measure(s.Name+"  "+s.Range, farTitle*p.board().Unit, true).Width > w
}

func (p *Players) column(spots []view.PlayersSpot, x, y, w float32) {
	b := p.board()
	u := b.Unit
	high := float32(farLine) * u
	for i, s := range spots {
		if i > 0 {
			b.Add(Rect(x, y-farGap/2*u, w, 1.5*u, 0, theme.Key, nil, 0))
		}
		p.line(s.Name, farTitle, theme.Gold, true, x, y, w, high, 0)
		if p.apart(s, w) {
			y += high
		}
		p.line(s.Range, farTitle, theme.Text, true, x, y, w, high, 1)
		y += high
		if s.New != "" {
			p.line("→ "+s.New, farTitle, theme.Gold, true, x, y, w, high, 1)
			y += high
		}
		for _, line := range Wrap(s.Pays, far*u, w) {
			p.line(line, far, theme.Text, false, x, y, w, high, 0)
			y += high
		}
		y += farGap * u
	}
}
