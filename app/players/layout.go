package players

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/roads"
)

// A role is what a line or field of the players' window is.
type role string

// The parts of the window.
const (
	asPhase  role = "phase"
	asAbout  role = "about"  // why the table is paused, what was said before the phase
	asTable  role = "table"  // the table's name with its limits, or its game
	asTime   role = "time"   // seconds that are left to bet
	asName   role = "name"   // of a hand
	asWord   role = "word"   // what a hand came to
	asTotal  role = "total"  // of a hand of the house
	asBox    role = "box"    // the total of a box
	asCame   role = "came"   // what a box came to
	asResult role = "result" // a field with a hand of the house
	asCount  role = "count"
	asShoe   role = "shoe"
	asRoad   role = "road"  // the name of a road
	asRanks  role = "ranks" // cards that are too small to be drawn
	asLast   role = "last"
	asNew    role = "new" // limits that will be others
	asSpot   role = "spot"
	asOdds   role = "odds"
	asRange  role = "range"
	asPays   role = "pays"
	asPlate  role = "plate"
)

// digitHigh is how high a digit of the typeface is, of its size.
const digitHigh = 0.729

// inDigits returns the size of letters whose digits are so high.
func inDigits(high float32) float32 { return high / digitHigh }

// A textLine is a line of letters at its place.
type textLine struct {
	role role
	said string
	size float32
	ink  color.NRGBA
	bold bool
	at   controls.Bounds
	side float32 // 0 left, 0.5 in the middle, 1 right
}

// A field is a coloured rectangle.
type field struct {
	role   role
	at     controls.Bounds
	fill   color.NRGBA
	edge   color.NRGBA
	line   float32
	radius float32
}

// A cardAt is a card of which so much is seen, with its rank in letters of a size.
type cardAt struct {
	card view.Card
	at   controls.Bounds
	seen float32
	rank float32
}

// A gridAt is a road: the big one, or the nth of those that are derived from it.
type gridAt struct {
	at      controls.Bounds
	cell    float32
	derived int // -1 of the big road
}

// columns returns how many columns the grid has.
func (g gridAt) columns() int { return int(g.at.W/g.cell + 0.01) }

// A layout is the players' window laid out for a size.
type layout struct {
	unit    float32
	upright bool
	fields  []field
	lines   []textLine
	cards   []cardAt
	grids   []gridAt
}

// The window is measured in units: of 1920x1080 where it lies, of 1080x1920 where it stands.
const (
	longSide  = 1920
	shortSide = 1080
	edge      = 12
	gapWide   = 12
	pad       = 28
)

// What is read from four metres, in units: 22 arc minutes on a screen of 32 inches are 69.4 of them.
const (
	boxDigit     = 70
	saidSize     = boxDigit / digitHigh
	totalDigit   = 182
	totalTall    = 160 // where the window stands
	cardWide     = 200
	cardHigh     = 284
	tallCardWide = 142
	tallCardHigh = 202
)

// leastDigit returns how high the lowest digit on the window is, by its shorter side: 16 at 768, 19 at 1080.
func leastDigit(short float32) float32 {
	switch {
	case short < 768:
		return 16 * short / 768
	case short < shortSide:
		return 16 + 3*(short-768)/(shortSide-768)
	}
	return 19 * short / shortSide
}

// area returns a place by its upper left corner and its size.
func area(x, y, w, h float32) controls.Bounds { return controls.Bounds{X: x, Y: y, W: w, H: h} }

// A pen lays the window out. It measures in units.
type pen struct {
	layout
	shown view.Players
	keys  bool // the keys lie over the right end of the phase
	least float32
	kept  *strips
}

// lay lays out what players are shown on a window of a size; with keys their place is left free. What it finds of the
// bets it keeps for the next time where it is given kept; the layout is the same without.
func lay(size fyne.Size, shown view.Players, keys bool, kept *strips) layout {
	p := &pen{shown: shown, keys: keys, kept: cmp.Or(kept, &strips{})}
	p.upright = size.Height > size.Width
	p.unit = min(size.Width/longSide, size.Height/shortSide)
	if p.upright {
		p.unit = min(size.Width/shortSide, size.Height/longSide)
	}
	if p.unit <= 0 {
		return p.layout
	}
	p.least = inDigits(leastDigit(min(size.Width, size.Height))) / p.unit
	all := area(0, 0, size.Width/p.unit, size.Height/p.unit)
	if p.upright {
		p.stand(all)
	} else {
		p.lie(all)
	}
	return p.layout.scaled()
}

