package screens

import (
	"time"

	"sabot/app/screens/shell"
)

// backups makes the planned backups beside the window.
type backups struct {
	work *shell.Worker
	next time.Time // nothing is tried before
}

// backUp makes the planned backup where its hour has passed. One that failed is tried again
// after a while; the word on it stays until one succeeds.
func (s *Station) backUp() {
	const again = 15 * time.Minute
	now := s.House.Now()
	if s.backups.work.Busy() || now.Before(s.backups.next) || !s.House.State.BackupDue(now) {
		return
	}
	house := s.House
	s.backups.work.Once(func() func() {
		aside, err := house.Aside()
		made := false
		if err == nil {
			made, err = aside.PlannedBackup(s.Ending)
		}
		return func() {
			if known := house.Follow(); err == nil {
				err = known
			}
			if err != nil || !made {
				s.backups.next = now.Add(again)
			}
			if p, ok := s.Base().(shell.Ticking); ok {
				p.Tick()
			}
		}
	})
}
