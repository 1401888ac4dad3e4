package shell

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// holdToClear is how long an undo key is held to take all bets away.
const holdToClear = 3 * time.Second

// A keyboard knows which key went down last: what comes without a key that went down is a
// key that repeats while it is held.
type keyboard struct {
	repeats bool         // the window told a key that went down, so what is held can be told
	down    fyne.KeyName // went down and was not typed yet
	char    bool         // a key went down whose character has not come yet
	ctrl    bool
	shift   bool
	undoing fyne.KeyName // the undo key that is held
	unhold  func()       // stops what it does while it is held; nil where none is
}

// listen takes the keys of the shell's own window.
func (s *Shell) listen() {
	s.ListenTo(s.Window.Canvas(), func(fyne.KeyName) bool { return false })
	s.Window.SetOnDropped(func(_ fyne.Position, files []fyne.URI) { s.Dropped(files) })
	s.Tick()
}

// ListenTo takes the keys of a window: those that are not its own are the shell's.
func (s *Shell) ListenTo(c fyne.Canvas, own func(fyne.KeyName) bool) {
	c.SetOnTypedRune(s.RuneCame)
	c.SetOnTypedKey(func(e *fyne.KeyEvent) {
		if e.Name != fyne.KeyTab && !own(e.Name) { // Tab comes by key down: Fyne keeps it from here
			s.KeyCame(e.Name)
		}
	})
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) { s.UndoCame() })
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(s.KeyDown)
		d.SetOnKeyUp(s.KeyUp)
	}
}

// KeyDown handles a key that goes down; one that repeats while it is held does not.
func (s *Shell) KeyDown(e *fyne.KeyEvent) {
	k := &s.keyboard
	defer func() {
		if !typesRune(e.Name) || k.ctrl {
			s.heard("key")
		}
	}()
	k.repeats = true
	switch e.Name {
	case desktop.KeyControlLeft, desktop.KeyControlRight:
		k.ctrl = true
		return
	case desktop.KeyShiftLeft, desktop.KeyShiftRight:
		k.shift = true
		return
	case desktop.KeyAltLeft, desktop.KeyAltRight, desktop.KeySuperLeft, desktop.KeySuperRight, desktop.KeyCapsLock:
		return
	}
	k.down, k.char = e.Name, true
	if isUndo(e.Name) || e.Name == fyne.KeyZ && k.ctrl {
		s.hold(e.Name)
	}
	if e.Name == fyne.KeyTab {
		s.KeyCame(fyne.KeyTab)
	}
}

// KeyUp handles a key that is let go.
func (s *Shell) KeyUp(e *fyne.KeyEvent) {
	k := &s.keyboard
	switch e.Name {
	case desktop.KeyControlLeft, desktop.KeyControlRight:
		k.ctrl = false
	case desktop.KeyShiftLeft, desktop.KeyShiftRight:
		k.shift = false
	}
	if k.unhold != nil && e.Name == k.undoing {
		k.unhold()
		k.unhold = nil
	}
}

func isUndo(name fyne.KeyName) bool { return name == fyne.KeyBackspace || name == fyne.KeyDelete }

// hold begins to wait for an undo key that is held long enough to take all bets away.
func (s *Shell) hold(name fyne.KeyName) {
	k := &s.keyboard
	if k.unhold != nil {
		k.unhold()
	}
	k.undoing = name
	k.unhold = s.Clock.After(holdToClear, func() {
		k.unhold = nil
		if p, ok := can[clearer](s.Top()); ok {
			s.asked(p.ClearAll)
		}
	})
}

// Shifted reports whether the Shift key is down now.
func (s *Shell) Shifted() bool {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
	}
	return s.keyboard.shift
}

// RuneCame handles a character of the window. It drops one whose key only repeats, except in a text that is
// written.
func (s *Shell) RuneCame(r rune) {
	fresh := s.keyboard.char || !s.keyboard.repeats
	s.keyboard.char = false
	if fresh || s.writing() {
		s.TypedRune(r)
	}
	if fresh {
		s.unheard++
	}
	s.dealtWith()
}

