package table

import (
	"testing"

	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
)

// The last bets are announced beside cards of the shoe that wait, in every language: neither lies on the other.
func TestLastBetsBesideCardsThatWait(t *testing.T) {
	s := readableAt(t, "LB1")
	s.opened()
	s.screen.feed.Held = view.NotHeld
	s.bet(1, "59", "", 25)
	s.bet(1, "play", "", 25)
	s.do(pit.OfBets(hand.Bets.CallLastBets))
	s.reads("8s Kh 2d 3c 4c 5c")
	if a := s.Shell.Viewer().NextAct().Announce(s.Table()); a.Kind != view.LastBets || len(s.waits().Cards) != 6 {
		t.Fatalf("%+v, %+v waits", a, s.waits())
	}
	s.everyLanguage("last bets, and cards wait", nil)
}
