package screens

import (
	"errors"
	"time"

	"sabot/app/screens/shell"
	"sabot/app/session/backups"
	"sabot/pit/house"
	"sabot/pit/record"
)

// keepElsewhere brings out of the machine what is due: the planned backup, the checkpoints.
func (s *Station) keepElsewhere() {
	s.backUp()
	s.deliver()
}

// proofs brings the signed heads to their off-site copy beside the window.
type proofs struct {
	work  *shell.Worker
	plan  record.ProofPlanned // that was served
	last  string              // the head of a closing that was brought last
	at    time.Time           // it was; zero before the first time
	next  time.Time           // nothing is tried before, by the plan that was
	tried record.ProofPlanned
}

// due reports whether heads are to be copied to the off-site copy now.
func (s *Station) due(now time.Time) bool {
	house, p := &s.House.State, &s.proofs
	plan, planned := house.Backups().ProofPlan()
	if !planned {
		house.Proof = ""
		return false
	}
	last := ""
	if heads := house.Backups().LastHeads(); len(heads) > 0 {
		last = heads[len(heads)-1]
	}
	every := time.Duration(plan.Every) * time.Minute
	return p.at.IsZero() || plan != p.plan || last != p.last || every > 0 && now.Sub(p.at) >= every
}

// deliver brings the signed heads to their off-site copy where some are due. Where that is away
// the table has a mark and goes on; it is tried again after a while, and all is made up for.
func (s *Station) deliver() {
	const again = 2 * time.Minute
	now := s.House.Now()
	plan, _ := s.House.State.Backups().ProofPlan()
	if s.proofs.work.Busy() || plan == s.proofs.tried && now.Before(s.proofs.next) || !s.due(now) {
		return
	}
	s.proofs.tried = plan
	house, last := s.House, ""
	if heads := house.State.Backups().LastHeads(); len(heads) > 0 {
		last = heads[len(heads)-1]
	}
	s.proofs.work.Once(func() func() {
		aside, err := house.Aside()
		if err == nil {
			_, err = backups.Of(aside).Deliver(s.Ending)
		}
		return func() {
			if house.State.Proof = troubleOf(err); err != nil {
				s.proofs.next = now.Add(again)
			} else {
				s.proofs.plan, s.proofs.last, s.proofs.at = plan, last, now
			}
			if p, ok := s.Base().(shell.Ticking); ok {
				p.Tick()
			}
		}
	})
}

// troubleOf returns the fault of the off-site copy that an error means.
func troubleOf(err error) house.ProofTrouble {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, backups.ErrOtherHead):
		return house.ProofOther
	case errors.Is(err, backups.ErrClosed):
		return house.ProofClosed
	}
	return house.ProofAway
}
