package pit_test

import (
	"reflect"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// lastNotSo has an inspector say that the last move between the hands was not so.
func (f *floor) lastNotSo() command {
	return func(t *pit.Table) ([]record.Fact, error) {
		list := t.Voidable()
		return t.Desk().VoidMove(list[len(list)-1].Seq, &dario, "typed wrong")
	}
}

// A croupier pays 65 where 25 is due: the tray has 40 less, the shift's count is explained
// by it, and what comes back later puts the tray right. The hand is what it was.
func TestWrongPayout(t *testing.T) {
	f := newFloor(t)
	f.do(counted(luganoSet, tall), shoe, bet(2, "59", 2500), bet(2, "play", 2500), closeBets)
	f.do(card("9"), card("K"), card("9"), decide(games.Stand), card("9"), payAll)
	ofHouse, began := f.table.History[0].House, f.table.Desk().Worth().Amount
	pay := func(p record.WrongPayout) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.PayWrong(p, &dario) }
	}
	f.refused(house.NoSuchHand, pay(record.WrongPayout{Hand: 2, Box: 2, Amount: 4000, Reason: "r"}))
	f.refused(house.NoSuchBox, pay(record.WrongPayout{Hand: 1, Box: 3, Amount: 4000, Reason: "r"}))
	f.refused(house.NoSuchBox, pay(record.WrongPayout{Hand: 1, Box: 2, Bettor: "2", Amount: 4000, Reason: "r"}))
	f.refused(house.BadSetting, pay(record.WrongPayout{Hand: 1, Box: 2, Reason: "r"}))
	f.refused(house.NeedsReason, pay(record.WrongPayout{Hand: 1, Box: 2, Amount: 4000, Reason: " "}))
	f.do(pay(record.WrongPayout{Hand: 1, Box: 2, Amount: 4000, Reason: "paid 65"}))
	if f.table.Desk().Worth().Amount != began-4000 || f.table.History[0].House != ofHouse || f.table.Result().Wrong != -4000 {
		t.Errorf("tray %d, house %d, %+v", f.table.Desk().Worth().Amount, f.table.History[0].House, f.table.Result())
	}
	f.refused(house.NothingToUndo, undo)
	seq := f.table.Payouts()[0].Seq
	back := func(a games.Amount) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().SettlePayout(record.PayoutSettled{Payout: seq, Amount: a}, &dario)
		}
	}
	f.refused(house.BadSetting, back(-1000))
	f.refused(house.BadSetting, back(4500))
	f.refused(house.NoSuchMove, func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().SettlePayout(record.PayoutSettled{Payout: 1, Amount: 500}, &dario)
	})
	f.do(back(1500))
	f.refused(house.NotPossible, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().VoidMove(seq, &dario, "typed wrong") })
	if p := f.table.Payouts()[0]; p.Left() != 2500 || f.table.Desk().Worth().Amount != began-2500 {
		t.Errorf("left %d, tray %d", p.Left(), f.table.Desk().Worth().Amount)
	}
	count := exactly(f.table.Desk().Worth().Amount)
	f.do(closeWith(&count, dario))
	f.holds()
	if r := f.table.Result(); r.Wrong != -2500 || r.Difference != tray.KnownSum(0) || r.ByCount.Amount != r.ByHands-2500 {
		t.Errorf("%+v", r)
	}
}

// What came back of a wrong payout nobody enters alone: neither at the table, nor in a record. A record of 0.9, in which the
// croupier did, holds.
func TestPayoutSettledAloneDoesNotHold(t *testing.T) {
	f := newFloor(t)
	f.do(unchecked(counted(luganoSet, tall)), shoe, bet(2, "59", 2500), bet(2, "play", 2500), closeBets)
	f.do(card("9"), card("K"), card("9"), decide(games.Stand), card("9"), payAll)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.PayWrong(record.WrongPayout{Hand: 1, Box: 2, Amount: 2000, Reason: "paid 45"}, &dario)
	})
	alone := record.PayoutSettled{Payout: f.table.Payouts()[0].Seq, Amount: 2000}
	f.refused(house.NeedsInspector, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().SettlePayout(alone, nil) })
	f.do(func(*pit.Table) ([]record.Fact, error) { return []record.Fact{alone}, nil })
	f.holds()
	_, fault := audited(t, nil, f.entries(func(e *record.Entry) {
		if o, ok := e.Fact.(record.Opened); ok {
			o.Checks = 1
			e.Fact = o
		}
	})...)
	if fault == nil || fault.Code != record.NotDone {
		t.Errorf("of a table that asks: %v", fault)
	}
}

