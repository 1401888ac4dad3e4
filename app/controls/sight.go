package controls

import "time"

// tooSoon is how long what has come into sight takes neither tap nor key, and how long
// after a tap the next on the same place is still that one.
const tooSoon = 250 * time.Millisecond

// A Sight is the time at which something came into sight: what somebody does before they can have seen it is
// not meant for it.
type Sight struct {
	clock Clock
	at    time.Time
}

// NewSight returns the sight of what comes now; it counts from when it is seen, not drawn.
func NewSight(clock Clock) *Sight {
	s := &Sight{clock: clock, at: clock.Now()}
	clock.Later(s.Anew)
	return s
}

// Anew makes it count from now.
func (s *Sight) Anew() { s.at = s.clock.Now() }

// TooSoon reports whether nobody can mean it yet; false for nil.
func (s *Sight) TooSoon() bool { return s != nil && s.clock.Now().Sub(s.at) < tooSoon }
