package controls

import (
	"cmp"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/app/view/scorecard"
	"sabot/games/roads"
)

// Roads are the scorecards of a shoe, as baccarat players know them. They are bead plate, big road, and below it
// big eye boy, small road and cockroach road. They fill whatever they are given; of a road that is longer than its
// grid the newest columns show.
type Roads struct {
	*Drawn
	OnAsk    func(side string)
	OnTotals func() // letters or totals
	OnChoose func() // which patterns are looked for
	OnClose  func()
	OnTap    func() // anywhere, where there are no keys
	Close    string // label of the key that closes; "" where there are no keys

	shown   scorecard.Roads
	large   int     // the road that is shown alone, by its place among Names; 0 for none
	names   float32 // how large the names of the roads are, in units; 0 where they have none
	letters float32 // how large letters in a cell are, of the cell
	plain   bool    // derived roads lie on paper without lines
	ring    float32 // how wide the line of a ring on the big road is, of the cell; 0 for 4 units
	Board
}

// NewRoads returns empty scorecards.
func NewRoads() *Roads {
	r := &Roads{OnAsk: func(string) {}, OnTotals: func() {}, OnChoose: func() {}, OnClose: func() {}, OnTap: func() {}, names: 16, letters: 0.5}
	r.Drawn = NewDrawn(fyne.NewSize(800, 600), r.draw, &r.Board)
	r.Drawn.Help = "help_roads"
	return r
}

// NewPaperRoads returns scorecards that another drawing draws one by one, by DrawRoad: they have no names and no keys, and
// derived roads lie on paper without lines.
func NewPaperRoads() *Roads {
	r := NewRoads()
	r.names, r.ring, r.plain = 0, 0.13, true
	return r
}

// DrawRoad draws one road of a shoe on the board: a derived one by its place, the big road by -1.
func (r *Roads) DrawRoad(shown *scorecard.Roads, derived int, at Bounds, cell float32) {
	r.shown = *shown
	if derived < 0 {
		r.drawBig(at.X, at.Y, at.W, cell)
		return
	}
	r.drawDerived(derived, at.X, at.Y, at.W, cell)
}

// Set shows the scorecards.
func (r *Roads) Set(shown scorecard.Roads) { r.shown = shown; r.Refresh() }

// Shrink shows all roads again; false where none was shown alone.
func (r *Roads) Shrink() bool {
	was := r.large
	r.large = 0
	r.Refresh()
	return was > 0
}

// EnlargeNext shows the road after the one that is shown alone; after the last, all.
func (r *Roads) EnlargeNext() {
	r.enlarge(map[bool]int{true: bigRoad, false: r.large + 1}[r.large == 0] % len(r.shown.Names))
}

func (r *Roads) enlarge(road int) {
	r.large = road
	r.Refresh()
}

// The measures of the panel, in units of a screen 1024 by 768.
const (
	roadsHead = 62
	roadsFoot = 52
	beadCell  = 40
	bigCell   = 36
	smallCell = 20
	roadName  = 22
	roadEdge  = 14
)

// The places of the roads among scorecard.Roads.Names.
const (
	bigRoad      = 1
	firstDerived = 2
)

func (r *Roads) draw(size fyne.Size) []fyne.CanvasObject {
	b := &r.Board
	b.Start(min(size.Width/1024, size.Height/768))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	edge, width := roadEdge*u, size.Width-2*roadEdge*u
	b.text(r.shown.Title, 28*u, theme.Text, true, edge, 8*u, width*0.5, 46*u, 0)
	room := width*0.5 - 170*u
	b.key(size.Width-(closeWide+24)*u, 12*u, closeWide*u, keyHigh*u, r.Close, "Esc", plainKey, r.OnClose)
	b.text(r.shown.Last, 28*u, theme.Text, true, edge+width*0.5, 8*u, room-10*u, 46*u, 1)

	if r.large > 0 {
		r.drawLarge(edge, roadsHead*u, width, size.Height-(roadsHead+roadsFoot)*u)
	} else {
		r.drawAll(edge, roadsHead*u, width)
	}
	r.drawFoot(edge, size.Height-roadsFoot*u, width)
	return b.objects
}

func (r *Roads) drawAll(edge, y, width float32) {
	b := &r.Board
	u := b.Unit
	top, beadWide := y, width*0.48
	high := r.drawBead(edge, y, beadWide, beadCell*u)
	r.drawFigures(edge+beadWide+edge, y, width-beadWide-edge)
	y += high + 4*u
	y += r.drawBig(edge, y, width, bigCell*u) + 4*u
	third := (width - 2*edge) / 3
	for i := range r.shown.Derived {
		r.drawDerived(i, edge+float32(i)*(third+edge), y, third, smallCell*u)
	}
	if r.shown.Empty != "" {
		b.text(r.shown.Empty, 22*u, theme.Ink, true, edge+8*u, top, 0.85*beadWide, high, 0.5)
	}
}

