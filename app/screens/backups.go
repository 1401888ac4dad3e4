package screens

import (
	"errors"
	"time"

	"sabot/app/screens/shell"
	"sabot/app/session/backups"
	"sabot/pit/record"
)

// plannedBackups makes the planned backups beside the window.
type plannedBackups struct {
	work  *shell.Worker
	next  time.Time // nothing is tried before, by the plan that was
	tried record.BackupPlanned
}

// backUp makes the planned backup where its hour has passed. One that failed is tried again
// after a while; the word on it stays until one succeeds. One that does not hold is as large as
// a good one, and lies there: it is tried again when a day has passed.
func (s *Station) backUp() {
	const again, faulty = 15 * time.Minute, 24 * time.Hour
	now := s.House.Now()
	plan, _ := s.House.State.Backups().BackupPlan()
	if s.backups.work.Busy() || plan == s.backups.tried && now.Before(s.backups.next) || !s.House.State.Backups().BackupDue(now) {
		return
	}
	s.backups.tried = plan
	house := s.House
	s.backups.work.Once(func() func() {
		aside, err := house.Aside()
		made := false
		if err == nil {
			made, err = backups.Of(aside).PlannedBackup(s.Ending)
		}
		return func() {
			if known := house.Takeover().CatchUp(); err == nil {
				err = known
			}
			switch {
			case errors.Is(err, backups.ErrFaulty):
				s.backups.next = now.Add(faulty)
			case err != nil || !made:
				s.backups.next = now.Add(again)
			}
			if p, ok := s.Base().(shell.Ticking); ok {
				p.Tick()
			}
		}
	})
}
