package screens

import (
	"time"

	"sabot/app/text"
)

// diskApart is how often it is said that the disk is nearly full.
const diskApart = 10 * time.Minute

// watchDisk says, now and then, that the disk is nearly full, that others of this machine may come at
// what lies there, or that it is another machine's.
func (s *Station) watchDisk() {
	now := s.House.Now()
	if now.Before(s.disk) {
		return
	}
	s.disk = now.Add(diskApart)
	if megabytes, low := s.House.DiskLow(); low {
		s.Warn(s.Text.T("disk_low", text.Args{"N": megabytes}))
	} else if name := s.House.Widened(); name != "" {
		s.Warn(s.Text.T("rights_widened", text.Args{"Name": name}))
	} else if kind := s.House.Share(); kind != "" {
		s.Warn(s.Text.T("disk_share", text.Args{"Kind": kind}))
	}
}
