package shell

import (
	"time"

	"sabot/app/controls"
)

// A ByItself is the clock of a shell. Nobody pressed or tapped anything for what it does. So where it changes what
// the keys mean, those that were on their way do not count.
type ByItself struct {
	Clock
	shell *Shell
}

// After implements Clock.
func (c ByItself) After(d time.Duration, do func()) (stop func()) {
	return c.Clock.After(d, c.unasked(do))
}

// Later implements Clock.
func (c ByItself) Later(do func()) { c.Clock.Later(c.unasked(do)) }

func (c ByItself) unasked(do func()) func() {
	return func() {
		was := c.shell.unasked
		c.shell.unasked = true
		defer func() { c.shell.unasked = was }()
		do()
	}
}

// asked does what a hand did a moment ago.
func (s *Shell) asked(do func()) {
	was := s.unasked
	s.unasked = false
	defer func() { s.unasked = was }()
	do()
}

// Changed marks that keys and taps mean something else from now on. Where nobody asked for it, neither what was
// begun before counts nor what comes before it can be seen.
func (s *Shell) Changed() {
	if s.unasked {
		lost := len(s.reader.held) > 0
		s.reader.forget()
		if lost {
			s.Warn(s.Text.T("changed_by_itself"))
		}
		if k := &s.keyboard; k.unhold != nil {
			k.unhold()
			k.unhold = nil
		}
		s.sight = controls.NewSight(s.Clock)
	}
}

// patience is the time that somebody waits for a key to act before they press it again.
const patience = 250 * time.Millisecond

// Waited does what a hand asked for and may take long here. Where another page stands there after such a wait, keys that were on their
// way were meant for the page before, and do not count.
func (s *Shell) Waited(do func()) {
	before, began := s.base.Content(), s.Clock.Now()
	do()
	if s.base.Content() != before && s.Clock.Now().Sub(began) >= patience {
		ByItself{s.Clock, s}.unasked(s.Changed)()
	}
}

// tooSoon reports whether a key or a tap was meant for something else, and shows a word then. What comes in one
// go with it was too.
func (s *Shell) tooSoon() bool {
	if !s.sight.TooSoon() {
		s.sight = nil
		return false
	}
	s.sight.Anew()
	s.Warn(s.Text.T("changed_by_itself"))
	return true
}
