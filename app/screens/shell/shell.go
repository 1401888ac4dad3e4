package shell

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
)

// A Shell is the window: one page, at most one overlay above it, and the keys, which
// go to whichever is on top.
type Shell struct {
	Window fyne.Window
	House  *session.House
	Text   *text.Catalogue // of the language that is spoken
	common string          // the language of this place, spoken to who has none of their own

	base    Page
	overlay Page
	under   []Page // overlays that the one on top was opened from, the lowest first
	stack   *fyne.Container
	cover   *controls.Drawn // lies between the page and what lies over it: no tap and no wheel goes through
	Word    string          // said over whatever is on top, until the next key or tap

	Clock    Clock
	hear     io.Writer // told of each key and tap that was dealt with; nil for nobody
	unheard  int       // characters that came and that it was not told of yet
	Exit     func()    // closes the window
	keyboard keyboard
	reader   reader
	digits   digits
	workers  []*Worker
	Ticks    func()            // what else is done now and then
	untick   func()            // stops the clock of the top line
	redraws  int               // pictures that are due since the window stood still
	Broke    func(text string) // told of what broke and was caught; nil for nobody
	unasked  bool              // the clock does something, nobody's hand
	sight    *controls.Sight   // of what changed by itself; nil where hands know what is there

	// HouseAt is the house to which a table belongs that is shown; nil where all are of this one.
	HouseAt func(table string) *house.House

	Folder string // the data directory of the house, as Kept has it; "" where there is none

	Ending context.Context // done once the window has closed
	end    func()

	currency string         // that amounts are in; "" for the house's first
	acting   sync.WaitGroup // jobs beside the window that leave something behind
}

// New returns a shell whose window shows nothing yet. Input of the window goes by its clock. A line is written
// to hear after each key and tap; nil for nobody.
func New(window fyne.Window, house *session.House, c Clock, hear io.Writer) *Shell {
	s := &Shell{Window: window, House: house, stack: container.NewStack(), hear: hear}
	s.cover = controls.NewDrawn(fyne.Size{}, func(fyne.Size) []fyne.CanvasObject { return nil }, nil)
	s.Clock = ByItself{c, s}
	s.reader.shell, s.Exit = s, window.Close
	s.Ticks = func() {}
	s.Ending, s.end = context.WithCancel(context.Background())
	s.Speak("")
	window.SetPadded(false) // before there is anything: else all is laid out twice
	window.SetContent(s.stack)
	s.listen()
	return s
}

// Speak changes the language of this place; "" is the house's own.
func (s *Shell) Speak(lang string) {
	s.common = lang
	s.speak(lang)
}

// SpeakTo speaks the language of who is here now, that of the place where they have none;
// back goes back to what was spoken before.
func (s *Shell) SpeakTo(who house.Staff) (back func()) {
	before := s.Text
	if lang := s.House.State.People().LanguageOf(who.Number); lang != "" {
		s.speak(lang)
	} else {
		s.speak(s.common)
	}
	return func() { s.Text = before }
}

func (s *Shell) speak(lang string) {
	if lang == "" {
		lang = s.House.State.Language
	}
	currency := s.House.State.Currency
	if currency == "" {
		currency = "CHF"
	}
	s.Text = text.Open(lang, currency).In(cmp.Or(s.currency, currency))
}

// In sets the currency of amounts; "" for the house's first.
func (s *Shell) In(currency string) {
	s.currency = currency
	s.Text = s.Text.In(cmp.Or(currency, s.House.State.Currency, s.Text.Currency))
}

// A priced is a page whose amounts are in a currency of its own.
type priced interface{ Currency() string }

// Viewer puts what the record has into words, in the language of the window.
func (s *Shell) Viewer() view.Viewer {
	return view.Viewer{Text: s.Text, House: &s.House.State, Now: s.House.Now}
}

