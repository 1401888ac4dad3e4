package controls

import (
	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// FootHigh is the height of a foot on a screen 768 high.
const FootHigh = 76

// Foot is a word and a few keys below a page that is only looked at.
type Foot struct {
	*Drawn
	word string
	keys []DeskKey
	Board
}

// NewFoot is one with its content.
func NewFoot(word string, keys []DeskKey) *Foot {
	f := &Foot{word: word, keys: keys}
	f.Drawn = NewDrawn(fyne.NewSize(800, 50), f.draw, &f.Board)
	return f
}

func (f *Foot) draw(size fyne.Size) []fyne.CanvasObject {
	b := &f.Board
	b.Start(min(size.Width/1024, size.Height/FootHigh))
	u := b.Unit
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Rail, nil, 0))
	const wide, gap = 170, 8
	x := size.Width - (wide+gap)*u*float32(len(f.keys))
	b.text(f.word, 20*u, theme.Quiet, false, 16*u, 0, x-32*u, size.Height, 0)
	for _, k := range f.keys {
		b.key(x, 8*u, wide*u, 60*u, k.Label, k.Key, plainKey, k.Do)
		x += (wide + gap) * u
	}
	return b.objects
}
