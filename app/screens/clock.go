package screens

import (
	"time"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An ownClock holds the clock of a machine against how long that has been on since the program
// began, and against what the record already had: where no pit compares it nothing else can.
// Somebody who found that it is right now starts the program again.
type ownClock struct {
	began time.Time
	ran   func() time.Duration // since then
	last  time.Time            // of what the record had as it was found
}

func newOwnClock(house *session.House, on func() time.Duration) ownClock {
	if on == nil {
		on = running
	}
	from := on()
	return ownClock{began: house.Now().Round(0), ran: func() time.Duration { return on() - from }, last: house.State.Last}
}

// loaded is when the program was.
var loaded = time.Now()

// found takes in that a stream which was opened goes up to a time.
func (c *ownClock) found(last time.Time) {
	if last.After(c.last) {
		c.last = last
	}
}

// trouble returns the fault of the clock that a table's mark, the floor and the office show. It is in whole
// minutes, so that a clock that is corrected little by little is not a new fault each time.
func (c *ownClock) trouble(now time.Time) house.PitTrouble {
	apart := now.Round(0).Sub(c.began.Add(c.ran()))
	switch {
	case apart < -record.MostDrift:
		return house.PitTrouble{Why: house.ClockBack, Apart: apart.Round(time.Minute)}
	case apart > record.MostDrift:
		return house.PitTrouble{Why: house.ClockAhead, Apart: apart.Round(time.Minute)}
	case c.last.Sub(now) > record.MostDrift:
		return house.PitTrouble{Why: house.ClockBehind, Since: c.last}
	}
	return house.PitTrouble{}
}
