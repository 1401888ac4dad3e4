package table

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit/hand"
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

// A box that was chosen, and an amount that was refused there, go with that for which they were typed: a relief, a pause, the
// closing. Nothing of them stands on a table that is closed.
func TestChoiceEndsWithWhatItWasFor(t *testing.T) {
	for name, act := range map[string]func(s *seat){
		"relief": func(s *seat) {
			s.Shell.TypedKey(fyne.KeyF9)
			if s.Keys("124712\n"); s.Table().Croupier != "12" {
				t.Fatalf("nobody was relieved: %s", s.said())
			}
		},
		"pause": func(s *seat) {
			s.Keys("\x1b2100\n" + "\x1b13\n") // a hand has begun
			if s.screen.misdeals().openDispute(); s.Table().Deal().Phase() != hand.Paused {
				t.Fatalf("nothing is paused: %s", s.said())
			}
		},
		"closing": func(s *seat) { s.closes(t) },
	} {
		s := newSeat(t, "LB1", "en")
		s.Open()
		s.Keys("13\n")
		if c := s.screen.cursor; c.Box != 1 {
			t.Fatalf("%s: nothing is chosen: %s", name, s.said())
		}
		act(s)
		if c := s.screen.cursor; c.Box != 0 || c.Spot != "" || c.Typed != "" {
			t.Errorf("%s: in hand is still %+v", name, c)
		}
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
