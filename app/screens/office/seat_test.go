package office

import (
	"testing"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/pit/record"
	"sabot/pit/recordtest"
)

// clerk is somebody before the office's door.
type clerk struct{ *screentest.Seat }

// officeSeat is the house that was played with a clerk at the door, which 0 opens.
func officeSeat(t *testing.T, lang string) *clerk {
	t.Helper()
	from, err := playedHouse()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	recordtest.Copied(t, dir, from)
	s := &clerk{screentest.Sit(t, dir)}
	s.Shell.Speak(lang)
	s.Shell.Show(s.door())
	return s
}

// door is the page from which one comes into the office.
func (s *clerk) door() shell.Page {
	m := controls.NewMenu(controls.Menu{Title: "LB1", Choices: []controls.Choice{
		{Key: "0", Label: "office", Do: func() { Open(s.Shell, func() { s.Shell.Show(s.door()) }) }},
	}})
	return shell.PageOf(m.Drawn, m.Rune, nil)
}

// inHouse has the window look as in the house.
func (s *clerk) inHouse() *clerk {
	s.Seat.InHouse()
	return s
}

func (s *clerk) office() *Office {
	o, _ := s.Shell.Base().(*Office)
	return o
}

// enter signs on at the office's door.
func (s *clerk) enter(role record.Role) *Office {
	s.T.Helper()
	s.Keys("0" + screentest.Codes[role] + "\n")
	o := s.office()
	if o == nil {
		s.T.Fatalf("%s does not come in", role)
	}
	s.Rest()
	return o
}