// ViewerAt does for a table, whose amounts are in a currency of its own.
func (s *Shell) ViewerAt(table string) view.Viewer {
	v := s.Viewer()
	if s.HouseAt != nil {
		v.House = s.HouseAt(table)
	}
	v.Text = v.Text.In(cmp.Or(v.House.CurrencyOf(table), v.Text.Currency))
	return v
}

// Stop stops the window's clock, and waits until what was begun beside the window and
// leaves something behind is done.
func (s *Shell) Stop() {
	s.untick()
	s.end()
	s.acting.Wait()
}

// End does what Stop does, and signs off who is signed on at the page that is shown.
func (s *Shell) End() error {
	s.Stop()
	if p, ok := s.base.(ender); ok {
		return p.Ended()
	}
	return nil
}

// Show shows a page with nothing over it.
func (s *Shell) Show(p Page) {
	s.base, s.overlay, s.under = p, nil, nil
	currency := ""
	if own, ok := p.(priced); ok {
		currency = own.Currency()
	}
	s.In(currency)
	s.layout()
}

// Over shows an overlay, above the one from which it was opened: going back brings that
// back, with all that was typed into it.
func (s *Shell) Over(p Page) {
	if s.overlay != nil {
		s.under = append(s.under, s.overlay)
	}
	s.overlay = p
	s.layout()
}

// Instead shows an overlay in place of the one that is open.
func (s *Shell) Instead(p Page) {
	s.overlay = p
	s.layout()
}

// Back takes one step back: to the overlay from which the one on top was opened, or to the page.
func (s *Shell) Back() {
	s.overlay = nil
	if n := len(s.under); n > 0 {
		s.overlay, s.under = s.under[n-1], s.under[:n-1]
	}
	s.layout()
}

// DownTo goes back to the overlay that draws that, over however many steps.
func (s *Shell) DownTo(drawn fyne.CanvasObject) {
	for s.overlay != nil && s.overlay.Content() != drawn {
		s.Back()
	}
}

// CloseOverlay brings the page back, whatever lies over it.
func (s *Shell) CloseOverlay() { s.overlay, s.under = nil, nil; s.layout() }

// LeaveWord returns the word on the key that goes back.
func (s *Shell) LeaveWord() string {
	if s.overlay != nil {
		return s.Text.T("back_overlay")
	}
	return s.Text.T("close_overlay")
}

func (s *Shell) layout() {
	s.Word = ""
	s.Changed()
	if p, ok := can[covered](s.base); ok {
		p.Covered(s.overlay != nil)
	}
	s.guard(s.base.Content())
	if s.overlay != nil {
		s.guard(s.cover)
		s.guard(s.overlay.Content())
	}
	s.pile()
	s.Window.Canvas().Unfocus()
}

// pile lays the page, what lies over it and the word that is said one above the other.
func (s *Shell) pile() {
	objects := []fyne.CanvasObject{s.base.Content()}
	if s.overlay != nil {
		objects = append(objects, s.cover, s.overlay.Content())
	}
	word := func() fyne.CanvasObject { return controls.NewWord(s.Word) }
	if p, ok := s.base.(banded); ok {
		objects = append(objects, controls.NewBand(p.Band()))
		foot := float32(0)
		if s.overlay == nil {
			foot = p.Foot()
		}
		word = func() fyne.CanvasObject { return controls.NewLowWord(s.Word, foot) }
	}
	if s.Word != "" {
		objects = append(objects, word())
	}
	s.stack.Objects = objects
	s.stack.Refresh()
}

// guard makes whatever can be tapped go by the window's clock; what comes into sight again counts as new.
func (s *Shell) guard(o fyne.CanvasObject) {
	switch o := o.(type) {
	case *controls.Drawn:
		o.Guard(s.Clock, s.tapped)
	case *fyne.Container:
		for _, child := range o.Objects {
			s.guard(child)
		}
	}
}

// Warn shows a word where nothing was done: on the page, where it has a place for it, or over it.
func (s *Shell) Warn(word string) {
	if p, ok := can[warned](s.Top()); ok {
		p.Warn(word)
		return
	}
	s.Word = word
	s.pile()
}

