package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// A hole card that everybody saw lies face up from then on, by an inspector, and the record names it: nobody is asked to insure
// or looks any more, and no decision before it is taken back by the croupier alone.
func TestHoleSeen(t *testing.T) {
	expose := func(name string, by *people.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.ExposeHole(name, by) }
	}
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("6h"), card("8d"))
	f.refused(people.NoCardDue, expose("9c", &dario))
	f.do(hide)
	f.refused(people.NeedsInspector, expose("9c", nil))
	f.do(expose("9c", &dario))
	if f.table.Hole() >= 0 || f.table.Phase() != pit.Deciding {
		t.Fatalf("hole %d, phase %v", f.table.Hole(), f.table.Phase())
	}
	if games.Covered(f.table.Game, f.table.Current.Round, games.Dealer, 1) {
		t.Error("the felt has it face down still")
	}
	if n := f.table.Notes; len(n) != 1 || n[0].Kind != record.HoleSeen || n[0].What != "9c" || n[0].Approver != dario.Number {
		t.Errorf("noted %+v", n)
	}
	f.do(decide(games.Stand), card("2c"), payAll)
	f.agrees()

	f.do((*pit.Table).RepeatBets, closeBets, card("9s"), card("Ah"), card("8d"), hide)
	if f.table.Phase() != pit.Insuring {
		t.Fatalf("phase %v, want the insurance", f.table.Phase())
	}
	f.do(expose("9d", &dario))
	if f.table.Phase() != pit.Deciding {
		t.Errorf("phase %v: it is asked still, or looked for", f.table.Phase())
	}
	f.do(decide(games.Stand), payAll)
	f.agrees()

	f.do((*pit.Table).RepeatBets, closeBets, card("9s"), card("Ah"), card("8d"), hide, expose("Kd", &dario), payAll)
	f.agrees()

	f.do((*pit.Table).RepeatBets, closeBets, card("2s"), card("6h"), card("3d"), hide, decide(games.Hit), card("4h"), expose("9h", &dario))
	f.refused(people.NeedsInspector, undo) // it stays face up
	f.do(decide(games.Stand), undo)
	f.refused(people.NeedsInspector, undo)
}
