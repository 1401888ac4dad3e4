package controls

import (
	"image/color"
	"slices"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// Heights on a screen 768 high: of the line over a drill, of what is asked and answered below it, and of
// the keys of that. Over the keys, under what is asked, there is room for a word.
const (
	DrillHead = 44
	DrillHigh = 240
	DrillKeys = 120
)

// drillUndo is the width of the keys at the left of a drill, in units.
const drillUndo = 88

// A DrillKey is a key of an answer; Main goes on, Chosen is what it goes on with.
type DrillKey struct {
	DeskKey
	Main, Off, Chosen bool
}

// A DrillView is a question with its answer so far. It shows the right answer only with the verdict.
type DrillView struct {
	Title, State string
	Asks         string
	How          []string
	Verdict      string
	Mark         view.Mark
	Why          []string
	Field        bool   // an amount is typed
	Typed        string // so far
	Keys         []DrillKey
	Ways         []DrillKey // out of the drill, to help: for who has no keys
	Undo         DrillKey
}

// A Drill is the line over a drill and the pad below it.
type Drill struct {
	Head, Pad *Drawn
	OnDigit   func(r rune)

	shown     DrillView
	head, pad Board
}

// NewDrill returns a drill with nothing asked yet.
func NewDrill() *Drill {
	d := &Drill{OnDigit: func(rune) {}}
	d.Head = NewDrawn(fyne.NewSize(800, 30), d.drawHead, &d.head)
	d.Pad = NewDrawn(fyne.NewSize(800, 160), d.drawPad, &d.pad)
	return d
}

// Set shows a question; of the line over it alone where only time went on.
func (d *Drill) Set(shown DrillView) { d.shown = shown; d.Head.Refresh(); d.Pad.Refresh() }

// SetState shows another state in the line.
func (d *Drill) SetState(state string) {
	if d.shown.State != state {
		d.shown.State = state
		d.Head.Refresh()
	}
}

func (d *Drill) drawHead(size fyne.Size) []fyne.CanvasObject {
	b := &d.head
	b.Start(min(size.Width/1024, size.Height/DrillHead))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Rail, nil, 0))
	b.text(d.shown.Title, 20*u, theme.Text, true, 16*u, 0, size.Width*0.55-16*u, size.Height, 0)
	b.text(d.shown.State, 18*u, theme.Quiet, false, size.Width*0.55, 0, size.Width*0.45-16*u, size.Height, 1)
	return b.objects
}

func (d *Drill) drawPad(size fyne.Size) []fyne.CanvasObject {
	const asked = DrillHigh - DrillKeys
	b := &d.pad
	b.Start(min(size.Width/1024, size.Height/DrillHigh))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, asked*u, 0, theme.Night, nil, 0))
	b.Add(Rect(0, asked*u, size.Width, size.Height-asked*u, 0, theme.Rail, nil, 0))
	edge, line, lines := color.Color(theme.Place), d.shown.Asks, d.shown.How
	if d.shown.Verdict != "" {
		edge, line, lines = MarkColor(d.shown.Mark), Marked(d.shown.Verdict, d.shown.Mark), d.shown.Why
	}
	b.Add(Rect(0, 0, 8*u, asked*u, 0, edge, nil, 0))
	ink := color.Color(theme.Text)
	if d.shown.Verdict != "" {
		ink = edge
	}
	b.text(line, 30*u, ink, true, 24*u, 0, size.Width-48*u, 38*u, 0)
	d.lines(lines, 24*u, 37*u, size.Width-48*u)
	enter := drillEnter(size)
	d.keys(8*u, (asked+8)*u, enter.X-16*u, size.Height-(asked+16)*u)
	d.enter(enter)
	return b.objects
}

// drillEnter returns where the key of Enter lies on a pad so large: in its place of the window.
func drillEnter(pad fyne.Size) Bounds {
	window := fyne.NewSize(pad.Width, pad.Height)
	if u := min(pad.Width/1024, pad.Height/DrillHigh); u > 0 {
		window.Height = pad.Height + (768-DrillHigh)*u
	}
	at := EnterPlace(window)
	at.Y -= window.Height - pad.Height
	return at
}

// enter draws the key that goes on in the place of Enter, dark where none does.
func (d *Drill) enter(at Bounds) {
	main := DrillKey{DeskKey: DeskKey{Label: "–", Key: "Enter"}, Off: true}
	for _, k := range d.shown.Keys {
		if k.Main {
			main = k
		}
	}
	d.key(main, at.X, at.Y, at.W, at.H)
}

// lines draws the text under the question, in two lines at most.
func (d *Drill) lines(lines []string, x, y, w float32) {
	const high = 24
	b, u := &d.pad, d.pad.Unit
	var all []string
	for _, l := range lines {
		all = append(all, Wrap(l, 18*u, w)...)
	}
	if len(all) > 2 {
		all = all[:2]
	}
	for i, l := range all {
		b.text(l, 18*u, theme.Quiet, false, x, y+float32(i)*high*u, w, high*u, 0)
	}
}

