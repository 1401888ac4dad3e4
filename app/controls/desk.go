package controls

import (
	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// DeskLine is a line of the list at the left: a heading, or what can be chosen.
type DeskLine struct {
	Heading bool
	Text    string
	State   string
	Waits   bool // its state stands out
}

// DeskKey is a key of the desk: what stands on it, and which key of the keyboard does
// the same.
type DeskKey struct {
	Label, Key string
	Do         func()
}

// DeskView is what a desk shows.
type DeskView struct {
	Title, Who  string
	Leave       DeskKey
	Filter      string // what the list is of
	FilterKey   string
	Lines       []DeskLine
	Chosen      int // of Lines
	Empty       string
	Kinds, Acts []DeskKey
	Kind        int // of Kinds
	Page        string
	Notice      view.Notice
}

// Desk is a list at the left, what is chosen of it at the right, and keys for what can
// be done with that. The middle of the right is left free for a paper.
type Desk struct {
	*Drawn
	OnChoose func(line int)
	OnFilter func(step int)
	OnTurn   func(direction int)
	OnZoom   func(steps int)

	shown DeskView
	first int // line at the top of the list
	last  int // line at its bottom
	Board
}

// NewDesk is an empty desk.
func NewDesk() *Desk {
	d := &Desk{OnChoose: func(int) {}, OnFilter: func(int) {}, OnTurn: func(int) {}, OnZoom: func(int) {}}
	d.Drawn = NewDrawn(fyne.NewSize(800, 600), d.draw, &d.Board)
	d.Drawn.Help = "help_office"
	return d
}

// Set shows what there is.
func (d *Desk) Set(shown DeskView) { d.shown = shown; d.Refresh() }

// Measures on a screen 1024 wide and 768 high.
const (
	deskTop   = 56
	deskList  = 300
	deskTabs  = 52
	deskSide  = 64
	deskFoot  = 118 // the word and the keys
	deskEdge  = 12
	deskRow   = 50
	deskHead  = 34
	deskPager = 52
)

func deskUnit(size fyne.Size) float32 { return min(size.Width/1024, size.Height/768) }

// DeskHole is where a desk leaves room for a paper.
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

// list is the filter, the lines that fit and, where not all do, keys to scroll.
func (d *Desk) list(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	x, y, w := deskEdge*u, (deskTop+8)*u, (deskList-deskEdge)*u
	bottom := size.Height - (deskFoot+4)*u
	b.key(x, y, w, deskTabs*u, d.shown.Filter, d.shown.FilterKey, plainKey, func() { d.OnFilter(1) })
	y += (deskTabs + 8) * u
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

// dayOf is the heading over a line.
func (d *Desk) dayOf(line int) int {
	for line > 0 && !d.shown.Lines[line].Heading {
		line--
	}
	return line
}

// high is how much lines take, those from one to before another.
func (d *Desk) high(from, to int) float32 {
	sum := float32(0)
	for _, l := range d.shown.Lines[from:to] {
		if l.Heading {
			sum += deskHead
		} else {
			sum += deskRow
		}
	}
	return sum * d.Board.Unit
}

// follow scrolls so that what is chosen is seen.
func (d *Desk) follow(room float32) {
	d.first = max(0, min(d.first, len(d.shown.Lines)-1))
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
	h := (deskRow - 2) * u
	fill, bold := theme.Rail, false
	if i == d.shown.Chosen {
		fill, bold = theme.KeyDown, true
	}
	b.Add(Rect(x, y, w, h, 6*u, fill, nil, 0))
	if i == d.shown.Chosen {
		b.Add(Rect(x, y, 6*u, h, 3*u, theme.Gold, nil, 0))
	}
	state := theme.Quiet
	if l.Waits {
		state = theme.Warn
	}
	b.text(l.Text, 19*u, theme.Text, bold, x+16*u, y, 0.62*w-16*u, h, 0)
	b.text(l.State, 16*u, state, bold && l.Waits, x+0.62*w, y, 0.38*w-12*u, h, 1)
	b.Area(l.Text, x, y, w, h, func() { d.OnChoose(i) })
	return y + deskRow*u
}

// pager scrolls the list by what fits, choosing the line that comes into view.
func (d *Desk) pager(x, y, w float32) {
	b, u := &d.Board, d.Board.Unit
	half := (w - 8*u) / 2
	b.key(x, y, half, 48*u, "▲", "", plainKey, func() { d.OnChoose(max(0, d.first-(d.last-d.first))) })
	b.key(x+half+8*u, y, half, 48*u, "▼", "", plainKey, func() {
		next := min(len(d.shown.Lines)-1, d.last+1)
		d.first = next // what comes into view stands at the top
		d.OnChoose(next)
	})
}

// kinds are the tabs over the paper.
func (d *Desk) kinds(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	x, y, gap := (deskList+deskEdge)*u, (deskTop+8)*u, 6*u
	if len(d.shown.Kinds) == 0 {
		return
	}
	n := float32(len(d.shown.Kinds))
	spare := size.Width - x - deskEdge*u - gap*(n-1)
	needs := make([]float32, len(d.shown.Kinds)) // a longer word has a wider tab
	for i, k := range d.shown.Kinds {
		needs[i] = Text(k.Label, 17*u, nil, true, 0).MinSize().Width + 28*u
		spare -= needs[i]
	}
	at := x - gap
	w := float32(0)
	for i, k := range d.shown.Kinds {
		at += w + gap
		w = needs[i] + spare/n
		fill, ink := theme.Rail, theme.Quiet
		if i == d.shown.Kind {
			fill, ink = theme.KeyDown, theme.Text
		}
		b.Add(Rect(at, y, w, deskTabs*u, 6*u, fill, nil, 0))
		if i == d.shown.Kind {
			b.Add(Rect(at, y+(deskTabs-5)*u, w, 5*u, 2*u, theme.Gold, nil, 0))
		}
		b.text(k.Key, 16*u, theme.Gold, true, at+6*u, y, 16*u, deskTabs*u, 0)
		b.label(k.Label, 17*u, ink, at+22*u, y, w-24*u, deskTabs*u, 0.5)
		b.Area(k.Label, at, y, w, deskTabs*u, k.Do)
	}
}

// side turns the pages of the paper and goes nearer.
func (d *Desk) side(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	at, hole := DeskHole(size)
	x, y, w := at.X+hole.Width+deskEdge*u, at.Y, deskSide*u
	b.key(x, y, w, 60*u, "▲", "PgUp", plainKey, func() { d.OnTurn(-1) })
	b.text(d.shown.Page, 17*u, theme.Text, true, x, y+62*u, w, 36*u, 0.5)
	b.key(x, y+100*u, w, 60*u, "▼", "PgDn", plainKey, func() { d.OnTurn(1) })
	b.key(x, y+188*u, w, 60*u, "+", "", plainKey, func() { d.OnZoom(1) })
	b.key(x, y+256*u, w, 60*u, "−", "", plainKey, func() { d.OnZoom(-1) })
}

// foot is the word on what happened, and the keys for what can be done.
func (d *Desk) foot(size fyne.Size) {
	b, u := &d.Board, d.Board.Unit
	y := size.Height - deskFoot*u
	ink := theme.Text
	if d.shown.Notice.Bad {
		ink = theme.Warn
	}
	b.text(d.shown.Notice.Text, 18*u, ink, false, 16*u, y, size.Width-32*u, 34*u, 0)
	if len(d.shown.Acts) == 0 {
		return
	}
	gap, n := 8*u, float32(len(d.shown.Acts))
	w := (size.Width - 2*deskEdge*u - gap*(n-1)) / n
	for i, k := range d.shown.Acts {
		b.key(deskEdge*u+float32(i)*(w+gap), y+38*u, w, 70*u, k.Label, k.Key, plainKey, k.Do)
	}
}