// drawLarge draws one road alone, as large as there is room beside the figures; a tap brings all back.
func (r *Roads) drawLarge(x, y, width, room float32) {
	const columns, figures = 16, 2*66 + 70 + 40
	cell := min(width/columns, (room-(roadName+figures)*r.Board.Unit)/roads.Rows)
	high := float32(0)
	if r.large == bigRoad {
		high = r.drawBig(x, y, width, cell)
	} else {
		high = r.drawDerived(r.large-firstDerived, x, y, width, cell)
	}
	r.drawFigures(x, y+high+18*r.Board.Unit, width)
}

// drawFoot draws the limits and the keys.
func (r *Roads) drawFoot(x, y, width float32) {
	b := &r.Board
	u := b.Unit
	const wide, gap = 170, 10
	limits := width - 2*(wide+gap)*u
	for i, k := range []struct {
		scorecard.Switch
		do func()
	}{{r.shown.Totals, func() { r.OnTotals() }}, {r.shown.Choose, func() { r.OnChoose() }}} {
		b.key(x+limits+(gap+float32(i)*(wide+gap))*u, y, wide*u, 48*u, k.Label, k.Key, plainKey, k.do)
	}
	b.text(r.shown.Limits, 20*u, theme.Text, false, x, y, limits-gap*u, 48*u, 0)
}

// grid draws paper with the lines of a road and answers how many columns fit, and
// which is the first that shows of so many.
func (r *Roads) grid(name string, x, y, w, cell float32, columns int) (top float32, first, fits int) {
	b := &r.Board
	u := b.Unit
	if r.names > 0 {
		b.text(name, r.names*u, theme.Quiet, true, x, y-1*u, w, r.nameHigh(), 0)
	}
	top = y + r.nameHigh()
	fits = int(w / cell)
	b.Add(Rect(x, top, float32(fits)*cell, roads.Rows*cell, 2*u, theme.Paper, nil, 0))
	const ahead = 1 // a free column for the next hand
	if first = max(0, columns+ahead-fits); r.plain && name != r.shown.Names[bigRoad] {
		return top, first, fits
	}
	line := theme.RoadLine
	for c := range fits + 1 {
		b.Add(stroke(x+float32(c)*cell, top, x+float32(c)*cell, top+roads.Rows*cell, line, 1*u))
	}
	for row := range roads.Rows + 1 {
		b.Add(stroke(x, top+float32(row)*cell, x+float32(fits)*cell, top+float32(row)*cell, line, 1*u))
	}
	return top, first, fits
}

// nameHigh returns the height of the line with a road's name.
func (r *Roads) nameHigh() float32 { return r.names * roadName / 16 * r.Board.Unit }

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

func (r *Roads) drawBead(x, y, w, cell float32) (high float32) {
	b := &r.Board
	columns := 0
	if n := len(r.shown.Bead); n > 0 {
		columns = r.shown.Bead[n-1].Column + 1
	}
	top, first, _ := r.grid(r.shown.Names[0], x, y, w, cell, columns)
	b.Area(r.shown.Names[0], x, top, w, roads.Rows*cell, func() { r.tap(r.OnTotals) })
	for i, bead := range r.shown.Bead {
		if bead.Column < first {
			continue
		}
		cx, cy := x+(float32(bead.Column-first)+0.5)*cell, top+(float32(bead.Row)+0.5)*cell
		if r.shown.Asked != nil && i == len(r.shown.Bead)-1 {
			r.drawAsked(cx, cy, cell)
			b.text(bead.Text, cell*0.6, sideColor(bead.Winner), true, cx-cell*0.4, cy-cell*0.4, cell*0.8, cell*0.8, 0.5)
			continue
		}
		b.Add(Disc(cx, cy, cell*0.43, sideColor(bead.Winner), nil, 0))
		b.text(bead.Text, cell*r.letters, theme.White, true, cx-cell*0.4, cy-cell*0.4, cell*0.8, cell*0.8, 0.5)
		r.drawPairs(bead.Result, cx, cy, cell)
	}
	return r.nameHigh() + roads.Rows*cell
}

// drawAsked frames the cell of a hand that is only asked about.
func (r *Roads) drawAsked(cx, cy, cell float32) {
	r.Board.Add(Rect(cx-cell*0.46, cy-cell*0.46, cell*0.92, cell*0.92, cell*0.12, theme.PlaceGlow, theme.Place, max(2*r.Board.Unit, cell*0.06)))
}

// tap does what a tap on a road does, where there are keys.
func (r *Roads) tap(do func()) {
	if r.Close == "" {
		do = r.OnTap
	}
	do()
}

// enlarging makes a road's place enlarge it, or bring all back.
func (r *Roads) enlarging(road int, x, y, w, h float32) {
	r.Area(r.shown.Names[road], x, y, w, h, func() {
		r.tap(func() {
			if !r.Shrink() {
				r.enlarge(road)
			}
		})
	})
}

