// Package screens connects what is drawn with the session: keys and taps become
// commands, and after each the page shows what the table says. A page keeps
// nothing but what is in the croupier's hand and not yet entered.
package screens

import (
	"fyne.io/fyne/v2"

	"sabot/app/view"
)

// page is one full screen, or an overlay above one. It is given every key.
type page interface {
	// content is what is drawn.
	content() fyne.CanvasObject
	// typed takes a character; false where it means nothing here.
	typed(r rune) bool
	// key takes a key that is no character; false where it means nothing here.
	key(name fyne.KeyName) bool
}

// writer is a page on which a text is written: keys that are held repeat there.
type writer interface{ writes() bool }

// warned is a page that has a place of its own for a word where nothing was done.
type warned interface{ warn(word string) }

// clearer is a page that does something once an undo key was held long enough.
type clearer interface{ clearBets() }

// ticking is a page on which time passes.
type ticking interface{ tick() }

// helped is a page that says what the keys do on it now, and what they always do.
type helped interface {
	help() (now, always []view.HelpRow)
}

// paged makes a page of an object and the functions that take its keys.
type paged struct {
	drawn  fyne.CanvasObject
	onRune func(rune) bool
	onKey  func(fyne.KeyName) bool
}

func (p paged) content() fyne.CanvasObject { return p.drawn }

func (p paged) typed(r rune) bool {
	return p.onRune != nil && p.onRune(r)
}

func (p paged) key(name fyne.KeyName) bool {
	return p.onKey != nil && p.onKey(name)
}

// pageOf makes a page of an object and the functions that take its keys; nil for one
// that takes none.
func pageOf(drawn fyne.CanvasObject, onRune func(rune) bool, onKey func(fyne.KeyName) bool) page {
	return paged{drawn, onRune, onKey}
}

// writtenPage is such a page, on which a text is written.
func writtenPage(drawn fyne.CanvasObject, onRune func(rune) bool, onKey func(fyne.KeyName) bool) page {
	return written{paged{drawn, onRune, onKey}}
}

// written is a page of a text that is written.
type written struct{ paged }

func (written) writes() bool { return true }
