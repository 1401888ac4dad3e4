package screens

import (
	"time"

	"sabot/app/text"
)

// diskApart is how often each thing that is wrong with the disk is said.
const diskApart = 10 * time.Minute

// A diskWatch is the time of the next warning about the disk, with the number of warnings since all was well.
type diskWatch struct {
	next time.Time
	said int
}

// watchDisk says, now and then, what is wrong with where the record lies. Where more is, each has its
// turn, the gravest first: a share gives files to others by itself, and would be told as that alone.
func (s *Station) watchDisk() {
	now := s.House.Now()
	if now.Before(s.disk.next) {
		return
	}
	s.disk.next = now.Add(diskApart)
	wrong := s.wrongWithDisk()
	if len(wrong) == 0 {
		s.disk.said = 0
		return
	}
	s.disk.next = now.Add(diskApart / time.Duration(len(wrong)))
	s.Warn(wrong[s.disk.said%len(wrong)])
	s.disk.said++
}

// wrongWithDisk returns sentences: that the disk is nearly full, that it is another machine's, that others of
// this one may read what is there.
func (s *Station) wrongWithDisk() (wrong []string) {
	if megabytes, low := s.House.DiskLow(); low {
		wrong = append(wrong, s.Text.T("disk_low", text.Args{"N": megabytes}))
	}
	if kind := s.House.Share(); kind != "" {
		wrong = append(wrong, s.Text.T("disk_share", text.Args{"Kind": kind}))
	}
	if name := s.House.Widened(); name != "" {
		wrong = append(wrong, s.Text.T("rights_widened", text.Args{"Name": name}))
	}
	return wrong
}
