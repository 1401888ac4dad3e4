package screens

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/floor"
	"sabot/app/screens/office"
	"sabot/app/screens/screentest"
)

// A program that was started for the floor takes no table: another one opens it, and what happens
// there is seen here. From the floor one comes to the office with the table's shifts and back, and
// who is signed on there is signed off with the program.
func TestFloorBesideATable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Floor: true, Language: "it"})
	s.Rest()
	if _, shown := s.Shell.Base().(*floor.Floor); !shown || s.Table() != nil {
		t.Fatalf("no floor:\n%s", s.Words())
	}
	s.Keys(screentest.InspectorCode)
	s.Says("Dario Bianchi")
	s.Says("Chiuso")

	table := arriveAt(t, s.Dir, Options{Table: "LB1", Language: "it"})
	table.Open()
	see := func(want string) {
		t.Helper()
		for range 20 {
			s.Pass(time.Second)
			s.Rest()
			if strings.Contains(s.Words(), want) {
				return
			}
		}
		t.Errorf("the floor does not show %q:\n%s", want, s.Words())
	}
	see("Mano 1 · sabot 1")
	see("Anna Rossi")
	see("56’000")

	s.Press(fyne.KeyTab, fyne.KeyTab) // sorted anew: the table that is open comes first
	s.Keys("1r")
	s.Rest()
	if _, shown := s.Shell.Base().(*office.Office); shown {
		t.Error("who walks past a floor that stands open is in the office, in the name of whoever signed on there")
	}
	s.Keys(screentest.InspectorCode)
	s.Rest()
	if _, shown := s.Shell.Base().(*office.Office); !shown {
		t.Fatalf("no office:\n%s", s.Words())
	}
	s.Says("LB1 · turno 1")
	in := func() int {
		t.Helper()
		other, err := s.Shell.House.Aside()
		if err != nil {
			t.Fatal(err)
		}
		return other.State.People().InOffice("21")
	}
	if in() != 2 {
		t.Errorf("signed on %d times", in())
	}
	s.Escape()
	s.Rest()
	if _, shown := s.Shell.Base().(*floor.Floor); !shown || in() != 1 {
		t.Fatalf("Esc does not lead back; signed on %d times", in())
	}
	s.Keys("1r" + screentest.InspectorCode)
	s.Rest()
	if err := s.station.Release(); err != nil {
		t.Fatal(err)
	}
	if in() != 0 {
		t.Errorf("the program has ended, and somebody is signed on %d times", in())
	}
}

// The floor is a line of the page where a table is chosen, and of a table's own menu.
func TestFloorFromATable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Language: "it"})
	s.Keys("9\x1b")
	s.Rest()
	s.Says("cifre coperte")
	s.Escape()
	s.Says("A quale tavolo siamo?")
	s.Keys("a")
	if s.Table() == nil {
		t.Fatal("no table")
	}
	s.Press(fyne.KeyF10)
	s.Keys("h")
	s.Choose("floor_title")
	s.Keys("\x1b")
	s.Rest()
	s.Says("cifre coperte")
	if s.Escape(); s.Shell.Base() != s.station.table {
		t.Error("Esc does not lead back to the table")
	}
}
