package paper

import (
	"cmp"
	"slices"
)

// Measures of a page, A4 upright, in millimetres.
const (
	margin = 15.0
	bottom = 18.0
	// Wide and High are the page's.
	Wide = 210.0
	High = 297.0
	// across is the width between the margins.
	across = Wide - 2*margin
	// SmallestType is the size under which nothing stands on paper, in points.
	SmallestType = 7.0
)

// A Page is the marks on one page.
type Page struct{ Marks []Mark }

// A Mark is a line of text in a rectangle, a rectangle or a picture, in millimetres from the
// page's top left.
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
	Picture    []byte // a PNG, as large as the rectangle
}

// A Block is a rectangle where somebody signs, in millimetres from the page's top left.
type Block struct {
	Page       int // from 1
	X, Y, W, H float64
	Label      string
}

// A layout puts a report on pages. Width is how wide a text is at one point of size.
type layout struct {
	width  func(text string, bold bool) float64
	report Report
	signed signed // what stands at its end
	pages  []Page
	blocks []Block
	y      float64
}

// lay sets a report on pages, and returns its blocks for signatures too.
func lay(r Report, width func(string, bool) float64) ([]Page, []Block) {
	l := &layout{width: width, report: r, pages: []Page{{}}, y: margin}
	l.signed = l.measured(r)
	l.letterhead()
	l.paragraph(r.Title, 15, 7.5, true)
	l.y += 1
	if r.Banner != "" {
		l.banner()
	}
	l.pairs(r.Head)
	for i, s := range r.Sections {
		end := 0.0
		if i == len(r.Sections)-1 {
			end = l.signed.height // people sign on a page that says something of what they sign
		}
		l.section(s, end)
	}
	l.sign(r)
	return l.pages, l.blocks
}

// letterhead sets the house's name and address, with its logo on the right.
func (l *layout) letterhead() {
	const high, wide = 14.0, 50.0
	below := l.y
	if w, h, ok := pictureSize(l.report.Logo, wide, high); ok {
		l.mark(Mark{X: Wide - margin - w, Y: l.y, W: w, H: h, Picture: l.report.Logo})
		below += h + 2
	}
	for i, line := range append([]string{l.report.House}, l.report.Address...) {
		for _, part := range l.wrap(line, across-wide-padding, 9, i == 0) {
			l.mark(Mark{X: margin, Y: l.y, W: across - wide, H: 4.6, Text: part, Size: 9, Align: "L", Bold: i == 0, Pale: i > 0})
			l.y += 4.6
		}
	}
	l.y = max(l.y, below) + 1.5
}

// banner sets the sort of this paper in a frame.
func (l *layout) banner() {
	lines := l.wrap(l.report.Banner, across-padding, 12, true)
	high := 6 * float64(len(lines))
	l.mark(Mark{X: margin, Y: l.y, W: across, H: high + 2, Frame: true})
	for i, line := range lines {
		l.mark(Mark{X: margin, Y: l.y + 1 + 6*float64(i), W: across, H: 6, Text: line, Size: 12, Bold: true, Align: "C"})
	}
	l.y += high + 4
}

// newPage begins a page, with a line at its head that names the report.
func (l *layout) newPage() {
	l.pages, l.y = append(l.pages, Page{}), margin
	for _, part := range l.wrap(Join(l.report.House, Join(l.report.Title, l.report.Banner)), across-padding, 8, false) {
		l.mark(Mark{X: margin, Y: l.y, W: across, H: 4, Text: part, Size: 8, Align: "L", Pale: true})
		l.y += 4
	}
	l.mark(Mark{X: margin, Y: l.y - 4, W: across, H: 4.5, Under: true})
	l.y += 3
}

func (l *layout) mark(m Mark) {
	page := &l.pages[len(l.pages)-1]
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
	l.mark(Mark{X: margin, Y: l.y, W: across, H: height, Text: text, Size: size, Bold: bold, Align: "L"})
	l.y += height
}

// paragraph sets a text over as many lines as it takes.
func (l *layout) paragraph(text string, size, height float64, bold bool) {
	for _, part := range l.wrap(text, across-padding, size, bold) {
		l.line(part, size, height, bold)
	}
}

// pairs sets labels and values, two to a line.
func (l *layout) pairs(list []Pair) {
	const label, value, gutter, height, size = 33.0, 54.0, 6.0, 5.5, 8.5
	for i := 0; i < len(list); i += 2 {
		two := list[i:min(i+2, len(list))]
		var texts [][]string
		for _, p := range two {
			texts = append(texts, l.wrap(p.Label, label-padding, size, false), l.wrap(p.Value, value-padding, size, true))
		}
		lines := most(texts)
		l.room(height * float64(lines))
		for j := range two {
			x := margin + float64(j)*(label+value+gutter)
			l.column(texts[2*j], lines, Mark{X: x, W: label, H: height, Size: size, Align: "L", Pale: true})
			l.column(texts[2*j+1], lines, Mark{X: x + label, W: value, H: height, Size: size, Bold: true, Align: "L", Under: true})
		}
		l.y += height * float64(lines)
	}
}

