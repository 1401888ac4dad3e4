package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// void59 is a hand of box 1 in which the 59 of box 9 has no PLAY and went back at the call; the cards are laid twice where they
// belong.
func void59(f *floor) {
	f.do(counted(luganoSet, tall), shoe, bet(1, "59", 2000), bet(1, "play", 2000), bet(9, "59", 1000), closeBets)
	f.do(pit.OfDeal(hand.Deal.PayNext), card("8"), card("K"))
}

// A void bet that went back before a hand was put right is done, however often the hand is put right after it.
func TestVoidBetGoneBackStaysDone(t *testing.T) {
	f := newFloor(t)
	void59(f)
	key := games.BetKey{Box: 9, Spot: "59"}
	for range 2 {
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().RuleBet(games.Bet{Box: 1, Spot: "play", Amount: t.Current.Round.On(1, "play", "") + 1000}, false, &dario, "camera")
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
		return t.Felt().RuleBet(games.Bet{Box: 1, Spot: "play", Amount: 3000}, false, &dario, "camera")
	})
	r := f.table.Current.Relays[0]
	_, before := r.PlayedSince(&f.table.Current.Sheet, r.Now)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "shoe") })
	h := f.table.History[0]
	r = h.Relays[0]
	settled, later := r.PlayedSince(&h.Sheet, r.Now)
	if len(before) != 0 || len(later) != 0 || len(settled) != 1 || settled[0].Outcome != games.Void {
		t.Errorf("settled by it %+v, later %+v, before the hand was cancelled %+v", settled, later, before)
	}
}

// What a bet had over the maximum goes back by an act of its own, also where the hand is put right before it went and the bet is then
// settled at once: "each chip is collected, paid or given back by one announced act".
func TestWhatIsOverTheMaximumGoesBackAfterAReconstruction(t *testing.T) {
	for _, c := range []struct {
		name string
		back bool // before the hand is put right
	}{{"not gone back yet", false}, {"gone back", true}} {
		f := newFloor(t)
		f.do(counted(luganoSet, tall), shoe, bet(1, "59", 60_000), bet(1, "play", 10_000), closeBets)
		over := f.table.Current.Acts()
		if len(over) != 1 || over[0].Do != pay.GiveBack || over[0].Amount != 10_000 {
			t.Fatalf("at the call: %+v", over)
		}
		if c.back {
			f.do(pit.OfDeal(hand.Deal.PayNext))
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().LayOut(record.DealtWithout, 3, "", []record.CardLaid{{Card: "3", At: "box:3"}, {Card: "9", At: "box:1"}, {Card: "3", At: "bank"}})
		}, relay)
		var back, done games.Amount
		acts := f.table.Current.Acts()
		for i, a := range acts {
			if a.Do == pay.GiveBack && a.Spot == "59" {
				back += a.Amount
				if i < f.table.Current.Done() {
					done += a.Amount
				}
			}
		}
		if before := f.table.Current.BackBefore(games.BetKey{Box: 1, Spot: "59"}); before+back != 10_000 || done != 0 {
			t.Errorf("%s: %d went back before, %d goes back now: %+v", c.name, before, back, acts)
		}
		for f.table.Deal().Phase() == hand.Paying {
			f.do(pit.OfDeal(hand.Deal.PayNext))
		}
		f.holds()
	}
}
