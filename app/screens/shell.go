package screens

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
)

// Shell is the window: one page, at most one overlay above it, and the keys, which
// go to whichever is on top.
type Shell struct {
	window fyne.Window
	house  *session.House
	text   *text.Catalogue

	base    page
	overlay page
	under   []page // overlays that the one on top was opened from, the lowest first
	stack   *fyne.Container
	word    string // said over whatever is on top, until the next key or tap

	clock    clock
	hear     io.Writer // told of each key and tap that was dealt with; nil for nobody
	exit     func()    // closes the window
	keyboard keyboard
	reader   reader
	ticks    func()            // what else is done now and then
	untick   func()            // stops the clock of the top line
	broke    func(text string) // told of what broke and was caught; nil for nobody

	ending context.Context // done once the window has closed
	end    func()
	acting sync.WaitGroup // jobs beside the window that leave something behind
}

// newShell has a window that shows nothing yet. What comes by the window goes by its
// clock; hear is Options.Heard.
func newShell(window fyne.Window, house *session.House, c clock, hear io.Writer) *Shell {
	s := &Shell{window: window, house: house, stack: container.NewStack(), clock: c, hear: hear}
	s.reader.shell, s.exit = s, window.Close
	s.ticks = func() {}
	s.ending, s.end = context.WithCancel(context.Background())
	s.speak("")
	window.SetContent(s.stack)
	window.SetPadded(false)
	s.listen()
	return s
}

// speak changes the language; "" is the house's own.
func (s *Shell) speak(lang string) {
	if lang == "" {
		lang = s.house.State.Language
	}
	currency := s.house.State.Currency
	if currency == "" {
		currency = "CHF"
	}
	s.text = text.Open(lang, currency)
}

func (s *Shell) viewer() view.Viewer {
	return view.Viewer{Text: s.text, House: &s.house.State, Now: s.house.Now}
}

// stop stops the window's clock, and waits until what was begun beside the window and
// leaves something behind is done.
func (s *Shell) stop() {
	s.untick()
	s.end()
	s.acting.Wait()
}

func (s *Shell) show(p page) {
	s.base, s.overlay, s.under = p, nil, nil
	s.layout()
}

// over shows an overlay, above the one from which it was opened: going back brings that
// back, with all that was typed into it.
func (s *Shell) over(p page) {
	if s.overlay != nil {
		s.under = append(s.under, s.overlay)
	}
	s.overlay = p
	s.layout()
}

// instead shows an overlay in place of the one that is open.
func (s *Shell) instead(p page) {
	s.overlay = p
	s.layout()
}

// back is one step back: to the overlay from which the one on top was opened, or to the
// page.
func (s *Shell) back() {
	s.overlay = nil
	if n := len(s.under); n > 0 {
		s.overlay, s.under = s.under[n-1], s.under[:n-1]
	}
	s.layout()
}

// downTo goes back to the overlay that draws that, over however many steps.
func (s *Shell) downTo(drawn fyne.CanvasObject) {
	for s.overlay != nil && s.overlay.content() != drawn {
		s.back()
	}
}

// closeOverlay brings the page back, whatever lies over it.
func (s *Shell) closeOverlay() { s.overlay, s.under = nil, nil; s.layout() }

// leave is the word on the key that goes back.
func (s *Shell) leave() string {
	if s.overlay != nil {
		return s.text.T("back_overlay")
	}
	return s.text.T("close_overlay")
}

func (s *Shell) layout() {
	s.word = ""
	s.guard(s.base.content())
	if s.overlay != nil {
		s.guard(s.overlay.content())
	}
	s.pile()
	s.window.Canvas().Unfocus()
}

// pile lays the page, what lies over it and the word that is said one above the other.
func (s *Shell) pile() {
	objects := []fyne.CanvasObject{s.base.content()}
	if s.overlay != nil {
		objects = append(objects, s.overlay.content())
	}
	if s.word != "" {
		objects = append(objects, controls.NewWord(s.word))
	}
	s.stack.Objects = objects
	s.stack.Refresh()
}

// guard has whatever can be tapped go by the window's clock; what comes into sight again
// was not there before.
func (s *Shell) guard(o fyne.CanvasObject) {
	switch o := o.(type) {
	case *controls.Drawn:
		o.Guard(s.clock, s.tapped)
	case *fyne.Container:
		for _, child := range o.Objects {
			s.guard(child)
		}
	}
}

// warn says a word where nothing was done: on the page, where it has a place for it, or over it.
func (s *Shell) warn(word string) {
	if p, ok := s.top().(warned); ok {
		p.warn(word)
		return
	}
	s.word = word
	s.pile()
}

// quiet takes the word away that lies over a page.
func (s *Shell) quiet() {
	if s.word != "" {
		s.word = ""
		s.pile()
	}
}

// noUse says that a key means nothing here.
func (s *Shell) noUse(key string) {
	s.warn(s.text.T("no_such_key", text.Args{"Key": key}))
}

func (s *Shell) top() page {
	if s.overlay != nil {
		return s.overlay
	}
	return s.base
}

// heard tells whoever drives the window that what came was dealt with.
func (s *Shell) heard(what string) {
	if s.hear != nil {
		fmt.Fprintln(s.hear, what)
	}
}

// tick shows the time while nothing else happens.
func (s *Shell) tick() {
	s.untick = s.clock.After(5*time.Second, func() {
		if p, ok := s.base.(ticking); ok {
			p.tick()
		}
		s.ticks()
		s.tick()
	})
}

// askCode asks one person for number and PIN. What done answers is said on the
// pad, and the person may try again; "" closes it.
func (s *Shell) askCode(title string, done func(pad *controls.Code, code string)) {
	s.over(s.codePage(s.codePad(title, done)))
}

func (s *Shell) codePad(title string, done func(pad *controls.Code, code string)) *controls.Code {
	var pad *controls.Code
	cancel := s.text.T("sign_cancel")
	if s.overlay != nil {
		cancel = s.leave()
	}
	pad = controls.NewCode(controls.Code{
		Title: s.text.T(title), Hint: s.text.T("sign_hint"), OK: s.text.T("sign_ok"), Cancel: cancel,
		Who: func(code string) string {
			staff, _, _ := s.house.State.SplitCode(code)
			return staff.Name
		},
		OnDone:   func(code string) { done(pad, code) },
		OnCancel: s.back,
	})
	return pad
}

func (s *Shell) codePage(pad *controls.Code) page { return pageOf(pad.Drawn, pad.Rune, pad.Key) }
