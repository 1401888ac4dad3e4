package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/pay"
	"sabot/pit/record"
)

func rule(box int, spot string, amount games.Amount) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: box, Spot: spot, Amount: amount}, false, &dario, "video")
	}
}

// Of a bet that was paid or collected before a ruling nothing is done again where it comes
// to the same: only differences are acts. A hand that has none left closes by one entry.
func TestOnlyDifferencesAreActs(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 2000), bet(2, "59", 2000), bet(2, "play", 2000), closeBets)
	f.do(card("K"), card("5"), card("2"), card("3"), card("4"), decide(games.Stand)) // box 1 has 3, box 2 nine
	f.do(rule(2, "59", 4000))
	due := func() []pay.Act {
		var out []pay.Act
		acts := f.table.Current.Acts()
		for _, a := range acts[f.table.Current.Done():] {
			if !a.Nothing() {
				out = append(out, a)
			}
		}
		return out
	}
	if got := due(); len(got) != 1 || got[0].Box != 2 || got[0].Do != pay.Pay || got[0].Amount != 2000 || !got[0].Again {
		t.Fatalf("due is %+v, want the difference of box 2 alone", got)
	}
	if gone := f.table.Current.Gone(); gone[0] != 2000 {
		t.Errorf("gone is %v, want the collected 59 of box 1", gone)
	}
	f.do(payNext)
	if got := due(); len(got) != 0 {
		t.Fatalf("due is %+v", got)
	}
	f.do(decide(games.Stand), card("5"), payAll) // the bank has 7
	f.agrees()
	f.holds()
}

// All is paid, and a ruling changes nothing of it: the next entry closes the hand.
func TestNothingLeftToDoCloses(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 10000), put(2, "banker", "", 20000), closeBets)
	f.do(card("7"), card("9"), card("K"), card("Q"), payNext)
	f.do(rule(2, "banker", 0)) // it goes back, and box 1 has been collected
	if h := &f.table.Current; h.Done() != len(h.Acts()) {
		t.Fatalf("to do is %q", actsOf(h, h.Done()))
	}
	f.do(payNext)
	if len(f.table.History) != 1 {
		t.Fatalf("the hand is open: %q", actsOf(&f.table.Current, f.table.Current.Done()))
	}
	f.agrees()
	f.holds()
}

// What was collected, or paid with its stake, is staked no more.
func TestStakedIsWhatStillLies(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets)
	f.do(card("9s"), card("9c"), card("Ah"), card("8d"), card("8c"), hide, insure(1, ""))
	staked := func(box1, all games.Amount) {
		t.Helper()
		if boxes, sum := f.table.Bets().Staked(); boxes[1] != box1 || sum != all {
			t.Errorf("%d on box 1 of %d, want %d of %d", boxes[1], sum, box1, all)
		}
	}
	staked(3000, 5000)
	f.do(nobodyInsures, look(false))
	staked(3000, 5000) // the insurance is lost and not collected yet
	f.do(payNext)
	staked(2000, 4000)
	f.do(decide(games.Hit), card("9d"), payNext)
	staked(0, 2000)
}
