package pit_test

import (
	"fmt"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// A hole card that everybody saw lies face up from then on, by an inspector, and the record names it: nobody is asked to insure
// or looks any more, and no decision before it is taken back by the croupier alone.
func TestHoleSeen(t *testing.T) {
	expose := func(name string, by *house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole(name, by, "seen by all") }
	}
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("6h"), card("8d"))
	f.refused(house.NoCardDue, expose("9c", &dario))
	f.do(hide)
	f.refused(house.NeedsInspector, expose("9c", nil))
	f.refused(house.NeedsReason, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole("9c", &dario, " ") })
	f.do(expose("9c", &dario))
	if f.table.Deal().Hole() >= 0 || f.table.Deal().Phase() != hand.Deciding {
		t.Fatalf("hole %d, phase %v", f.table.Deal().Hole(), f.table.Deal().Phase())
	}
	if games.Covered(f.table.Game, f.table.Current.Round, games.Dealer, 1) {
		t.Error("the felt has it face down still")
	}
	if n := f.table.Notes; len(n) != 1 || n[0].Kind != record.HoleSeen || n[0].What != "9c" || n[0].Approver != dario.Number {
		t.Errorf("noted %+v", n)
	}
	f.do(decide(games.Stand), card("2c"), payAll)
	f.agrees()

	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("9s"), card("Ah"), card("8d"), hide)
	if f.table.Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v, want the insurance", f.table.Deal().Phase())
	}
	f.do(expose("9d", &dario))
	if f.table.Deal().Phase() != hand.Deciding {
		t.Errorf("phase %v: it is asked still, or looked for", f.table.Deal().Phase())
	}
	f.do(decide(games.Stand), payAll)
	f.agrees()

	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("9s"), card("Ah"), card("8d"), hide, expose("Kd", &dario), payAll)
	f.agrees()

	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("2s"), card("6h"), card("3d"), hide, decide(games.Hit), card("4h"), expose("9h", &dario))
	f.refused(house.NeedsInspector, undo) // it stays face up
	f.do(decide(games.Stand), undo)
	f.refused(house.NeedsInspector, undo)
}

// A hole card of which the decks hold no more copy is an alarm, as any other card is; the last copies are none.
func TestImpossibleHoleSeen(t *testing.T) {
	expose := func(name string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole(name, &dario, "seen by all") }
	}
	seen := func() *floor {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("8c"), card("8c"), card("8c"), hide) // of four decks
		return f
	}
	f := seen()
	f.do(expose("8c"))
	if n := f.table.Notes; len(n) != 1 || n[0].Kind != record.HoleSeen {
		t.Fatalf("the fourth of four: %+v", n)
	}
	f.holds()

	f = newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets)
	f.do(card("8c"), card("8c"), card("8c"), card("8c"), card("9d"), hide)
	f.do(expose("8c"))
	if a := f.table.Alarms; len(a) != 1 || a[0].Kind != record.ImpossibleCard || a[0].What != "8c" {
		t.Fatalf("the fifth of four: %+v", a)
	}
	if f.table.Deal().Hole() < 0 {
		t.Error("it was turned")
	}
	f.holds()
}

// A hole card that an electronic shoe has read lies face down for everybody: seen before its turn it lies face up as any other,
// and nobody says again which it is.
func TestReadHoleSeen(t *testing.T) {
	expose := func(by *house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole("", by, "seen by all") }
	}
	told := func(f *floor, card string) {
		t.Helper()
		if games.Covered(f.table.Game, f.table.Current.Round, games.Dealer, 1) || f.table.Deal().HoleCovered() {
			t.Error("it lies face down still")
		}
		if n := f.table.Notes; len(n) == 0 || n[len(n)-1].Kind != record.HoleSeen || n[len(n)-1].What != card || n[len(n)-1].Approver != dario.Number {
			t.Errorf("noted %+v", n)
		}
	}
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("6h"), card("8d"))
	f.refused(house.NoCardDue, expose(&dario))
	f.do(card("Kd"))
	if !f.table.Deal().HoleCovered() || !f.table.Deal().HoleRead() || !f.table.Deal().MayExpose() {
		t.Fatalf("covered %t, read %t, may be exposed %t", f.table.Deal().HoleCovered(), f.table.Deal().HoleRead(), f.table.Deal().MayExpose())
	}
	out := f.table.Deal().CardsOut()
	f.refused(house.NeedsInspector, expose(nil))
	f.refused(house.NoSuchCard, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole("9c", &dario, "seen by all") })
	f.do(expose(&dario))
	told(f, "Kd")
	if f.table.Deal().CardsOut() != out || f.table.Deal().RankOut(games.King) != 1 {
		t.Errorf("%d cards out, want %d; %d kings", f.table.Deal().CardsOut(), out, f.table.Deal().RankOut(games.King))
	}
	f.refused(house.NoCardDue, expose(&dario))
	f.refused(house.NeedsInspector, undo) // it stays face up
	f.do(reopened)
	if taken, _ := f.table.Deal().CardsTaken(); !f.table.Deal().HoleCovered() || len(taken) != 0 {
		t.Errorf("covered %t, taken back %v", f.table.Deal().HoleCovered(), taken)
	}
	f.do(expose(&dario), decide(games.Hit))
	f.refused(house.NoCardDue, expose(&dario))
	f.do(card("2c"), card("5c"), payAll)
	f.agrees()

	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("9s"), card("Ah"), card("8d"), card("7d"))
	if f.table.Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v, want the insurance", f.table.Deal().Phase())
	}
	f.do(expose(&dario))
	told(f, "7d")
	if f.table.Deal().Phase() != hand.Deciding {
		t.Errorf("phase %v: who insures is asked still", f.table.Deal().Phase())
	}
	f.do(decide(games.Stand), payAll)
	f.agrees()

	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("9s"), card("Ah"), card("8d"), card("Kc"), expose(&dario))
	told(f, "Kc")
	f.do(payAll)
	f.agrees()
	f.holds()
}

// An insurance that a hole card loses which everybody saw is lost from then on, and a player's blackjack is paid from then on: both are
// acts before anybody is asked, as behind a look of the dealer.
func TestInsuranceLostByTheHoleSeen(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets, card("As"), card("9s"), card("Ah"), card("Kd"), card("8d"), hide)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(2, "") })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole("5d", &dario, "seen by all") })
	var due []string
	for _, a := range f.table.Current.Acts() {
		due = append(due, fmt.Sprint(a.Do, a.Box, a.Spot, a.Amount))
	}
	if got, want := strings.Join(due, " "), fmt.Sprint(pay.Pay, 1, "main", 3000)+" "+fmt.Sprint(pay.Collect, 2, "insurance", 1000); got != want {
		t.Errorf("due are %s, want %s", got, want)
	}
	f.do(payAll, decide(games.Stand), card("4d"), payAll)
	f.agrees()
}