// typesRune reports whether a key comes as a character too.
func typesRune(name fyne.KeyName) bool { return len(name) == 1 || name == fyne.KeySpace }

// dealtWith reports the characters that came, once the reader keeps none of them back.
func (s *Shell) dealtWith() {
	if len(s.reader.held) > 0 {
		return
	}
	for ; s.unheard > 0; s.unheard-- {
		s.heard("key")
	}
}

// KeyCame handles a key that is no character. One that repeats only moves and, in a text that is written,
// deletes characters.
func (s *Shell) KeyCame(name fyne.KeyName) {
	fresh := s.keyboard.down == name || !s.keyboard.repeats
	s.keyboard.down = ""
	if typesRune(name) {
		return // it comes as a character too, and that is what counts
	}
	if fresh || moves(name) || isUndo(name) && s.writing() {
		s.TypedKey(name)
	}
	s.dealtWith()
}

// UndoCame handles Ctrl+Z.
func (s *Shell) UndoCame() {
	fresh := s.keyboard.down == fyne.KeyZ || !s.keyboard.repeats
	s.keyboard.down, s.keyboard.char = "", false
	if fresh {
		s.TypedKey(fyne.KeyBackspace)
	}
}

func moves(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyPageUp, fyne.KeyPageDown:
		return true
	}
	return false
}

// writing reports whether a text is being written.
func (s *Shell) writing() bool {
	p, ok := can[writer](s.Top())
	return ok && p.Writes()
}

// TypedRune handles a character of a hand, or of a card reader that types like one.
func (s *Shell) TypedRune(r rune) {
	s.Caught(func() {
		if !s.tooSoon() && !s.reader.takes(r) {
			s.handRune(r)
		}
	})
}

// TypedKey handles a key that is no character.
func (s *Shell) TypedKey(name fyne.KeyName) {
	s.Caught(func() {
		if s.tooSoon() {
			return
		}
		if (name == fyne.KeyReturn || name == fyne.KeyEnter || name == fyne.KeyTab) && s.reader.takes('\n') {
			return
		}
		s.reader.letGo()
		s.handKey(name)
	})
}

// handRune gives a character to the page that is on top.
func (s *Shell) handRune(r rune) {
	s.quiet()
	if s.ofCode(r) {
		return
	}
	if s.Top().Typed(r) {
		if s.digits.idle { // it means something there
			s.digits = digits{}
		}
		return
	}
	s.NoUse(string(r))
}

// handKey gives a key to the page that is on top.
func (s *Shell) handKey(name fyne.KeyName) {
	s.quiet()
	switch {
	case s.erasesDigit(name):
	case name != fyne.KeyBackspace && s.endsCode(name == fyne.KeyReturn || name == fyne.KeyEnter):
	case name == fyne.KeyF11:
		s.Window.SetFullScreen(!s.Window.FullScreen())
	case s.Top().Key(name):
	case name == fyne.KeyF1:
		s.OpenHelp()
	case name == fyne.KeyEscape && s.overlay != nil:
		s.Back()
	case name == fyne.KeyEscape && s.Window.FullScreen(): // nothing else is there to be closed
		s.Window.SetFullScreen(false)
	default:
		if word := s.keyWord(name); word != "" {
			s.NoUse(word)
		}
	}
}

// keyWord returns the label of a key that is no character; "" for one that nobody presses to have something
// done.
func (s *Shell) keyWord(name fyne.KeyName) string {
	switch name {
	case fyne.KeyUp:
		return "↑"
	case fyne.KeyDown:
		return "↓"
	case fyne.KeyLeft:
		return "←"
	case fyne.KeyRight:
		return "→"
	case fyne.KeyReturn, fyne.KeyEnter:
		return "Enter"
	case fyne.KeyBackspace:
		return "⌫"
	case fyne.KeyTab, fyne.KeyDelete, fyne.KeyInsert, fyne.KeyHome, fyne.KeyEnd,
		fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10, fyne.KeyF12:
		return string(name)
	case fyne.KeyPageUp:
		return "PgUp"
	case fyne.KeyPageDown:
		return "PgDn"
	}
	return ""
}