// quiet takes the word away that lies over a page.
func (s *Shell) quiet() {
	if s.Word != "" {
		s.Word = ""
		s.pile()
	}
}

// NoUse shows that a key means nothing here.
func (s *Shell) NoUse(key string) { s.Warn(s.NoUseOf(key)) }

// NoUseOf returns the sentence that a key means nothing here; the space bar has a name.
func (s *Shell) NoUseOf(key string) string {
	if key == " " {
		key = s.Text.T("key_space")
	}
	return s.Text.T("no_such_key", text.Args{"Key": key})
}

// Top returns the page that has the keys: the uppermost overlay, or the page.
func (s *Shell) Top() Page {
	if s.overlay != nil {
		return s.overlay
	}
	return s.base
}

// heard reports to the driver of the window that an input was handled.
func (s *Shell) heard(what string) {
	if s.hear != nil {
		fmt.Fprintln(s.hear, what)
	}
}

// How often the window looks at the time, and how late that may be before it counts as having stood still.
const (
	ticks      = 5 * time.Second
	ticksAgain = time.Second // once it stood still
	stoodStill = 3 * time.Second
)

// Tick shows the time while nothing else happens.
func (s *Shell) Tick() {
	armed, wait := time.Now(), ticks
	if s.redraws > 0 {
		wait = ticksAgain
	}
	s.untick = s.Clock.After(wait, func() {
		s.wakes(time.Since(armed) - wait)
		if p, ok := s.base.(Ticking); ok {
			p.Tick()
		}
		s.Ticks()
		s.Tick()
	})
}

// wakes draws all windows again where the last tick came too late. A program that stands still for a while, on a
// machine that is busy or asleep, may find that Fyne has forgotten on which canvas its objects are. Nothing that
// changes is drawn any more. Fyne can forget them with the first picture after that too, so there is a second one.
func (s *Shell) wakes(late time.Duration) {
	if late > stoodStill {
		s.redraws = 2
	}
	if s.redraws > 0 {
		s.redraws--
		for _, w := range fyne.CurrentApp().Driver().AllWindows() {
			w.Canvas().Refresh(w.Content())
		}
	}
}

// AskCode asks one person for number and PIN. What done answers is said on the
// pad, and the person may try again; "" closes it.
func (s *Shell) AskCode(title string, done func(pad *controls.Code, code string)) {
	s.Over(s.CodePage(s.CodePad(title, done)))
}

// CodePad returns the pad of AskCode, not shown yet.
func (s *Shell) CodePad(title string, done func(pad *controls.Code, code string)) *controls.Code {
	var pad *controls.Code
	cancel := s.Text.T("sign_cancel")
	if s.overlay != nil {
		cancel = s.LeaveWord()
	}
	pad = controls.NewCode(controls.Code{
		Title: s.Text.T(title), Hint: s.Text.T("sign_hint"), OK: s.Text.T("sign_ok"), Cancel: cancel,
		Who: func(code string) string {
			staff, _, _ := s.House.State.People().SplitCode(code)
			return staff.Name
		},
		OnDone:   func(code string) { done(pad, code) },
		OnCancel: s.Back,
	})
	return pad
}

// CodePage returns a pad as an overlay.
func (s *Shell) CodePage(pad *controls.Code) Page { return PageOf(pad.Drawn, pad.Rune, pad.Key) }

// Base returns the page below all overlays.
func (s *Shell) Base() Page { return s.base }

// Holds reports whether an overlay with that drawing is open, on top or below others.
func (s *Shell) Holds(drawn fyne.CanvasObject) bool {
	draws := func(p Page) bool { return p.Content() == drawn }
	return s.overlay != nil && draws(s.overlay) || slices.ContainsFunc(s.under, draws)
}

// Overlay returns the uppermost overlay; nil where there is none.
func (s *Shell) Overlay() Page { return s.overlay }
