package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit/people"
)

// Three wrong PINs shut a code, with a word and on the record; the manager opens it.
func TestWrongPINsShutACode(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	house := s.shell.house
	seq := house.State.Seq
	s.shell.typedKey(fyne.KeyF9)
	for range people.FreeTries {
		s.keys("120000\n")
	}
	s.keys("124712\n")
	if s.table().Croupier != "11" || !strings.Contains(s.said(), "Troppi PIN errati") || house.State.Seq != seq+people.FreeTries {
		t.Fatalf("%q deals, %q, %d entries", s.table().Croupier, s.said(), house.State.Seq-seq)
	}
	s.shell.closeOverlay()
	s.shell.table.openUnlock()
	s.keys("215821\n")
	if len(house.State.LockedNumbers(house.Now())) != 1 {
		t.Fatal("an inspector opened the code")
	}
	s.keys("316931\n")
	s.shell.typedKey(fyne.KeyF9)
	s.keys("124712\n")
	if s.table().Croupier != "12" {
		t.Errorf("after the manager: %q", s.said())
	}
}

// With several tables Sabot asks which one it stands at, and the house to try says its
// codes there and on the table.
func TestPickATable(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Language: "it"})
	if s.shell.table != nil {
		t.Fatal("a table was opened unasked")
	}
	s.keys("b")
	if s.shell.table == nil || s.table().Name != "PB1" || !strings.Contains(s.said(), "114711") {
		t.Fatal("the second table did not open with the codes")
	}
}
