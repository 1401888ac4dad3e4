package controls

import (
	"image/color"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// Board is a drawing with places that can be tapped.
type Board struct {
	// Unit is how large one unit of the drawing's measures is on this screen.
	Unit    float32
	objects []fyne.CanvasObject
	areas   []area
}

type area struct {
	name       string // what stands on it
	x, y, w, h float32
	tap        func()
}

// Where is the middle of the place on which name stands, for a test's finger; false
// where there is none that can be tapped.
func (b *Board) Where(name string) (fyne.Position, bool) {
	for _, a := range b.areas {
		if a.name == name {
			return fyne.NewPos(a.x+a.w/2, a.y+a.h/2), true
		}
	}
	return fyne.Position{}, false
}

// Start begins a new drawing.
func (b *Board) Start(unit float32) { b.objects, b.areas, b.Unit = nil, nil, unit }

// Objects are what was drawn.
func (b *Board) Objects() []fyne.CanvasObject { return b.objects }

// Area makes a place of the drawing that can be tapped, by the name of what stands
// on it.
func (b *Board) Area(name string, x, y, w, h float32, tap func()) {
	b.areas = append(b.areas, area{name, x, y, w, h, tap})
}

// Add draws objects.
func (b *Board) Add(o ...fyne.CanvasObject) { b.objects = append(b.objects, o...) }

func (b *Board) tapped(p fyne.Position) {
	for _, a := range b.areas {
		if p.X >= a.x && p.X < a.x+a.w && p.Y >= a.y && p.Y < a.y+a.h {
			a.tap()
			return
		}
	}
}

// keyStyle is how a key stands out.
type keyStyle int

const (
	plainKey keyStyle = iota
	mainKey           // the one that goes on
	offKey
)

// key draws a key with its label and, small, the key of the keyboard that does the
// same.
func (b *Board) key(x, y, w, h float32, label, hint string, style keyStyle, tap func()) {
	u := b.Unit
	fill, ink, quiet := color.Color(theme.Key), color.Color(theme.Text), color.Color(theme.Quiet)
	switch style {
	case mainKey:
		fill, ink, quiet = theme.Gold, theme.Ink, color.NRGBA{0x14, 0x17, 0x1a, 0xb0}
	case offKey:
		fill, ink, quiet = theme.KeyOff, theme.Faint, theme.Faint
	}
	b.Add(Rect(x, y, w, h, 9*u, fill, nil, 0))
	switch {
	case hint == "":
		b.Add(Place(Text(label, min(h*0.5, 24*u), ink, true, w-10*u), x, y, w, h, 0.5))
	case h < 60*u: // no room for two lines: the hint stands at the right
		small := Text(hint, 13*u, quiet, false, 0.3*w)
		side := small.MinSize().Width + 10*u
		b.Add(Place(Text(label, min(h*0.42, 22*u), ink, true, w-side-14*u), x+10*u, y, w-side-14*u, h, 0))
		b.Add(Place(small, x+w-side, y, side-8*u, h, 1))
	default:
		b.Add(Place(Text(label, min(h*0.36, 24*u), ink, true, w-10*u), x, y+h*0.08, w, h*0.56, 0.5))
		b.Add(Place(Text(hint, min(h*0.24, 14*u), quiet, false, w-10*u), x, y+h*0.62, w, h*0.3, 0.5))
	}
	if style != offKey && tap != nil {
		b.Area(label, x, y, w, h, tap)
	}
}

// text draws a line in a rectangle.
func (b *Board) text(s string, size float32, c color.Color, bold bool, x, y, w, h, align float32) {
	if s != "" {
		b.Add(Place(Text(s, size, c, bold, w), x, y, w, h, align))
	}
}
