// Package shell is the window: its keys and taps, its clock, the page and what lies over it. It has what every page
// asks for: a code, a PIN, a form, help. It knows neither the table nor the office; what a page can do besides
// being shown it says by a small interface.
package shell

import (
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/view"
)

// stands is how long a word on what was done stands at the most, where nobody touches anything.
const stands = 20 * time.Second

// A Standing knows since when a word stands somewhere; the zero one has seen none.
type Standing struct {
	word  view.Notice
	since time.Time
}

// Over reports whether the present word has been shown for long enough to be read.
func (s *Standing) Over(word view.Notice, now time.Time) bool {
	if word != s.word {
		s.word, s.since = word, now
	}
	return word.Text != "" && now.Sub(s.since) >= stands
}

// A Page is one full screen, or an overlay above one. It is given every key.
type Page interface {
	// Content returns what is drawn.
	Content() fyne.CanvasObject
	// Typed takes a character; false where it means nothing here.
	Typed(r rune) bool
	// Key takes a key that is no character; false where it means nothing here.
	Key(name fyne.KeyName) bool
}

// A writer is a page on which a text is written: keys that are held repeat there.
type writer interface{ Writes() bool }

// A warned is a page that has a place of its own for a word where nothing was done.
type warned interface{ Warn(word string) }

// A banded is a page over which, and over all that is opened from it, a word stands along the upper edge of the
// window. What is said over the page stands below then, above its foot. The foot is how much of the lower edge it
// needs to be worked with, on a screen 768 high.
type banded interface {
	Band() string
	Foot() float32
}

// A droppable is a page that takes files which are dropped onto the window.
type droppable interface{ Dropped(files []fyne.URI) }

// A covered is a page that is told whether something lies over it, whenever that may have changed.
type covered interface{ Covered(under bool) }

// A clearer is a page that does something once an undo key was held long enough.
type clearer interface{ ClearAll() }

// An ender is a page on which somebody is signed on: it signs them off when the window closes.
type ender interface{ Ended() error }

// A Ticking is a page on which time passes.
type Ticking interface{ Tick() }

// A helped is a page that says what the keys do on it now, and what they always do.
type helped interface {
	Help() (now, always []view.HelpRow)
}

// A paged makes a page of an object and the functions that take its keys.
type paged struct {
	drawn  fyne.CanvasObject
	onRune func(rune) bool
	onKey  func(fyne.KeyName) bool
}

// Content implements Page.
func (p paged) Content() fyne.CanvasObject { return p.drawn }

// Typed implements Page.
func (p paged) Typed(r rune) bool {
	return p.onRune != nil && p.onRune(r)
}

// Key implements Page.
func (p paged) Key(name fyne.KeyName) bool {
	return p.onKey != nil && p.onKey(name)
}

// PageOf makes a page of an object and the functions that take its keys; nil for one
// that takes none.
func PageOf(drawn fyne.CanvasObject, onRune func(rune) bool, onKey func(fyne.KeyName) bool) Page {
	return paged{drawn, onRune, onKey}
}

// WrittenPage returns such a page, on which a text is written.
func WrittenPage(drawn fyne.CanvasObject, onRune func(rune) bool, onKey func(fyne.KeyName) bool) Page {
	return written{paged{drawn, onRune, onKey}}
}

// A written is a page of a text that is written.
type written struct{ paged }

func (written) Writes() bool { return true }
