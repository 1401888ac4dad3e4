package session_test

import (
	"maps"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session/papers"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// Whoever approves in a hand or between hands was there, though no headline of the table has them; the paper that says so holds, and
// who signs it is known by that.
func TestAccessKnowsEverySignature(t *testing.T) {
	n := newNight(t)
	n.must(n.table.Open(n.dealers[0], n.dario, nil))
	n.clock.Pass(2 * time.Hour)
	n.begin()
	signed := func(of string, want time.Time) {
		t.Helper()
		access, err := papers.Of(n.house).Access()
		n.must(err)
		for _, l := range access.People {
			if l.Number == n.elena.Number && (l.Table != "LB1" || !l.Last.Equal(want)) {
				t.Errorf("%s: Elena signed last at %v (%s), want %v at LB1", of, l.Last, l.Table, want)
			}
		}
	}
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&n.elena.Staff) }, n.elena) // the bets are open again
	signed("an undo", n.table.State.Last())
	n.do(pit.OfBets(hand.Bets.Close))
	n.finish()
	n.clock.Pass(time.Hour)
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 500_000, nil, &n.elena.Staff) }, n.elena)
	signed("a buy-in", n.table.State.Last())
	closer := count(0)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	pdf := n.signedAs(reports.AccessReport)
	if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() {
		t.Errorf("the paper does not hold: %+v, %v", v, err)
	}
	if last, _ := n.house.State.People().LastSigned(n.elena.Number); last.Table != "" || !last.At.Equal(n.house.State.Last) {
		t.Errorf("Elena signed the paper at %v, it says %+v", n.house.State.Last, last)
	}
	n.clock.Pass(time.Hour)
	n.signedAs(reports.ShiftReport)
	for _, who := range []house.Badge{n.dealer(), n.dario} { // each of those who signed one paper
		if last, _ := n.house.State.People().LastSigned(who.Number); last.Table != "LB1" || !last.At.Equal(n.house.State.Last) {
			t.Errorf("%s signed the shift's paper at %v, it says %+v", who.Number, n.house.State.Last, last)
		}
	}
	old, err := n.house.Store().Last("LB1")
	n.must(err)
	headlines, err := shifts.SeenUpTo(n.house.Store(), "LB1", old)
	n.must(err)
	if _, there := headlines[n.elena.Number]; there {
		t.Error("a headline has Elena too: this proves nothing")
	}
}

// The index of a log knows who signed what last up to any entry, as if all were read; also where it was kept and goes on.
func TestLogKnowsWhoSigned(t *testing.T) {
	h, clock := demotest.House(t, t.TempDir())
	demotest.Night(t, h, clock, 30)
	demotest.Again(t, h, clock, 2)
	for _, stream := range []string{"LB1", record.HouseStream} {
		var x, y shifts.LogIndex
		var steps []map[string]time.Time
		want := map[string]time.Time{}
		for e, err := range h.Store().Entries(stream, 1) {
			if err != nil {
				t.Fatal(err)
			}
			for _, number := range record.Signers(e.Fact) {
				want[number] = e.At
			}
			steps = append(steps, maps.Clone(want))
			if x.Add(e); e.Seq == 20 {
				body, err := x.MarshalBinary()
				if err != nil || y.UnmarshalBinary(body) != nil {
					t.Fatal(err)
				}
			} else if e.Seq > 20 {
				y.Add(e)
			}
		}
		same := func(a, b time.Time) bool { return a.Equal(b) }
		for i := 0; i < len(steps); i += 7 {
			for name, index := range map[string]*shifts.LogIndex{"all": &x, "kept": &y} {
				if got := index.LastSigned(int64(i + 1)); !maps.EqualFunc(got, steps[i], same) {
					t.Fatalf("%s, %s, up to entry %d: %v, want %v", stream, name, i+1, got, steps[i])
				}
			}
		}
	}
}
