package screens

import (
	"sabot/app/screens/shell"
	"sabot/app/ship"
	"sabot/pit/people"
)

// shipping sends the record to the house's pit beside the window.
type shipping struct {
	shipper *ship.Shipper // nil in a house of one machine
	ended   chan struct{}
}

// ships begins to ship where this machine is enrolled in a pit.
func (s *Station) ships() {
	store := s.House.Store()
	e, err := ship.Enrolled(store)
	if err != nil {
		s.House.State.Pit = people.PitTrouble{Why: people.PitOther, Says: err.Error()}
	}
	if err != nil || e == nil {
		return
	}
	s.shipping = shipping{ship.New(store, e, s.House.Now), make(chan struct{})}
	go func() {
		defer close(s.shipping.ended)
		s.shipping.shipper.Run(s.Ending)
	}()
}

// shipped has the table say how it stands with that.
func (s *Station) shipped() {
	if s.shipping.shipper == nil {
		return
	}
	now, was := s.House.Now(), s.House.State.Pit
	s.House.State.Pit = s.shipping.shipper.State().Trouble(now)
	if p, ok := s.Base().(shell.Ticking); ok && s.House.State.Pit != was {
		p.Tick()
	}
}

// endShipping waits until nothing is shipped any more: the window has closed.
func (s *Station) endShipping() {
	if s.shipping.shipper != nil {
		<-s.shipping.ended
	}
}
