package screens

import (
	"strings"
	"testing"
	"time"

	"sabot/pit/people"
	"sabot/pit/record"
)

// After a house was set up the page that asks for a table says how one gets from there to the recovery kit, until there is one;
// a table that opens at once says how from there.
func TestWayToTheKitIsThatOfThePage(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	plan := people.DemoPlan("it", "", 2)
	plan.Name = "Casinò Prova"
	if err := s.station.setUp(plan); err != nil {
		t.Fatal(err)
	}
	if s.Says("0 (Ufficio)"); strings.Contains(s.Written(), "F10") {
		t.Errorf("it names a key that has no use here: %s", s.Written())
	}
	s.Keys("0")
	s.Reads("the key that is said", "Ufficio: numero e PIN")
	s.Escape()
	s.Says("0 (Ufficio)")
	s.Shell.House.State.Apply(record.Entry{At: time.Now(), Fact: record.KitMade{By: "31"}})
	s.Shell.Show(s.station.pickPage())
	if strings.Contains(s.Written(), "kit") {
		t.Errorf("the kit is made, and it says %s", s.Written())
	}

	s = arrive(t, Options{Language: "it"})
	plan.Tables = plan.Tables[:1]
	if err := s.station.setUp(plan); err != nil {
		t.Fatal(err)
	}
	s.Says("F10, Ufficio")
}
