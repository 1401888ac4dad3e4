package controls

import (
	"image/color"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// An About is the text of what is approved or asked about, line by line under a head, beside what is typed or
// chosen. It scrolls where there is much.
type About struct {
	Head  string
	Lines []view.ApprovalLine

	first int // the line that is on top
	fits  int
}

// scrolls moves the lines by a key; false for any other.
func (a *About) scrolls(name fyne.KeyName, refresh func()) bool {
	by := map[fyne.KeyName]int{fyne.KeyDown: 1, fyne.KeyUp: -1, fyne.KeyPageDown: a.fits, fyne.KeyPageUp: -a.fits}[name]
	if by == 0 || len(a.Lines) == 0 {
		return false
	}
	a.scroll(by, refresh)
	return true
}

func (a *About) scroll(by int, refresh func()) {
	a.first = max(0, a.first+by)
	refresh()
}

func (a *About) draw(b *Board, x, y, w, h float32, refresh func()) {
	u := b.Unit
	b.text(a.Head, 24*u, theme.Text, true, x, y, w-24*u, 40*u, 0)
	b.Add(Rect(x, y+48*u, w-24*u, h-48*u, 8*u, theme.Night, nil, 0))
	const size, line = 19, 30
	type row struct {
		text string
		ink  color.Color
	}
	var rows []row
	for _, l := range a.Lines {
		for i, part := range Wrap(Marked(l.Text, l.Mark), 1.06*size*u, w-60*u) {
			if i > 0 {
				part = "   " + part
			}
			rows = append(rows, row{part, MarkColor(l.Mark)})
		}
	}
	room := h - 60*u
	a.fits = int(room / (line * u))
	if len(rows) > a.fits {
		a.fits = int((room - 58*u) / (line * u))
		pages := y + h - 54*u
		b.key(x+w-184*u, pages, 72*u, 48*u, "▲", "", plainKey, func() { a.scroll(-a.fits, refresh) })
		b.key(x+w-106*u, pages, 72*u, 48*u, "▼", "", plainKey, func() { a.scroll(a.fits, refresh) })
	}
	a.first = max(0, min(a.first, len(rows)-a.fits))
	for i := a.first; i < min(a.first+a.fits, len(rows)); i++ {
		b.text(rows[i].text, size*u, rows[i].ink, rows[i].ink != color.Color(theme.Text), x+12*u, y+(54+line*float32(i-a.first))*u, w-48*u, line*u, 0)
	}
}
