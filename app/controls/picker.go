package controls

import (
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// A Picker is a list to choose from, over a page. Arrows or a tap choose a row, and keys at the bottom act on it.
// Enter does the first act, unless that has a key of its own.
type Picker struct {
	*Drawn
	OnClose func()

	Title   string
	Columns []Column
	Rows    [][]string
	Empty   string // what to say where there are no rows
	Close   string // label of the key that closes; "" where none does
	Quit    string // label of the key that ends the program, apart from all others; "" where none does
	Acts    []PickerAct
	Notes   []view.ApprovalLine // above the keys: what it comes to
	At      int                 // the row that is chosen when it is opened

	chosen      int
	first, fits int
	Board
}

// A PickerAct is an action of a picker. One for a row is off where there is no row, and where Off reports so of
// the row.
type PickerAct struct {
	Label, Key string
	Own        bool // the first one, and yet only its own key does it
	ForRow     bool
	Off        func(row int) bool
	Do         func(row int)
}

// NewPicker returns a picker with its content.
func NewPicker(p Picker) *Picker {
	picker := &p
	picker.chosen = max(0, min(p.At, len(p.Rows)-1))
	picker.Drawn = NewDrawn(fyne.NewSize(800, 500), picker.draw, &picker.Board)
	picker.Drawn.Help = "help_picker"
	picker.rolls(picker.Key)
	return picker
}

// Rune does what stands beside the key.
func (p *Picker) Rune(r rune) bool {
	for i, a := range p.Acts {
		if a.Key == strings.ToUpper(string(r)) {
			p.act(i)
			return true
		}
	}
	return false
}

// Key moves through the rows and does what Enter does; false for another key.
func (p *Picker) Key(name fyne.KeyName) bool {
	step := map[fyne.KeyName]int{
		fyne.KeyDown: 1, fyne.KeyUp: -1, fyne.KeyPageDown: max(1, p.fits-1), fyne.KeyPageUp: -max(1, p.fits-1),
		fyne.KeyHome: -len(p.Rows), fyne.KeyEnd: len(p.Rows),
	}[name]
	switch {
	case step != 0:
		p.choose(p.chosen + step)
	case name == fyne.KeyReturn || name == fyne.KeyEnter:
		if !p.enters() {
			return false
		}
		p.act(0)
	default:
		return false
	}
	return true
}

func (p *Picker) choose(row int) {
	p.chosen = max(0, min(row, len(p.Rows)-1))
	p.Refresh()
}

func (p *Picker) on(a PickerAct) bool {
	return (!a.ForRow || p.chosen < len(p.Rows)) && (a.Off == nil || !a.Off(p.chosen))
}

// Show puts other rows and notes into the list; the chosen row stays, as far as there is
// one.
func (p *Picker) Show(rows [][]string, notes []view.ApprovalLine) {
	p.Rows, p.Notes = rows, notes
	p.choose(p.chosen)
}

// Chosen returns the index of the chosen row.
func (p *Picker) Chosen() int { return p.chosen }

func (p *Picker) act(i int) {
	if i < len(p.Acts) && p.on(p.Acts[i]) {
		p.Acts[i].Do(p.chosen)
	}
}

func (p *Picker) draw(size fyne.Size) []fyne.CanvasObject {
	b := &p.Board
	x, y, w, h := b.panel(size, -80, -72, frame{title: p.Title, close: p.Close, leave: p.OnClose, enter: p.enters(), most: across(size)})
	u := b.Unit
	row := p.rowHigh(w)
	notes := 30 * u * float32(len(p.Notes))
	top, bottom := y+112*u, y+h-92*u-notes
	for i, note := range p.Notes {
		b.text(Marked(note.Text, note.Mark), 19*u, MarkColor(note.Mark), true, x+24*u, bottom+30*u*float32(i)+4*u, w-48*u, 30*u, 0)
	}
	b.cells(p.Columns, p.heads(), 16*u, theme.Quiet, true, x, y+76*u, w, 34*u)
	p.fits = max(1, int((bottom-top)/(row*u)))
	p.first = max(0, min(p.first, p.chosen, len(p.Rows)-p.fits))
	p.first = max(p.first, p.chosen-p.fits+1)
	if len(p.Rows) == 0 {
		b.text(p.Empty, 20*u, theme.Quiet, false, x+24*u, top, w-48*u, row*u, 0)
	}
	for i := p.first; i < min(p.first+p.fits, len(p.Rows)); i++ {
		p.row(i, x, top+float32(i-p.first)*row*u, w, (row-2)*u)
	}
	p.keys(x+24*u, y+h-76*u, w-48*u)
	if p.Quit != "" {
		const wide, high = 200, 50
		at := EnterPlace(size)
		b.key(x, at.Y+at.H-high*u, wide*u, high*u, p.Quit, "Esc", plainKey, p.OnClose)
	}
	if p.enters() {
		b.enter(size, p.Acts[0].Label, "Enter", p.on(p.Acts[0]), func() { p.act(0) })
	}
	return b.objects
}

// enters reports whether Enter does the first of what can be done.
func (p *Picker) enters() bool { return len(p.Acts) > 0 && !p.Acts[0].Own }

func (p *Picker) heads() []string {
	var heads []string
	for _, c := range p.Columns {
		heads = append(heads, c.Head)
	}
	return heads
}

// rowHigh returns the height of a row, in units: all are as high as the one that needs most.
func (p *Picker) rowHigh(w float32) float32 {
	lines := 1
	for _, row := range p.Rows {
		lines = max(lines, len(p.Board.broken(p.Columns, row, w, true)))
	}
	return 26*float32(lines) + 26
}

func (p *Picker) row(i int, x, y, w, h float32) {
	b, u := &p.Board, p.Board.Unit
	const line = 26
	lines := b.broken(p.Columns, p.Rows[i], w, true)
	if i == p.chosen {
		b.Add(Rect(x+8*u, y, w-16*u, h, 6*u, theme.KeyDown, nil, 0))
		b.Add(Rect(x+8*u, y, 6*u, h, 3*u, theme.Place, nil, 0))
	}
	top := y + (h-line*u*float32(len(lines)))/2
	for n, cells := range lines {
		b.cells(p.Columns, cells, rowSize*u, theme.Text, i == p.chosen, x, top+line*u*float32(n), w, line*u)
	}
	b.Area(p.Rows[i][0], x, y, w, h, func() { p.choose(i) })
}

// keys draws the keys for what can be done but by Enter, and at the right those that scroll.
func (p *Picker) keys(x, y, w float32) {
	b, u := &p.Board, p.Board.Unit
	const high, gap = 56, 10
	acts := p.Acts
	if p.enters() {
		acts = acts[1:]
	}
	wide := float32(190)
	if room := (w/u - 140) / float32(max(1, len(acts))); room < wide+gap {
		wide = room - gap // beside the keys that scroll
	}
	stacked, room := false, true // where one is stacked all are, since they are read as one row, as far as each has room so
	for _, a := range acts {
		stacked = stacked || b.stacks(wide*u, high*u, a.Label, a.Key)
		room = room && Fit(a.Label, readable*u, true, (wide-8)*u) >= readable*u
	}
	for i, a := range acts {
		style := plainKey
		if !p.on(a) {
			style = offKey
		}
		b.keyOf(x+float32(i)*(wide+gap)*u, y, wide*u, high*u, a.Label, a.Key, style, stacked && room || b.stacks(wide*u, high*u, a.Label, a.Key), func() { p.act(len(p.Acts) - len(acts) + i) })
	}
	if len(p.Rows) > p.fits {
		b.key(x+w-130*u, y, 60*u, high*u, "▲", "", plainKey, func() { p.choose(p.chosen - p.fits) })
		b.key(x+w-60*u, y, 60*u, high*u, "▼", "", plainKey, func() { p.choose(p.chosen + p.fits) })
	}
}