// scaled returns the layout in the window's own measure.
func (l layout) scaled() layout {
	u := l.unit
	of := func(p *controls.Bounds) { p.X, p.Y, p.W, p.H = p.X*u, p.Y*u, p.W*u, p.H*u }
	for i := range l.fields {
		f := &l.fields[i]
		of(&f.at)
		f.line, f.radius = f.line*u, f.radius*u
	}
	for i := range l.lines {
		of(&l.lines[i].at)
		l.lines[i].size *= u
	}
	for i := range l.cards {
		of(&l.cards[i].at)
		l.cards[i].seen *= u
		l.cards[i].rank *= u
	}
	for i := range l.grids {
		of(&l.grids[i].at)
		l.grids[i].cell *= u
	}
	return l
}

// fits returns the largest size up to one at which a line has room in so much.
func (p *pen) fits(s string, size float32, bold bool, w float32) float32 {
	return controls.Fit(s, size*p.unit, bold, w*p.unit) / p.unit
}

func (p *pen) wide(s string, size float32, bold bool) float32 {
	return controls.Measure(s, size*p.unit, bold).Width / p.unit
}

// wrapped returns a sentence in lines of a size.
func (p *pen) wrapped(s string, size float32, bold bool, w float32) []string {
	return controls.WrapAs(s, size*p.unit, w*p.unit, bold)
}

// say lays a line, smaller where it must be, and no smaller than the least where it need not.
func (p *pen) say(as role, s string, size float32, ink color.NRGBA, bold bool, at controls.Bounds, side float32) {
	if s == "" {
		return
	}
	size = max(size, p.least)
	p.lines = append(p.lines, textLine{as, s, p.fits(s, size, bold, at.W), ink, bold, at, side})
}

func (p *pen) plate(as role, at controls.Bounds, fill color.NRGBA, radius float32) {
	p.fields = append(p.fields, field{role: as, at: at, fill: fill, radius: radius})
}

// lie lays out a window that is wider than high.
func (p *pen) lie(all controls.Bounds) {
	const band, counts, strip = 112, 46, 232
	names := max(36, 1.2*p.least)
	p.phase(area(0, 0, all.W, band))
	in := area(edge, band+gapWide, all.W-2*edge, all.H-band-gapWide-edge)
	if p.shown.Roads == nil {
		p.lieBoxes(in, strip+0.2*max(0, all.H-shortSide))
		return
	}
	larger := min(1+0.4*(all.H-shortSide)/cardHigh, p.sideScale((in.W-gapWide)/2))
	high := 148 + cardHigh*max(1, larger)
	p.sides(area(in.X, in.Y, in.W, high), larger)
	in = in.Inset(0, high, 0, 0)
	p.counts(area(in.X, in.Y, in.W, counts))
	in = in.Inset(0, counts, 0, 0)
	const columns = 32
	stacked := in.W/columns*roads.Rows + names + 6*19 + gapWide
	if in.H-stacked-gapWide >= strip+p.roundedHigh(in.W) { // a squarer window has room for the derived roads below the big one
		p.roadsBelow(in, in.W/columns, names)
		p.strip(in.Inset(0, stacked+gapWide, 0, 0))
		return
	}
	const cell, apart = 37, 16
	wide := max(columns, float32(int((in.W-apart)*0.63/cell))) * cell
	p.grids = append(p.grids, gridAt{area(in.X, in.Y, wide, roads.Rows*cell), cell, -1})
	derived := in.Inset(wide+apart, 0, 0, in.H-roads.Rows*cell)
	label := float32(0)
	for i := range p.shown.Roads.Derived {
		label = max(label, p.wide(p.shown.Roads.DerivedName(i), p.least, true))
	}
	label += 14
	each := (derived.H - 2*2) / 3
	for i := range p.shown.Roads.Derived {
		row := area(derived.X, derived.Y+float32(i)*(each+2), derived.W, each)
		p.say(asRoad, p.shown.Roads.DerivedName(i), p.least, theme.Quiet, true, row.Inset(0, 0, row.W-label+14, 0), 0)
		p.grids = append(p.grids, gridAt{row.Inset(label, 0, 0, 0), each / roads.Rows, i})
	}
	p.empty(p.grids[0].at)
	p.strip(in.Inset(0, roads.Rows*cell+gapWide, 0, 0))
}

// roadsBelow lays the big road over the whole width, the derived ones below it with their names.
func (p *pen) roadsBelow(in controls.Bounds, cell, names float32) (high float32) {
	big := area(in.X, in.Y, in.W, roads.Rows*cell)
	p.grids = append(p.grids, gridAt{big, cell, -1})
	each := (in.W - 2*gapWide) / 3
	y := big.Y + big.H
	small := min(25, each/14)
	if !p.upright {
		small = 19
	}
	for i := range p.shown.Roads.Derived {
		x := in.X + float32(i)*(each+gapWide)
		p.say(asRoad, p.shown.Roads.DerivedName(i), p.least, theme.Quiet, true, area(x, y, each, names), 0)
		p.grids = append(p.grids, gridAt{area(x, y+names, each, roads.Rows*small), small, i})
	}
	p.empty(big)
	return big.H + names + roads.Rows*small
}

