package shell

import (
	"fmt"
	"runtime/debug"

	"fyne.io/fyne/v2"
)

// A standing is a page that can say where it stands, to whoever looks for what broke there. It says so in the words
// of the program, and no secret of anybody's.
type standing interface{ Standing() string }

// stands describes the pages over which something broke; only their names where that breaks as well.
func (s *Shell) stands() (said string) {
	said = fmt.Sprintf("%T under %T", s.base, s.Overlay())
	defer func() { _ = recover() }()
	if p, ok := s.base.(standing); ok {
		said = fmt.Sprintf("%s: %s", said, p.Standing())
	}
	return said
}

// A rereader is a page whose state can be read anew from the record.
type rereader interface{ Reread() error }

// Caught does what came by a door of the window: a key, a tap. Whatever breaks there does
// not end the program at a table where people play.
func (s *Shell) Caught(do func()) {
	defer func() {
		if broken := recover(); broken != nil {
			s.Fell(broken, debug.Stack())
		}
	}()
	do()
}

// Fell goes on at the window after something broke, there or beside it. What the record does not have is forgotten,
// and a sentence says so. What breaks here ends the program: nothing can be shown any more.
func (s *Shell) Fell(broken any, stack []byte) {
	if s.Broke != nil {
		s.Broke(fmt.Sprintf("%s: %v\n%s\n%s", s.Clock.Now().UTC().Format("2006-01-02 15:04:05"), broken, s.stands(), stack))
	}
	s.reader.forget()
	s.keyboard = keyboard{repeats: s.keyboard.repeats}
	s.CloseOverlay()
	if p, ok := s.base.(rereader); ok {
		if err := p.Reread(); err != nil {
			panic(fmt.Sprintf("%v, and the record cannot be read anew: %v", broken, err))
		}
	}
	s.Warn(s.Text.T("said_fell"))
}

// tapped handles all taps.
func (s *Shell) tapped(do func() (meant bool)) {
	came := "soon" // whoever drives the window taps again, as a hand does
	defer func() { s.heard(came) }()
	s.Caught(func() {
		if s.tooSoon() {
			return
		}
		s.reader.letGo() // a tap is between what comes behind it and what a hand typed before
		s.quiet()
		if s.idleCode() { // the tap stands for the Enter behind it
			s.EndsCode()
			came = "tap"
			return
		}
		if do() {
			came = "tap"
		}
		s.digits = digits{} // what the tap was for has looked at them
	})
}

// Dropped handles files that are dropped onto the window. They close nothing that is open over the page:
// somebody may have typed there.
func (s *Shell) Dropped(files []fyne.URI) {
	p, takes := can[droppable](s.base)
	if !takes {
		return
	}
	s.Caught(func() {
		if s.tooSoon() {
			return
		}
		s.reader.letGo()
		s.quiet()
		s.digits = digits{}
		if s.overlay != nil {
			s.Warn(s.Text.T("drop_close_first"))
			return
		}
		p.Dropped(files)
	})
}
