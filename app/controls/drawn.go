package controls

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A KeyTold is a key and what it does: its label, and what else is said of that.
type KeyTold struct {
	Key  string
	Says []string
}

// A Drawn is a widget that is drawn by one function of its size. It draws again only
// when it is told to or its size changes.
type Drawn struct {
	widget.BaseWidget
	draw func(fyne.Size) []fyne.CanvasObject
	min  fyne.Size
	// Board is where its places that can be tapped are; nil where there are none.
	Board *Board
	// Help is the key of the sentences that say what the keys do here, "" where the page
	// itself knows.
	Help string
	// Told returns what single keys do here, which is said before those sentences; nil where
	// those say it all.
	Told func() []KeyTold
	// Noticed is called before a tap does anything; nil where nobody wants to know.
	Noticed func()
	// Wheel is called with where a wheel was turned and by how many lines, those below
	// counted positive; nil where nothing scrolls.
	Wheel func(at fyne.Position, lines int)
	door  func(do func() (meant bool))
	shift bool
}

// A Clock is the time by which taps are told apart, and what does something soon after.
type Clock interface {
	Now() time.Time
	Later(do func())
}

// Guard makes taps go by a clock: what has just come under the finger takes none. All that is drawn counts as
// new. Every tap goes through door. It runs do, which returns whether the tap was meant for what is there.
func (d *Drawn) Guard(clock Clock, door func(do func() (meant bool))) {
	d.door = door
	if d.Board != nil {
		d.Board.guard(clock)
	}
}

// MouseDown keeps whether Shift is held with the tap that begins.
func (d *Drawn) MouseDown(e *desktop.MouseEvent) { d.shift = e.Modifier&fyne.KeyModifierShift != 0 }

// MouseUp implements desktop.Mouseable.
func (d *Drawn) MouseUp(*desktop.MouseEvent) {}

// wheelStep is how far the window says that a wheel went by one notch.
const wheelStep = 10

// Scrolled implements fyne.Scrollable: a notch of the wheel is a line, and so is the
// least movement of a pad.
func (d *Drawn) Scrolled(e *fyne.ScrollEvent) {
	if d.Wheel == nil || e.Scrolled.DY == 0 {
		return
	}
	lines := -int(e.Scrolled.DY / wheelStep)
	switch {
	case lines == 0 && e.Scrolled.DY > 0:
		lines = -1
	case lines == 0:
		lines = 1
	}
	d.through(func() bool { d.Wheel(e.Position, lines); return true })
}

// rolls makes each line of the wheel do what the arrow keys do.
func (d *Drawn) rolls(key func(fyne.KeyName) bool) {
	d.Wheel = func(_ fyne.Position, lines int) {
		name := fyne.KeyDown
		if lines < 0 {
			name, lines = fyne.KeyUp, -lines
		}
		for range lines {
			key(name)
		}
	}
}

// through does what a tap or the wheel is for, by the door where there is one.
func (d *Drawn) through(do func() (meant bool)) {
	door := d.door
	if door == nil {
		door = func(do func() bool) { do() }
	}
	door(func() bool {
		if d.Noticed != nil {
			d.Noticed()
		}
		return do()
	})
}

// Shift reports whether Shift was held with the present tap.
func (d *Drawn) Shift() bool { return d.shift }

var (
	_ fyne.Tappable     = (*Drawn)(nil)
	_ desktop.Mouseable = (*Drawn)(nil)
	_ fyne.Scrollable   = (*Drawn)(nil)
)

// NewDrawn returns a widget of at least that size; board may be nil.
func NewDrawn(minimum fyne.Size, draw func(fyne.Size) []fyne.CanvasObject, board *Board) *Drawn {
	d := &Drawn{draw: draw, min: minimum, Board: board}
	d.ExtendBaseWidget(d)
	return d
}

// Tapped hands on where the widget was tapped.
func (d *Drawn) Tapped(e *fyne.PointEvent) {
	d.through(func() bool { return d.Board == nil || d.Board.tapped(e.Position) })
}

// CreateRenderer implements fyne.Widget. Fyne forgets a renderer that was not painted for a minute, and asks for
// another one without laying out what has its size already. It is drawn at once in that.
func (d *Drawn) CreateRenderer() fyne.WidgetRenderer {
	r := &drawnRenderer{of: d, size: d.Size()}
	r.draw()
	return r
}

type drawnRenderer struct {
	of      *Drawn
	size    fyne.Size
	objects []fyne.CanvasObject
}

func (r *drawnRenderer) Layout(size fyne.Size) {
	if size != r.size {
		r.size = size
		r.draw()
	}
}

func (r *drawnRenderer) Refresh() {
	r.draw()
	canvas.Refresh(r.of)
}

// draw does nothing before there is room. What is told to a page before it is shown is drawn once, in the size that
// it gets.
func (r *drawnRenderer) draw() {
	if !r.size.IsZero() {
		r.objects = r.of.draw(r.size)
	}
}

func (r *drawnRenderer) MinSize() fyne.Size           { return r.of.min }
func (r *drawnRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *drawnRenderer) Destroy()                     {}
