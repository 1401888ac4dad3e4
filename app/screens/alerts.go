package screens

import (
	"errors"
	"slices"
	"time"

	"sabot/app/pitclient"
	"sabot/app/screens/shell"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// A usual is the usual pace of the table that is open here.
type usual struct {
	table, day string // of which that was asked
	pace       *shifts.UsualPace
	work       *shell.Worker
}

// alert raises the alerts of the table that is open here, whether somebody looks on from the floor or not, and
// of the machines.
func (s *Station) alert() {
	if s.open != nil {
		s.raise(s.open.Conditions(s.usualPace()))
	}
	s.alertOfMachines()
}

// usualPace returns the usual pace of the open table, read beside the window once in a gaming day; nil before.
func (s *Station) usualPace() *shifts.UsualPace {
	u, table, day := &s.usual, s.open.State.Name, s.open.State.Day
	if u.table == table && u.day == day || !s.open.State.Open {
		return u.pace
	}
	u.table, u.day, u.pace = table, day, nil
	store := s.House.Store()
	u.work.Latest(func() func() {
		pace, err := shifts.UsualPaceOf(store, table, day)
		return func() {
			if err == nil && u.table == table && u.day == day {
				u.pace = pace
			}
		}
	})
	return nil
}

// raise enters what is due; what cannot be entered now is due again.
func (s *Station) raise(stand []house.Condition) {
	if _, err := s.House.RaiseAlerts(stand); err != nil {
		s.Warn(s.Wording(err))
	}
}

// askSeenEvery is how often the pit is asked whether somebody has seen to an alert elsewhere, while one is open.
const askSeenEvery = 2 * time.Second

// hearSeen asks for that once in a while, until the window is closed.
func (s *Station) hearSeen() {
	s.Clock.After(askSeenEvery, func() {
		if s.Ending.Err() == nil {
			s.seenElsewhere()
			s.hearSeen()
		}
	})
}

// seenElsewhere enters that somebody has seen to an alert of a table that this machine raised, as they signed it on the floor of another
// one, where the table may be by now. What cannot be entered the floor is not told: there it stays open, and that is said.
func (s *Station) seenElsewhere() {
	p, h := &s.shipping, s.House
	ofTable := func(a house.Alert) bool { return a.Table != "" && a.Machine == "" }
	if p.pit.asks == nil || h.State.Pit.Why == house.PitAway || !slices.ContainsFunc(h.State.Alerts().OpenAlerts(), ofTable) {
		return
	}
	asks := p.pit.asks
	p.seen.Latest(func() func() {
		answer, err := asks.Ask(s.Ending, pitclient.Ask{Table: record.HouseStream})
		return func() {
			if err != nil || answer.Answer == nil {
				return
			}
			if err := h.TakeSeen(answer.Answer.Entry, answer.Answer.Given); errors.Is(err, house.ErrNotSigned) {
				s.Warn(s.Text.T("approve_forged"))
			}
		}
	})
}
