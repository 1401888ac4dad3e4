package screens

import (
	"context"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/screens/floor"
	"sabot/app/screens/shell"
	"sabot/app/screens/table"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A shipping sends the record to the house's pit beside the window.
type shipping struct {
	shipper *pitclient.Shipper // nil in a house of one machine
	ended   chan struct{}

	puller *pitclient.Puller // nil where the house has no office
	pulled chan struct{}
	taken  int // of what came from the office so much has reached the window

	enrolment *pitclient.Enrolment
	work      *shell.Worker // asks the pit after the others, where this machine may
	asked     time.Time     // it was
	pit       pitWays

	seen *shell.Worker // asks the pit whether somebody has seen to an alert of this machine
}

// pitWays are the ways to the other machines of the house over the pit; nil where there are none.
type pitWays struct {
	asks      asker
	elsewhere record.Elsewhere // what they have entered, where it does not come from the pit of the enrolment
}

// An asker is the connection for requests of approvals from elsewhere, for both sides.
type asker interface {
	table.Asks
	floor.Asks
}

// askEvery is how often the pit is asked after the other machines.
const askEvery = 10 * time.Second

// ships begins to ship where this machine is enrolled in a pit.
func (s *Station) ships() {
	store := s.House.Store()
	e, err := pitclient.Enrolled(store)
	if err != nil {
		s.House.State.Pit = house.PitTrouble{Why: house.PitOther, Says: err.Error()}
	}
	if err != nil || e == nil {
		return
	}
	s.shipping = shipping{
		shipper: pitclient.New(store, e, s.House.Now), ended: make(chan struct{}), enrolment: e, work: shell.NewWorker(s.Shell),
		pit: pitWays{asks: pitclient.NewAsks(e, s.House.Now)},
	}
	go func() {
		defer close(s.shipping.ended)
		s.shipping.shipper.Run(s.Ending)
	}()
	s.pulls(e)
}

// pulls begins to take in what the house's office enters.
func (s *Station) pulls(e *pitclient.Enrolment) {
	aside, err := s.House.Aside()
	if err != nil {
		s.House.State.Pit = house.PitTrouble{Why: house.PitOther, Says: err.Error()}
		return
	}
	p := &s.shipping
	if p.puller = pitclient.NewPuller(aside.Takeover(), s.House.Store(), e, s.House.Now); p.puller == nil {
		return
	}
	p.pulled = make(chan struct{})
	go func() {
		defer close(p.pulled)
		p.puller.Run(s.Ending)
	}()
}

// office updates the window with what came from the house's office, and returns the trouble with the age of
// that.
func (s *Station) office(trouble house.PitTrouble) house.PitTrouble {
	p := &s.shipping
	if p.puller == nil {
		return trouble
	}
	state := p.puller.State()
	if state.Taken != p.taken && s.House.Takeover().CatchUp() == nil {
		p.taken = state.Taken
	}
	return houseTrouble(trouble, state)
}

// houseTrouble returns what the marks say of the house's data beside what is wrong with the shipping, which is told first.
func houseTrouble(trouble house.PitTrouble, state pitclient.HouseState) house.PitTrouble {
	trouble.House = state.AsOf
	if state.Wrong != "" && (trouble.Why == "" || trouble.Why == house.PitClock) {
		trouble.Why, trouble.Says = house.PitHouse, state.Wrong
	}
	if state.Lacks != nil && (trouble.Why == "" || trouble.Why == house.PitClock) {
		trouble.Why, trouble.Stream, trouble.Says = house.PitOffice, state.Lacks.Office, state.Lacks.Error()
		if state.Lacks.Waits {
			trouble.Why = house.PitRestored
		}
	}
	if len(state.Missing) > 0 && (trouble.Why == "" || trouble.Why == house.PitClock) {
		trouble.Why, trouble.Stream = house.PitHeir, strings.Join(state.Missing, ", ")
	}
	if trouble.Why == "" {
		return house.PitTrouble{}
	}
	return trouble
}

// shipped updates the table's view of the shipping, or of the clock where no pit compares it.
func (s *Station) shipped() {
	now, was := s.House.Now(), s.House.State.Pit
	switch {
	case s.shipping.shipper != nil:
		s.House.State.Pit = s.office(s.shipping.shipper.State().Trouble(now))
	case was.Why == "" || was.Why.OwnClock():
		s.House.State.Pit = s.clock.trouble(now)
	}
	is := s.House.State.Pit
	if p, ok := s.Base().(shell.Ticking); ok && is != was {
		p.Tick()
	}
	if is.Why != was.Why && is.Why.OwnClock() {
		s.Warn(s.Viewer().Pit())
	}
}

// alertOfMachines raises alerts about machines of which the pit hears nothing, and whose clocks differ. It does
// so for this machine by its own state, and for the others by what the pit reports to a machine that may read
// there. With the pit away the others are unknown.
func (s *Station) alertOfMachines() {
	p, now := &s.shipping, s.House.Now()
	if p.shipper == nil {
		return
	}
	s.raise(p.shipper.State().Conditions(p.enrolment.Machine, now))
	if p.puller != nil {
		s.raise(p.puller.State().Conditions(p.enrolment.Machine, now))
	}
	if !p.enrolment.Reads() || now.Sub(p.asked) < askEvery {
		return
	}
	p.asked = now
	p.work.Latest(func() func() {
		list, err := p.enrolment.Machines(s.Ending, s.House.Now)
		return func() {
			if err == nil { // that it is away the shipper says
				s.raise(pitclient.Conditions(list))
			}
		}
	})
}

// elsewhere follows the tables of the other machines until leave, where this machine may read at the pit; nil
// where it may not, or there is none.
func (s *Station) elsewhere() (tables record.Elsewhere, leave func()) {
	e := s.shipping.enrolment
	if e == nil || !e.Reads() {
		return s.shipping.pit.elsewhere, func() {}
	}
	ctx, leave := context.WithCancel(s.Ending)
	r := pitclient.NewReader(e, s.House.Now)
	go r.Run(ctx)
	return r, leave
}

// asksHere returns the requests of tables, where this machine may approve them; else nil.
func (s *Station) asksHere() floor.Asks {
	if e := s.shipping.enrolment; e != nil && !e.Reads() {
		return nil
	}
	return s.shipping.pit.asks
}

// endShipping waits until nothing is shipped any more: the window has closed.
func (s *Station) endShipping() {
	if s.shipping.shipper != nil {
		<-s.shipping.ended
	}
	if s.shipping.puller != nil {
		<-s.shipping.pulled
	}
}
