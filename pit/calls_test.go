package pit_test

import (
	"slices"
	"testing"
	"time"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

var lastBets command = pit.OfBets(hand.Bets.CallLastBets)

// "Ultime puntate" is a fact with its time, and a slip like any other.
func TestLastBetsAreCalledOnce(t *testing.T) {
	f := newFloor(t)
	f.do(opening)
	f.refused(house.NoShoe, lastBets)
	f.do(shoe, bet(1, "59", 2000), bet(1, "play", 4000), lastBets)
	if at := f.table.Current.LastBets; !at.Equal(f.now) {
		t.Errorf("called at %v, it is %v", at, f.now)
	}
	f.refused(house.NothingChanges, lastBets)
	f.do(bet(2, "59", 2000)) // they are taken still
	f.do(undo, undo)
	if !f.table.Current.LastBets.IsZero() {
		t.Error("a call that was a slip stands")
	}
	f.do(lastBets, closeBets)
	f.refused(house.BetsAreClosed, lastBets)
	f.holds()
}

// The time to bet runs from the first bet that lies.
func TestBetTimeRunsFromTheFirstBet(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe)
	since := func() time.Time { return f.table.Current.BetsSince }
	if !since().IsZero() {
		t.Error("time runs without a bet")
	}
	f.do(bet(1, "59", 2000))
	first := f.now
	f.do(bet(1, "play", 4000))
	if !since().Equal(first) {
		t.Errorf("since %v, want %v", since(), first)
	}
	f.do(pit.OfBets(hand.Bets.Clear))
	if !since().IsZero() {
		t.Error("time runs with no bet left")
	}
	f.do(bet(1, "59", 2000))
	if !since().Equal(f.now) {
		t.Error("time runs from a bet that was taken away")
	}
}

// Commission is kept and taken bettor by bettor: one of two players of a box pays alone,
// and one who leaves takes his own debt with him, not the other's.
func TestCommissionByBettor(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(4, "banker", "", 10_000), put(4, "banker", "2", 6_000))
	f.hand("7 9 K K")
	owes := func(want ...record.Debt) {
		t.Helper()
		if got := f.table.Debts(); !slices.Equal(got, want) {
			t.Errorf("owed %+v, want %+v", got, want)
		}
	}
	first, second := record.Debt{Box: 4, Amount: 500}, record.Debt{Box: 4, Bettor: "2", Amount: 300}
	owes(first, second)
	pass := func(t *pit.Table) ([]record.Fact, error) { return t.PassBettor(4, "") }
	f.do(put(4, "banker", "", 2_000))
	f.refused(house.HandOpen, pass)
	f.do(undo, put(4, "player", "2", 2_000), pass)
	first.Gone = true
	owes(first, second)
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().WaiveDebt(first, &bruno, "left") })
	f.refused(house.NeedsReason, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().WaiveDebt(first, &dario, " ") })
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().WaiveDebt(first, &dario, "left without paying")
	})
	owes(second)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeDebt(second) })
	owes()
	f.refused(house.NothingOwed, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeDebt(second) })
	f.holds()
}
