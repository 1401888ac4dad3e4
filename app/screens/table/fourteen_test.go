package table

import (
	"fmt"
	"testing"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/hand"
)

// The largest stakes on the smallest boxes: where an amount of six digits does not fit with
// its mark of the thousands, it goes, and the letters stay as large as they are.
func TestLargeAmountsAreReadable(t *testing.T) {
	s := fourteenWith(t, 60)
	s.do(pit.OfBets(hand.Bets.Close))
	s.deal("3", "7", "2", "q")
	s.onAndOn()
}

// fourteen is a table of punto banco with bets on all of its fourteen boxes, those of two
// bettors on one of them.
func fourteen(t *testing.T) *seat {
	t.Helper()
	return fourteenWith(t, 1)
}

// fourteenWith is such a table where all that lies is so many times as much.
func fourteenWith(t *testing.T, times int) *seat {
	t.Helper()
	s := newSeat(t, "PB1", "it").inHouse()
	manager, err := s.Shell.House.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	set, _ := s.Shell.House.State.TableNamed("PB1")
	high := 1000000 * times
	set.Rules = fmt.Appendf(nil, `{"preset":"pb-first-nc","off":["player_pair","banker_pair","either_pair","perfect_pair","player_bonus","banker_bonus"],"limits":{"player":{"min":2000,"max":%[1]d},"banker":{"max":%[1]d},"tie":{"max":1000000},"super6":{"min":500,"max":1000000}}}`, high)
	if err := s.Shell.House.Staff().SetTable(set, manager); err != nil {
		t.Fatal(err)
	}
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	if s.Table().Deal().Phase() == hand.Burning {
		s.burn("3")
	}
	for box := 1; box <= 14; box++ {
		s.bet(box, "player", "", 1250*times)
		s.bet(box, "banker", "", 5000*times)
		s.bet(box, "tie", "", 100*times)
		s.bet(box, "super6", "", 50*times)
	}
	s.bet(4, "banker", "2", 2500*times)
	s.screen.bets().chooseBox(4)
	s.everyLanguage("fourteen boxes", nil)
	return s
}
