package session_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// twoShifts is a night whose report was signed, and the day after it, still open, which
// began with chips that are missing.
func twoShifts(t *testing.T) *night {
	t.Helper()
	n := short(t)
	n.signed()
	opener := count(n.money - 50_000)
	n.clock.Pass(24 * time.Hour)
	n.must(n.table.Open(n.dealers[1], n.elena, &opener))
	return n
}

// The list of shifts is kept up while the house goes on, and is what is read anew from the
// record; it says of each shift what the fold of all its entries says.
func TestShiftsCanBeReadAnew(t *testing.T) {
	n := short(t)
	again := func() {
		t.Helper()
		kept, err := n.house.Sums().Shifts(sums.ShiftQuery{})
		n.must(err)
		fresh, err := session.On(n.house.Store(), n.clock.Now)
		n.must(err)
		anew, err := fresh.Sums().Shifts(sums.ShiftQuery{})
		n.must(err)
		if !reflect.DeepEqual(kept, anew) {
			t.Errorf("kept %+v\nread  %+v", kept, anew)
		}
		for _, l := range kept {
			n.isFold(l)
		}
	}
	again()
	n.signed()
	again()
	n.must(n.table.CountDrop(100, n.dario, n.elena))
	again()
	opener := count(n.money)
	n.clock.Pass(20 * time.Hour)
	n.must(n.table.Open(n.dealers[1], n.dario, &opener))
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "Luce spenta"})
	})
	again()
	seq := n.table.State.IncidentBook().OpenIncidents()[len(n.table.State.IncidentBook().OpenIncidents())-1].Seq
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(seq, "accesa", &n.dario.Staff)
	}, n.dario)
	n.must(n.table.TakeOver(n.dealers[0]))
	again()
}

// isFold demands of a line what the fold of the shift's entries says.
func (n *night) isFold(l sums.ShiftLine) {
	n.Helper()
	s, ok, err := pit.Shift(n.house.Store(), l.Table, l.Number)
	n.must(err)
	open, difference := 0, false
	for _, i := range s.Incidents {
		if i.Shift == l.Number && i.Open() {
			open++
		}
		difference = difference || i.Shift == l.Number && i.Class == record.DifferenceIncident && i.Open()
	}
	difference = difference || s.DropIsOff() || s.CorrectedOff()
	if !ok || l.Day != s.Day || !l.Opened.Equal(s.Opened) || !l.Closed.Equal(s.ShutAt) || l.Drop != s.Drop.Known || l.Incidents != open || l.Has(sums.MarkDifference) != difference {
		n.Errorf("the list has %+v; the fold day %s, %v to %v, drop %v, %d open incidents", l, s.Day, s.Opened, s.ShutAt, s.Drop.Known, open)
	}
	if !slices.Contains(l.People, s.Croupier) || !slices.Contains(l.People, s.Inspector) {
		n.Errorf("%v were at %s, the fold has %s and %s", l.People, l.Table, s.Croupier, s.Inspector)
	}
}

// Shifts are found by day, table, people and what is still to be done about them.
func TestShiftsAreFound(t *testing.T) {
	n := twoShifts(t)
	all, err := n.house.Sums().Shifts(sums.ShiftQuery{})
	n.must(err)
	if len(all) != 2 || all[0].Number != 2 || all[1].Number != 1 {
		t.Fatalf("%+v", all)
	}
	first, second := all[1].Day, all[0].Day
	written := second[8:] + "." + second[5:7] + "." + second[:4]
	marks := func(m ...sums.ShiftMark) sums.ShiftQuery { return sums.ShiftQuery{Marks: m} }
	words := func(w string) sums.ShiftQuery { return sums.ShiftQuery{Words: w} }
	for _, c := range []struct {
		what string
		q    sums.ShiftQuery
		want []int
	}{
		{"from the second day", sums.ShiftQuery{From: second}, []int{2}},
		{"to the first day", sums.ShiftQuery{To: first}, []int{1}},
		{"both days", sums.ShiftQuery{From: first, To: second}, []int{2, 1}},
		{"her table", sums.ShiftQuery{Table: "LB1"}, []int{2, 1}},
		{"no table", sums.ShiftQuery{Table: "LB9"}, nil},
		{"the inspector of the first", sums.ShiftQuery{Person: n.dario.Number}, []int{1}},
		{"open", marks(sums.MarkOpen), []int{2}},
		{"signed", marks(sums.MarkSigned), []int{1}},
		{"unsigned", marks(sums.MarkUnsigned), nil},
		{"no drop", marks(sums.MarkNoDrop), []int{1}},
		{"chips are missing", marks(sums.MarkDifference), []int{2}},
		{"something is still to be done", marks(sums.MarkIncident), []int{2}},
		{"signed without its drop", marks(sums.MarkSigned, sums.MarkNoDrop), []int{1}},
		{"open and signed", marks(sums.MarkOpen, sums.MarkSigned), nil},
		{"the table's beginning", words("lb"), []int{2, 1}},
		{"a day as it is written", words(written), []int{2}},
		{"the beginning of a day", words(written[:6]), []int{2}},
		{"a month", words(written[3:]), []int{2, 1}},
		{"a day as files have it", words(first), []int{1}},
		{"a name and a table", words("BIANCHI lb1"), []int{1}},
		{"a number of staff", words(n.elena.Number), []int{2}},
		{"a number of a shift", words("#2"), []int{2}},
		{"nobody", words("zzz"), nil},
	} {
		got, err := n.house.Sums().Shifts(c.q)
		n.must(err)
		var numbers []int
		for _, l := range got {
			numbers = append(numbers, l.Number)
		}
		if !slices.Equal(numbers, c.want) {
			t.Errorf("%s: %v, want %v", c.what, numbers, c.want)
		}
	}
}

