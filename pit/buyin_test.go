package pit_test

import (
	"errors"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A buy-in from the house's limit on takes an inspector and a box; below it neither, whatever the box
// bought before.
func TestBuyInOfMuchCash(t *testing.T) {
	for _, c := range []struct {
		limit, cash games.Amount
		box         int
		who         *house.Staff
		want        house.Why
		approver    string
	}{
		{400_000, 399_500, 0, nil, "", ""},
		{400_000, 399_500, 3, &dario, "", ""}, // nobody is asked
		{400_000, 400_000, 3, nil, house.NeedsInspector, ""},
		{400_000, 400_000, 3, &anna, house.WrongRole, ""},
		{400_000, 400_000, 0, &dario, house.BadSetting, ""},
		{400_000, 400_000, 3, &dario, "", "21"},
		{0, 4_000_000, 0, nil, "", ""}, // off
	} {
		f := newFloor(t)
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Opening(pit.Start{Set: luganoSet, Chips: theChips, Croupier: anna, Inspector: dario, Cash: c.limit}, moment)
		})
		facts, err := f.table.Desk().BuyIn(c.box, c.cash, nil, c.who)
		refusal := &house.Refusal{}
		if errors.As(err, &refusal); refusal.Why != c.want {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if err == nil && facts[0].(record.BoughtIn).Approver != c.approver {
			t.Errorf("%+v: %+v", c, facts)
		}
	}
}

// At a closed table much cash is refused since it is closed, with a box or without.
func TestBuyInAtAClosedTable(t *testing.T) {
	f := newFloor(t)
	f.do(opened(counted(luganoSet, tall), func(o *record.Opened) { o.Cash = 400_000 }), closeWith(&tall, dario))
	f.refused(house.TableClosed, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(0, 400_000, nil, &dario) })
}

// What a box bought is summed over the last hours, without what was put right.
func TestBoughtAt(t *testing.T) {
	f := newFloor(t)
	f.do(opening)
	for range 3 {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 150_000, nil, nil) })
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 5_000, nil, nil) })
	now := f.table.AllMoves()[3].At
	if b := f.table.BoughtAt(3, now); b.Times != 3 || b.Sum != 450_000 || b.Each != 150_000 {
		t.Errorf("%+v", b)
	}
	if b := f.table.BoughtAt(3, now.Add(7*time.Hour)); b.Times != 0 {
		t.Errorf("hours later: %+v", b)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VoidMove(t.Voidable()[0].Seq, &dario, "typed wrong")
	})
	if b := f.table.BoughtAt(3, now); b.Times != 2 || b.Sum != 300_000 {
		t.Errorf("after one was put right: %+v", b)
	}
}
