package shell

import (
	"fyne.io/fyne/v2"

	"sabot/app/controls"
)

// Watched returns a page whose keys and taps call seen: they count as use of the page below.
func Watched(p Page, seen func()) Page {
	if drawn, ok := p.Content().(*controls.Drawn); ok {
		drawn.Noticed = seen
	}
	return watched{p, seen}
}

type watched struct {
	Page
	seen func()
}

// Typed implements Page.
func (w watched) Typed(r rune) bool {
	w.seen()
	return w.Page.Typed(r)
}

// Key implements Page.
func (w watched) Key(name fyne.KeyName) bool {
	w.seen()
	return w.Page.Key(name)
}

// can returns the page as T, if it has its methods; for a watched one those of the page in it.
func can[T any](p Page) (T, bool) {
	if w, ok := p.(watched); ok {
		p = w.Page
	}
	t, ok := p.(T)
	return t, ok
}
