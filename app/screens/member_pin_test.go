package screens

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/pit/house"
)

// Who was given a PIN, or would change theirs, is told at once where the machine goes by an office that it is done there: no new
// one is typed that this machine does not take.
func TestGivenPINAtAMember(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	test.NewTempApp(t)
	plan := house.DemoPlan("it", "lugano", 2)
	plan.By = "31"
	station := NewStation(test.NewTempWindow(t, nil), memberOf(t, &now, plan), Options{
		Language: "it", clock: &screentest.HandClock{Time: now}, Broke: func(text string) { t.Error(text) },
	})
	s := guestOf(t, station, "")
	station.openOffice(func() {})
	s.Keys("215821")
	s.Press(fyne.KeyReturn)
	s.Says("si fa sulla macchina dell’ufficio, ufficio.")
	s.Says("Ufficio: numero e PIN")
	s.Look("given-pin")
	s.Keys("316931") // the next one, on an empty pad
	s.Press(fyne.KeyReturn)
	if station.Base() == nil || station.Overlay() != nil {
		t.Fatal("what was typed before stood there still")
	}
	station.AskNewPIN("", "", func() {})
	s.Says("Si fa sulla macchina dell’ufficio, ufficio")
	if err := station.Release(); err != nil {
		t.Error(err)
	}
}

// Who leaves the page for a new PIN finds the pad empty: the next code is not added to theirs. The page says how long a PIN is.
func TestLeavingTheNewPINEmptiesThePad(t *testing.T) {
	s := arrive(t, Options{Language: "it"}).inHouse()
	plan := house.DemoPlan("it", "", 2)
	plan.By = "31"
	if err := s.station.setUp(plan); err != nil {
		t.Fatal(err)
	}
	s.Keys("0215821\n")
	s.Says("un nuovo PIN")
	s.Says("Ha 4–8 cifre.")
	s.Look("new-pin")
	s.Escape()
	s.Says("Ufficio: numero e PIN")
	s.Keys("316931\n")
	s.Rest()
	s.Says("Elena Moser")
	if s.Shell.Overlay() != nil {
		t.Errorf("it says %s", s.Words())
	}
}

// At an office that plays no table a croupier, who may not enter it, chooses a PIN of their own, by the keys of docs/pit.md, step 6.
func TestPINIsChosenAtAnOfficeWithoutATable(t *testing.T) {
	s := arrive(t, Options{Language: "en"}).inHouse()
	plan := house.DemoPlan("en", "", 2)
	plan.By = "31"
	if err := s.station.setUp(plan); err != nil {
		t.Fatal(err)
	}
	if err := s.Shell.House.Takeover().HoldTables("ufficio", nil); err != nil {
		t.Fatal(err)
	}
	s.Shell.Show(s.station.pickPage())
	s.Says("What do you want to open?")
	s.Keys("0114711\n")
	s.Says("Your PIN must be changed: new PIN")
	s.Keys("4712\n")
	s.Says("New PIN again")
	s.Keys("4712\n")
	s.Says("PIN changed. You are done.")
	s.Escape()
	s.Says("What do you want to open?")
	if _, err := s.Shell.House.SignOn("114712"); err != nil {
		t.Error(err)
	}
	s.Keys("0114712\n")
	s.Says("Anna Rossi may not")
}
