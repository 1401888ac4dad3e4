package controls

import (
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// FootHigh is the height of a foot on a screen 768 high.
const FootHigh = 76

// A Foot is a word and a few keys below a page that is only looked at.
type Foot struct {
	*Drawn
	word string
	keys []DeskKey
	Board
}

// NewFoot returns a foot with its content.
func NewFoot(word string, keys []DeskKey) *Foot {
	f := &Foot{word: word, keys: keys}
	f.Drawn = NewDrawn(fyne.NewSize(800, 50), f.draw, &f.Board)
	return f
}

// Set puts other keys there; one that does nothing stands there unlit.
func (f *Foot) Set(keys []DeskKey) {
	same := slices.EqualFunc(keys, f.keys, func(a, b DeskKey) bool {
		return a.Label == b.Label && a.Key == b.Key && (a.Do == nil) == (b.Do == nil)
	})
	f.keys = keys
	if !same {
		f.Refresh()
	}
}

// Say puts another word there.
func (f *Foot) Say(word string) {
	if f.word != word {
		f.word = word
		f.Refresh()
	}
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
		style := plainKey
		if k.Do == nil {
			style = offKey
		}
		b.key(x, 8*u, wide*u, 60*u, k.Label, k.Key, style, k.Do)
		x += (wide + gap) * u
	}
	return b.objects
}
