package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sabot/app/theme"
)

// NewWord returns a short word over a page, along its upper edge. It takes no tap.
func NewWord(word string) fyne.CanvasObject { return newWord(word, wordLayout{}) }

// NewLowWord returns one above the lower edge, so far on a screen 768 high: where a band has the upper edge.
func NewLowWord(word string, above float32) fyne.CanvasObject {
	return newWord(word, wordLayout{low: true, above: above})
}

func newWord(word string, layout wordLayout) fyne.CanvasObject {
	bar := canvas.NewRectangle(theme.Warn)
	bar.CornerRadius = 8
	line := lettered(word, theme.Ink, true)
	line.Alignment = fyne.TextAlignCenter
	return container.New(layout, bar, line)
}

type wordLayout struct {
	low   bool
	above float32
}

// wordHigh is how high a word is on a screen 768 high.
const wordHigh = 34

func (wordLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l wordLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	u := min(size.Width/1024, size.Height/768)
	bar, line := objects[0], objects[1].(*canvas.Text)
	w := size.Width - 160*u
	line.TextSize = Fit(line.Text, 20*u, true, w-24*u)
	y := 3 * u
	if l.low {
		y = size.Height - (l.above+wordHigh+1)*u
	}
	for _, o := range []fyne.CanvasObject{bar, line} {
		o.Move(fyne.NewPos((size.Width-w)/2, y))
		o.Resize(fyne.NewSize(w, wordHigh*u))
	}
}