// empty says on the big road that the shoe has no hand yet.
func (p *pen) empty(at controls.Bounds) {
	if said := p.shown.Roads.Empty; said != "" {
		lines := p.wrapped(said, p.least*1.2, true, at.W-2*pad)
		for i, line := range lines {
			row := area(at.X+pad, at.Y+at.H/2+(float32(i)-float32(len(lines))/2)*p.least*1.5, at.W-2*pad, p.least*1.5)
			p.say(asAbout, line, p.least*1.2, theme.Ink, true, row, 0)
		}
	}
}

// stand lays out a window that is higher than wide.
func (p *pen) stand(all controls.Bounds) {
	const band, side, counts, news = 170, 328, 58, 56
	names := max(32, 1.2*p.least)
	p.phase(area(0, 0, all.W, band))
	in := area(edge, band+gapWide, all.W-2*edge, all.H-band-gapWide-edge)
	if p.shown.Roads == nil {
		p.standBoxes(in)
		return
	}
	for i, hand := range p.hands() {
		p.side(hand, area(in.X, in.Y+float32(i)*(side+gapWide), in.W, side), 1)
	}
	in = in.Inset(0, 2*side+gapWide, 0, 0)
	p.counts(area(in.X, in.Y, in.W, counts))
	in = in.Inset(0, counts, 0, 0)
	in = in.Inset(0, p.roadsBelow(in, min(48, in.W/22), names)+gapWide, 0, 0)
	if p.shown.New != "" {
		p.news(area(in.X, in.Y, in.W, news))
		in = in.Inset(0, news+gapWide, 0, 0)
	}
	p.list(in)
}

// phase lays the band with the phase of the game, and the time that is left.
func (p *pen) phase(at controls.Bounds) {
	a := p.shown.Phase
	fill := phaseColor(a.Kind)
	ink := controls.OnColor(fill)
	p.plate(asPlate, at, fill, 0)
	said, about := a.Text, a.About
	in := at.Inset(pad, 0, pad, 0)
	low := at.H // of the first row
	if p.upright {
		low = at.H - 54
	}
	if a.Timed && !p.keys {
		bar := area(in.X+in.W-436+14, at.Y+(at.H-72)/2, 436, 72)
		if p.upright {
			bar = area(in.X, at.Y+low-2, in.W, 46)
		} else {
			in.W -= 436 + pad
		}
		p.bar(bar, a)
	}
	if p.keys && !p.upright {
		in.W -= 2 * 320
	}
	if i := strings.LastIndex(said, ". "); about == "" && i >= 0 && p.fits(said, saidSize, true, in.W) < saidSize {
		said, about = said[i+2:], said[:i]
	}
	ok := p.fits(said, saidSize, true, in.W) >= saidSize
	switch lines := p.wrapped(said, saidSize, true, in.W); {
	case about != "":
		p.because(said, about, in, ink)
		return
	case !ok && p.upright && len(lines) == 2 && !a.Timed:
		for i, line := range lines {
			p.say(asPhase, line, saidSize, ink, true, area(in.X, at.Y+3+float32(i)*(at.H-6)/2, in.W, (at.H-6)/2), 0)
		}
		return
	}
	row := area(in.X, at.Y-3, in.W, at.H) // room for what hangs below the line
	if p.upright && a.Timed {
		row.H = low
	}
	p.say(asPhase, said, saidSize, ink, true, row, 0)
	used := p.wide(said, p.fits(said, saidSize, true, in.W), true) + 40
	table := p.shown.Table
	if len(p.shown.Spots) > 0 {
		table += " · " + p.shown.Spots[0].Range
	}
	if rest := in.W - used; !p.keys && !p.upright && p.fits(table, 44, true, rest) >= p.least {
		p.say(asTable, table, 44, ink, true, area(in.X+used, at.Y, rest, at.H), 1)
	}
}

// because lays a phase with why it is so: beside it where there is room, else below it.
func (p *pen) because(said, about string, in controls.Bounds, ink color.NRGBA) {
	const small, apart = 42, 60
	size := max(small, p.least)
	used := p.wide(said, p.fits(said, saidSize, true, in.W), true) + apart
	lines := p.wrapped(about, size, true, max(1, in.W-used))
	if high := size * spotLine; in.W-used > in.W/3 && float32(len(lines))*high <= in.H {
		p.say(asPhase, said, saidSize, ink, true, in.Inset(0, -3, 0, 3), 0)
		for i, line := range lines {
			p.say(asAbout, line, size, ink, true, area(in.X+used, in.Y+in.H/2+(float32(i)-float32(len(lines))/2)*high, in.W-used, high), 0)
		}
		return
	}
	p.say(asPhase, said, saidSize, ink, true, area(in.X, in.Y, in.W, 0.74*in.H), 0)
	p.say(asAbout, about, small, ink, true, area(in.X, in.Y+0.7*in.H, in.W, 0.26*in.H), 0)
}

