package table

import "testing"

// Who gives a player too many seats keeps what was chosen, and mends it there.
func TestTooManySeatsKeepsTheChoice(t *testing.T) {
	s := seats(t)
	s.Keys("pa123456\n")
	if s.Shell.Overlay() == nil || len(s.Table().Seats) != 0 {
		t.Fatalf("the page is gone: %v, %q", s.Table().Seats, s.said())
	}
	s.Keys("\b\n")
	if n := len(s.Table().Seats.HeldBy("A")); n != 5 {
		t.Errorf("A holds %d seats: %q", n, s.said())
	}
}
