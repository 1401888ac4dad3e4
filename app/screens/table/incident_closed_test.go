package table

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/demo"
	"sabot/app/screens/screentest"
)

// At a closed table an incident is of who gives their code: without one nothing is entered.
func TestIncidentAtAClosedTableTakesACode(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304 sss9 ")
	s.Press(fyne.KeyEscape, fyne.KeyF10)
	s.Keys("k")
	float := demo.Counted(s.Table(), s.Shell.House.State.Chips)
	for i := len(s.Shell.House.State.Chips) - 1; i >= 0; i-- {
		value := s.Shell.House.State.Chips[i]
		if n := float.Pieces(value); n > 0 {
			s.Keys(strconv.FormatInt(int64(value/100)*n, 10))
		}
		s.Keys("\n")
	}
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	if s.Table().Open {
		t.Fatalf("it is open: %s", s.Words())
	}
	s.Escape()
	before := s.Table().Seq
	s.F4("ja" + "orologio perso\ng")
	s.Shows("Chi registra l’incidente: numero e PIN")
	s.Look("an incident at a closed table")
	if s.Table().Seq != before || len(s.Table().Incidents) > 0 {
		t.Fatalf("it is entered without a code: %+v", s.Table().Incidents)
	}
	s.Keys(screentest.InspectorCode)
	if all := s.Table().Incidents; len(all) != 1 || all[0].By != "21" || len(all[0].People) != 1 || all[0].People[0] != "21" {
		t.Errorf("%+v: %s", all, s.Words())
	}
}
