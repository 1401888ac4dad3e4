package screentest

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sabot/app/theme"
)

// least is the smallest letter that is read from 70 cm on a screen of 1024x768; a larger
// screen has larger ones.
const least = 16

// A DrawnAt is a drawn object at its place in the window.
type DrawnAt struct {
	O          fyne.CanvasObject
	X, Y, W, H float32
}

func (d DrawnAt) Overlaps(e DrawnAt) bool {
	const little = 1.5
	return d.X+little < e.X+e.W && e.X+little < d.X+d.W && d.Y+little < e.Y+e.H && e.Y+little < d.Y+d.H
}

func (d DrawnAt) contains(x, y float32) bool {
	return x >= d.X && x <= d.X+d.W && y >= d.Y && y <= d.Y+d.H
}

// within returns the part of d inside e.
func (d DrawnAt) within(e DrawnAt) DrawnAt {
	right, low := min(d.X+d.W, e.X+e.W), min(d.Y+d.H, e.Y+e.H)
	d.X, d.Y = max(d.X, e.X), max(d.Y, e.Y)
	d.W, d.H = max(0, right-d.X), max(0, low-d.Y)
	return d
}

// Drawing returns everything that is drawn of an object, what is below first. It leaves out what a scrolled
// list hides.
func Drawing(o fyne.CanvasObject, x, y float32, seen *DrawnAt) []DrawnAt {
	if !o.Visible() {
		return nil
	}
	x, y = x+o.Position().X, y+o.Position().Y
	here := DrawnAt{O: o, X: x, Y: y, W: o.Size().Width, H: o.Size().Height}
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *container.Scroll:
		if seen != nil { // a field that scrolls in a form that does
			here = here.within(*seen)
		}
		seen = &here
		parts = test.WidgetRenderer(o).Objects()
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	default:
		if seen != nil && (here.X < seen.X-1 || here.Y < seen.Y-1 || here.X+here.W > seen.X+seen.W+1 || here.Y+here.H > seen.Y+seen.H+1) {
			return nil
		}
		return []DrawnAt{here}
	}
	var all []DrawnAt
	for _, part := range parts {
		all = append(all, Drawing(part, x, y, seen)...)
	}
	return all
}

// Letters returns the place of a text's letters, without the room above and below them.
func Letters(d DrawnAt, t *canvas.Text) DrawnAt {
	over := (d.H - t.TextSize*0.8) / 2
	d.Y, d.H = d.Y+over, d.H-2*over
	return d
}

func covers(c color.Color) bool {
	if c == nil {
		return false
	}
	_, _, _, a := c.RGBA()
	return a > 0xc000
}

// signed reports whether what is said in the colour of a warning has a sign that says so too: that of a warning, of
// chips that go back, of an amount that is not placed yet.
func signed(said string) bool {
	return strings.HasPrefix(said, "! ") || strings.HasPrefix(said, "↩") || strings.HasSuffix(said, " ?")
}

// continues reports whether a line goes on with the sentence of the line above it.
func continues(d, above DrawnAt) bool {
	return math.Abs(float64(d.X-above.X)) < 2 && d.Y > above.Y && d.Y < above.Y+2*above.H
}

// contrast is the least contrast of what is read. Large letters need no more than 3; nobody says what is large here.
const contrast = 4.5

// groundOf returns the colour on which letters lie: of all that is drawn below them, one over the other.
func groundOf(below []DrawnAt, ink DrawnAt) color.NRGBA {
	on := theme.Night
	for _, d := range below {
		if r, ok := d.O.(*canvas.Rectangle); ok && r.FillColor != nil && d.contains(ink.X+ink.W/2, ink.Y+ink.H/2) {
			on = theme.On(color.NRGBAModel.Convert(r.FillColor).(color.NRGBA), on)
		}
	}
	return on
}

// smallKey is the least side of a key; a bar at the edge of what is spoken of is narrower.
const smallKey = 24

// readable reports what of a page cannot be read: letters that are too small, that leave their plate, or that
// something else is drawn over. It also reports letters of gold, and a second key that is filled with it.
func (s *Seat) readable(page string) {
	s.T.Helper()
	top := s.Shell.Top().Content()
	size := s.Shell.Window.Canvas().Size()
	window := DrawnAt{W: size.Width, H: size.Height}
	larger := min(size.Width/1024, size.Height/768)
	var texts, plates, golden, warned []DrawnAt
	bad := func(d DrawnAt, how string, more ...any) {
		s.T.Helper()
		t := d.O.(*canvas.Text)
		s.T.Errorf("%s in %s, %.0f wide: %q (%.1f) %s %v", page, s.Shell.Text.Language, size.Width, t.Text, t.TextSize, how, more)
	}
	all := Drawing(top, 0, 0, nil)
	for i, d := range all {
		switch o := d.O.(type) {
		case *canvas.Rectangle:
			if covers(o.FillColor) || covers(o.StrokeColor) {
				plates = append(plates, d)
			}
			if o.FillColor == theme.Enter && d.W >= smallKey && d.H >= smallKey {
				golden = append(golden, d)
			}
		case *canvas.Text:
			if strings.TrimSpace(o.Text) == "" {
				continue
			}
			ink := Letters(d, o)
			if o.Color == theme.Place {
				bad(d, "is gold, which is Enter's and the edge of what is spoken of")
			}
			if o.Color == theme.Warn {
				if !signed(o.Text) && !slices.ContainsFunc(warned, func(above DrawnAt) bool { return continues(d, above) }) {
					bad(d, "is a warning by its colour alone")
				}
				warned = append(warned, d)
			}
			if o.TextSize < least*max(1, larger)-0.05 {
				bad(d, "is too small")
			}
			on := window
			for _, p := range plates { // the smallest plate that it stands on
				if p.contains(ink.X+ink.W/2, ink.Y+ink.H/2) && p.W*p.H <= on.W*on.H {
					on = p
				}
			}
			if ink.X < on.X-1 || ink.Y < on.Y-1 || ink.X+ink.W > on.X+on.W+1 || ink.Y+ink.H > on.Y+on.H+1 {
				bad(d, "runs out of its plate", ink, on)
			}
			for _, t := range texts {
				if ink.Overlaps(t) {
					bad(d, "lies over "+t.O.(*canvas.Text).Text)
				}
			}
			if c, ok := color.NRGBAModel.Convert(o.Color).(color.NRGBA); ok && c != theme.Faint { // that is what cannot be done now
				on := groundOf(all[:i], ink)
				if got := theme.Contrast(c, on); got < contrast {
					bad(d, "does not stand out", fmt.Sprintf("%.2f", got), c, on)
				}
			}
			for _, above := range all[i+1:] {
				if r, ok := above.O.(*canvas.Rectangle); ok && covers(r.FillColor) && ink.Overlaps(above) {
					bad(d, "is covered", above.X, above.Y, above.W, above.H)
					break
				}
			}
			ink.O = o
			texts = append(texts, ink)
		}
	}
	if len(golden) > 1 { // Enter does one thing; the tests of the table say where it lies
		s.T.Errorf("%s in %s, %.0f wide: %d keys are filled with gold", page, s.Shell.Text.Language, size.Width, len(golden))
	}
	if len(texts) < 3 {
		s.T.Errorf("%s: only %d texts are drawn: the test sees nothing", page, len(texts))
	}
}
