package controls

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// A Column is one column of a sheet: its heading, how wide it is beside the others, and how its text lies (0 left,
// 1 right).
type Column struct {
	Head  string
	Width float32
	Align float32
}

// A Sheet is a page over the table: a title, rows of text, Esc closes it. It scrolls
// by whole lines.
type Sheet struct {
	*Drawn
	OnClose func()

	Title   string
	Mark    view.Mark // what the title says: that something is right, or is not
	Columns []Column
	Rows    [][]string
	Foot    string
	Empty   string // what to say where there are no rows
	Close   string // label of the key that closes
	OK      string // label of the key that goes on, "" for none
	OnOK    func() // what Enter does, nil for nothing
	Apart   int    // the column where a list of its own begins, beside the first; 0 for none

	lines       [][]string // the rows, long ones broken
	first, fits int
	Board
}

// NewSheet returns a sheet with its content.
func NewSheet(s Sheet) *Sheet {
	sheet := &s
	if sheet.OnClose == nil {
		sheet.OnClose = func() {}
	}
	sheet.Drawn = NewDrawn(fyne.NewSize(800, 500), sheet.draw, &sheet.Board)
	sheet.Drawn.Help = "help_sheet"
	sheet.rolls(sheet.Key)
	return sheet
}

// Key scrolls, or goes on; false for a key that does neither.
func (s *Sheet) Key(name fyne.KeyName) bool {
	if s.OnOK != nil && (name == fyne.KeyReturn || name == fyne.KeyEnter) {
		s.OnOK()
		return true
	}
	step := map[fyne.KeyName]int{
		fyne.KeyDown: 1, fyne.KeyUp: -1, fyne.KeyPageDown: max(1, s.fits-1), fyne.KeyPageUp: -max(1, s.fits-1),
		fyne.KeyHome: -len(s.lines), fyne.KeyEnd: len(s.lines),
	}[name]
	if step == 0 {
		return false
	}
	s.scroll(step)
	return true
}

func (s *Sheet) scroll(step int) {
	s.first = max(0, min(s.first+step, len(s.lines)-s.fits))
	s.Refresh()
}

func (s *Sheet) draw(size fyne.Size) []fyne.CanvasObject {
	b := &s.Board
	x, y, w, h := b.panel(size, -80, -72, frame{title: Marked(s.Title, s.Mark), ink: MarkColor(s.Mark), close: s.Close, leave: s.OnClose, enter: s.OK != "", most: theme.Letters()})
	u := b.Unit
	line, top := 34*u, y+78*u
	bottom := y + h - 20*u
	if s.Foot != "" {
		bottom -= 44 * u
		b.text(s.Foot, 20*u, theme.Text, true, x+24*u, y+h-54*u, w-240*u, 40*u, 0)
	}
	if s.hasHeads() {
		s.row(s.heads(), x, top, w, line, true)
		top += line
	}
	s.fits = max(1, int((bottom-top)/line))
	s.lines = s.broken(w)
	if theme.Letters() > 1 && len(s.lines) > s.fits { // larger letters go on to where the keys that scroll lie
		s.fits = max(1, int((min(bottom, y+h-68*u)-top)/line))
	}
	s.first = max(0, min(s.first, len(s.lines)-s.fits))
	if len(s.Rows) == 0 {
		b.text(s.Empty, 20*u, theme.Quiet, false, x+24*u, top+line, w-48*u, line, 0)
	}
	for i := s.first; i < min(s.first+s.fits, len(s.lines)); i++ {
		s.row(s.lines[i], x, top+float32(i-s.first)*line, w, line, false)
	}
	if s.OK != "" {
		b.enter(size, s.OK, "Enter", true, s.OnOK)
	}
	if len(s.lines) > s.fits {
		s.pager(x+w-194*u, y+h-60*u)
	}
	return b.objects
}

// broken returns the rows as lines of a sheet so wide. A text that is too long for its column goes on in the
// next line, and only its own list makes room for it.
func (s *Sheet) broken(w float32) [][]string {
	var first, second [][]string
	for _, row := range s.Rows {
		if s.Apart == 0 {
			first = append(first, s.Board.broken(s.Columns, row, w, false)...)
			continue
		}
		left, right := slices.Clone(row), slices.Clone(row)
		clear(left[s.Apart:])
		clear(right[:s.Apart])
		first = append(first, s.Board.broken(s.Columns, left, w, false)...)
		if !blank(right) {
			second = append(second, s.Board.broken(s.Columns, right, w, false)...)
		}
	}
	for len(first) > len(second) && blank(first[len(first)-1]) && s.Apart > 0 {
		first = first[:len(first)-1]
	}
	for n, beside := range second {
		if n == len(first) {
			first = append(first, make([]string, len(beside)))
		}
		copy(first[n][s.Apart:], beside[s.Apart:])
	}
	return first
}

