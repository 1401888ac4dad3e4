package controls

import (
	"image/color"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// CountLine is one line of a count: so much of one chip.
type CountLine struct {
	Chip   string // "25"
	Typed  string // what its chips are worth, as typed
	Pieces string
	Wrong  bool   // no multiple of the chip's value
	Stock  string // what there should be, "" where nobody knows
}

// Counted is what a count shows besides its lines; it comes from who knows amounts.
type Counted struct {
	Lines []CountLine
	Total string
	Notes []string // under the total: what there should be, the difference
	Word  string   // what is wrong
}

// Count asks how much of each chip there is: Up and Down move between the lines, digits
// are amounts, Enter goes on from the last line.
type Count struct {
	*Drawn
	OnDone func(typed []string)
	// Show says how what was typed is to be shown.
	Show func(typed []string) Counted

	Title, Lead                string
	Chip, Worth, Piece, Should string // headings
	OK, Close                  string
	OnClose                    func()
	Skip                       string // label of the key that leaves the count out, "" for none
	OnSkip                     func()

	typed []string
	line  int
	word  string
	Board
}

// NewCount is a count of so many chips with its words and callbacks; typed is what stands
// there to begin with.
func NewCount(c Count, typed []string) *Count {
	count := &c
	count.typed = append([]string(nil), typed...)
	count.Drawn = NewDrawn(fyne.NewSize(800, 500), count.draw, &count.Board)
	return count
}

// Wrong says why what was entered will not do.
func (c *Count) Wrong(word string) { c.word = word; c.Refresh() }

// Rune takes a digit or a point.
func (c *Count) Rune(r rune) bool {
	if c.Skip != "" && (r == 'n' || r == 'N') {
		c.OnSkip()
		return true
	}
	if (r < '0' || r > '9') && r != '.' && r != ',' || c.line >= len(c.typed) {
		return false
	}
	if len(c.typed[c.line]) < 10 {
		c.typed[c.line], c.word = c.typed[c.line]+string(r), ""
		c.Refresh()
	}
	return true
}

// Key moves between lines, takes a digit back, or goes on.
func (c *Count) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyDown, fyne.KeyTab:
		c.line = (c.line + 1) % len(c.typed)
	case fyne.KeyEnd:
		c.line = len(c.typed) - 1
	case fyne.KeyUp:
		c.line = (c.line + len(c.typed) - 1) % len(c.typed)
	case fyne.KeyBackspace:
		if n := len(c.typed[c.line]); n > 0 {
			c.typed[c.line] = c.typed[c.line][:n-1]
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		if c.line < len(c.typed)-1 {
			c.line++
		} else {
			c.done()
		}
	case fyne.KeyEscape:
		c.OnClose()
	default:
		return false
	}
	c.Refresh()
	return true
}

func (c *Count) done() { c.OnDone(append([]string(nil), c.typed...)) }

func (c *Count) draw(size fyne.Size) []fyne.CanvasObject {
	b := &c.Board
	b.Start(min(size.Width/1024, size.Height/768))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Shade, nil, 0))
	w, h := 960*u, 700*u
	x, y := (size.Width-w)/2, (size.Height-h)/2
	b.Add(Rect(x, y, w, h, 14*u, theme.Rail, theme.Faint, 1*u))
	b.text(c.Title, 26*u, theme.Text, true, x+24*u, y+14*u, w-210*u, 42*u, 0)
	b.text(c.Lead, 16*u, theme.Quiet, false, x+24*u, y+54*u, w-48*u, 28*u, 0)
	b.key(x+w-174*u, y+14*u, 150*u, 50*u, c.Close, "Esc", plainKey, c.OnClose)
	shown := c.Show(c.typed)
	c.lines(shown, x+24*u, y+92*u, 560*u, h-250*u)
	c.sum(shown, x+24*u, y+h-150*u, 560*u)
	high := h - 116*u
	if c.Skip != "" {
		high -= 64 * u
		b.key(x+616*u, y+h-80*u, w-640*u, 56*u, c.Skip, "N", plainKey, c.OnSkip)
	}
	c.pad(x+616*u, y+92*u, w-640*u, high)
	return b.objects
}

// lines are the chips, the line that is typed in lit.
func (c *Count) lines(shown Counted, x, y, w, h float32) {
	b, u := &c.Board, c.Board.Unit
	columns := []float32{0, 0.22, 0.56, 0.76}
	for i, head := range []string{c.Chip, c.Worth, c.Piece, c.Should} {
		end := float32(1)
		if i+1 < len(columns) {
			end = columns[i+1]
		}
		b.text(head, 15*u, theme.Quiet, true, x+columns[i]*w, y, (end-columns[i])*w-10*u, 24*u, 1)
	}
	line := min(56*u, (h-28*u)/float32(max(1, len(shown.Lines))))
	for i, l := range shown.Lines {
		ly := y + 28*u + float32(i)*line
		stroke, fill := color.Color(nil), color.Color(theme.KeyOff)
		if i == c.line {
			stroke, fill = theme.Gold, theme.Night
		}
		ink := color.Color(theme.Text)
		if l.Wrong {
			ink, stroke = theme.Warn, theme.Warn
		}
		b.Add(Rect(x, ly, w, line-5*u, 7*u, fill, stroke, 2*u))
		b.text(l.Chip, 20*u, theme.Gold, true, x, ly, columns[1]*w-10*u, line-5*u, 1)
		typed := l.Typed
		if i == c.line {
			typed += "_"
		}
		b.text(typed, 22*u, ink, true, x+columns[1]*w, ly, (columns[2]-columns[1])*w-10*u, line-5*u, 1)
		b.text(l.Pieces, 18*u, ink, false, x+columns[2]*w, ly, (columns[3]-columns[2])*w-10*u, line-5*u, 1)
		b.text(l.Stock, 16*u, theme.Quiet, false, x+columns[3]*w, ly, (1-columns[3])*w-14*u, line-5*u, 1)
		b.Area("line "+l.Chip, x, ly, w, line-5*u, func() { c.line = i; c.Refresh() })
	}
}

func (c *Count) sum(shown Counted, x, y, w float32) {
	b, u := &c.Board, c.Board.Unit
	b.text(shown.Total, 26*u, theme.Gold, true, x, y, w, 40*u, 1)
	for i, note := range shown.Notes {
		b.text(note, 17*u, theme.Text, false, x, y+(40+26*float32(i))*u, w, 26*u, 1)
	}
	word := c.word
	if word == "" {
		word = shown.Word
	}
	b.text(word, 17*u, theme.Warn, true, x, y+100*u, w, 30*u, 0)
}

// pad is the digits for a finger, and the key that goes on.
func (c *Count) pad(x, y, w, h float32) {
	b, gap := &c.Board, 8*c.Board.Unit
	kw, kh := (w-2*gap)/3, (h-4*gap)/5
	for i, label := range []string{"7", "8", "9", "4", "5", "6", "1", "2", "3", "⌫", "0", "."} {
		press := func() { c.Rune([]rune(label)[0]) }
		if label == "⌫" {
			press = func() { c.Key(fyne.KeyBackspace) }
		}
		b.key(x+float32(i%3)*(kw+gap), y+float32(i/3)*(kh+gap), kw, kh, label, "", plainKey, press)
	}
	b.key(x, y+4*(kh+gap), w, kh, c.OK, "Enter", mainKey, c.done)
}
