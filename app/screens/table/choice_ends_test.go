package table

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
)

// Once something else was done, a digit names a box: it is no part of an amount on the spot before.
func TestADoneActEndsTheChoice(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("9")
	s.Press(fyne.KeyF5)
	s.Choose("cash_buy_in")
	s.Slowly("5")
	s.Keys("1000\n\n\n")
	if s.Shell.Overlay() != nil {
		t.Fatalf("nothing is booked: %s", s.Words())
	}
	s.Keys("3")
	if c := s.screen.cursor; c.Box != 3 || c.Typed != "" {
		t.Errorf("a digit is %q on box %d", c.Typed, c.Box)
	}
}

// Digits of a code that became cards of a hand as it lies go by Backspace with all that they did, also behind another code.
func TestBackspaceTakesACodeOffTheCards(t *testing.T) {
	s, before := sixBoxesAsTheyLie(t)
	s.Keys("213456\n" + "316931\n")
	s.Press(fyne.KeyBackspace)
	if got := s.screen.laid.cards; !slices.Equal(got, before) {
		t.Errorf("from %v: %v", before, got)
	}
}
