package controls

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/roads"
)

// Roads are the scorecards of a shoe, as baccarat players know them: bead plate, big
// road, and below it big eye boy, small road and cockroach road. They fill whatever
// they are given; of a road that is longer than its grid the newest columns show.
type Roads struct {
	*Drawn
	OnAsk   func(side string)
	OnClose func()
	Close   string // label of the key that closes; "" where there is none

	shown view.Roads
	Board
}

// NewRoads are empty scorecards.
func NewRoads() *Roads {
	r := &Roads{OnAsk: func(string) {}, OnClose: func() {}}
	r.Drawn = NewDrawn(fyne.NewSize(800, 600), r.draw, &r.Board)
	return r
}

// Set shows the scorecards.
func (r *Roads) Set(shown view.Roads) { r.shown = shown; r.Refresh() }

// The measures of the panel, in units of a screen 1024 by 768.
const (
	roadsHead = 62
	beadCell  = 40
	bigCell   = 36
	smallCell = 20
	roadName  = 20
	roadEdge  = 14
)

func (r *Roads) draw(size fyne.Size) []fyne.CanvasObject {
	b := &r.Board
	b.Start(min(size.Width/1024, size.Height/768))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	edge, width := roadEdge*u, size.Width-2*roadEdge*u
	b.text(r.shown.Title, 28*u, theme.Text, true, edge, 8*u, width*0.5, 46*u, 0)
	room := width * 0.5
	if r.Close != "" {
		room -= 170 * u
		b.key(size.Width-164*u, 8*u, 150*u, 48*u, r.Close, "Esc", plainKey, r.OnClose)
	}
	b.text(r.shown.Last, 28*u, theme.Gold, true, edge+width*0.5, 8*u, room-10*u, 46*u, 1)

	y := roadsHead * u
	beadWide := width * 0.48
	high := r.drawBead(edge, y, beadWide)
	r.drawFigures(edge+beadWide+edge, y, width-beadWide-edge, high)
	y += high + 6*u
	y += r.drawBig(edge, y, width) + 6*u
	third := (width - 2*edge) / 3
	for i := range r.shown.Derived {
		r.drawDerived(i, edge+float32(i)*(third+edge), y, third)
	}
	if r.shown.Empty != "" {
		b.text(r.shown.Empty, 22*u, theme.Ink, true, edge, roadsHead*u, beadWide, high, 0.5)
	}
	b.text(r.shown.Limits, 20*u, theme.Text, false, edge, size.Height-34*u, width*0.72, 30*u, 0)
	if r.Close != "" {
		b.text(r.shown.Keys, 14*u, theme.Quiet, false, edge+width*0.72, size.Height-34*u, width*0.28, 30*u, 1)
	}
	return b.objects
}

// grid draws paper with the lines of a road and answers how many columns fit, and
// which is the first that shows of so many.
func (r *Roads) grid(name string, x, y, w, cell float32, columns int) (top float32, first, fits int) {
	b := &r.Board
	u := b.Unit
	b.text(name, 14*u, theme.Quiet, true, x, y, w, roadName*u, 0)
	top = y + roadName*u
	fits = int(w / cell)
	b.Add(Rect(x, top, float32(fits)*cell, roads.Rows*cell, 2*u, theme.Paper, nil, 0))
	line := color.NRGBA{0x8a, 0x86, 0x7a, 0x70}
	for c := range fits + 1 {
		b.Add(stroke(x+float32(c)*cell, top, x+float32(c)*cell, top+roads.Rows*cell, line, 1*u))
	}
	for row := range roads.Rows + 1 {
		b.Add(stroke(x, top+float32(row)*cell, x+float32(fits)*cell, top+float32(row)*cell, line, 1*u))
	}
	const ahead = 1 // a free column for the next hand
	return top, max(0, columns+ahead-fits), fits
}

func stroke(x1, y1, x2, y2 float32, c color.Color, width float32) *canvas.Line {
	l := canvas.NewLine(c)
	l.StrokeWidth = width
	l.Position1, l.Position2 = fyne.NewPos(x1, y1), fyne.NewPos(x2, y2)
	return l
}

func sideColor(s roads.Side) color.NRGBA {
	switch s {
	case roads.Player:
		return theme.RoadBlue
	case roads.Banker:
		return theme.RoadRed
	}
	return theme.RoadGreen
}

func (r *Roads) drawBead(x, y, w float32) (high float32) {
	b := &r.Board
	cell := beadCell * b.Unit
	columns := 0
	if n := len(r.shown.Bead); n > 0 {
		columns = r.shown.Bead[n-1].Column + 1
	}
	top, first, _ := r.grid(r.shown.Names[0], x, y, w, cell, columns)
	for _, bead := range r.shown.Bead {
		if bead.Column < first {
			continue
		}
		cx, cy := x+(float32(bead.Column-first)+0.5)*cell, top+(float32(bead.Row)+0.5)*cell
		b.Add(Disc(cx, cy, cell*0.43, sideColor(bead.Winner), nil, 0))
		b.text(bead.Text, cell*0.5, color.NRGBA{0xff, 0xff, 0xff, 0xff}, true, cx-cell*0.4, cy-cell*0.4, cell*0.8, cell*0.8, 0.5)
		r.drawPairs(bead.Result, cx, cy, cell)
	}
	return roadName*b.Unit + roads.Rows*cell
}

