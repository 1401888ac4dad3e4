package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// void59 is a hand of box 1 in which the 59 of box 9 has no PLAY and went back at the call; the cards are laid twice where they
// belong.
func void59(f *floor) {
	f.do(counted(luganoSet, tall), shoe, bet(1, "59", 2000), bet(1, "play", 2000), bet(9, "59", 1000), closeBets)
	f.do((*pit.Table).PayNext, card("8"), card("K"))
}

// A void bet that went back before a hand was put right is done, however often the hand is put right after it.
func TestVoidBetGoneBackStaysDone(t *testing.T) {
	f := newFloor(t)
	void59(f)
	key := games.BetKey{Box: 9, Spot: "59"}
	for range 2 {
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.RuleBet(games.Bet{Box: 1, Spot: "play", Amount: t.Current.On(1, "play", "") + 1000}, false, &dario, "camera")
		})
	}
	for n, r := range f.table.Current.Relays {
		if net, done := r.DoneThen(games.Payment{Box: key.Box, Spot: key.Spot}); net != 0 || !done {
			t.Errorf("decision %d: the 59 of box 9 came to %d, done %t", n+1, net, done)
		}
	}
}

// What goes back of a hand that is cancelled is no result of what was put right in it before.
func TestCancelledHandLeavesWhatWasPutRight(t *testing.T) {
	f := newFloor(t)
	void59(f)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.RuleBet(games.Bet{Box: 1, Spot: "play", Amount: 3000}, false, &dario, "camera")
	})
	r := f.table.Current.Relays[0]
	_, before := f.table.Current.PlayedSince(&r, r.Now)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.CancelHand(&elena, "shoe") })
	h := f.table.History[0]
	r = h.Relays[0]
	settled, later := h.PlayedSince(&r, r.Now)
	if len(before) != 0 || len(later) != 0 || len(settled) != 1 || settled[0].Outcome != games.Void {
		t.Errorf("settled by it %+v, later %+v, before the hand was cancelled %+v", settled, later, before)
	}
}
