package pit_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// stillToDo are the acts that are still to be done, those left out that come to nothing.
func (f *floor) stillToDo(want ...string) {
	f.t.Helper()
	h := &f.table.Current
	var got []string
	for i, word := range actsOf(h, 0) {
		if i >= h.Done() && !h.Acts()[i].Nothing() {
			got = append(got, word)
		}
	}
	if !reflect.DeepEqual(got, want) {
		f.t.Fatalf("to do is %q, want %q", got, want)
	}
}

// holdsAnew says that the table is the fold of its entries, and that the audit carries them out again.
func (f *floor) holdsAnew() {
	f.t.Helper()
	again, err := pit.Resume(f.journal, "LB1")
	if err != nil {
		f.t.Fatal(err)
	}
	if !reflect.DeepEqual(again, f.table) {
		f.t.Fatalf("folded again the table is\n%+v\nit was\n%+v", again, f.table)
	}
	f.holds()
}

// paidThree are three boxes of which the 59 of 1 and 3 was collected and that of 2 paid.
func paidThree(t failer) *floor {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2, 3)
	f.do(card("K"), card("5"), card("5"), card("5"), card("2"), card("K"), card("8"))
	f.stillToDo("1 59 collect 2000", "2 59 pay 2000", "3 59 collect 2000")
	f.do(payAll)
	return f
}

// A tick that was taken back is ticked off again: nothing has moved by it.
func TestUndoOfPaymentsIsTickedOffAgain(t *testing.T) {
	f := paidThree(t)
	tray := f.table.Tray()
	for range 2 {
		f.do(undo)
		f.stillToDo("1 59 collect 2000", "2 59 pay 2000", "3 59 collect 2000")
		if f.table.Tray() != tray {
			t.Fatalf("the undo moved %v to %v", tray, f.table.Tray())
		}
		f.do(payAll)
		f.stillToDo()
		if f.table.Tray() != tray {
			t.Fatalf("the same tick moved %v to %v", tray, f.table.Tray())
		}
	}
	f.holdsAnew()
}

// Payments are taken back with the cards under them: of the same cards everything is done
// already, of others only what is different is asked, for each person and bet by itself.
func TestUndoOfPaymentsAsksForDifferences(t *testing.T) {
	f := paidThree(t)
	tray := f.table.Tray()
	f.do(undo, undo, undo)
	f.stillToDo()
	if f.table.Tray() != tray {
		t.Fatalf("the undos moved %v to %v", tray, f.table.Tray())
	}
	f.do(card("K"), card("8"))
	f.stillToDo()
	f.do(undo, undo, card("9"), card("2")) // box 2 has 4, and box 3 seven
	f.stillToDo("2 59 collect 4000", "3 59 pay 4000")
	f.holdsAnew()
	f.do(payNext, undo, undo, undo, card("K"), card("K")) // as it had been, and box 3 has 5
	f.stillToDo("2 59 pay 4000", "3 59 pay 4000")
	f.do(payNext)
	f.stillToDo("3 59 pay 4000")
	f.do(payAll, undo, payAll, decide(games.Stand), decide(games.Stand), decide(games.Stand), card("4"))
	f.stillToDo("1 play collect 2000", "2 play collect 2000", "3 play collect 2000")
	f.do(payAll)
	f.agrees()
	if want := tall.Value() + 2000 - 2000 - 2000 + 3*2000; f.table.Tray().Amount != want {
		t.Errorf("the tray has %d, want %d", f.table.Tray().Amount, want)
	}
	f.holdsAnew()
}

// Nobody ticked off: the hand went on, so it was done.
func TestUndoOfWhatWasDoneByGoingOn(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2)
	f.do(card("K"), card("5"), card("5"), card("2"), card("K"), decide(games.Stand))
	tray := f.table.Tray()
	f.do(undo)
	f.stillToDo("1 59 collect 2000", "2 59 pay 2000")
	f.do(undo)
	f.stillToDo()
	if f.table.Tray() != tray {
		t.Fatalf("the undos moved %v to %v", tray, f.table.Tray())
	}
	f.do(card("8"))
	f.stillToDo("2 59 collect 4000")
	f.holdsAnew()
}

// Of a bet that is none any more what was collected goes back, as the last act of the hand.
func TestUndoOfABetThatIsNoneAnyMore(t *testing.T) {
	f := newFloor(t)
	f.do(counted(blackjackSet, tall), shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets)
	f.do(card("9s"), card("9c"), card("Ah"), card("8d"), card("8c"), hide, insure(1, ""), nobodyInsures, look(false), payNext)
	f.do(undo, undo, func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&dario) }, func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&dario) })
	f.stillToDo()
	f.do(nobodyInsures, look(false), decide(games.Stand), decide(games.Stand), card("7d"))
	f.stillToDo("1 main collect 2000", "2 main collect 2000", "1 insurance pay 1000")
	f.do(payAll)
	f.agrees()
	if want := tall.Value() + 2*2000; f.table.Tray().Amount != want {
		t.Errorf("the tray has %d, want %d", f.table.Tray().Amount, want)
	}
	f.holdsAnew()
}

// The bets opened again and there are none: the hand is not empty as long as chips are owed, and
// nobody counts or closes before the manager cancels it, which gives them back.
func TestUndoOfBetsThatWereCollected(t *testing.T) {
	f := paidThree(t)
	for f.table.Current.BetsClosed {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&dario) })
	}
	f.do((*pit.Table).ClearBets)
	if f.table.Current.Empty() {
		t.Fatal("the hand is empty, and chips are to be brought back")
	}
	f.refused(people.HandOpen, closing)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.CancelHand(&elena, "nobody plays") })
	h := f.table.History[0]
	if got, want := actsOf(&h, 0), []string{"1 59 pay 2000", "2 59 collect 2000", "3 59 pay 2000"}; !reflect.DeepEqual(got, want) {
		t.Errorf("to do was %q, want %q", got, want)
	}
	if f.table.Tray().Amount != tall.Value() {
		t.Errorf("the tray has %d, want %d", f.table.Tray().Amount, tall.Value())
	}
	f.holdsAnew()
}

// A shift from before the table kept it has no differences: its entries hold as they were made.
func TestUndoOfPaymentsInOldRecords(t *testing.T) {
	f := newFloor(t)
	old := func(t *pit.Table) ([]record.Fact, error) {
		facts, err := counted(luganoSet, tall)(t)
		for i := range facts {
			if o, ok := facts[i].(record.Opened); ok {
				o.Checks, o.Uncounted = 0, false
				facts[i] = o
			}
		}
		return facts, err
	}
	f.do(old, shoe, bet(2, "59", 2000), bet(2, "play", 2000), closeBets, card("5"), card("5"), card("K"), payAll)
	f.do(undo, undo, card("8"))
	f.stillToDo("2 59 collect 2000")
	f.holdsAnew()
}

// An undo moves no chips, whatever it takes back.
func TestUndoMovesNoChips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		set := rapid.SampledFrom([]record.TableSet{luganoSet, trackedSet, blackjackSet}).Draw(t, "game")
		f.do(counted(set, tall), func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, moment) })
		day := dayOfMoney{t, f, 0, 0, map[int]games.Amount{}}
		for range rapid.IntRange(1, 6).Draw(t, "hands") {
			day.playHand()
			for range rapid.IntRange(0, 8).Draw(t, "keys") {
				day.key(anyKey(t))
				if rapid.Bool().Draw(t, "takes back") {
					day.key(undoWith(&dario))
				}
			}
		}
	})
}
