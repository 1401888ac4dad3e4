package table

import (
	"testing"

	"sabot/app/screens/screentest"
)

// Who gives a player too many seats keeps what was chosen, and mends it there.
func TestTooManySeatsKeepsTheChoice(t *testing.T) {
	s := seats(t)
	s.Keys("pa123456\n")
	if s.Shell.Overlay() == nil || len(s.Table().Seats) != 0 {
		t.Fatalf("the page is gone: %v, %q", s.Table().Seats, s.said())
	}
	s.Keys("\b\n")
	if n := len(s.Table().HeldBy("A")); n != 5 {
		t.Errorf("A holds %d seats: %q", n, s.said())
	}
}

// Why a code was not taken is not said any more once another one was.
func TestARefusedCodeIsForgotten(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n" + screentest.Counted + "114711\n")
	s.Keys("219999\n215821\n")
	if word := s.Shell.Text.T("refused_wrong_pin"); s.said() == word {
		t.Errorf("still said: %q", word)
	}
}
