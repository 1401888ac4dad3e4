package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit/people"
)

// Three wrong PINs shut a code, with a word and on the record; the manager opens it.
func TestWrongPINsShutACode(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	house := s.Shell.House
	seq := house.State.Seq
	s.Shell.TypedKey(fyne.KeyF9)
	for range people.FreeTries {
		s.Keys("120000\n")
	}
	s.Keys("124712\n")
	if s.Table().Croupier != "11" || !strings.Contains(s.said(), "Troppi PIN errati") || house.State.Seq != seq+people.FreeTries {
		t.Fatalf("%q deals, %q, %d entries", s.Table().Croupier, s.said(), house.State.Seq-seq)
	}
	s.Shell.CloseOverlay()
	s.screen.openUnlock()
	s.Keys("215821\n")
	if len(house.State.LockedNumbers(house.Now())) != 1 {
		t.Fatal("an inspector opened the code")
	}
	s.Keys("316931\n")
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("124712\n")
	if s.Table().Croupier != "12" {
		t.Errorf("after the manager: %q", s.said())
	}
}

// Everybody changes their own PIN, from anywhere.
func TestChangePIN(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.screen.changePIN()
	s.Keys("114700\n")
	s.Says("Code not valid")
	s.Keys("114711\n")
	s.Keys("11") // of a PIN, not Anna's number
	if slices.Contains(strings.Split(s.Words(), "\n"), "Anna Rossi") {
		t.Error("digits of a PIN are taken for a number")
	}
	s.Keys("\b\b4711\n4711\n")
	s.Says("or the old one")
	s.Keys("9174\n9174\n")
	if s.Shell.Overlay() != nil || !strings.Contains(s.said(), "PIN changed") {
		t.Fatalf("says %q", s.said())
	}
	if _, err := s.Shell.House.SignOn("119174"); err != nil {
		t.Error(err)
	}
}