// blank reports whether a row is empty.
func blank(row []string) bool { return strings.Join(row, "") == "" }

// broken returns a row of a table so wide in as many lines as it takes. A text that could not be read in its column
// goes on in the next line.
func (b *Board) broken(columns []Column, row []string, w float32, bold bool) [][]string {
	u, total := b.Unit, float32(0)
	for _, c := range columns {
		total += c.Width
	}
	lines := [][]string{make([]string, len(row))}
	for i, cell := range row {
		parts := []string{cell}
		if i < len(columns) && columns[i].Align == 0 {
			width := (w-48*u)*columns[i].Width/total - 12*u - inset(columns, i)*u
			if Measure(cell, readable*u, bold).Width > width {
				parts = WrapAs(cell, rowSize*u, width, bold)
			}
		}
		for n, part := range parts {
			if n == len(lines) {
				lines = append(lines, make([]string, len(row)))
			}
			lines[n][i] = part
		}
	}
	return lines
}

// rowSize is the letter of a row, in units.
const rowSize = 19

func (s *Sheet) pager(x, y float32) {
	u := s.Board.Unit
	style := func(on bool) keyStyle {
		if on {
			return plainKey
		}
		return offKey
	}
	s.Board.key(x, y, 80*u, 48*u, "▲", "", style(s.first > 0), func() { s.scroll(-s.fits + 1) })
	s.Board.key(x+90*u, y, 80*u, 48*u, "▼", "", style(s.first+s.fits < len(s.lines)), func() { s.scroll(s.fits - 1) })
}

func (s *Sheet) hasHeads() bool {
	for _, c := range s.Columns {
		if c.Head != "" {
			return true
		}
	}
	return false
}

func (s *Sheet) heads() []string {
	heads := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		heads[i] = c.Head
	}
	return heads
}

func (s *Sheet) row(cells []string, x, y, w, h float32, head bool) {
	if u := s.Board.Unit; head {
		s.Board.cells(s.Columns, cells, 16*u, theme.Quiet, true, x, y, w, h)
	} else {
		s.Board.cells(s.Columns, cells, rowSize*u, theme.Text, false, x, y, w, h)
	}
}

// inset returns how far from its edge a column begins, in units: words keep away from the figures that end
// beside them.
func inset(columns []Column, i int) float32 {
	if i > 0 && columns[i].Align == 0 && columns[i-1].Align == 1 {
		return 10
	}
	return 0
}

// cells draws a row of texts under columns. All of them are in heavy letters or none, so that none stands out that
// means no more than the others.
func (b *Board) cells(columns []Column, cells []string, size float32, ink color.Color, bold bool, x, y, w, h float32) {
	u, total := b.Unit, float32(0)
	for _, c := range columns {
		total += c.Width
	}
	cells = cells[:min(len(cells), len(columns))]
	width := func(i int) float32 { return (w-48*u)*columns[i].Width/total - 12*u - inset(columns, i)*u }
	for i, cell := range cells {
		bold = bold && Fit(cell, size, true, width(i)) >= readable*u
	}
	at := x + 24*u
	for i, cell := range cells {
		b.text(cell, size, ink, bold, at+inset(columns, i)*u, y, width(i), h, columns[i].Align)
		at += (w - 48*u) * columns[i].Width / total
	}
}

// A Choice is one line of a menu.
type Choice struct {
	Label string
	Group string // the heading under which it stands; "" for none
	About string // what it is, under the label
	Help  string // what it does, for the page that says what the keys do; "" where the label says it
	Key   string // "" for the letter of its place in the menu; a function key's name too
	Do    func()
	Tap   func() // what it does for a finger, where the record tells it from a key; nil for Do
	Off   bool
	Why   func() // says why it is off; nil where nobody need ask
}

// choose does what a line does, or says why it is off; false where neither.
func (c Choice) choose() bool {
	do := c.Do
	if c.Off {
		do = c.Why
	}
	if do != nil {
		do()
	}
	return do != nil
}

// A Menu is a list of things to choose from, over the table or alone; a letter or a tap chooses. A line's letter is
// that of its place, be it off or not, so that nothing moves under the finger. Digits are amounts and boxes, never
// the nth line. Where choices stand under headings, each heading has a column.
type Menu struct {
	*Drawn
	OnClose func()

	Title   string
	Lead    string // lines under the title
	Choices []Choice
	Close   string // label of the key that closes; "" where it cannot be closed
	// About is what is chosen about, beside the choices; none where the title says it.
	About
	Board
}

