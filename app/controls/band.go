package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sabot/app/theme"
)

// BandHigh is the height of a band on a screen 768 high.
const BandHigh = 28

// NewBand returns a word along the upper edge of the window, over whatever is shown there. It takes no tap.
func NewBand(word string) fyne.CanvasObject {
	bar, line := canvas.NewRectangle(theme.Practice), lettered(word, theme.Ink, true)
	line.Alignment = fyne.TextAlignCenter
	return container.New(bandLayout{}, bar, line)
}

type bandLayout struct{}

func (bandLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (bandLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	u := unitOf(size)
	objects[1].(*canvas.Text).TextSize = 19 * u
	for _, o := range objects {
		o.Move(fyne.NewPos(0, 0))
		o.Resize(fyne.NewSize(size.Width, BandHigh*u))
	}
}
