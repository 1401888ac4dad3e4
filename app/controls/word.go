package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sabot/app/theme"
)

// NewWord is a short word over a page, at the top or so far below it on a screen 768 high. It
// takes no tap.
func NewWord(word string, below float32) fyne.CanvasObject {
	bar := canvas.NewRectangle(theme.Warn)
	bar.CornerRadius = 8
	line := lettered(word, theme.Ink, true)
	line.Alignment = fyne.TextAlignCenter
	return container.New(wordLayout{below}, bar, line)
}

type wordLayout struct{ below float32 }

func (wordLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l wordLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	u := min(size.Width/1024, size.Height/768)
	bar, line := objects[0], objects[1].(*canvas.Text)
	w := size.Width - 160*u
	line.TextSize = Fit(line.Text, 20*u, true, w-24*u)
	for _, o := range []fyne.CanvasObject{bar, line} {
		o.Move(fyne.NewPos((size.Width-w)/2, (3+l.below)*u))
		o.Resize(fyne.NewSize(w, 34*u))
	}
}