// drawPairs: a red dot at the upper left for the banker's pair, a blue one at the
// lower right for the player's.
func (r *Roads) drawPairs(hand roads.Result, cx, cy, cell float32) {
	white := color.NRGBA{0xff, 0xff, 0xff, 0xff}
	if hand.BankerPair {
		r.Board.Add(Disc(cx-cell*0.32, cy-cell*0.32, cell*0.14, theme.RoadRed, white, r.Board.Unit))
	}
	if hand.PlayerPair {
		r.Board.Add(Disc(cx+cell*0.32, cy+cell*0.32, cell*0.14, theme.RoadBlue, white, r.Board.Unit))
	}
}

func (r *Roads) drawBig(x, y, w float32) (high float32) {
	b := &r.Board
	cell := bigCell * b.Unit
	columns := 0
	for _, c := range r.shown.Big {
		columns = max(columns, c.Column+1)
	}
	top, first, _ := r.grid(r.shown.Names[1], x, y, w, cell, columns)
	for _, c := range r.shown.Big {
		if c.Column < first {
			continue
		}
		cx, cy := x+(float32(c.Column-first)+0.5)*cell, top+(float32(c.Row)+0.5)*cell
		if c.Winner != roads.Tie {
			b.Add(Disc(cx, cy, cell*0.42, color.Transparent, sideColor(c.Winner), 4*b.Unit))
		}
		r.drawPairs(c.Result, cx, cy, cell)
		if c.Ties > 0 {
			b.Add(stroke(cx-cell*0.36, cy+cell*0.36, cx+cell*0.36, cy-cell*0.36, theme.RoadGreen, 4*b.Unit))
		}
		if c.Ties > 1 {
			b.text(view.Digit(c.Ties), cell*0.5, theme.Ink, true, cx-cell*0.4, cy-cell*0.4, cell*0.8, cell*0.8, 0.5)
		}
	}
	return roadName*b.Unit + roads.Rows*cell
}

func (r *Roads) drawDerived(i int, x, y, w float32) {
	b := &r.Board
	cell := smallCell * b.Unit
	columns := 0
	for _, m := range r.shown.Derived[i] {
		columns = max(columns, m.Column+1)
	}
	top, first, _ := r.grid(r.shown.Names[2+i], x, y, w, cell, columns)
	for _, m := range r.shown.Derived[i] {
		if m.Column >= first {
			r.drawMark(i, roads.Answer{Red: m.Red, Marks: true}, x+(float32(m.Column-first)+0.5)*cell, top+(float32(m.Row)+0.5)*cell, cell)
		}
	}
}

// drawMark: hollow circles on big eye boy, full ones on the small road, slashes on
// the cockroach road (source 000).
func (r *Roads) drawMark(road int, a roads.Answer, cx, cy, cell float32) {
	b := &r.Board
	c := theme.RoadBlue
	if a.Red {
		c = theme.RoadRed
	}
	switch {
	case !a.Marks:
		b.text("–", cell*0.7, theme.Quiet, true, cx-cell/2, cy-cell/2, cell, cell, 0.5)
	case road == 0:
		b.Add(Disc(cx, cy, cell*0.36, color.Transparent, c, cell*0.14))
	case road == 1:
		b.Add(Disc(cx, cy, cell*0.38, c, nil, 0))
	default:
		b.Add(stroke(cx-cell*0.34, cy+cell*0.34, cx+cell*0.34, cy-cell*0.34, c, cell*0.16))
	}
}

// drawFigures: the counts of the shoe, what the derived roads would show, and the
// patterns that are there.
func (r *Roads) drawFigures(x, y, w, h float32) {
	b := &r.Board
	u := b.Unit
	const columns = 4
	gap := 6 * u
	cw, ch := (w-gap*(columns-1))/columns, 60*u
	for i, c := range r.shown.Counts {
		cx, cy := x+float32(i%columns)*(cw+gap), y+float32(i/columns)*(ch+gap)
		b.Add(Rect(cx, cy, cw, ch, 7*u, theme.Rail, nil, 0))
		b.Add(Rect(cx+5*u, cy+8*u, 4*u, ch-16*u, 2*u, theme.Spot(c.Side), nil, 0))
		b.text(c.Number, 28*u, theme.Text, true, cx+10*u, cy, cw-14*u, ch*0.6, 0.5)
		b.text(c.Name, 14*u, theme.Quiet, false, cx+10*u, cy+ch*0.58, cw-14*u, ch*0.38, 0.5)
	}
	y += 2 * (ch + gap)
	aw := (w - gap) / 2
	const askHigh = 62
	for i, a := range r.shown.Asks {
		ax := x + float32(i)*(aw+gap)
		edge := color.Color(theme.Faint)
		if a.Chosen {
			edge = theme.Gold
		}
		b.Add(Rect(ax, y, aw, askHigh*u, 9*u, theme.Key, edge, 2*u))
		b.Add(Rect(ax+6*u, y+10*u, 5*u, (askHigh-20)*u, 2*u, theme.Spot(a.Side), nil, 0))
		b.text(a.Label, 18*u, theme.Text, true, ax+16*u, y, aw-130*u, askHigh*u, 0)
		for road, answer := range a.Shows {
			r.drawMark(road, answer, ax+aw-(106-float32(road)*30)*u, y+askHigh*u/2, 26*u)
		}
		if r.Close != "" {
			b.text(a.Key, 14*u, theme.Quiet, false, ax+aw-26*u, y, 18*u, askHigh*u, 1)
		}
		b.Area("ask "+a.Side, ax, y, aw, askHigh*u, func() { r.OnAsk(a.Side) })
	}
	y += (askHigh + 8) * u
	const line = 30
	for i, name := range r.shown.Good {
		gy := y + float32(i/2)*line*u
		if i >= 4 {
			break // two lines of two: more has no room
		}
		b.text("★ "+name, 18*u, theme.Gold, true, x+float32(i%2)*(w/2), gy, w/2-8*u, line*u, 0)
	}
}
