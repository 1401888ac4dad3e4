// Package preview shows on the screen the pages of a report as they come out of the printer.
package preview

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/reports/paper"
)

// wholePage is the zoom at which a page fits the height. A zoom from 1 on is the page's width in widths of the
// control.
const wholePage = 0

var zooms = []float64{wholePage, 1, 1.4, 2, 2.8}

// A Paper shows the pages of a report as they come out of the printer, black on white. It
// turns pages and goes nearer; what lies on them it is given.
type Paper struct {
	*controls.Drawn
	OnTurn func() // after another place is shown

	pages []paper.Page
	words string // shown where there are no pages
	page  int
	zoom  int
	x, y  float64 // millimetres of the page that stand at the top left
	size  fyne.Size
}

// NewPaper returns a paper without pages.
func NewPaper() *Paper {
	p := &Paper{OnTurn: func() {}, zoom: 1}
	p.Drawn = controls.NewDrawn(fyne.NewSize(200, 200), p.draw, nil)
	return p
}

// Show shows a document from its first page on.
func (p *Paper) Show(pages []paper.Page) { p.put(pages, "") }

// Renew shows pages in place of those that are shown, at the place that was looked at.
func (p *Paper) Renew(pages []paper.Page) {
	p.pages, p.words, p.page = pages, "", min(p.page, len(pages)-1)
	p.clamp()
	p.moved()
}

// Say shows a sentence instead of pages.
func (p *Paper) Say(words string) { p.put(nil, words) }

func (p *Paper) put(pages []paper.Page, words string) {
	p.pages, p.words, p.page, p.x, p.y = pages, words, 0, 0, 0
	p.moved()
}

// Place returns the page that is shown, from 1, and the number of pages; 0 of 0 without any.
func (p *Paper) Place() (page, of int) {
	if len(p.pages) == 0 {
		return 0, 0
	}
	return p.page + 1, len(p.pages)
}

func (p *Paper) moved() {
	p.Refresh()
	p.OnTurn()
}

// scale returns how many units of the screen a millimetre takes.
func (p *Paper) scale() float64 {
	byWidth := float64(p.size.Width) / paper.Wide
	if zooms[p.zoom] == wholePage {
		return min(byWidth, float64(p.size.Height)/paper.High)
	}
	return byWidth * zooms[p.zoom]
}

// view returns how many millimetres are seen at once.
func (p *Paper) view() (wide, high float64) {
	s := p.scale()
	return float64(p.size.Width) / s, float64(p.size.Height) / s
}

// Zoom magnifies by steps; by less with fewer than 0.
func (p *Paper) Zoom(steps int) {
	p.zoom = max(0, min(p.zoom+steps, len(zooms)-1))
	p.clamp()
	p.moved()
}

// Turn scrolls down by what is seen, or to the next page; backwards with -1.
func (p *Paper) Turn(direction int) {
	const kept = 0.1 // of what was seen stays in view
	if p.size.Width <= 0 || p.size.Height <= 0 {
		return
	}
	_, high := p.view()
	switch end := max(0, paper.High-high); {
	case direction > 0 && p.y < end-1:
		p.y = min(end, p.y+high*(1-kept))
	case direction < 0 && p.y > 1:
		p.y = max(0, p.y-high*(1-kept))
	case direction > 0 && p.page < len(p.pages)-1:
		p.page, p.y = p.page+1, 0
	case direction < 0 && p.page > 0:
		p.page, p.y = p.page-1, end
	}
	p.moved()
}

// Aside moves along the lines of a page that is wider than the control.
func (p *Paper) Aside(direction int) {
	if p.size.Width <= 0 || p.size.Height <= 0 {
		return
	}
	wide, _ := p.view()
	p.x += float64(direction) * wide / 3
	p.clamp()
	p.moved()
}

func (p *Paper) clamp() {
	if p.size.Width <= 0 || p.size.Height <= 0 {
		return
	}
	wide, high := p.view()
	p.x = max(0, min(p.x, paper.Wide-wide))
	p.y = max(0, min(p.y, paper.High-high))
}

// Key turns, moves aside and zooms; false for a key that does not.
func (p *Paper) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyPageDown:
		p.Turn(1)
	case fyne.KeyPageUp:
		p.Turn(-1)
	case fyne.KeyRight:
		p.Aside(1)
	case fyne.KeyLeft:
		p.Aside(-1)
	default:
		return false
	}
	return true
}

func (p *Paper) draw(size fyne.Size) []fyne.CanvasObject {
	p.size = size
	if size.Width <= 0 || size.Height <= 0 {
		return nil
	}
	p.clamp()
	ground := controls.Rect(0, 0, size.Width, size.Height, 0, theme.KeyOff, nil, 0)
	if len(p.pages) == 0 {
		return append([]fyne.CanvasObject{ground}, p.sentence(size)...)
	}
	page, scale, x, y := p.pages[p.page], p.scale(), p.x, p.y
	if free := float64(size.Width) - paper.Wide*scale; free > 0 { // it lies in the middle
		x = -free / 2 / scale
	}
	raster := canvas.NewRaster(func(w, h int) image.Image {
		pixels := float64(w) / float64(size.Width)
		return printed(page, w, h, scale*pixels, x, y)
	})
	raster.Resize(size)
	return []fyne.CanvasObject{ground, raster}
}

// sentence returns the text shown where there are no pages, in lines that fit.
func (p *Paper) sentence(size fyne.Size) []fyne.CanvasObject {
	u := min(size.Width/640, size.Height/400)
	line := 30 * u
	lines := controls.Wrap(p.words, 20*u, size.Width-60*u)
	y := (size.Height - line*float32(len(lines))) / 2
	var objects []fyne.CanvasObject
	for i, l := range lines {
		objects = append(objects, controls.Place(controls.Text(l, 20*u, theme.Quiet, false, size.Width), 0, y+float32(i)*line, size.Width, line, 0.5))
	}
	return objects
}
