package controls

import (
	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// A DeskLine is a line of the list at the left: a heading, or what can be chosen.
type DeskLine struct {
	Heading bool
	Text    string
	State   string
	Waits   bool   // its state stands out
	Marks   string // what is still to be seen to, on a line of its own; "" for nothing
}

// A DeskKey is a key of the desk: what stands on it, and which key of the keyboard does
// the same.
type DeskKey struct {
	Label, Key string
	Do         func()
}

// A DeskView is the content of a desk.
type DeskView struct {
	Title, Who  string
	Leave       DeskKey
	Search      DeskKey   // what the list was searched for
	Searched    bool      // it was
	Filters     []DeskKey // what else the list is of
	Lines       []DeskLine
	Chosen      int // of Lines
	Empty       string
	Kinds, Acts []DeskKey
	Kind        int  // of Kinds
	Apart       bool // what is shown beside the list is of none of its lines and kinds: none is lit
	Page        string
	Notice      view.Notice
}

// A Desk is a list at the left, what is chosen of it at the right, and keys for what can
// be done with that. The middle of the right is left free for a paper.
type Desk struct {
	*Drawn
	OnChoose func(line int)
	OnTurn   func(direction int)
	OnZoom   func(steps int)

	shown  DeskView
	first  int  // line at the top of the list
	last   int  // line at its bottom
	rolled bool // the list was scrolled away from what is chosen
	Board
}

// NewDesk returns an empty desk.
func NewDesk() *Desk {
	d := &Desk{OnChoose: func(int) {}, OnTurn: func(int) {}, OnZoom: func(int) {}}
	d.Drawn = NewDrawn(fyne.NewSize(800, 600), d.draw, &d.Board)
	d.Drawn.Help = "help_office"
	d.Wheel = d.roll
	return d
}

// Set shows what there is.
func (d *Desk) Set(shown DeskView) {
	if shown.Chosen != d.shown.Chosen || len(shown.Lines) != len(d.shown.Lines) {
		d.rolled = false
	}
	d.shown = shown
	d.Refresh()
}

// roll scrolls the list; what is chosen stays chosen.
func (d *Desk) roll(at fyne.Position, lines int) {
	if at.X > (deskList+deskEdge)*d.Board.Unit || len(d.shown.Lines) == 0 || lines < 0 && d.first == 0 || lines > 0 && d.last == len(d.shown.Lines)-1 {
		return
	}
	d.rolled = true
	d.first = max(0, min(d.first+lines, len(d.shown.Lines)-1))
	d.Refresh()
}

// Page chooses the line that comes into view where the list goes on by what fits, below
// or, by a negative direction, above.
func (d *Desk) Page(direction int) {
	if len(d.shown.Lines) == 0 {
		return
	}
	if direction < 0 {
		d.OnChoose(max(0, d.first-(d.last-d.first)))
		return
	}
	next := min(len(d.shown.Lines)-1, d.last+1)
	d.first = next // what comes into view stands at the top
	d.OnChoose(next)
}

// Measures on a screen 1024 wide and 768 high.
const (
	deskTop   = 56
	deskList  = 300
	deskTabs  = 52
	deskWhich = 60 // so high that a word and its key stand below each other, alike on all
	deskSide  = 64
	deskFoot  = 118 // the word and the keys
	deskEdge  = 12
	deskRow   = 50
	deskMarks = 26 // more for a line with marks
	deskHead  = 34
	deskPager = 52
)

func deskUnit(size fyne.Size) float32 { return grown(size, across(size)) }

// DeskHole returns where a desk leaves room for a paper.
func DeskHole(size fyne.Size) (fyne.Position, fyne.Size) {
	u := deskUnit(size)
	x, y := (deskList+deskEdge)*u, (deskTop+deskTabs+16)*u
	return fyne.NewPos(x, y), fyne.NewSize(size.Width-x-(deskSide+2*deskEdge)*u, size.Height-y-(deskFoot+4)*u)
}

func (d *Desk) draw(size fyne.Size) []fyne.CanvasObject {
	b := &d.Board
	b.Start(deskUnit(size))
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	d.top(size)
	d.list(size)
	d.kinds(size)
	d.side(size)
	d.foot(size)
	return b.objects
}

func (d *Desk) top(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	b.Add(Rect(0, 0, size.Width, deskTop*u, 0, theme.Rail, nil, 0))
	const leave = 190
	b.text(d.shown.Title, 24*u, theme.Text, true, 16*u, 0, size.Width*0.4, deskTop*u, 0)
	b.text(d.shown.Who, 18*u, theme.Quiet, false, size.Width*0.42, 0, size.Width*0.58-(leave+28)*u, deskTop*u, 1)
	b.key(size.Width-(leave+deskEdge)*u, 3*u, leave*u, 50*u, d.shown.Leave.Label, d.shown.Leave.Key, plainKey, d.shown.Leave.Do)
}

// list draws the filter, the lines that fit and, where not all do, keys to scroll.
func (d *Desk) list(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	x, y, w := deskEdge*u, (deskTop+8)*u, (deskList-deskEdge)*u
	bottom := size.Height - (deskFoot+4)*u
	y = d.filters(x, y, w)
	if len(d.shown.Lines) == 0 {
		for i, line := range Wrap(d.shown.Empty, 18*u, w-16*u) {
			b.text(line, 18*u, theme.Quiet, false, x+8*u, y+float32(i)*28*u, w-16*u, 28*u, 0)
		}
		return
	}
	if d.high(0, len(d.shown.Lines)) > bottom-y {
		bottom -= deskPager * u
		d.pager(x, bottom+4*u, w)
	}
	d.follow(bottom - y)
	d.last = d.first
	if d.first > 0 && !d.shown.Lines[d.first].Heading { // the day that these lines are of
		y = d.line(d.dayOf(d.first), x, y, w)
	}
	for i := d.first; i < len(d.shown.Lines) && y+d.high(i, i+1) <= bottom; i++ {
		y, d.last = d.line(i, x, y, w), i
	}
}

// filters draws the keys that choose the list's content, with a search over them. It returns where they end.
func (d *Desk) filters(x, y, w float32) (below float32) {
	b, u, gap := &d.Board, d.Board.Unit, 8*d.Board.Unit
	style := plainKey
	if d.shown.Searched {
		style = mainKey
	}
	b.key(x, y, w, deskTabs*u, d.shown.Search.Label, d.shown.Search.Key, style, d.shown.Search.Do)
	y += deskTabs*u + gap
	n := float32(len(d.shown.Filters))
	if n == 0 {
		return y
	}
	wide := (w - gap*(n-1)) / n
	for i, k := range d.shown.Filters {
		b.key(x+float32(i)*(wide+gap), y, wide, deskWhich*u, k.Label, k.Key, plainKey, k.Do)
	}
	return y + deskWhich*u + gap
}

// dayOf returns the index of the heading over a line.
func (d *Desk) dayOf(line int) int {
	for line > 0 && !d.shown.Lines[line].Heading {
		line--
	}
	return line
}

// high returns the height of the lines from..to, without to, in units.
func (d *Desk) high(from, to int) float32 {
	sum := float32(0)
	for _, l := range d.shown.Lines[from:to] {
		switch {
		case l.Heading:
			sum += deskHead
		case l.Marks != "":
			sum += deskRow + deskMarks
		default:
			sum += deskRow
		}
	}
	return sum * d.Board.Unit
}

// follow scrolls so that what is chosen is seen.
func (d *Desk) follow(room float32) {
	d.first = max(0, min(d.first, len(d.shown.Lines)-1))
	if d.rolled {
		return
	}
	if chosen := d.shown.Chosen; chosen <= d.first {
		d.first = d.dayOf(chosen)
	}
	for d.first < d.shown.Chosen && d.high(d.first, d.shown.Chosen+1)+deskHead*d.Board.Unit > room {
		d.first++
	}
}

func (d *Desk) line(i int, x, y, w float32) (below float32) {
	b, u, l := &d.Board, d.Board.Unit, d.shown.Lines[i]
	if l.Heading {
		b.text(l.Text, 16*u, theme.Quiet, true, x+4*u, y+4*u, w-8*u, (deskHead-4)*u, 0)
		return y + deskHead*u
	}
	high := d.high(i, i+1)
	h := high - 2*u
	fill, bold := theme.Rail, false
	if i == d.shown.Chosen && !d.shown.Apart {
		fill, bold = theme.KeyDown, true
	}
	b.Add(Rect(x, y, w, h, 6*u, fill, nil, 0))
	if i == d.shown.Chosen && !d.shown.Apart {
		b.Add(Rect(x, y, 6*u, h, 3*u, theme.Place, nil, 0))
	}
	state := theme.Quiet
	said := l.State
	if l.Waits {
		said, state = Warning(said), theme.Warn
	}
	top := h
	if l.Marks != "" {
		top = (deskRow - 8) * u
		b.text(Warning(l.Marks), 16*u, theme.Warn, false, x+16*u, y+top-2*u, w-24*u, (deskMarks+2)*u, 0)
	}
	b.text(l.Text, 19*u, theme.Text, bold, x+16*u, y, 0.56*w-16*u, top, 0)
	b.text(said, 16*u, state, bold && l.Waits, x+0.56*w, y, 0.44*w-12*u, top, 1)
	b.Area(l.Text, x, y, w, h, func() { d.OnChoose(i) })
	return y + high
}

// pager scrolls the list by what fits, choosing the line that comes into view.
func (d *Desk) pager(x, y, w float32) {
	b, u := &d.Board, d.Board.Unit
	half := (w - 8*u) / 2
	b.key(x, y, half, 48*u, "▲", "PgUp", plainKey, func() { d.Page(-1) })
	b.key(x+half+8*u, y, half, 48*u, "▼", "PgDn", plainKey, func() { d.Page(1) })
}

// kinds draws the tabs over the paper.
func (d *Desk) kinds(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	x, y, gap := (deskList+deskEdge)*u, (deskTop+8)*u, 6*u
	if len(d.shown.Kinds) == 0 {
		return
	}
	n := float32(len(d.shown.Kinds))
	wide := keysWide(u, d.shown.Kinds, 17, 28, size.Width-x-deskEdge*u-gap*(n-1))
	at := x - gap
	w := float32(0)
	for i, k := range d.shown.Kinds {
		at += w + gap
		w = wide[i]
		fill, ink := theme.Rail, theme.Quiet
		if i == d.shown.Kind && !d.shown.Apart {
			fill, ink = theme.KeyDown, theme.Text
		}
		b.Add(Rect(at, y, w, deskTabs*u, 6*u, fill, nil, 0))
		if i == d.shown.Kind && !d.shown.Apart {
			b.Add(Rect(at, y+(deskTabs-5)*u, w, 5*u, 2*u, theme.Place, nil, 0))
		}
		b.text(k.Key, 16*u, theme.Quiet, true, at+6*u, y, 16*u, deskTabs*u, 0)
		b.label(k.Label, 17*u, ink, at+22*u, y, w-24*u, deskTabs*u, 0.5)
		b.Area(k.Label, at, y, w, deskTabs*u, k.Do)
	}
}

// keysWide returns the width of each key in a row that has so much room: a longer word has a wider key. The room
// beside each word is in units.
func keysWide(u float32, keys []DeskKey, letters, beside, room float32) []float32 {
	wide := make([]float32, len(keys))
	for i, k := range keys {
		wide[i] = Text(k.Label, letters*u, nil, true, 0).MinSize().Width + beside*u
		room -= wide[i]
	}
	for i := range wide {
		wide[i] += room / float32(len(keys))
	}
	return wide
}

// side turns the pages of the paper and goes nearer.
func (d *Desk) side(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	at, hole := DeskHole(size)
	x, y, w := at.X+hole.Width+deskEdge*u, at.Y, deskSide*u
	b.key(x, y, w, 60*u, "▲", "<", plainKey, func() { d.OnTurn(-1) })
	b.text(d.shown.Page, 17*u, theme.Text, true, x, y+62*u, w, 36*u, 0.5)
	b.key(x, y+100*u, w, 60*u, "▼", ">", plainKey, func() { d.OnTurn(1) })
	b.key(x, y+188*u, w, 60*u, "+", "", plainKey, func() { d.OnZoom(1) })
	b.key(x, y+256*u, w, 60*u, "−", "", plainKey, func() { d.OnZoom(-1) })
}

// foot draws the word on what happened, and the keys for what can be done.
func (d *Desk) foot(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	y := size.Height - deskFoot*u
	word, ink := d.shown.Notice.Text, theme.Text
	if d.shown.Notice.Bad {
		word, ink = Warning(word), theme.Warn
	}
	b.text(word, 18*u, ink, false, 16*u, y, size.Width-32*u, 34*u, 0)
	if len(d.shown.Acts) == 0 {
		return
	}
	gap, n := 8*u, float32(len(d.shown.Acts))
	wide := keysWide(u, d.shown.Acts, 20, 28, size.Width-2*deskEdge*u-gap*(n-1))
	x := deskEdge * u
	for i, k := range d.shown.Acts {
		b.key(x, y+38*u, wide[i], 70*u, k.Label, k.Key, plainKey, k.Do)
		x += wide[i] + gap
	}
}
