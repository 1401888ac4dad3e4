package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Drawn is a widget that is drawn by one function of its size. It draws again only
// when it is told to or its size changes.
type Drawn struct {
	widget.BaseWidget
	draw func(fyne.Size) []fyne.CanvasObject
	min  fyne.Size
	tap  func(fyne.Position)
}

var _ fyne.Tappable = (*Drawn)(nil)

// NewDrawn is a widget of at least that size; tap may be nil.
func NewDrawn(minimum fyne.Size, draw func(fyne.Size) []fyne.CanvasObject, tap func(fyne.Position)) *Drawn {
	d := &Drawn{draw: draw, min: minimum, tap: tap}
	d.ExtendBaseWidget(d)
	return d
}

// Tapped hands on where the widget was tapped.
func (d *Drawn) Tapped(e *fyne.PointEvent) {
	if d.tap != nil {
		d.tap(e.Position)
	}
}

// CreateRenderer implements fyne.Widget.
func (d *Drawn) CreateRenderer() fyne.WidgetRenderer { return &drawnRenderer{of: d} }

type drawnRenderer struct {
	of      *Drawn
	size    fyne.Size
	objects []fyne.CanvasObject
}

func (r *drawnRenderer) Layout(size fyne.Size) {
	if size != r.size {
		r.size = size
		r.objects = r.of.draw(size)
	}
}

func (r *drawnRenderer) Refresh() {
	r.objects = r.of.draw(r.size)
	canvas.Refresh(r.of)
}

func (r *drawnRenderer) MinSize() fyne.Size           { return r.of.min }
func (r *drawnRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *drawnRenderer) Destroy()                     {}
