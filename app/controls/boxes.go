package controls

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// A BoxChoice is one box of the table as it can be chosen, or cannot.
type BoxChoice struct {
	Box   int
	About string // what there is to it, or why it cannot be meant
	Off   bool
}

// Boxes asks for boxes by their own numbers: a digit, from ten on 0 and a digit, or a tap
// on the box in a small picture of the arc. Where several may be chosen, Enter finishes.
type Boxes struct {
	*Drawn
	OnDone  func(boxes []int)
	OnClose func()
	// Word is what is said of a box that cannot be meant.
	Word func(BoxChoice) string
	// None is what is said where Enter finds no box chosen, Tens while the second digit
	// is due.
	None, Tens string

	Title, Lead, OK, Close string
	Choices                []BoxChoice // the table's boxes, ascending
	Several                bool

	chosen []int
	marked []int // that were chosen before the first of some digits in a row
	tens   bool
	word   string
	Board
}

// NewBoxes returns a picture of the boxes with its words and callbacks.
func NewBoxes(b Boxes) *Boxes {
	boxes := &b
	boxes.Drawn = NewDrawn(fyne.NewSize(800, 500), boxes.draw, &boxes.Board)
	boxes.Drawn.Help = "help_boxes"
	return boxes
}

// Rune takes a digit of a box's number.
func (b *Boxes) Rune(r rune) bool {
	if r < '0' || r > '9' {
		return false
	}
	n := int(r - '0')
	switch {
	case b.tens:
		n += 10
	case n == 0 && len(b.Choices) > 9:
		b.tens, b.word = true, b.Tens
		b.Refresh()
		return true
	}
	b.tens = false
	b.choose(n)
	return true
}

// MarkDigits remembers which boxes are chosen before the first of some digits in a row.
func (b *Boxes) MarkDigits() { b.marked = slices.Clone(b.chosen) }

// MayBe reports whether digits in a row may be boxes that are chosen: each can be meant, and is there once.
func (b *Boxes) MayBe(digits string) bool {
	for i, r := range digits {
		can := slices.ContainsFunc(b.Choices, func(c BoxChoice) bool { return !c.Off && c.Box == int(r-'0') })
		if !can || strings.ContainsRune(digits[:i], r) {
			return false
		}
	}
	return true
}

// TakeDigitsBack restores the boxes that were chosen before those digits, and shows word as the reason.
func (b *Boxes) TakeDigitsBack(word string) {
	b.chosen, b.tens, b.word = b.marked, false, word
	b.Refresh()
}

// Key finishes, or takes back the 0 before a number's second digit.
func (b *Boxes) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if !b.Several {
			return false
		}
		b.done()
	case fyne.KeyBackspace:
		switch {
		case b.tens:
			b.tens, b.word = false, ""
		case len(b.chosen) > 0:
			b.chosen = b.chosen[:len(b.chosen)-1]
		default:
			return false
		}
		b.Refresh()
	default:
		return false
	}
	return true
}

// choose chooses a box, or lets it go where it was chosen.
func (b *Boxes) choose(n int) {
	i := slices.IndexFunc(b.Choices, func(c BoxChoice) bool { return c.Box == n })
	at := slices.Index(b.chosen, n)
	b.word = ""
	switch {
	case i < 0:
		b.word = b.Word(BoxChoice{Box: n, Off: true})
	case b.Choices[i].Off:
		b.word = b.Word(b.Choices[i])
	case !b.Several:
		b.OnDone([]int{n})
		return
	case at >= 0:
		b.chosen = slices.Delete(b.chosen, at, at+1)
	default:
		b.chosen = append(b.chosen, n)
	}
	b.Refresh()
}

func (b *Boxes) done() {
	if len(b.chosen) == 0 {
		b.word = b.None
		b.Refresh()
		return
	}
	b.OnDone(slices.Clone(b.chosen))
}

func (b *Boxes) draw(size fyne.Size) []fyne.CanvasObject {
	d := &b.Board
	x, y, w, h := d.panel(size, 1000, 420, frame{title: b.Title, close: b.Close, leave: b.OnClose, enter: b.Several})
	u := d.Unit
	d.text(b.Lead, 18*u, theme.Quiet, false, x+24*u, y+58*u, w-220*u, 30*u, 0)
	b.arc(x+16*u, y+104*u, w-32*u)
	d.text(Warning(b.word), 20*u, theme.Warn, true, x+24*u, y+h-76*u, w-48*u, 60*u, 0)
	if b.Several {
		d.enter(size, b.OK, "Enter", len(b.chosen) > 0, b.done)
	}
	return d.objects
}

// arc draws the boxes as they stand on the felt, seen from the croupier's side.
func (b *Boxes) arc(x, y, w float32) {
	u, n := b.Board.Unit, len(b.Choices)
	const bend, high, widest = 50, 150, 130
	step := min(w/float32(max(1, n)), widest*u)
	x += (w - step*float32(n)) / 2
	for i, c := range b.Choices {
		t := 2*float64(i)/float64(max(1, n-1)) - 1
		b.tile(c, x+float32(i)*step+3*u, y+bend*u*float32(t*t), step-6*u, high*u)
	}
}

func (b *Boxes) tile(c BoxChoice, x, y, w, h float32) {
	d, u := &b.Board, b.Board.Unit
	chosen := slices.Contains(b.chosen, c.Box)
	fill, ink, quiet, stroke := color.Color(theme.Key), color.Color(theme.Text), color.Color(theme.Quiet), color.Color(theme.Faint)
	switch {
	case c.Off:
		fill, ink, quiet, stroke = theme.KeyOff, theme.Faint, theme.Faint, nil
	case chosen:
		fill, stroke = theme.KeyDown, theme.Place
	}
	d.Add(Rect(x, y, w, h, 12*u, fill, stroke, 2*u))
	d.text(view.Digit(c.Box), 40*u, ink, true, x, y+14*u, w, 56*u, 0.5)
	const size = 16
	lines := []string{c.About}
	if strings.Contains(c.About, " ") { // an amount is never cut
		lines = Wrap(c.About, size*u, w-8*u)
	}
	for i, line := range lines[:min(3, len(lines))] {
		d.text(line, size*u, quiet, false, x+4*u, y+(76+22*float32(i))*u, w-8*u, 22*u, 0.5)
	}
	d.Area(view.Digit(c.Box), x, y, w, h, func() { b.tens = false; b.choose(c.Box) })
}
