package reports

import "strings"

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
	const label, value, height, size = 34.0, 56.0, 5.5, 8.5
	for i := 0; i < len(list); i += 2 {
		two := list[i:min(i+2, len(list))]
		var texts [][]string
		for _, p := range two {
			texts = append(texts, l.fit(p.Label, label, size, false), l.fit(p.Value, value, size, true))
		}
		lines := most(texts)
		l.room(height * float64(lines))
		for j := range two {
			x := margin + float64(j)*(label+value)
			l.column(texts[2*j], lines, Mark{X: x, W: label, H: height, Size: size, Align: "L", Pale: true})
			l.column(texts[2*j+1], lines, Mark{X: x + label, W: value, H: height, Size: size, Bold: true, Align: "L", Under: true})
		}
		l.y += height * float64(lines)
	}
}

func (l *layout) section(s Section) {
	const above, heading = 4.0, 7.0
	size := s.Size
	if size == 0 {
		size = 9
	}
	t := l.tableOf(s, size)
	first := t.head + t.height(0)
	if len(s.Rows) == 0 {
		first = size
	}
	l.room(above + heading + size*0.56*float64(len(s.Lines)) + first)
	l.y += above
	l.paragraph(s.Heading, 11, heading, true)
	for _, text := range s.Lines {
		l.paragraph(text, size, size*0.56, false)
	}
	l.table(t)
}

// paragraph is a text over as many lines as it takes.
func (l *layout) paragraph(text string, size, height float64, bold bool) {
	for _, part := range l.wrap(text, Wide-2*margin-padding, size, bold) {
		l.line(part, size, height, bold)
	}
}

// padding is what a text leaves of its rectangle.
const padding = 2.2

// fit cuts a text into lines for a rectangle, between its words; one that is a little too
// long stays whole and gets smaller letters.
func (l *layout) fit(text string, width, size float64, bold bool) []string {
	const little, much = 0.88, 2.5
	width -= padding
	if l.width(text, bold)*size*little <= width {
		return []string{text}
	}
	for _, word := range strings.Fields(text) {
		if l.width(word, bold)*size > width*much {
			return l.wrap(text, width, size, bold)
		}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := line + " " + word; line != "" && l.width(longer, bold)*size <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = word
	}
	return append(lines, line)
}

// wrap cuts a text into lines of a width, between words where it can.
func (l *layout) wrap(text string, width, size float64, bold bool) []string {
	var lines []string
	rest := []rune(text)
	for len(rest) > 0 {
		n, space := 0, 0
		for n < len(rest) && l.width(string(rest[:n+1]), bold)*size <= width {
			if rest[n] == ' ' {
				space = n
			}
			n++
		}
		if n < len(rest) && space > 0 {
			n = space + 1
		}
		n = max(n, 1)
		lines, rest = append(lines, strings.TrimSpace(string(rest[:n]))), rest[n:]
	}
	return lines
}

// most is how many lines the longest of some texts has, at least one.
func most(texts [][]string) int {
	n := 1
	for _, t := range texts {
		n = max(n, len(t))
	}
	return n
}

// column marks the lines of a text one below the other, in a rectangle of so many; what
// lies under it is under the last.
func (l *layout) column(text []string, lines int, m Mark) {
	m.Y = l.y
	under := m.Under
	for i := range lines {
		m.Text, m.Under = "", under && i == lines-1
		if i < len(text) {
			m.Text = text[i]
		}
		if m.Text != "" || m.Under || m.Fill {
			l.mark(m)
		}
		m.Y += m.H
	}
}

// table is a section's table, its texts cut into lines.
type table struct {
	Section
	line  float64 // height of one
	size  float64
	head  float64 // height
	heads [][]string
	rows  [][][]string
}

func (l *layout) tableOf(s Section, size float64) table {
	t := table{Section: s, line: size * 0.56, size: size}
	for _, c := range s.Columns {
		t.heads = append(t.heads, l.fit(c.Head, c.Width, size, true))
	}
	t.head = t.line*float64(most(t.heads)) + 1
	for i, row := range s.Rows {
		var texts [][]string
		for j, c := range s.Columns {
			texts = append(texts, l.fit(row[j].Text, c.Width-s.gap(j), size, t.total(i)))
		}
		t.rows = append(t.rows, texts)
	}
	return t
}

func (t table) total(row int) bool { return t.Total && row == len(t.Rows)-1 }

func (t table) height(row int) float64 {
	if row >= len(t.rows) {
		return 0
	}
	return t.line * float64(most(t.rows[row]))
}

// table draws rows under headings, which come again on every page.
func (l *layout) table(t table) {
	head := func() {
		l.row(t.Columns, t.heads, Mark{H: t.head / float64(most(t.heads)), Size: t.size, Bold: true, Fill: true})
	}
	for i, texts := range t.rows {
		if i == 0 {
			l.room(t.head + t.height(i))
			head()
		} else if l.room(t.height(i)) {
			head()
		}
		l.row(t.Columns, texts, Mark{H: t.line, Size: t.size, Bold: t.total(i), Under: true})
	}
}

// row draws the cells of a row.
func (l *layout) row(columns []Column, texts [][]string, m Mark) {
	s, lines := Section{Columns: columns}, most(texts)
	x := margin
	for j, c := range columns {
		m.X, m.W, m.Align = x, c.Width, c.Align
		if gap := s.gap(j); gap > 0 {
			blank := m
			blank.W = gap
			l.column(nil, lines, blank)
			m.X, m.W = x+gap, c.Width-gap
		}
		l.column(texts[j], lines, m)
		x += c.Width
	}
	l.y += m.H * float64(lines)
}

// gap is what keeps a column of texts from the numbers before it.
func (s Section) gap(column int) float64 {
	if column > 0 && s.Columns[column].Align == "L" && s.Columns[column-1].Align == "R" {
		return 2
	}
	return 0
}

// sign is the seal of the record and the blocks where people sign, together on a page.
func (l *layout) sign(r Report) {
	const high, gap = 27.0, 6.0
	if len(r.Signers) > 0 {
		l.room(high + 20)
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
		l.paragraph(r.Seal, 6.5, 3.4, false)
	}
}
