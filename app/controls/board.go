package controls

import (
	"image/color"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// A Board is a drawing with places that can be tapped.
type Board struct {
	// Unit is how large one unit of the drawing's measures is on this screen.
	Unit float32
	// About is what the places that are added now are about: the box that is asked, the
	// payment that is made. Where it changes they are others, though they look the same.
	About   string
	objects []fyne.CanvasObject
	areas   []area
	before  []area // of the drawing before
	clock   Clock  // nil where taps are not guarded
	sight   *Sight // of what this drawing has that the one before had not
	last    area   // the last that was tapped
	lastAt  time.Time
	// Deciding says that the places that are added now are a player's decisions: they take no tap right
	// behind an act at the same place.
	Deciding bool
	// Waiting says that the places that are added now take no tap as long as a rhythm lasts after they came.
	Waiting bool
	// OnLost is called for a tap that does not count on a decision, or on a place that waits; nil where nobody is told.
	OnLost func(decides bool)
	actAt  fyne.Position // where the last act was tapped
	acted  time.Time
}

type area struct {
	name       string // what stands on it
	about      string
	x, y, w, h float32
	tap        func()
	each       bool   // every tap counts, however soon after the last
	decides    bool   // see Board.Deciding
	waits      bool   // see Board.Waiting
	sight      *Sight // nil where taps are not guarded
}

// same reports whether a and b have the same place and the same meaning.
func (a area) same(b area) bool {
	return a.name == b.name && a.about == b.about && a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h
}

// guard makes taps go by a clock; all that is drawn counts as new.
func (b *Board) guard(clock Clock) {
	b.clock, b.sight = clock, NewSight(clock)
	for i := range b.areas {
		b.areas[i].sight = b.sight
	}
}

// Where returns the middle of the place with that name, for a test's finger; false where there is none that can
// be tapped.
func (b *Board) Where(name string) (fyne.Position, bool) {
	for _, a := range b.areas {
		if a.name == name {
			return fyne.NewPos(a.x+a.w/2, a.y+a.h/2), true
		}
	}
	return fyne.Position{}, false
}

// Bounds returns the place with that name; false where there is none that can be tapped.
func (b *Board) Bounds(name string) (Bounds, bool) {
	for _, a := range b.areas {
		if a.name == name {
			return Bounds{a.x, a.y, a.w, a.h}, true
		}
	}
	return Bounds{}, false
}

// Names returns the names of the places that can be tapped.
func (b *Board) Names() []string {
	names := make([]string, len(b.areas))
	for i, a := range b.areas {
		names[i] = a.name
	}
	return names
}

// Start begins a new drawing.
func (b *Board) Start(unit float32) {
	b.before, b.objects, b.areas = b.areas, nil, nil
	b.Unit, b.About, b.Deciding, b.Waiting, b.sight = unit, "", false, false, nil
}

// Objects returns what was drawn.
func (b *Board) Objects() []fyne.CanvasObject { return b.objects }

// Area makes a place of the drawing that can be tapped, by the name of what stands
// on it. Two taps that follow each other too fast are one there.
func (b *Board) Area(name string, x, y, w, h float32, tap func()) {
	b.add(area{name: name, x: x, y: y, w: w, h: h, tap: tap})
}

// Each makes a place at which every tap counts: a chip, a digit, a letter.
func (b *Board) Each(name string, x, y, w, h float32, tap func()) {
	b.add(area{name: name, x: x, y: y, w: w, h: h, tap: tap, each: true})
}

func (b *Board) add(a area) {
	a.about, a.decides, a.waits = b.About, b.Deciding, b.Waiting
	if b.clock != nil {
		if i := slices.IndexFunc(b.before, a.same); i >= 0 {
			a.sight = b.before[i].sight
		} else {
			if b.sight == nil {
				b.sight = NewSight(b.clock)
			}
			a.sight = b.sight
		}
	}
	b.areas = append(b.areas, a)
}

// Add draws objects.
func (b *Board) Add(objects ...fyne.CanvasObject) {
	b.objects = append(b.objects, objects...)
}

// tapped does what a tap is for; false where it came too soon to be meant.
func (b *Board) tapped(p fyne.Position) (meant bool) {
	for _, a := range b.areas {
		if a.holds(p) {
			if b.inRhythm(a) || !b.counts(a) {
				if (a.decides || a.waits) && b.OnLost != nil {
					b.OnLost(a.decides)
				}
				return false
			}
			if b.clock != nil {
				b.actAt, b.acted = p, b.clock.Now()
			}
			a.tap()
			return true
		}
	}
	return true
}

// Rhythm is the time after an act in which a decision at the same place takes no tap. Who collects and pays by
// rhythm taps once too often, and that must not double a player's bet.
const Rhythm = 800 * time.Millisecond

// inRhythm reports whether a place is a decision at which an act was tapped just before. The tap that is not
// taken counts as one of that rhythm.
func (b *Board) inRhythm(a area) bool {
	if b.clock == nil || !a.decides || !a.holds(b.actAt) || b.clock.Now().Sub(b.acted) >= Rhythm {
		return false
	}
	b.acted = b.clock.Now()
	return true
}

// holds reports whether a point lies in the area.
func (a area) holds(p fyne.Position) bool {
	return p.X >= a.x && p.X < a.x+a.w && p.Y >= a.y && p.Y < a.y+a.h
}

// counts reports whether a tap on a place is meant. It has been there long enough to be seen, and it is no second
// half of the tap before.
func (b *Board) counts(a area) bool {
	if b.clock == nil {
		b.last = a
		return true
	}
	now := b.clock.Now()
	twice := !a.each && b.last.name == a.name && b.last.x == a.x && b.last.y == a.y && now.Sub(b.lastAt) < tooSoon
	if twice || a.sight.TooSoon() || a.waits && a.sight.Within(Rhythm) {
		return false
	}
	b.last, b.lastAt = a, now
	return true
}

// A keyStyle is an emphasis of a key.
type keyStyle int

const (
	plainKey keyStyle = iota
	mainKey           // what Enter does
	edgeKey           // what is spoken of
	offKey
)

// Key draws a plain key with its label and the key of the keyboard that does the same.
func (b *Board) Key(x, y, w, h float32, label, hint string, tap func()) {
	b.key(x, y, w, h, label, hint, plainKey, tap)
}

// key draws a key with its label and, small, the key of the keyboard that does the
// same.
func (b *Board) key(x, y, w, h float32, label, hint string, style keyStyle, tap func()) {
	b.keyOf(x, y, w, h, label, hint, style, b.stacks(w, h, label, hint), tap)
}

// stacks reports whether a flat key has its hint below its label, both small, because beside each other they
// have no room.
func (b *Board) stacks(w, h float32, label, hint string) bool {
	u := b.Unit
	if hint == "" || h < 38*u || h >= 60*u {
		return false
	}
	return Fit(label, readable*u, true, w-b.hintWide(w, hint)-14*u) < readable*u && Fit(label, readable*u, true, w-8*u) >= readable*u
}

// hintWide returns the width of the hint at the right of a flat key.
func (b *Board) hintWide(w float32, hint string) float32 {
	return Text(hint, readable*b.Unit, theme.Quiet, false, 0.52*w).MinSize().Width + 10*b.Unit
}

// keyOf draws a key as key does; stacked has the hint below the label.
func (b *Board) keyOf(x, y, w, h float32, label, hint string, style keyStyle, stacked bool, tap func()) {
	u := b.Unit
	fill, ink, quiet := color.Color(theme.Key), color.Color(theme.Text), color.Color(theme.Quiet)
	switch style {
	case mainKey:
		fill, ink, quiet = theme.Enter, theme.Ink, theme.InkQuiet
	case offKey:
		fill, ink, quiet = theme.KeyOff, theme.Faint, theme.Faint
	}
	stroke, line := color.Color(nil), float32(0)
	switch style {
	case edgeKey:
		stroke, line = theme.Place, 2*u
	case plainKey:
		stroke, line = theme.KeyEdge, 1*u
	}
	b.Add(Rect(x, y, w, h, 9*u, fill, stroke, line))
	switch {
	case hint == "":
		b.label(label, min(h*0.5, 24*u), ink, x+5*u, y, w-10*u, h, 0.5)
	case h < 60*u: // no room for two lines: the hint stands at the right
		if stacked {
			b.Add(Place(Text(label, readable*u, ink, true, w-8*u), x, y+1*u, w, h/2, 0.5))
			b.Add(Place(Text(hint, readable*u, quiet, false, w-8*u), x, y+h/2-2*u, w, h/2, 0.5))
			break
		}
		side := b.hintWide(w, hint)
		b.label(label, min(h*0.42, 22*u), ink, x+10*u, y, w-side-14*u, h, 0)
		b.Add(Place(Text(hint, readable*u, quiet, false, 0.52*w), x+w-side, y, side-8*u, h, 1))
	default:
		b.label(label, min(h*0.36, 24*u), ink, x+5*u, y+3*u, w-10*u, h-25*u, 0.5)
		b.Add(Place(Text(hint, readable*u, quiet, false, w-10*u), x, y+h-24*u, w, 20*u, 0.5))
	}
	switch {
	case style == offKey || tap == nil:
	case utf8.RuneCountInString(label) == 1: // a digit, a letter, what takes one back or scrolls
		b.Each(label, x, y, w, h, tap)
	default:
		b.Area(label, x, y, w, h, tap)
	}
}

// label draws what stands on a key, in the lines that it has. Else it draws one as large as it can be, or two or three
// where one line could only be read from near.
func (b *Board) label(s string, size float32, c color.Color, x, y, w, h, align float32) {
	size = max(size, readable*b.Unit)
	lines := strings.Split(s, "\n")
	s = strings.Join(lines, " ")
	one := b.firm(s, size, c, w)
	if len(lines) == 1 {
		if lines = WrapAs(s, readable*b.Unit, w, true); len(lines) < 2 || len(lines) > 3 || strings.Join(lines, " ") != s {
			lines = nil
		}
	}
	if n := float32(len(lines)); n == 0 || h < max(2, n)*17*b.Unit {
		b.Add(Place(one, x, y, w, h, align))
		return
	}
	n := float32(len(lines))
	size = min(size, h/n/1.1)
	for _, line := range lines {
		size = min(size, max(readable*b.Unit, Fit(line, size, true, w)))
	}
	high := size * 1.1
	for i, line := range lines {
		b.Add(Place(Text(line, size, c, true, w), x, y+h/2+(float32(i)-n/2)*high, w, high, align))
	}
}

// capital returns a title with its first letter in upper case: its words are used in sentences too.
func capital(title string) string {
	if r := []rune(title); len(r) > 0 {
		return strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return title
}

// text draws a line in a rectangle, in two where one could only be read from near and
// there is room for them.
func (b *Board) text(s string, size float32, c color.Color, bold bool, x, y, w, h, align float32) {
	if s == "" {
		return
	}
	line := Text(s, size, c, bold, w)
	if bold {
		line = b.firm(s, size, c, w)
	}
	const high = 17 // of a line of the smallest letters that are read
	if lines := Wrap(s, readable*b.Unit, w); line.TextSize < min(size, readable*b.Unit) && len(lines) == 2 && h >= 2*high*b.Unit {
		for i, part := range lines {
			b.Add(Place(Text(part, readable*b.Unit, c, false, w), x, y+h/2+float32(i-1)*high*b.Unit, w, high*b.Unit, align))
		}
		return
	}
	b.Add(Place(line, x, y, w, h, align))
}
