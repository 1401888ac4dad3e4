package controls

import (
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// A CompareRow is one chip of a count beside what there should be.
type CompareRow struct {
	Cells []string
	Off   bool // the two differ
}

// A CompareAct is an action on the page. Enter does the first.
type CompareAct struct {
	Label, Key string
	Do         func()
}

// A Compare shows what was counted beside what there should be: the difference in one large
// word, the chips that differ marked.
type Compare struct {
	*Drawn
	OnClose func()

	Title   string
	Word    view.ApprovalLine // the difference
	Notes   []string
	Columns []Column
	Rows    []CompareRow
	Close   string
	Acts    []CompareAct
	Board
}

// NewCompare returns the page with its content.
func NewCompare(c Compare) *Compare {
	page := &c
	page.Drawn = NewDrawn(fyne.NewSize(800, 500), page.draw, &page.Board)
	page.Drawn.Help = "help_compare"
	return page
}

// Rune takes the key of an act.
func (c *Compare) Rune(r rune) bool {
	for _, a := range c.Acts {
		if a.Key == strings.ToUpper(string(r)) {
			a.Do()
			return true
		}
	}
	return false
}

// Key takes Enter for the first act.
func (c *Compare) Key(name fyne.KeyName) bool {
	if name != fyne.KeyReturn && name != fyne.KeyEnter {
		return false
	}
	c.Acts[0].Do()
	return true
}

func (c *Compare) draw(size fyne.Size) []fyne.CanvasObject {
	b := &c.Board
	x, y, w, h := b.panel(size, 960, 700, frame{title: c.Title, close: c.Close, leave: c.OnClose, enter: true})
	u := b.Unit
	b.Add(Rect(x+24*u, y+76*u, w-48*u, 84*u, 9*u, theme.Night, MarkColor(c.Word.Mark), 3*u))
	b.text(Marked(c.Word.Text, c.Word.Mark), 42*u, MarkColor(c.Word.Mark), true, x+40*u, y+76*u, w-80*u, 84*u, 0.5)
	for i, note := range c.Notes {
		b.text(note, 18*u, theme.Text, false, x+24*u, y+(168+28*float32(i))*u, w-48*u, 28*u, 0)
	}
	top := y + (176+28*float32(len(c.Notes)))*u
	b.cells(c.Columns, c.heads(), 16*u, theme.Quiet, true, x, top, w, 28*u)
	room := y + h - 96*u - top - 30*u
	line := min(44*u, room/float32(max(1, len(c.Rows))))
	for i, row := range c.Rows {
		ly := top + 30*u + float32(i)*line
		if row.Off {
			row.Cells = append([]string{Warning(row.Cells[0])}, row.Cells[1:]...)
			b.Add(Rect(x+14*u, ly, w-28*u, line-3*u, 5*u, theme.Night, theme.Warn, 2*u))
		}
		b.cells(c.Columns, row.Cells, 20*u, theme.Text, row.Off, x, ly, w, line-3*u)
	}
	gap, acts := 10*u, c.Acts[1:]
	kw := (w - 48*u - gap*float32(len(acts)-1)) / float32(max(1, len(acts)))
	for i, a := range acts {
		b.key(x+24*u+float32(i)*(kw+gap), y+h-80*u, kw, 62*u, a.Label, a.Key, plainKey, a.Do)
	}
	b.enter(size, c.Acts[0].Label, "Enter", true, c.Acts[0].Do)
	return b.objects
}

func (c *Compare) heads() []string {
	var heads []string
	for _, column := range c.Columns {
		heads = append(heads, column.Head)
	}
	return heads
}
