package screens

import (
	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/practice"
	"sabot/app/screens/shell"
	"sabot/app/session"
)

// NewLearner fills a window with the drills and nothing else: no table is there, nobody signs
// on, and nothing is entered. The house is one that is read alone, or lies in memory (session.Learning).
func NewLearner(window fyne.Window, house *session.House, options Options) *shell.Shell {
	s := shellIn(window, house, options)
	window.SetCloseIntercept(s.Exit)
	practice.Open(s, options.Practice, practice.Quits, func() { askToQuit(s) }, options.Unread)
	return s
}

// askToQuit asks first: Esc led out of a drill and of its results before it leads here.
func askToQuit(s *shell.Shell) {
	quit := controls.Choice{Label: s.Text.T("menu_quit"), Do: s.Exit}
	m := controls.NewMenu(controls.Menu{Title: s.Text.T("practice_title"), Choices: []controls.Choice{quit}, Close: s.LeaveWord(), OnClose: s.Back})
	s.Over(shell.PageOf(m.Drawn, m.Rune, m.Key))
}
