package screens

import (
	"fyne.io/fyne/v2"

	"sabot/app/screens/practice"
	"sabot/app/screens/shell"
	"sabot/app/session"
)

// NewLearner fills a window with the drills and nothing else: no table is there, nobody signs
// on, and nothing is entered. The house is one that is read alone, or lies in memory.
func NewLearner(window fyne.Window, house *session.House, options Options) *shell.Shell {
	clock := options.clock
	own := &shell.WindowClock{}
	if clock == nil {
		clock = own
	}
	s := shell.New(window, house, clock, options.Heard)
	s.Broke, own.Caught = options.Broke, s.Caught
	s.Speak(options.Language)
	window.SetCloseIntercept(s.Exit)
	practice.Open(s, options.Practice, "menu_quit", s.Exit)
	return s
}
