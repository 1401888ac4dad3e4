package table

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
)

// The last chip that was touched is none of the next hand's, of the next shoe's, nor of bets that are begun anew.
func TestLastChipDoesNotStay(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	first := s.screen.cursor.Chip
	const large = 5
	begins := func(after string) {
		t.Helper()
		if got := s.screen.cursor.Chip; got != first {
			t.Errorf("%s: the chip in hand is the %dth, not the %dth", after, got, first)
		}
		s.screen.chooseChip(large)
		s.screen.Update()
		if s.screen.cursor.Chip != large {
			t.Errorf("%s: the chip that was touched is not in hand", after)
		}
	}
	begins("opened")
	s.Keys("125\t25\n")
	s.screen.ClearAll()
	begins("all bets cleared")
	s.Keys("125\t25\n225\t25\n325\t25\n\n805k304 sss9 ")
	if len(s.Table().History) != 1 {
		t.Fatalf("the hand is not over: %s", s.said())
	}
	begins("the next hand")
	s.Shell.TypedKey(fyne.KeyF10)
	s.Keys("ab" + screentest.InspectorCode) // its cut card is not out
	begins("the next shoe")
}
