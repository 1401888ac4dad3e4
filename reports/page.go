package reports

// Measures of a page, A4 upright, in millimetres.
const (
	margin = 15.0
	bottom = 18.0
	// Wide and High are the page's.
	Wide = 210.0
	High = 297.0
)

// Page is what stands on one page.
type Page struct{ Marks []Mark }

// Mark is a line of text in a rectangle, or a rectangle, in millimetres from the page's
// top left.
type Mark struct {
	X, Y, W, H float64
	Text       string
	Size       float64 // points
	Bold       bool
	Align      string // L, C or R
	Pale       bool   // text that explains
	Fill       bool   // a tinted ground
	Under      bool   // a thin line below
	Frame      bool   // a thin frame
}

// Block is where somebody signs, in millimetres from the page's top left.
type Block struct {
	Page       int // from 1
	X, Y, W, H float64
	Label      string
}

// layout puts a report on pages. Width is how wide a text is at one point of size.
type layout struct {
	width  func(text string, bold bool) float64
	pages  []Page
	blocks []Block
	y      float64
}

// lay is a report on pages, and where it is signed.
func lay(r Report, width func(string, bool) float64) ([]Page, []Block) {
	l := &layout{width: width}
	l.newPage()
	l.line(r.House, 9, 5, false)
	l.line(r.Title, 15, 9, true)
	if r.Banner != "" {
		l.mark(Mark{X: margin, Y: l.y, W: Wide - 2*margin, H: 8, Text: r.Banner, Size: 13, Bold: true, Align: "C", Frame: true})
		l.y += 10
	}
	l.pairs(r.Head)
	for _, s := range r.Sections {
		l.section(s)
	}
	l.sign(r)
	return l.pages, l.blocks
}

func (l *layout) newPage() { l.pages, l.y = append(l.pages, Page{}), margin }

func (l *layout) mark(m Mark) {
	page := &l.pages[len(l.pages)-1]
	if m.Text != "" {
		const padding = 2.2
		if w := l.width(m.Text, m.Bold) * m.Size; w > m.W-padding && w > 0 {
			m.Size *= (m.W - padding) / w
		}
	}
	page.Marks = append(page.Marks, m)
}

// room starts a new page where less than that height is left; true if it did.
func (l *layout) room(height float64) bool {
	if l.y+height <= High-bottom {
		return false
	}
	l.newPage()
	return true
}

func (l *layout) line(text string, size, height float64, bold bool) {
	l.room(height)
	l.mark(Mark{X: margin, Y: l.y, W: Wide - 2*margin, H: height, Text: text, Size: size, Bold: bold, Align: "L"})
	l.y += height
}

// pairs are labels and values, two to a line.
func (l *layout) pairs(list []Pair) {
	const label, value, height = 34.0, 56.0, 5.5
	for i, p := range list {
		x := margin + float64(i%2)*(label+value)
		l.mark(Mark{X: x, Y: l.y, W: label, H: height, Text: p.Label, Size: 8.5, Align: "L", Pale: true})
		l.mark(Mark{X: x + label, Y: l.y, W: value, H: height, Text: p.Value, Size: 8.5, Bold: true, Align: "L", Under: true})
		if i%2 == 1 || i == len(list)-1 {
			l.y += height
		}
	}
}

func (l *layout) section(s Section) {
	size := s.Size
	if size == 0 {
		size = 9
	}
	l.room(24)
	l.y += 4
	l.line(s.Heading, 11, 7, true)
	for _, text := range s.Lines {
		for _, part := range l.wrap(text, size) {
			l.line(part, size, size*0.56, false)
		}
	}
	if len(s.Columns) > 0 && len(s.Rows) > 0 {
		l.table(s, size)
	}
}

// wrap cuts a text into lines that fit the page.
func (l *layout) wrap(text string, size float64) []string {
	var lines []string
	rest := []rune(text)
	for len(rest) > 0 {
		n, space := 0, 0
		for n < len(rest) && l.width(string(rest[:n+1]), false)*size <= Wide-2*margin-3 {
			if rest[n] == ' ' {
				space = n
			}
			n++
		}
		if n < len(rest) && space > 0 {
			n = space + 1
		}
		n = max(n, 1)
		lines, rest = append(lines, string(rest[:n])), rest[n:]
	}
	return lines
}

// table draws rows under headings, which come again on every page.
func (l *layout) table(s Section, size float64) {
	height := size * 0.56
	heads := func() {
		x := margin
		for _, c := range s.Columns {
			l.mark(Mark{X: x, Y: l.y, W: c.Width, H: height + 1, Text: c.Head, Size: size, Bold: true, Align: c.Align, Fill: true})
			x += c.Width
		}
		l.y += height + 1
	}
	l.room(3 * height)
	heads()
	for i, row := range s.Rows {
		if l.room(height) {
			heads()
		}
		x := margin
		for j, c := range s.Columns {
			l.mark(Mark{X: x, Y: l.y, W: c.Width, H: height, Text: row[j].Text, Size: size, Bold: s.Total && i == len(s.Rows)-1, Align: c.Align, Under: true})
			x += c.Width
		}
		l.y += height
	}
}

// sign is the seal of the record and the blocks where people sign, together on a page.
func (l *layout) sign(r Report) {
	const high, gap = 27.0, 6.0
	if len(r.Signers) > 0 {
		l.room(high + 16)
		l.y += 5
		w := (Wide - 2*margin - gap*float64(len(r.Signers)-1)) / float64(max(2, len(r.Signers)))
		for i, label := range r.Signers {
			x := margin + float64(i)*(w+gap)
			l.mark(Mark{X: x, Y: l.y, W: w, H: 5, Text: label, Size: 8.5, Align: "L", Pale: true})
			l.mark(Mark{X: x, Y: l.y + 5, W: w, H: high, Frame: true})
			l.blocks = append(l.blocks, Block{Page: len(l.pages), X: x, Y: l.y + 5, W: w, H: high, Label: label})
		}
		l.y += high + 8
	}
	if r.Seal != "" {
		l.line(r.Seal, 6.5, 4, false)
	}
}