// What of chips and cash was entered wrong is put right by an inspector and by no undo; a
// count in between was what was there.
func TestMovesArePutRight(t *testing.T) {
	f := newFloor(t)
	f.do(counted(luganoSet, tall), shoe)
	began := f.table.Desk().Stock()
	buy := func(cash games.Amount) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, cash, worth(cash), nil) }
	}
	f.do(bet(2, "59", 2500), buy(20_000))
	f.do(undo) // the bet: the buy-in stands
	if f.table.Result().BoughtIn != 20_000 || !f.table.Current.Empty() {
		t.Fatalf("%+v", f.table.Result())
	}
	seq := f.table.Voidable()[0].Seq
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().VoidMove(seq, &anna, "typed wrong") })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.RedoMove(seq, buy(10_000), &dario, "it was 100") })
	if r := f.table.Result(); r.BoughtIn != 10_000 || f.table.Desk().Worth().Amount != tall.Value()-10_000 || len(f.table.AllMoves()) != 4 {
		t.Errorf("%+v, %d moves", r, len(f.table.AllMoves()))
	}
	f.refused(house.NoSuchMove, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().VoidMove(seq, &dario, "again") })
	f.do(f.lastNotSo())
	if !reflect.DeepEqual(f.table.Desk().Stock(), began) {
		t.Errorf("the tray is %v", f.table.Desk().Stock())
	}
	// A fill that was verified and never came.
	f.do(request(record.Fill, worth(5000)))
	slip := f.table.Slips(tray.Requested)[0]
	f.do(verify(slip.SlipID), f.lastNotSo())
	if r := f.table.Result(); r.Fills != 0 || f.table.Desk().Worth().Amount != tall.Value() || f.table.Slips(tray.Voided)[0].Reason != "typed wrong" {
		t.Errorf("%+v, tray %d", r, f.table.Desk().Worth().Amount)
	}
	// Behind a count the tray stays what was counted.
	f.do(buy(20_000))
	short := exactly(tall.Value() - 20_000)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Count(record.AtCheck, short, anna, dario) })
	f.do(bet(2, "59", 2500), bet(2, "play", 2500), closeBets, card("9"), card("K"), card("9"), decide(games.Stand), card("9"), payAll)
	before := f.table.Desk().Worth().Amount
	f.do(f.lastNotSo())
	f.holds()
	if f.table.Desk().Worth().Amount != before || f.table.Result().BoughtIn != 0 {
		t.Errorf("the tray is %d, was %d", f.table.Desk().Worth().Amount, before)
	}
}

// Would asks, and changes nothing.
func TestWouldChangesNothing(t *testing.T) {
	f := newFloor(t)
	f.do(counted(luganoSet, tall), shoe, bet(2, "59", 2500), bet(2, "play", 2500), closeBets)
	f.do(card("9"), card("K"), card("9"), decide(games.Stand), card("9"))
	facts, err := payAll(f.table)
	if err != nil {
		t.Fatal(err)
	}
	if after := f.table.Would(facts...); len(after.History) != 1 || after.Desk().Worth() == f.table.Desk().Worth() && after.History[0].House != 0 {
		t.Errorf("%d hands", len(after.History))
	}
	if again, err := pit.Resume(f.journal, "LB1"); err != nil || !reflect.DeepEqual(again, f.table) {
		t.Errorf("the table has changed: %v", err)
	}
}
