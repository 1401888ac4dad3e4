package pit_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// "Viene applicata una commissione del 5%" (source 002): noted, it is exact for each player over the
// shoe, 4.75 and 2.50 and 1.50, and goes to the smallest chip once, when it is collected.
func TestCommissionIsRoundedOnceWhenItIsCollected(t *testing.T) {
	for _, c := range []struct {
		mode  games.RoundingMode
		taken []games.Amount // of 9.50, 5.00 and 3.00, which are two hands each
	}{
		{games.RoundNearest, []games.Amount{1000, 500, 500}},
		{games.RoundUp, []games.Amount{1000, 500, 500}},
		{games.RoundDown, []games.Amount{500, 500, 0}},
		{"", nil},
	} {
		f := newFloor(t)
		set := exactSet
		set.Settings = &record.Settings{Collect: c.mode}
		f.do(counted(set, tall), shoe)
		for range 2 {
			f.do(put(5, "banker", "", 9500), put(5, "banker", "1", 5000), put(5, "banker", "2", 3000))
			f.hand("7 9 K K")
		}
		before, owed := f.table.Desk().Worth(), f.table.OwedBy(5)
		if owed != 1750 {
			t.Fatalf("box 5 owes %d, want 17.50", owed)
		}
		f.do(take(5))
		got := f.table.AllTaken()[0]
		if !slices.Equal(got.Taken, c.taken) || record.Owed(got.Dues) != owed || len(f.table.Debts()) != 0 {
			t.Errorf("%q: %+v", c.mode, got)
		}
		var sum games.Amount
		for i := range got.Dues {
			sum += got.Paid(i)
		}
		if tray := f.table.Desk().Worth(); tray.Amount-before.Amount != sum {
			t.Errorf("%q: the tray has %d more, %d were collected", c.mode, tray.Amount-before.Amount, sum)
		}
		if r := f.table.Result(); r.Rounded != sum-owed || r.ByHands != f.table.History[0].House+f.table.History[1].House+r.Rounded {
			t.Errorf("%q: %+v", c.mode, r)
		}
		f.do(f.lastNotSo())
		if r := f.table.Result(); r.Rounded != 0 || f.table.OwedBy(5) != owed || f.table.Desk().Worth() != before {
			t.Errorf("%q: taken back, %d is owed, %+v", c.mode, f.table.OwedBy(5), r)
		}
		f.holds()
	}
}

// The audit holds what was collected against the table's way of rounding.
func TestCommissionCollectedOtherwiseDoesNotHold(t *testing.T) {
	f := newFloor(t)
	f.do(counted(exactSet, tall), shoe, put(5, "banker", "", 9500))
	f.hand("7 9 K K")
	f.do(take(5))
	for name, forge := range map[string]func(*record.CommissionTaken){
		"less":             func(c *record.CommissionTaken) { c.Taken = []games.Amount{0} },
		"what was owed":    func(c *record.CommissionTaken) { c.Taken = nil },
		"of somebody else": func(c *record.CommissionTaken) { c.Taken = append(c.Taken, 500) },
	} {
		entries := f.entries(func(e *record.Entry) {
			if c, ok := e.Fact.(record.CommissionTaken); ok {
				forge(&c)
				e.Fact = c
			}
		})
		if fault := faultOf(f, entries...); fault == nil || fault.Code != record.NotDone {
			t.Errorf("%s: %v", name, fault)
		}
	}
}

// How commission is rounded when it is collected is the house's to say at the opening; a table has its
// own way only where its settings say it.
func TestTheHouseSaysHowCommissionIsCollected(t *testing.T) {
	for _, c := range []struct{ own, house, want games.RoundingMode }{
		{"", games.RoundUp, games.RoundUp},
		{games.RoundDown, games.RoundUp, games.RoundDown},
		{"", "", ""},
	} {
		f := newFloor(t)
		set := exactSet
		set.Settings = &record.Settings{Collect: c.own}
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Opening(pit.Start{Set: set, Chips: theChips[1:], Croupier: anna, Inspector: dario, Count: &tall, Collect: c.house}, moment)
		})
		if got := f.table.Settings.Collect; got != c.want {
			t.Errorf("%q at a table with %q is %q, want %q", c.house, c.own, got, c.want)
		}
	}
}
