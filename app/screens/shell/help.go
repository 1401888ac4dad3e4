package shell

import (
	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/view"
)

// OpenHelp shows what the keys do on the page that is on top.
func (s *Shell) OpenHelp() {
	if p, ok := can[helped](s.Top()); ok {
		s.showHelp(p.Help())
		return
	}
	var rows []view.HelpRow
	if drawn, ok := s.Top().Content().(*controls.Drawn); ok && drawn.Told != nil {
		for _, row := range drawn.Told() {
			rows = append(rows, view.HelpRow{Key: row.Key, What: s.labelled(row.Says)})
		}
	}
	s.showHelp(append(rows, s.Viewer().HelpPage(helpOf(s.Top()))...), nil)
}

// labelled returns one text of what is said of a key, each part behind the one before.
func (s *Shell) labelled(parts []string) string {
	said := parts[0]
	for _, part := range parts[1:] {
		said = s.Text.Label(said, part)
	}
	return said
}

// helpOf returns the key of the text on a page's keys.
func helpOf(p Page) string {
	if drawn, ok := p.Content().(*controls.Drawn); ok && drawn.Help != "" {
		return drawn.Help
	}
	return "help_form"
}

// showHelp shows keys and what they do, in columns: those of now, and beside them those that always do the
// same. Below them stands which program this is.
func (s *Shell) showHelp(now, always []view.HelpRow) {
	program := view.HelpRow{What: view.ProgramLine(s.House.Program())}
	if len(always) > 0 {
		always = append(always, program)
	} else {
		now = append(now, program)
	}
	cells := make([][]string, max(len(now), len(always)))
	for i := range cells {
		cells[i] = make([]string, 4)
		for n, rows := range [][]view.HelpRow{now, always} {
			if i < len(rows) {
				cells[i][2*n], cells[i][2*n+1] = rows[i].Key, rows[i].What
			}
		}
	}
	columns, apart := []controls.Column{{Width: 1.6}, {Head: s.Text.T("help_now"), Width: 4.2}, {Width: 0.7}, {Head: s.Text.T("help_always"), Width: 3}}, 2
	if len(always) == 0 {
		columns, apart = []controls.Column{{Width: 0.8}, {Width: 3.5}, {}, {}}, 0
	}
	sheet := controls.NewSheet(controls.Sheet{
		Title: s.Text.T("title_help"), Rows: cells, Close: s.LeaveWord(), OnClose: s.Back,
		Columns: columns, Apart: apart,
	})
	s.Over(PageOf(sheet.Drawn, nil, func(name fyne.KeyName) bool {
		if name == fyne.KeyF1 {
			s.Back()
			return true
		}
		return sheet.Key(name)
	}))
}