// drawPairs: a red dot at the upper left for the banker's pair, a blue one at the
// lower right for the player's.
func (r *Roads) drawPairs(hand roads.Result, cx, cy, cell float32) {
	if hand.BankerPair {
		r.Board.Add(Disc(cx-cell*0.32, cy-cell*0.32, cell*0.14, theme.RoadRed, theme.White, r.Board.Unit))
	}
	if hand.PlayerPair {
		r.Board.Add(Disc(cx+cell*0.32, cy+cell*0.32, cell*0.14, theme.RoadBlue, theme.White, r.Board.Unit))
	}
}

func (r *Roads) drawBig(x, y, w, cell float32) (high float32) {
	b := &r.Board
	columns := 0
	for _, c := range r.shown.Big {
		columns = max(columns, c.Column+1)
	}
	top, first, _ := r.grid(r.shown.Names[1], x, y, w, cell, columns)
	r.enlarging(bigRoad, x, top, w, roads.Rows*cell)
	for i, c := range r.shown.Big {
		if c.Column < first {
			continue
		}
		cx, cy := x+(float32(c.Column-first)+0.5)*cell, top+(float32(c.Row)+0.5)*cell
		if r.shown.Asked != nil && i == len(r.shown.Big)-1 {
			r.drawAsked(cx, cy, cell)
		}
		if c.Winner != roads.Tie {
			b.Add(Disc(cx, cy, cell*0.42, color.Transparent, sideColor(c.Winner), cmp.Or(r.ring*cell, 4*b.Unit)))
		}
		r.drawPairs(c.Result, cx, cy, cell)
		if c.Ties > 0 {
			b.Add(stroke(cx-cell*0.36, cy+cell*0.36, cx+cell*0.36, cy-cell*0.36, theme.RoadGreen, 4*b.Unit))
		}
		if c.Ties > 1 {
			b.text(view.Digit(c.Ties), cell*r.letters, theme.Ink, true, cx-cell*0.4, cy-cell*0.4, cell*0.8, cell*0.8, 0.5)
		}
	}
	return r.nameHigh() + roads.Rows*cell
}

func (r *Roads) drawDerived(i int, x, y, w, cell float32) (high float32) {
	columns := 0
	for _, m := range r.shown.Derived[i] {
		columns = max(columns, m.Column+1)
	}
	top, first, _ := r.grid(r.shown.DerivedName(i), x, y, w, cell, columns)
	r.enlarging(firstDerived+i, x, top, w, roads.Rows*cell)
	for n, m := range r.shown.Derived[i] {
		if m.Column < first {
			continue
		}
		cx, cy := x+(float32(m.Column-first)+0.5)*cell, top+(float32(m.Row)+0.5)*cell
		if r.shown.Asked != nil && r.shown.Asked.Derived[i] && n == len(r.shown.Derived[i])-1 {
			r.drawAsked(cx, cy, cell)
		}
		r.drawMark(i, roads.Answer{Red: m.Red, Marks: true}, cx, cy, cell)
	}
	return r.nameHigh() + roads.Rows*cell
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
func (r *Roads) drawFigures(x, y, w float32) {
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
		b.text(c.Name, 16*u, theme.Quiet, false, cx+10*u, cy+ch*0.56, cw-14*u, ch*0.38, 0.5)
	}
	y += 2 * (ch + gap)
	aw := (w - gap) / 2
	const askHigh = 62
	for i, a := range r.shown.Asks {
		ax := x + float32(i)*(aw+gap)
		edge := color.Color(theme.Faint)
		if a.Chosen {
			edge = theme.Place
		}
		b.Add(Rect(ax, y, aw, askHigh*u, 9*u, theme.Key, edge, 2*u))
		b.Add(Rect(ax+6*u, y+10*u, 5*u, (askHigh-20)*u, 2*u, theme.Spot(a.Side), nil, 0))
		b.text(a.Label, 18*u, theme.Text, true, ax+16*u, y, aw-142*u, askHigh*u, 0)
		for road, answer := range a.Shows {
			r.drawMark(road, answer, ax+aw-(106-float32(road)*30)*u, y+askHigh*u/2, 26*u)
		}
		b.text(a.Key, 16*u, theme.Quiet, false, ax+aw-26*u, y, 18*u, askHigh*u, 1)
		b.Area("ask "+a.Side, ax, y, aw, askHigh*u, func() { r.OnAsk(a.Side) })
	}
	y += (askHigh + 8) * u
	const line = 30
	for i, name := range r.shown.Good {
		gy := y + float32(i/2)*line*u
		if i >= 4 {
			break // two lines of two: more has no room
		}
		b.Add(Place(b.firm(name, 18*u, theme.Text, w/2-8*u), x+float32(i%2)*(w/2), gy, w/2-8*u, line*u, 0))
	}
}
