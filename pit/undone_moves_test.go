package pit_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// An undo leaves the tray as if what it took back had never been entered: boxes that change hands, commission, chips and moves that were
// not so come before, between and behind it in every order.
func TestUndoneMovesNeverWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(counted(trackedSet, tall), func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(asEnds(t, pit.NewShoe{Fresh: true}), moment)
		})
		undone := 0
		for range rapid.IntRange(1, 40).Draw(t, "commands") {
			before := f.table.Seq
			what := rapid.SampledFrom([]string{"bet", "bet", "hand", "hand", "pass", "pass", "bettor", "take", "take one", "buy", "void", "undo", "undo", "undo"}).Draw(t, "what")
			if f.try(anyMove(t, f, what)) == nil && what == "undo" && f.table.Seq > before {
				undone++
			}
			sameTray(t, f)
		}
		t.Logf("%d undone", undone)
	})
}

// A player leaves, what he owes is taken, and that he left is taken back: he has paid.
func TestPassTakenBackBehindItsCommission(t *testing.T) {
	f := newFloor(t)
	f.do(counted(trackedSet, tall), func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(asEnds(t, pit.NewShoe{Fresh: true}), moment)
	}, put(1, "banker", "", 10_000), closeBets, card("2"), card("9"), card("5"), card("Q"), payAll)
	if owed := f.table.OwedBy(1); owed != 500 {
		t.Fatalf("owed is %d", owed)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(1) }, func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(1) }, undoWith(&dario))
	if owed := f.table.OwedBy(1); owed != 0 {
		t.Errorf("owed is %d, and all was taken", owed)
	}
	f.holds()
}

// anyMove is a command around the tray of a table where commission is owed.
func anyMove(t *rapid.T, f *floor, what string) command {
	box := rapid.IntRange(1, 2).Draw(t, "box")
	bettor := rapid.SampledFrom([]string{"", "B"}).Draw(t, "bettor")
	switch what {
	case "bet":
		return put(box, "banker", bettor, 10_000)
	case "hand": // the banker wins, and commission is owed
		return func(*pit.Table) ([]record.Fact, error) {
			for _, c := range []command{closeBets, card("2"), card("9"), card("5"), card("Q"), payAll, payAll} {
				if f.table.Deal().Phase() == hand.Betting && f.table.Current.Empty() {
					break
				}
				if f.try(c) != nil {
					break
				}
			}
			return nil, nil
		}
	case "pass":
		return func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(box) }
	case "bettor":
		return func(t *pit.Table) ([]record.Fact, error) { return t.PassBettor(box, bettor) }
	case "take":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(box) }
	case "take one":
		gone := rapid.Bool().Draw(t, "gone")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().TakeDebt(record.Debt{Box: box, Bettor: bettor, Gone: gone})
		}
	case "buy":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(box, 5000, nil, nil) }
	case "void":
		n := rapid.IntRange(0, 3).Draw(t, "which")
		return func(t *pit.Table) ([]record.Fact, error) {
			may := t.Voidable()
			if n >= len(may) {
				return t.Desk().VoidMove(0, &dario, "typed wrong")
			}
			return t.Desk().VoidMove(may[len(may)-1-n].Seq, &dario, "typed wrong")
		}
	}
	return undoWith(&dario)
}

// sameTray demands that the tray is that of a table in whose record nothing that was undone stands.
func sameTray(t *rapid.T, f *floor) {
	t.Helper()
	var stand []record.Entry
	open := 0 // where the entries of the open hand begin
	for _, e := range f.entries() {
		switch fact := e.Fact.(type) {
		case record.Undone:
			hand := slices.DeleteFunc(slices.Clone(stand[open:]), func(e record.Entry) bool {
				return e.Seq >= fact.Seq && record.RealmOf(e.Fact) == record.OfHand
			})
			stand = append(stand[:open], hand...)
			continue
		case record.HandClosed, record.ShoeStarted:
			open = len(stand) + 1
		}
		stand = append(stand, e)
	}
	never := pit.NewTable("LB1")
	for _, e := range stand {
		never.Apply(e)
	}
	is, want := f.table, never
	if !slices.Equal(is.Debts(), want.Debts()) || !reflect.DeepEqual(is.AllMoves(), want.AllMoves()) {
		t.Fatalf("owed is %+v of moves %+v, and without what was undone %+v of %+v", is.Debts(), is.AllMoves(), want.Debts(), want.AllMoves())
	}
	owed := games.Amount(0)
	for _, h := range is.History {
		for _, p := range h.Payments() {
			owed += p.Commission
		}
	}
	for _, m := range is.AllMoves() {
		if taken, ok := m.Fact.(record.CommissionTaken); ok && m.Voided == nil {
			owed -= record.Owed(taken.Dues)
		}
	}
	if is.OwedBy(0) != owed {
		t.Fatalf("owed is %d, and the hands less what was taken have %d", is.OwedBy(0), owed)
	}
	if is.Desk().Worth() != want.Desk().Worth() || !maps.Equal(is.Desk().Stock(), want.Desk().Stock()) {
		t.Fatalf("the tray has %+v in %v, and without what was undone %+v in %v", is.Desk().Worth(), is.Desk().Stock(), want.Desk().Worth(), want.Desk().Stock())
	}
}
