package screens

import (
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/screens/shell"
	"sabot/pit/record"
)

// picks is the page on which a table is chosen, as it was shown last.
type picks struct {
	drawn   fyne.CanvasObject
	offered []record.TableSet
	awaits  string // the table that this window stands at once it is played on this machine; "" for none
}

// follow updates the window to the tables that are played on this machine. It closes one that is not. As long
// as a window has it open, nobody can take over here what another machine has entered of it.
func (s *Station) follow() {
	if s.table != nil && !s.House.State.Plays(s.open.State.Name) {
		s.letGo()
		return
	}
	p := &s.picks
	if p.drawn == nil || s.Base().Content() != p.drawn || s.Overlay() != nil {
		return
	}
	same := func(a, b record.TableSet) bool { return a.Name == b.Name }
	if !slices.EqualFunc(p.offered, s.House.State.Playable(), same) {
		s.pickAgain()
	}
}

// letGo lets go of the table, which is played on another machine; who is in the office or on the floor stays there.
func (s *Station) letGo() {
	name, shown := s.open.State.Name, s.Base() == shell.Page(s.table)
	err := s.table.Release()
	s.table, s.open = nil, nil
	switch s.picks.awaits = name; {
	case err != nil:
		s.Show(s.troublePage(err))
	case shown:
		s.pickAgain()
	}
}

// pickAgain opens the table that this window stands at, or says that it is played elsewhere and which there are.
func (s *Station) pickAgain() {
	if name := s.picks.awaits; name != "" {
		s.Waited(func() { s.openTable(name) })
		return
	}
	s.Show(s.pickPage())
}