// NewMenu returns a menu with its content.
func NewMenu(m Menu) *Menu {
	menu := &m
	menu.Choices = slices.Clone(m.Choices)
	own := func(letter string) bool {
		return slices.ContainsFunc(m.Choices, func(c Choice) bool { return strings.EqualFold(c.Key, letter) })
	}
	next := 'a'
	for i := range menu.Choices {
		for next <= 'z' && own(string(next)) { // a line has it for its own
			next++
		}
		if menu.Choices[i].Key == "" && next <= 'z' {
			menu.Choices[i].Key = string(next)
		}
		next++
	}
	menu.Drawn = NewDrawn(fyne.NewSize(800, 500), menu.draw, &menu.Board)
	menu.Drawn.Help, menu.Drawn.Told = "help_menu", menu.told
	return menu
}

// told returns what each line does, by its key.
func (m *Menu) told() []KeyTold {
	var rows []KeyTold
	for _, c := range m.Choices {
		var says []string
		for _, part := range []string{c.Label, c.About, c.Help} {
			if part != "" {
				says = append(says, strings.ReplaceAll(part, "\n", ", "))
			}
		}
		key := strings.ToUpper(c.Key)
		if len(key) > 3 {
			key = c.Key
		}
		rows = append(rows, KeyTold{key, says})
	}
	return rows
}

// Rune chooses by the key that stands beside a choice.
func (m *Menu) Rune(r rune) bool {
	for _, c := range m.Choices {
		if strings.EqualFold(c.Key, string(r)) {
			return c.choose()
		}
	}
	return false
}

// Key chooses by a function key that stands beside a choice.
func (m *Menu) Key(name fyne.KeyName) bool {
	for _, c := range m.Choices {
		if len(c.Key) > 1 && (c.Key == string(name) || c.Key == "Enter" && (name == fyne.KeyReturn || name == fyne.KeyEnter)) && c.choose() {
			return true
		}
	}
	return m.scrolls(name, m.Refresh)
}

// lineHigh returns the height of a choice in a column so wide, in units: as high as the one with the longest
// text.
func (m *Menu) lineHigh(w float32) float32 {
	high := float32(64)
	for _, c := range m.Choices {
		if c.About != "" {
			high = max(high, 64+aboutLine*float32(len(m.about(c, w))))
		}
	}
	return high
}

// labelHigh is the height of a label that has something below it, in units.
const labelHigh = 46

// aboutLine is how high a line about a choice is, in units.
const aboutLine = 20

// about returns the text about a choice, in as many lines as it takes.
func (m *Menu) about(c Choice, w float32) []string {
	return Wrap(c.About, readable*m.Board.Unit, w-72*m.Board.Unit)
}

func (m *Menu) draw(size fyne.Size) []fyne.CanvasObject {
	b := &m.Board
	u := grown(size, m.most(size))
	b.Unit = u // what is measured before the panel is there is measured in it
	choices, entered := m.parted()
	columns, heads := inColumns(choices)
	rows, headed := 0, float32(0)
	for _, column := range columns {
		rows = max(rows, len(column))
	}
	wide := float32(660)
	if len(columns) > 1 {
		wide = 980
	}
	if len(heads) > 0 {
		headed = groupHigh * u
	}
	if len(m.Lines) > 0 {
		m.drawBeside(size, choices, entered)
		return b.objects
	}
	cw := (wide*u - 48*u - 10*u*float32(len(columns)-1)) / float32(len(columns))
	line := min(m.lineHigh(cw)*u, (size.Height-220*u-headed)/float32(max(1, rows)))
	var lead []string
	for _, l := range strings.Split(m.Lead, "\n") {
		lead = append(lead, Wrap(l, 17*u, (wide-48)*u)...)
	}
	more := float32(len(lead)-1)*28*u + headed
	x, y, w, _ := b.panel(size, wide, (line*float32(rows)+more)/u+130, frame{title: m.Title, close: m.Close, leave: m.OnClose, enter: entered != nil, most: m.most(size)})
	for i, l := range lead {
		b.text(l, 17*u, theme.Quiet, false, x+24*u, y+(66+28*float32(i))*u, w-48*u, 30*u, 0)
	}
	for n, column := range columns {
		cx, cy := x+24*u+float32(n)*(cw+10*u), y+104*u+more
		if len(heads) > 0 {
			b.text(heads[n], 20*u, theme.Quiet, true, cx+16*u, cy-headed, cw-32*u, headed-6*u, 0)
		}
		for i, c := range column {
			m.choice(c, cx, cy+float32(i)*line, cw, line-8*u)
		}
	}
	m.drawEnter(size, entered)
	return b.objects
}

