package screens

import (
	"errors"
	"slices"
	"time"

	"sabot/app/wire"
	"sabot/pit/people"
	"sabot/pit/record"
)

// alert has the record say what the rules of alerts make of the table that is open here, whether somebody
// looks on from the floor or not, and of the machines.
func (s *Station) alert() {
	if s.open != nil {
		s.raise(s.open.State.Conditions(s.House.Now(), nil))
	}
	s.alertOfMachines()
}

// raise enters what is due; what cannot be entered now is due again.
func (s *Station) raise(stand []people.Condition) {
	if _, err := s.House.RaiseAlerts(stand); err != nil {
		s.Warn(s.Wording(err))
	}
}

// askSeenEvery is how often the pit is asked whether somebody has seen to an alert elsewhere, while one is open.
const askSeenEvery = 2 * time.Second

// seenElsewhere enters that somebody has seen to an alert of a table of this machine, as they signed it on the floor of another
// one. What cannot be entered the floor is not told: there it stays open, and that is said.
func (s *Station) seenElsewhere() {
	p, house, now := &s.shipping, s.House, s.Clock.Now()
	ofTable := func(a people.Alert) bool { return a.Table != "" }
	if p.pit.asks == nil || house.State.Pit.Why == people.PitAway || now.Sub(p.askedSeen) < askSeenEvery || !slices.ContainsFunc(house.State.OpenAlerts(), ofTable) {
		return
	}
	p.askedSeen = now
	asks := p.pit.asks
	p.seen.Latest(func() func() {
		answer, err := asks.Ask(s.Ending, wire.Ask{Table: record.HouseStream})
		return func() {
			if err != nil || answer.Answer == nil {
				return
			}
			if err := house.TakeSeen(answer.Answer.Entry, answer.Answer.Given); errors.Is(err, people.ErrNotSigned) {
				s.Warn(s.Text.T("approve_forged"))
			}
		}
	})
}
