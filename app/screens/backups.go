package screens

import "time"

// backups makes the planned backups beside the window.
type backups struct {
	work *worker
	next time.Time // nothing is tried before
}

// backUp makes the planned backup where its hour has passed. One that failed is tried again
// after a while; the word on it stays until one succeeds.
func (s *Station) backUp() {
	const again = 15 * time.Minute
	now := s.house.Now()
	if s.backups.work.busy() || now.Before(s.backups.next) || !s.house.State.BackupDue(now) {
		return
	}
	house := s.house
	s.backups.work.once(func() func() {
		aside, err := house.Aside()
		made := false
		if err == nil {
			made, err = aside.PlannedBackup(s.ending)
		}
		return func() {
			if known := house.Follow(); err == nil {
				err = known
			}
			if err != nil || !made {
				s.backups.next = now.Add(again)
			}
			if p, ok := s.base.(ticking); ok {
				p.tick()
			}
		}
	})
}
