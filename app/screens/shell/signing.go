package shell

import (
	"time"

	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/reports"
)

// Signing returns the lines of a report for its signer: its title, version and copy, and its result. Errors: those of ToSign, and evidence that cannot be read.
func (s *Shell) Signing(w papers.Wanted, e reports.Evidence) ([]view.ApprovalLine, error) {
	e, err := papers.Of(s.House).ToSign(w, e)
	if err != nil {
		return nil, err
	}
	r, err := e.Report(papers.Of(s.House).Words(s.Text.Language))
	if err != nil {
		return nil, err
	}
	lines := []view.ApprovalLine{{Text: r.Title}}
	add := func(label, value string) { lines = append(lines, view.ApprovalLine{Text: s.Text.Label(label, value)}) }
	if e.Version > 1 {
		at := s.House.State.Wall(time.UnixMilli(e.Before)).Format("02.01.2006 15:04")
		lines = append(lines, view.ApprovalLine{Text: s.Text.T("report_version", text.Args{"N": e.Version, "At": at})})
	}
	if e.Copy > 1 {
		lines = append(lines, view.ApprovalLine{Text: s.Text.T("report_reprint", text.Args{"N": e.Copy})})
	}
	if result, ok := e.Result(); ok {
		for _, row := range (view.Viewer{Text: s.Text.In(e.Currency)}).Log().ResultRows(result) {
			add(row[0], row[1])
		}
		return lines, nil
	}
	for _, p := range r.Head {
		add(p.Label, p.Value)
	}
	return lines, nil
}
