package pit_test

import (
	"fmt"
	"testing"

	"sabot/games"
	"sabot/games/roads"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Source 002: "fare in modo che venga distribuito un certo numero di mani in maniera
// gratuita ... per aumentare le road disponibili".
func TestHandWithoutBets(t *testing.T) {
	f := newFloor(t)
	f.do(openingSpeed, shoe, burnFirst("2c"), put(1, "banker", "", 2000))
	f.refused(house.HandOpen, pit.OfBets(hand.Bets.DealDry))
	f.hand("7s 9d Ks Kd")
	f.do(pit.OfBets(hand.Bets.DealDry))
	f.refused(house.BetsAreClosed, pit.OfBets(hand.Bets.DealDry))
	f.do(undo, pit.OfBets(hand.Bets.DealDry), card("9s"), card("7d"), card("Kh"), card("Kc"))
	if f.table.Deal().Phase() != hand.Paying {
		t.Fatalf("phase %v, want the end of the hand", f.table.Deal().Phase())
	}
	f.do(card("4c"), payAll)
	h := f.table.History[1]
	if len(h.Round.Laid) != 4 || h.House != 0 || len(h.Rows) != 0 || !h.Round.Dry {
		t.Errorf("the hand without bets: %+v", h)
	}
	if got := f.table.Deal().Results(); len(got) != 2 || got[1].Winner != roads.Player || got[1].Total != 9 {
		t.Errorf("the roads have %+v", got)
	}
	if r := f.table.Current.Round; r.Number != 3 || r.Out != 3+8 || fmt.Sprint(f.table.Current.Ready) != "[4c]" {
		t.Errorf("the next hand is %+v with %v", r, f.table.Current.Ready)
	}
	f.do(again(0)) // the bets of the last hand that had some
	wantLies(t, f, "[1:banker=2000]")
	f.do(pit.OfBets(hand.Bets.Clear), pit.OfBets(hand.Bets.DealDry))
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "misdealt") })
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		round := f.table.History[1].Round
		round.Laid = append([]games.Laid(nil), round.Laid...)
		round.Laid[0].Card = round.Laid[0].Card&^3 | (round.Laid[0].Card+1)&3
		return t.Corrections().CorrectHand(hand.Correction{Hand: 2, Round: round, Reason: "suit read wrong"}, &dario)
	})
	audits(t, f)
	for _, open := range []command{opening, openingHandHeld, openingUS, openingEU} {
		g := newFloor(t)
		g.do(open, shoe)
		g.refused(house.NeedsBets, pit.OfBets(hand.Bets.DealDry))
	}
}

// A record that deals a hand without bets where some lie, or where the deal goes by the
// bets, does not hold.
func TestAuditOfHandWithoutBets(t *testing.T) {
	for _, bets := range []bool{false, true} {
		f := newFloor(t)
		if bets {
			f.do(openingBanco, shoe, put(1, "player", "", 2000))
		} else {
			f.do(opening, shoe)
		}
		f.do(func(*pit.Table) ([]record.Fact, error) { return []record.Fact{record.DealtDry{}}, nil })
		if _, fault := audited(t, nil, f.entries()...); fault == nil || fault.Code != record.NotSettled {
			t.Errorf("with bets %v: %v", bets, fault)
		}
	}
}
