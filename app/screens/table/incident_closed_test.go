package table

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/demo"
	"sabot/app/screens/screentest"
)

// While surveillance has not answered, who closes an incident first says why the answer is not waited for, and the manager's page has it.
func TestDifferenceWaitsForSurveillance(t *testing.T) {
	s := wronglyClosed(t, "en").inHouse()
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_recount")
	s.Keys(screentest.Counted + "\n\t\n" + screentest.CroupierCode + screentest.InspectorCode)
	s.LeaveOverlays()
	s.Keys("\n" + screentest.Counted + screentest.CroupierCode + screentest.InspectorCode)
	open := func() {
		s.LeaveOverlays()
		s.F4("j")
		s.Keys("b")
	}
	open()
	s.Shows("Recounted: a difference of 0 remains")
	s.Choose("incident_video_ask")
	s.Keys("who?\n" + screentest.InspectorCode)
	open()
	s.Choose("incident_close")
	s.Shows("Surveillance has not answered yet")
	s.Look("an incident closed while surveillance has not answered")
	s.Keys("\t\n")
	s.Shows("What was the outcome?")
	s.Keys("\t\n")
	s.Shows("Recounted: a difference of 0 remains", "Closed without surveillance’s answer", "too late", "Counting mistake")
	s.Look("the manager's page of it")
	s.Keys(screentest.ManagerCode)
	if i := s.Table().Incidents[0]; i.Open() || i.Unanswered != "The answer would come too late" {
		t.Errorf("%+v: %s", i, s.Words())
	}
}

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
