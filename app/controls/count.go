package controls

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// A CountLine is one line of a count: so much of one chip.
type CountLine struct {
	Chip   string // "25"
	Typed  string // what its chips are worth, as typed
	Worth  string // the same as the house writes it, "" for none: of the lines that are not being typed
	Pieces string
	Wrong  bool // no multiple of the chip's value
}

// A Counted is the part of a count beside its lines, made by code that knows amounts.
type Counted struct {
	Lines []CountLine
	Total string
	Note  string // under the total: what it must come to, where that is no secret
	Word  string // what is wrong
	// Refused says that the count as it is would not be accepted: the key that goes on is dark.
	Refused bool
}

// A Count asks for the pieces of each chip. Up and Down move between the lines, digits replace the amount on a
// line, and Enter goes on from the last line. It does not know the expected amounts.
type Count struct {
	*Drawn
	OnDone func(typed []string)
	// Refuse says why what was typed on a line may not stand there at all, "" where it may: what stood before comes back.
	Refuse func(line int, typed string) string
	// Show says how what was typed is to be shown.
	Show func(typed []string) Counted

	Flow               Flow
	Title, Lead        string
	Chip, Worth, Piece string // headings
	OK, Close          string
	Each               string // said who counts again and leaves a line out
	OnClose            func()
	Skip               string // label of the key that leaves the count out, "" for none
	OnSkip             func()
	// Sparse says that few of the lines are used: Enter on an empty one goes on where
	// nothing is below.
	Sparse bool
	// Sure returns the sentence that asks for Enter once more before the count goes on, "" where none does; nil where none ever does.
	Sure func(typed []string) string

	asked bool // that sentence stands, and nothing was touched since
	typed []string
	was   string // what stood on the line before its digits were typed
	line  int
	begun bool // digits of this line are being typed: the next is one more of them
	word  string
	again bool // they count again: each line is typed
	Board
}

// NewCount returns a count with so many chips, with its words and callbacks.
func NewCount(c Count, chips int) *Count {
	count := &c
	count.typed = make([]string, chips)
	count.Drawn = NewDrawn(fyne.NewSize(800, 500), count.draw, &count.Board)
	count.Drawn.Help = "help_count"
	return count
}

// Again begins the count once more: who counts again knows nothing of what stood.
func (c *Count) Again() {
	c.typed = make([]string, len(c.typed))
	c.again, c.word = true, ""
	c.choose(0)
	c.Refresh()
}

// Wrong shows why the entry of a line is not accepted, and goes there.
func (c *Count) Wrong(line int, word string) {
	c.choose(line)
	c.word = word
	c.Refresh()
}

// Rune takes a digit or a point.
func (c *Count) Rune(r rune) bool {
	if c.Skip != "" && (r == 'n' || r == 'N') {
		c.OnSkip()
		return true
	}
	if (r < '0' || r > '9') && r != '.' && r != ',' || c.line >= len(c.typed) {
		return false
	}
	if !c.begun {
		c.begins()
		c.typed[c.line] = ""
	}
	if len(c.typed[c.line]) < 2*longestAmount { // an amount, and a code behind it
		c.typed[c.line], c.word = c.typed[c.line]+string(r), ""
	}
	c.Refresh()
	return true
}

// Key moves between lines, takes a digit back, or goes on.
func (c *Count) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyDown, fyne.KeyTab, fyne.KeyHome, fyne.KeyEnd, fyne.KeyUp, fyne.KeyReturn, fyne.KeyEnter:
		if !c.keeps() {
			return true
		}
	}
	switch name {
	case fyne.KeyDown, fyne.KeyTab:
		c.choose(min(c.line+1, len(c.typed)-1))
	case fyne.KeyHome:
		c.choose(0)
	case fyne.KeyEnd:
		c.choose(len(c.typed) - 1)
	case fyne.KeyUp:
		c.choose(max(c.line-1, 0))
	case fyne.KeyBackspace:
		if !c.begun {
			c.begins()
		}
		if n := len(c.typed[c.line]); n > 0 {
			c.typed[c.line] = c.typed[c.line][:n-1]
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		if c.last() {
			c.done()
		} else {
			c.choose(c.line + 1)
		}
	case fyne.KeyEscape:
		c.OnClose()
	default:
		return false
	}
	c.Refresh()
	return true
}

// begins starts the typing of a line's digits, and remembers those before.
func (c *Count) begins() { c.was, c.begun, c.asked = c.typed[c.line], true, false }

// keeps reports whether what was typed on the line may stand there; else what stood before comes back, and why is said.
func (c *Count) keeps() bool {
	word := ""
	if c.Refuse != nil && c.line < len(c.typed) {
		word = c.Refuse(c.line, c.typed[c.line])
	}
	if word != "" {
		c.typed[c.line] = c.was
		c.Wrong(c.line, word)
	}
	return word == ""
}

func (c *Count) choose(line int) { c.line, c.begun, c.was, c.asked = line, false, "", false }

// last reports whether Enter ends the count from here.
func (c *Count) last() bool {
	if c.line == len(c.typed)-1 {
		return true
	}
	rest, above := strings.Join(c.typed[c.line:], ""), strings.Join(c.typed[:c.line], "")
	return c.Sparse && rest == "" && above != ""
}

