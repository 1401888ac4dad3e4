package controls

import "time"

// tooSoon is the time for which something new on the screen takes neither tap nor key. A second tap on the same
// place within that time counts as the first one.
const tooSoon = 250 * time.Millisecond

// A Sight is the time at which something came into sight: what somebody does before they can have seen it is
// not meant for it.
type Sight struct {
	clock Clock
	at    time.Time
}

// NewSight returns the sight of something that is about to be drawn. It counts from the moment at which that is
// seen.
func NewSight(clock Clock) *Sight {
	s := &Sight{clock: clock, at: clock.Now()}
	clock.Later(s.Anew)
	return s
}

// Anew makes it count from now.
func (s *Sight) Anew() { s.at = s.clock.Now() }

// TooSoon reports whether nobody can mean it yet; false for nil.
func (s *Sight) TooSoon() bool { return s.Within(tooSoon) }

// Within reports whether it came into sight less than that long ago; false for nil.
func (s *Sight) Within(d time.Duration) bool { return s != nil && s.clock.Now().Sub(s.at) < d }