// section sets a heading, lines and a table. A short one stays on one page; of a long one the heading stands
// with the first rows. The last rows leave room for the notes below them, and for end millimetres behind.
func (l *layout) section(s Section, end float64) {
	const above, heading, short = 4.0, 7.0, 90.0
	t := l.tableOf(s)
	line := lineOf(8.5)
	var lines []string
	for _, text := range s.Lines {
		lines = append(lines, l.wrap(text, across-padding, 8.5, false)...)
	}
	top := above + heading*float64(len(l.wrap(s.Heading, across-padding, 11, true))) + line*float64(len(lines))
	if whole := top + t.whole(); whole <= short {
		l.room(whole + end)
	} else {
		first := top + t.first()
		if len(t.rows) <= 3 {
			first += end
		}
		l.room(first)
	}
	l.y += above
	l.paragraph(s.Heading, 11, heading, true)
	for _, text := range lines {
		l.line(text, 8.5, line, false)
	}
	l.table(t, end)
	for _, text := range t.notes {
		l.line(text, noteSize, lineOf(noteSize), false)
	}
}

// lineOf returns the height of a line in letters of a size, in millimetres.
func lineOf(size float64) float64 { return size * 0.56 }

// Measures of where people sign, in millimetres.
const (
	signHigh = 27.0
	signGap  = 6.0
	sealLine = 3.6
)

// A signed is the measured part of a report where people sign, with the seal of the record.
type signed struct {
	all    []string // labels of the blocks, then of the boxes
	labels [][]string
	label  float64 // height of the highest
	seal   []string
	code   []byte  // a PNG, nil for none
	height float64 // of all of it

	codeHigh float64
}

func (l *layout) measured(r Report) signed {
	s := signed{all: slices.Concat(r.Signers, r.ByHand), label: 5}
	for _, text := range s.all {
		parts := l.wrap(text, (across-signGap)/2-padding, 8.5, false)
		s.labels = append(s.labels, parts)
		s.label = max(s.label, 4.2*float64(len(parts)))
	}
	wide := across - padding
	if s.code = codeOf(r); s.code != nil {
		s.codeHigh = cmp.Or(r.CodeHigh, usualCode)
		wide -= s.codeHigh + signGap
	}
	if r.Seal != "" {
		s.seal = append([]string{r.SealHead}, l.wrap(r.Seal, wide, SmallestType, false)...)
	}
	if r.Spoken != "" {
		s.seal = append(s.seal, l.wrap(r.Spoken, wide, SmallestType+1, false)...)
	}
	s.height = max(0, s.codeHigh-sealLine*float64(len(s.seal))) + 5 + float64((len(s.all)+1)/2)*(s.label+signHigh+3) + sealLine*float64(len(s.seal)) + 4
	return s
}

// sign sets the seal of the record, and the blocks and boxes where people sign, together on a page.
func (l *layout) sign(r Report) {
	const width = (across - signGap) / 2
	all, labels, label, seal := l.signed.all, l.signed.labels, l.signed.label, l.signed.seal
	l.room(l.signed.height)
	l.y += 5
	for i := range all {
		x := margin + float64(i%2)*(width+signGap)
		l.column(labels[i], len(labels[i]), Mark{X: x, W: width, H: 4.2, Size: 8.5, Align: "L", Pale: true})
		y := l.y + label
		l.mark(Mark{X: x, Y: y, W: width, H: signHigh, Frame: true})
		if i < len(r.Signed) && i < len(r.Signers) {
			for n, line := range r.Signed[i] {
				l.mark(Mark{X: x + 2, Y: y + 3 + 5*float64(n), W: width - 4, H: 5, Text: l.wrap(line, width-4-padding, 8.5, n == 0)[0], Size: 8.5, Align: "L", Bold: n == 0})
			}
		}
		if i < len(r.Signers) {
			l.blocks = append(l.blocks, Block{Page: len(l.pages), X: x, Y: y, W: width, H: signHigh, Label: all[i]})
		}
		if i%2 == 1 || i == len(all)-1 {
			l.y = y + signHigh + 3
		}
	}
	if len(seal) > 0 {
		l.y += 2
	}
	if s := l.signed; s.code != nil {
		l.mark(Mark{X: Wide - margin - s.codeHigh, Y: l.y, W: s.codeHigh, H: s.codeHigh, Picture: s.code})
	}
	wide := across
	if l.signed.code != nil {
		wide -= l.signed.codeHigh + signGap
	}
	for i, text := range seal {
		l.mark(Mark{X: margin, Y: l.y, W: wide, H: sealLine, Text: text, Size: SmallestType, Align: "L", Bold: i == 0, Pale: i > 0})
		l.y += sealLine
	}
}
