package screens

import (
	"context"
	"time"

	"sabot/app/screens/shell"
	"sabot/app/ship"
	"sabot/pit/people"
	"sabot/pit/record"
)

// shipping sends the record to the house's pit beside the window.
type shipping struct {
	shipper *ship.Shipper // nil in a house of one machine
	ended   chan struct{}

	enrolment *ship.Enrolment
	work      *shell.Worker // asks the pit after the others, where this machine may
	asked     time.Time     // it was
}

// askEvery is how often the pit is asked after the other machines.
const askEvery = 10 * time.Second

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
	s.shipping = shipping{shipper: ship.New(store, e, s.House.Now), ended: make(chan struct{}), enrolment: e, work: shell.NewWorker(s.Shell)}
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

// alertOfMachines has the record say of which machines the pit hears nothing, and whose clocks are apart:
// of this one by itself, of the others what the pit says, to a machine that may read there. With the
// pit away nobody knows of the others.
func (s *Station) alertOfMachines() {
	p, now := &s.shipping, s.House.Now()
	if p.shipper == nil {
		return
	}
	s.raise(p.shipper.State().Conditions(p.enrolment.Machine, now))
	if !p.enrolment.Reads() || now.Sub(p.asked) < askEvery {
		return
	}
	p.asked = now
	p.work.Latest(func() func() {
		list, err := p.enrolment.Machines(s.Ending, s.House.Now)
		return func() {
			if err == nil { // that it is away the shipper says
				s.raise(ship.Conditions(list))
			}
		}
	})
}

// elsewhere follows the tables of the other machines until leave, where this machine may read at the pit; nil
// where it may not, or there is none.
func (s *Station) elsewhere() (tables record.Elsewhere, leave func()) {
	e := s.shipping.enrolment
	if e == nil || !e.Reads() {
		return nil, func() {}
	}
	ctx, leave := context.WithCancel(s.Ending)
	r := ship.NewReader(e, s.House.Now)
	go r.Run(ctx)
	return r, leave
}

// endShipping waits until nothing is shipped any more: the window has closed.
func (s *Station) endShipping() {
	if s.shipping.shipper != nil {
		<-s.shipping.ended
	}
}
