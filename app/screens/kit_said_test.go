package screens

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/pit/house"
	"sabot/pit/record"
)

// After a house was set up the page that asks for a table says how one gets from there to the recovery kit, until there is one;
// a table that opens at once says how from there.
func TestWayToTheKitIsThatOfThePage(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	plan := house.DemoPlan("it", "", 2)
	plan.Name = "Casinò Prova"
	if err := s.station.setUp(plan); err != nil {
		t.Fatal(err)
	}
	if s.Says("0 (Ufficio)"); strings.Contains(s.Written(), "F10") {
		t.Errorf("it names a key that does nothing here: %s", s.Written())
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

// Where a house takes long to set up, an Enter that was pressed meanwhile was meant for the page before: no count opens at the new table.
// Once the table was seen it does. Where nobody waited nothing is lost.
func TestEnterWhileTheHouseIsSetUp(t *testing.T) {
	for _, slow := range []time.Duration{0, 2 * time.Second} {
		test.NewTempApp(t)
		hands, wait := screentest.NewHandClock(time.Now()), time.Duration(0)
		h := screentest.OpenHouse(t, t.TempDir(), func() time.Time {
			hands.Time = hands.Time.Add(wait) // the house asks while it is set up
			return hands.Time
		})
		w := test.NewTempWindow(t, nil)
		s := NewStation(w, h, Options{Language: "it", clock: hands, Broke: func(text string) { t.Error(text) }})
		t.Cleanup(func() {
			if err := errors.Join(s.Release(), h.Close()); err != nil {
				t.Error(err)
			}
		})
		w.Resize(fyne.NewSize(1024, 768))
		plan := house.DemoPlan("it", "lugano", 1)
		plan.Name, wait = "Casinò Prova", slow
		s.Waited(func() {
			if err := s.setUp(plan); err != nil {
				t.Error(err)
			}
		})
		wait = 0
		g := guestOf(t, s, "")
		counts := func() bool { return strings.Contains(g.Words(), s.Text.T("title_opening")) }
		s.TypedKey(fyne.KeyReturn)
		if counts() == (slow > 0) {
			t.Errorf("the house took %v, and Enter opens the count: %v\n%s", slow, counts(), g.Words())
		}
		if g.Pass(time.Second); slow > 0 {
			if s.TypedKey(fyne.KeyReturn); !counts() {
				t.Errorf("a second later: %s", g.Words())
			}
		}
	}
}