// done hands the count on. Digits replace the amounts for a person who comes back to it.
func (c *Count) done() {
	if !c.keeps() {
		return
	}
	if empty := slices.Index(c.typed, ""); c.again && !c.Sparse && empty >= 0 {
		c.Wrong(empty, c.Each)
		return
	}
	c.begun = false
	if c.Sure != nil && !c.asked && c.Sure(c.typed) != "" {
		c.asked, c.word = true, ""
		c.Refresh()
		return
	}
	c.asked = false
	c.OnDone(append([]string(nil), c.typed...))
}

func (c *Count) draw(size fyne.Size) []fyne.CanvasObject {
	b := &c.Board
	x, y, w, h := b.panel(size, 960, 700, frame{flow: c.Flow, title: c.Title, close: c.Close, leave: c.OnClose, enter: true})
	u := b.Unit
	b.text(c.Lead, 16*u, theme.Quiet, false, x+24*u, y+58*u, w-214*u, 28*u, 0)
	shown := c.Show(c.typed)
	c.lines(shown, x+24*u, y+92*u, 560*u, h-250*u)
	c.sum(shown, x+24*u, y+h-150*u, 560*u)
	high := h - 116*u
	if c.Skip != "" {
		high -= 64 * u
		b.key(x+616*u, y+h-80*u, w-640*u, 56*u, c.Skip, "N", plainKey, c.OnSkip)
	}
	c.pad(x+616*u, y+92*u, w-640*u, high)
	keys := "Enter"
	if !c.last() {
		keys = "End Enter"
	}
	b.enter(size, c.OK, keys, !shown.Refused, c.done)
	return b.objects
}

// lines draws the chips, with the present line lit.
func (c *Count) lines(shown Counted, x, y, w, h float32) {
	b, u := &c.Board, c.Board.Unit
	columns := []float32{0, 0.26, 0.70}
	for i, head := range []string{c.Chip, c.Worth, c.Piece} {
		end := float32(1)
		if i+1 < len(columns) {
			end = columns[i+1]
		}
		b.text(head, 16*u, theme.Quiet, true, x+columns[i]*w, y, (end-columns[i])*w-10*u, 24*u, 1)
	}
	line := min(56*u, (h-28*u)/float32(max(1, len(shown.Lines))))
	for i, l := range shown.Lines {
		ly := y + 28*u + float32(i)*line
		stroke, fill := color.Color(nil), color.Color(theme.KeyOff)
		if i == c.line {
			stroke, fill = theme.Place, theme.Night
		}
		chip, ink := l.Chip, color.Color(theme.Text)
		if l.Wrong {
			chip, ink = Warning(chip), theme.Warn
		}
		b.Add(Rect(x, ly, w, line-5*u, 7*u, fill, stroke, 2*u))
		if l.Wrong { // the frame is where the digits go
			b.Add(Rect(x, ly, 6*u, line-5*u, 3*u, theme.Warn, nil, 0))
		}
		b.text(chip, 20*u, ink, true, x, ly, columns[1]*w-10*u, line-5*u, 1)
		typed := l.Typed
		if l.Worth != "" {
			typed = l.Worth
		}
		if i == c.line {
			typed = l.Typed
			typed += "_"
			if !c.begun && l.Typed != "" { // the next digit takes its place
				b.Add(Rect(x+columns[1]*w+40*u, ly+7*u, (columns[2]-columns[1])*w-44*u, line-19*u, 4*u, theme.KeyDown, nil, 0))
			}
		}
		b.text(typed, 22*u, theme.Text, true, x+columns[1]*w, ly, (columns[2]-columns[1])*w-10*u, line-5*u, 1)
		b.text(l.Pieces, 18*u, theme.Text, false, x+columns[2]*w, ly, (1-columns[2])*w-14*u, line-5*u, 1)
		b.Area("line "+l.Chip, x, ly, w, line-5*u, func() {
			if c.keeps() {
				c.choose(i)
				c.Refresh()
			}
		})
	}
}

func (c *Count) sum(shown Counted, x, y, w float32) {
	b, u := &c.Board, c.Board.Unit
	b.text(shown.Total, 26*u, theme.Text, true, x, y, w, 40*u, 1)
	if c.asked {
		shown.Note = c.Sure(c.typed)
	}
	b.text(shown.Note, 18*u, theme.Text, true, x, y+42*u, w, 28*u, 1)
	word := c.word
	if word == "" {
		word = shown.Word
	}
	b.text(Warning(word), 18*u, theme.Warn, true, x, y+86*u, w, 30*u, 0)
}

// pad draws the digits for a finger.
func (c *Count) pad(x, y, w, h float32) {
	b, gap := &c.Board, 8*c.Board.Unit
	kw, kh := (w-2*gap)/3, (h-3*gap)/4
	for i, label := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "⌫"} {
		press := func() { c.Rune([]rune(label)[0]) }
		if label == "⌫" {
			press = func() { c.Key(fyne.KeyBackspace) }
		}
		b.key(x+float32(i%3)*(kw+gap), y+float32(i/3)*(kh+gap), kw, kh, label, "", plainKey, press)
	}
}
