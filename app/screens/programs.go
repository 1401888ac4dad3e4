package screens

import (
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/pit/record"
)

// Begin enters which program works here. It reads the program's file beside the window, after the first page:
// reading and hashing it takes a third of the time to that page.
func (s *Station) Begin() {
	if s.options.Running == nil {
		return
	}
	shell.NewWorker(s.Shell).Latest(func() func() {
		p, err := s.options.Running()
		return func() { s.began(p, err) }
	})
}

func (s *Station) began(p record.Program, err error) {
	if known := s.House.Started(s.options.Table, p); err == nil {
		err = known
	}
	switch {
	case err != nil:
		s.Warn(s.Wording(err))
	case !s.House.State.MayRun(p):
		s.Warn(s.Text.T("program_unknown", text.Args{"Version": p.Version}))
	}
}
