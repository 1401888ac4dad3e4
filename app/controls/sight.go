package controls

import "time"

// tooSoon is how long what has come into sight takes neither tap nor key, and how long
// after a tap the next on the same place is still that one.
const tooSoon = 250 * time.Millisecond

// Sight is when something came into sight: what somebody does before they can have seen it
// is not meant for it.
type Sight struct {
	clock Clock
	at    time.Time
}

// NewSight is of what comes now; it counts from when it is seen, not drawn.
func NewSight(clock Clock) *Sight {
	s := &Sight{clock: clock, at: clock.Now()}
	clock.Later(s.Anew)
	return s
}

// Anew has it count from now.
func (s *Sight) Anew() { s.at = s.clock.Now() }

// TooSoon says whether nobody can mean it yet; never of nil.
func (s *Sight) TooSoon() bool { return s != nil && s.clock.Now().Sub(s.at) < tooSoon }
