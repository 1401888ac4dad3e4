package table

import (
	"testing"
	"time"

	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
)

// A card that waits while a box is asked may be its own, or the bank's: nobody sees it before the box has said what it
// does, in no game.
func TestABoxIsAskedBesideABack(t *testing.T) {
	s := linked(t, "LB1")
	s.bet(1, "59", "", 25)
	s.bet(1, "play", "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
	s.reads("2s 4d 3h")
	for s.Table().Current.ChipsDue() {
		s.Pass(time.Second)
		s.Keys("\n")
	}
	s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	s.reads("9c")
	if w := s.waits(); s.Table().Deal().Phase() != hand.Deciding || len(w.Cards) != 1 || w.Cards[0] != (view.Card{Back: true}) {
		t.Fatalf("phase %d, %+v waits", s.Table().Deal().Phase(), w)
	}
	s.Pass(time.Second)
	s.Keys("s")
	if w := s.waits(); s.Table().Deal().Phase() == hand.Deciding || len(w.Cards) != 1 || w.Cards[0] != (view.Card{Rank: "9"}) {
		t.Errorf("decided, phase %d, it has %s, %+v waits", s.Table().Deal().Phase(), s.laidBy(), w)
	}
}