// A shift that closed while something was paid wrong is marked, also where two sums cancel out or where a hand was put right in the
// record alone; one that was settled is not. What is kept of the shift says so too.
func TestPaidWrongIsMarked(t *testing.T) {
	n := newNight(t)
	for shift, settled := range []bool{false, true} {
		opener := house.DemoFloat()
		if shift > 0 {
			opener = count(n.money)
		}
		n.must(n.table.Open(n.dealers[0], n.dario, &opener))
		n.money, n.deck = opener.Value(), nil
		n.begin()
		n.finish()
		for box, amount := range map[int]games.Amount{1: 5000, 2: -5000} {
			n.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.PayWrong(record.WrongPayout{Hand: t.History[0].Number, Box: box, Amount: amount, Reason: "visto"}, &n.dario.Staff)
			}, n.dario)
		}
		for _, p := range n.table.State.Payouts() {
			if settled {
				n.do(func(t *pit.Table) ([]record.Fact, error) {
					return t.Desk().SettlePayout(record.PayoutSettled{Payout: p.Seq, Amount: p.Amount}, &n.dario.Staff)
				}, n.dario)
			}
		}
		closer := count(n.money)
		n.must(n.table.Close(n.dealer(), n.dario, &closer))
		n.clock.Pass(time.Hour)
	}
	n.voided(false)
	n.voided(true)
	find := func(h *session.House) {
		t.Helper()
		lines, err := h.Sums().Shifts(sums.ShiftQuery{Marks: []sums.ShiftMark{sums.MarkPaidWrong}})
		n.must(err)
		if len(lines) != 2 || lines[0].Number != 3 || lines[1].Number != 1 {
			t.Errorf("marked are %+v", lines)
		}
	}
	find(n.house)
	n.must(n.table.Release())
	n.must(n.house.Close())
	again, err := session.Open(n.dir, n.clock.Now)
	n.must(err)
	defer again.Close()
	find(again)
}

// A hand that is corrected once the table has closed and was counted can leave the float off: no count has an incident of it, and
// the list marks the shift until it is right again.
func TestCorrectionAfterTheClosingIsMarked(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	n.begin()
	n.finish()
	closer := count(n.money)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	n.marked(sums.MarkDifference)
	correct := func(more games.Amount) {
		t.Helper()
		by := n.dealers[0]
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			h := t.History[0]
			c := hand.Correction{Hand: h.Number, Round: h.Round, Reason: "battitura", Keyed: true, By: &by.Staff}
			c.Round.Bets = slices.Clone(h.Round.Bets)
			for i := range c.Round.Bets {
				c.Round.Bets[i].Amount += more
			}
			return t.Corrections().CorrectHand(c, &n.elena.Staff)
		}, by, n.elena)
	}
	correct(100_000)
	if left := n.table.State.Result().Difference.Amount; max(left, -left) < n.table.State.Settings.Difference {
		t.Fatalf("the correction leaves %v, less than the house makes an incident of", left)
	}
	n.marked(sums.MarkDifference, 1)
	correct(-100_000)
	n.marked(sums.MarkDifference)
	verified(t, n.dir)
}

// voided plays a shift of one hand that is made void, at the table too where its stakes moved.
func (n *night) voided(moved bool) {
	n.Helper()
	opener := count(n.money)
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.deck = nil
	n.begin()
	n.finish()
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: t.History[0].Number, Reason: "scarpa difettosa", Moved: moved}, &n.elena.Staff)
	}, n.elena)
	if moved {
		n.money = opener.Value()
	}
	closer := count(n.money)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	n.clock.Pass(time.Hour)
}