// keys draws the ways out and the key that takes back at the left, digits where an amount is typed, and the
// answers.
func (d *Drill) keys(x, y, w, h float32) {
	b, u := &d.pad, d.pad.Unit
	gap := 8 * u
	b.About = d.shown.Asks + d.shown.Verdict
	if n := float32(len(d.shown.Ways)); n > 0 {
		high := (h - gap*(n-1)) / n
		for i, k := range d.shown.Ways {
			d.key(k, x, y+float32(i)*(high+gap), drillUndo*u, high)
		}
		x, w = x+(drillUndo+8)*u, w-(drillUndo+8)*u
	}
	if d.shown.Undo.Label != "" {
		d.key(d.shown.Undo, x, y, drillUndo*u, h)
		x, w = x+(drillUndo+8)*u, w-(drillUndo+8)*u
	}
	if d.shown.Field {
		const columns, rows, field = 6, 2, 100
		digits := 0.51 * w
		kw, kh := (digits-gap*(columns-1))/columns, (h-gap*(rows-1))/rows
		for i, r := range []rune("1234567890.⌫") {
			b.key(x+float32(i%columns)*(kw+gap), y+float32(i/columns)*(kh+gap), kw, kh, string(r), "", plainKey, func() { d.OnDigit(r) })
		}
		x, w = x+digits+gap, w-digits-gap
		b.Add(Rect(x, y, field*u, h, 9*u, theme.Night, theme.Place, 2*u))
		b.text(d.shown.Typed, 32*u, theme.Text, true, x+8*u, y, (field-16)*u, h, 1)
		x, w = x+field*u+gap, w-field*u-gap
	}
	others := slices.DeleteFunc(slices.Clone(d.shown.Keys), func(k DrillKey) bool { return k.Main })
	parts := float32(0)
	for _, k := range others {
		parts += weightOf(k)
	}
	each := (w - gap*float32(len(others)-1)) / parts
	for _, k := range others {
		wide := each * weightOf(k)
		d.key(k, x, y, wide, h)
		x += wide + gap
	}
}

// weightOf returns the width of a key relative to that of a digit.
func weightOf(k DrillKey) float32 {
	if utf8.RuneCountInString(k.Label) > 1 {
		return 1.8
	}
	return 1
}

func (d *Drill) key(k DrillKey, x, y, w, h float32) {
	style := plainKey
	switch {
	case k.Off:
		style = offKey
	case k.Main:
		style = mainKey
	}
	d.pad.key(x, y, w, h, k.Label, k.Key, style, k.Do)
	if u := d.pad.Unit; k.Chosen {
		d.pad.Add(Rect(x, y, w, h, 9*u, color.Transparent, theme.Place, 4*u))
	}
}

// A TrayChip is a value of a tray: how many of it there are, how many were taken.
type TrayChip struct {
	Label, Key, Colour string
	Left, Taken        string
	Do                 func()
}

// A Tray is the chips that a drill pays from: a key or a tap takes one.
type Tray struct {
	*Drawn
	chips []TrayChip
	due   string
	Board
}

// NewTray returns an empty tray.
func NewTray() *Tray {
	t := &Tray{}
	t.Drawn = NewDrawn(fyne.NewSize(800, 300), theme.InTheDark(t.draw), &t.Board)
	return t
}

// Set shows what is due and the chips, the smallest first.
func (t *Tray) Set(due string, chips []TrayChip) { t.due, t.chips = due, chips; t.Refresh() }

func (t *Tray) draw(size fyne.Size) []fyne.CanvasObject {
	b := &t.Board
	b.Start(min(size.Width/1024, size.Height/456))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.PracticeFelt().Cloth, nil, 0))
	b.About = t.due
	b.text(t.due, 64*u, theme.Text, true, 24*u, 24*u, size.Width-48*u, 90*u, 0.5)
	n := float32(max(1, len(t.chips)))
	step := (size.Width - 32*u) / n
	r := min(56*u, step/2-6*u)
	for i, c := range t.chips {
		x, y := 16*u+step*(float32(i)+0.5), 240*u
		fill := theme.Chip(i, c.Colour)
		b.Add(Disc(x, y, r, fill, theme.Paper, 3*u))
		ink := OnColor(fill)
		b.text(c.Label, 26*u, ink, true, x-r*0.85, y-r*0.6, r*1.7, r*0.9, 0.5)
		b.text(c.Key, 18*u, ink, false, x-r*0.6, y+r*0.22, r*1.2, r*0.5, 0.5)
		b.text(c.Left, 18*u, theme.FeltPrint, false, x-step/2+3*u, y+r+8*u, step-6*u, 26*u, 0.5)
		b.text(c.Taken, 34*u, theme.Text, true, x-step/2+3*u, y+r+40*u, step-6*u, 46*u, 0.5)
		b.Each(c.Label, x-r, y-r, 2*r, 2*r, c.Do)
	}
	return b.objects
}
