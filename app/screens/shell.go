package screens

import (
	"fmt"
	"io"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
)

// Options are how the program was started.
type Options struct {
	Table    string // the table it stands at; "" to ask
	Language string // "" for the house's own
	Demo     bool   // set a demo house up where there is none
	// Heard is written a line to after each key and tap that was dealt with, but not which;
	// nil for nobody. Who drives the window from outside waits for it.
	Heard io.Writer

	clock clock // nil for the window's own
}

// Shell is the window: one page, at most one overlay above it, and the keys, which
// go to whichever is on top.
type Shell struct {
	window  fyne.Window
	house   *session.House
	options Options
	text    *text.Catalogue
	table   *Table // the table that is open here, nil before

	greeting string // said once, on the first table that opens

	base    page
	overlay page
	under   []page // overlays that the one on top was opened from, the lowest first
	stack   *fyne.Container

	clock     clock
	unhold    func() // stops what Backspace does while it is held; nil where it is not
	swallowed bool   // Backspace has done its one undo of this press
	untick    func() // stops the clock of the top line
}

// NewShell fills a window with the first page there is something to do on.
func NewShell(window fyne.Window, house *session.House, options Options) *Shell {
	s := &Shell{window: window, house: house, options: options, stack: container.NewStack(), clock: options.clock}
	if s.clock == nil {
		s.clock = windowClock{}
	}
	s.speak(options.Language)
	window.SetContent(s.stack)
	window.SetPadded(false)
	s.listen()
	s.start()
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

// start shows what comes first: setting the house up, choosing the table, or the
// table.
func (s *Shell) start() {
	state := &s.house.State
	_, named := state.TableNamed(s.options.Table)
	switch {
	case !state.SetUp() && s.options.Demo:
		s.setUp(pit.DemoPlan(s.text.Language, "", 1))
	case !state.SetUp():
		s.show(s.firstPage())
	case named:
		s.openTable(s.options.Table)
	case s.options.Table == "" && len(state.Tables) == 1:
		s.openTable(state.Tables[0].Name)
	default:
		s.show(s.pickPage())
	}
}

// openTable takes a table and shows it; where it cannot be had it says why.
func (s *Shell) openTable(name string) {
	t, err := s.house.OpenTable(name)
	if err != nil {
		s.show(s.troublePage(err))
		return
	}
	s.table = newTable(s, t)
	s.show(s.table)
	if s.greeting != "" {
		s.table.tell(s.greeting)
		s.greeting = ""
	}
}

// Release lets go of the table, for another program to take; the window's clock stops.
func (s *Shell) Release() error {
	s.untick()
	if s.table == nil {
		return nil
	}
	return s.table.session.Release()
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
	objects := []fyne.CanvasObject{s.base.content()}
	if s.overlay != nil {
		objects = append(objects, s.overlay.content())
	}
	s.stack.Objects = objects
	s.stack.Refresh()
	s.window.Canvas().Unfocus()
}

func (s *Shell) top() page {
	if s.overlay != nil {
		return s.overlay
	}
	return s.base
}

// holdToClear is how long Backspace is held to take all bets away.
const holdToClear = 3 * time.Second

func (s *Shell) listen() {
	s.listenTo(s.window.Canvas(), func(fyne.KeyName) bool { return false })
	s.tick()
}

// listenTo takes the keys of a window: those that are not its own are the shell's.
func (s *Shell) listenTo(c fyne.Canvas, own func(fyne.KeyName) bool) {
	c.SetOnTypedRune(s.typedRune)
	c.SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name != fyne.KeyTab && !own(e.Name) { // Tab comes by key down: Fyne keeps it from here
			s.typedKey(e.Name)
		}
	})
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { s.typedKey(fyne.KeyBackspace) })
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(s.keyDown)
		d.SetOnKeyUp(s.keyUp)
	}
}

func (s *Shell) keyDown(e *fyne.KeyEvent) {
	defer s.heard("key")
	switch e.Name {
	case fyne.KeyTab:
		s.typedKey(fyne.KeyTab)
	case fyne.KeyBackspace:
		s.keyUp(e)
		s.unhold = s.clock.After(holdToClear, func() {
			if s.table != nil && s.base == page(s.table) && s.overlay == nil {
				s.table.clearBets()
			}
		})
	}
}

func (s *Shell) keyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyBackspace {
		s.swallowed = false
		if s.unhold != nil {
			s.unhold()
			s.unhold = nil
		}
	}
}

func (s *Shell) typedRune(r rune) {
	if !s.top().typed(r) && s.table != nil && s.overlay == nil {
		s.table.noUse(string(r))
	}
}

func (s *Shell) typedKey(name fyne.KeyName) {
	if name == fyne.KeyBackspace && s.unhold != nil {
		if s.swallowed {
			return // the key repeats while it is held: one press, one undo
		}
		s.swallowed = true
	}
	if name == fyne.KeyF11 {
		s.window.SetFullScreen(!s.window.FullScreen())
		return
	}
	if s.top().key(name) {
		return
	}
	if name == fyne.KeyEscape && s.overlay != nil {
		s.back()
	}
}

// heard tells whoever drives the window that what came was dealt with.
func (s *Shell) heard(what string) {
	if s.options.Heard != nil {
		fmt.Fprintln(s.options.Heard, what)
	}
}

// tick shows the time while nothing else happens.
func (s *Shell) tick() {
	s.untick = s.clock.After(5*time.Second, func() {
		if s.table != nil {
			s.table.showTop()
		}
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

func (s *Shell) codePage(pad *controls.Code) page { return paged{pad.Drawn, pad.Rune, pad.Key} }