// most returns how many times larger than common the letters of a menu can be: each choice stays high enough for a finger,
// with room for what is said about it.
func (m *Menu) most(size fyne.Size) float32 {
	choices, _ := m.parted()
	columns, heads := inColumns(choices)
	rows, headed, about := 0, float32(0), float32(0)
	for _, column := range columns {
		rows = max(rows, len(column))
	}
	if len(heads) > 0 {
		headed = groupHigh
	}
	for _, c := range choices {
		if c.About != "" {
			about = 2 * aboutLine
		}
	}
	lead := 28 * float32(strings.Count(m.Lead, "\n")+min(1, len(m.Lead)/60))
	high := 130 + headed + lead + (56+about)*float32(rows)
	return min(across(size), size.Height/unitOf(size)/(high+90))
}

// groupHigh is the height of a heading over choices, in units.
const groupHigh = 36

// inColumns returns the choices of each column, and the columns' headings where choices stand under some.
func inColumns(choices []Choice) (columns [][]Choice, heads []string) {
	if len(choices) > 0 && choices[0].Group != "" {
		for _, c := range choices {
			n := slices.Index(heads, c.Group)
			if n < 0 {
				n = len(heads)
				heads, columns = append(heads, c.Group), append(columns, nil)
			}
			columns[n] = append(columns[n], c)
		}
		return columns, heads
	}
	first := len(choices)
	if first > oneColumn {
		first = (first + 1) / 2
	}
	columns = [][]Choice{choices[:first]}
	if first < len(choices) {
		columns = append(columns, choices[first:])
	}
	return columns, nil
}

// parted returns the choices of the list, and the one that Enter chooses; nil where none is.
func (m *Menu) parted() (list []Choice, entered *Choice) {
	for i, c := range m.Choices {
		if c.Key == "Enter" && entered == nil {
			entered = &m.Choices[i]
			continue
		}
		list = append(list, c)
	}
	return list, entered
}

// drawEnter draws the choice of Enter in its place.
func (m *Menu) drawEnter(window fyne.Size, c *Choice) {
	if c != nil {
		m.Board.enter(window, c.Label, "Enter", !c.Off, func() { c.choose() })
	}
}

// drawBeside draws a menu with the text on its subject at the left of its choices.
func (m *Menu) drawBeside(size fyne.Size, choices []Choice, entered *Choice) {
	b := &m.Board
	const wide, list, high = 980, 520, 610
	x, y, w, h := b.panel(size, wide, high, frame{close: m.Close, leave: m.OnClose, enter: entered != nil})
	u := b.Unit
	m.About.draw(b, x+24*u, y+14*u, (list-24)*u, h-28*u, m.Refresh)
	x, w = x+list*u, w-(list+24)*u
	lines := WrapAs(m.Title, 22*u, w, true)
	top := y + 84*u
	for _, l := range lines {
		b.text(l, 22*u, theme.Text, true, x, top, w, 32*u, 0)
		top += 32 * u
	}
	for i, c := range choices {
		m.choice(c, x, top+(16+110*float32(i))*u, w, 98*u)
	}
	m.drawEnter(size, entered)
}

// oneColumn is the largest number of choices in one column. More choices stand in two columns, so that each is
// high enough for a finger.
const oneColumn = 9

// choice draws one line of the menu.
func (m *Menu) choice(c Choice, x, y, w, h float32) {
	b, u := &m.Board, m.Board.Unit
	style, ink, letter := plainKey, theme.Text, theme.Quiet
	if c.Off {
		style, ink, letter = offKey, theme.Faint, theme.Faint
	}
	b.key(x, y, w, h, "", "", style, nil)
	if !c.Off || c.Why != nil {
		tapped := c
		if c.Tap != nil {
			tapped.Do = c.Tap
		}
		b.Area(c.Label, x, y, w, h, func() { tapped.choose() })
	}
	name, room := strings.ToUpper(c.Key), float32(40)
	if len(name) > 3 { // a key with a name, as it stands on every other
		name, room = c.Key, 64
	}
	b.text(name, 20*u, letter, true, x+16*u, y, room*u, h, 0)
	high := h
	if c.About != "" {
		lines := m.about(c, w)
		high = h - (aboutLine*float32(len(lines))+10)*u
		if spare := high - labelHigh*u; spare > 0 { // a label stands close above what is said about it
			high, y = high-spare, y+spare/2
		}
		for i, line := range lines {
			b.text(line, readable*u, theme.Quiet, false, x+60*u, y+high+aboutLine*float32(i)*u, w-72*u, aboutLine*u, 0)
		}
	}
	b.label(c.Label, 20*u, ink, x+(20+room)*u, y, w-(32+room)*u, high, 0)
}