// bar lays the time that is left to bet.
func (p *pen) bar(at controls.Bounds, a view.Announced) {
	said := fmt.Sprintf("%d:%02d", a.Seconds/60, a.Seconds%60)
	figures := p.wide("0:00", max(48, p.least), true) + 28
	p.plate(asTime, at, theme.Night, at.H/2)
	if left := (at.W - figures) * a.Share; left >= at.H {
		p.plate(asTime, area(at.X, at.Y, left, at.H), theme.Good, at.H/2)
	}
	p.say(asTime, said, 48, theme.Text, true, at.Inset(at.W-figures, 0, 20, 0), 1)
}

// counts lays the line between cards and roads: hands by who won them, table, game, hand and shoe.
func (p *pen) counts(at controls.Bounds) {
	x, size := at.X+4, float32(44)
	if p.upright {
		size = 48
	}
	for _, c := range p.shown.Counts {
		said := c.Name + " " + c.Number
		wide := p.wide(said, size, true)
		p.say(asCount, said, size, theme.Text, true, area(x, at.Y, wide+1, at.H), 0)
		x += wide + 36
	}
	rest := area(x, at.Y, at.X+at.W-x-4, at.H)
	if p.shown.New != "" && !p.upright {
		p.news(rest.Inset(0, 2, 0, 4))
		return
	}
	p.about(rest)
}

// about lays table, game, hand and shoe, as many of them as have room.
func (p *pen) about(at controls.Bounds) {
	for _, parts := range [][]string{
		{p.shown.Table, p.shown.Game, p.shown.Shoe},
		{p.shown.Table, p.shown.Shoe},
		{p.shown.Table},
	} {
		said := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
		if p.fits(said, max(36, p.least), false, at.W) >= p.least {
			p.say(asShoe, said, 36, theme.Quiet, false, at, 1)
			return
		}
	}
}

// news lays that limits will be others.
func (p *pen) news(at controls.Bounds) {
	p.plate(asNew, at, theme.Warn, 9)
	p.say(asNew, "! "+p.shown.New, 36, theme.Ink, true, at.Inset(gapWide, 0, gapWide, 0), 0)
}

// phaseColor returns the colour of a phase on this window, on which its letters can be read.
func phaseColor(kind view.AnnouncedKind) color.NRGBA {
	if kind == view.BetsOpen {
		return theme.FieldGreen
	}
	return controls.AnnouncedColor(kind)
}

// lieBoxes lays out a game whose boxes have cards of their own, on a window that is wider than high.
func (p *pen) lieBoxes(in controls.Bounds, strip float32) {
	const last = 60
	bank := (in.W + 2*edge) * (in.Y + in.H + edge) / 3 / in.W
	p.bank(area(in.X, in.Y, in.W, bank))
	p.boxes(in.Inset(0, bank+gapWide, 0, strip+2*gapWide+last))
	row := area(in.X, in.Y+in.H-strip-gapWide-last, in.W, last)
	room := 0.62 * in.W
	if p.shown.New != "" {
		room = in.W - pad - p.wide("! "+p.shown.New, max(36, p.least), true) - 2*gapWide - 2
		p.news(row.Inset(room+pad, 4, 0, 4))
	}
	used := p.last(row, room)
	if p.shown.New == "" {
		p.about(row.Inset(used+pad, 0, 0, 0))
	}
	p.strip(area(in.X, in.Y+in.H-strip, in.W, strip))
}

// standBoxes does the same on a window that is higher than wide.
func (p *pen) standBoxes(in controls.Bounds) {
	const side, row, each, news = 400, 64, 124, 56
	for i, hand := range p.hands() {
		if i == 0 {
			p.side(hand, area(in.X, in.Y, in.W, side), 1.35)
		}
	}
	list := min(0.37*in.H, each*float32(len(p.shown.Bets())))
	y := in.Y + in.H - list
	p.list(area(in.X, y, in.W, list))
	if p.shown.New != "" {
		y -= news + gapWide
		p.news(area(in.X, y, in.W, news))
	}
	if len(p.shown.Last) > 0 {
		y -= row + gapWide
		p.last(area(in.X, y, in.W, row), in.W)
	}
	y -= row
	p.about(area(in.X, y, in.W, row))
	p.boxes(area(in.X, in.Y+side+gapWide, in.W, y-in.Y-side-gapWide))
}
