package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sabot/app/theme"
)

// NewWord returns a short word over a page, at its upper edge: a dark plate as wide as the word. It takes no tap.
func NewWord(word string) fyne.CanvasObject { return newWord(word, wordLayout{}) }

// NewLowWord returns one above the lower edge, so far on a screen 768 high: where a band has the upper edge.
func NewLowWord(word string, above float32) fyne.CanvasObject {
	return newWord(word, wordLayout{low: true, above: above})
}

func newWord(word string, layout wordLayout) fyne.CanvasObject {
	bar := canvas.NewRectangle(theme.Night)
	bar.CornerRadius, bar.StrokeColor, bar.StrokeWidth = 8, theme.Faint, 1
	line := lettered(Warning(word), theme.Warn, true)
	line.Alignment = fyne.TextAlignCenter
	return container.New(layout, bar, line)
}

type wordLayout struct {
	low   bool
	above float32
}

// Where a word begins at the upper edge, and how high it is, on a screen 768 high.
const (
	wordTop  = 3
	wordHigh = 34
)

func (wordLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l wordLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	u := min(size.Width/1024, size.Height/768)
	bar, line := objects[0], objects[1].(*canvas.Text)
	const most, beside = 160, 32
	line.TextSize = Fit(line.Text, 20*u, true, size.Width-(most+beside)*u)
	w := Measure(line.Text, line.TextSize, true).Width + beside*u
	y := wordTop * u
	if l.low {
		y = size.Height - (l.above+wordHigh+1)*u
	}
	for _, o := range []fyne.CanvasObject{bar, line} {
		o.Move(fyne.NewPos((size.Width-w)/2, y))
		o.Resize(fyne.NewSize(w, wordHigh*u))
	}
}
