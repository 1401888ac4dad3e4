package centre_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sabot/app/centre"
	"sabot/app/demo/demotest"
	"sabot/app/ship"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/storage/central"
)

// opensOn returns the machines that can open a table.
func opensOn(t *testing.T, table string, machines ...*machine) (list []string) {
	t.Helper()
	for _, m := range machines {
		open, err := m.house.OpenTable(table)
		if err == nil {
			list = append(list, m.name)
			must(t, open.Release())
		} else if !people.RefusedFor(err, people.TableElsewhere) {
			t.Fatal(m.name, err)
		}
	}
	return list
}

// handing returns what the pit says of tables that wait.
func handing(t *testing.T, p *pit) []centre.Handing {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := centre.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	return s.Handing
}

// A table that was moved in order is opened on one machine at each step: not on the new one before the former has heard of it and let go of
// the table, also while the servers are away. Who stands at it there keeps it until the window lets go. Where the former is broken it is taken over.
func TestTableMovedInOrderIsOpenedOnOneMachine(t *testing.T) {
	for _, began := range []bool{true, false} {
		p, office, a, b := twoMembers(t)
		if began {
			a.night(t, 2, 1)
		}
		_, err := a.ship()
		must(t, err)
		at := func(step, wanted string) {
			t.Helper()
			if got := strings.Join(opensOn(t, "LB1", a, b), " "); got != wanted {
				t.Errorf("entries: %v, %s: LB1 is opened on %q, wanted %q", began, step, got, wanted)
			}
		}
		waits := func(step string) {
			t.Helper()
			puller, missing := b.puller(), (*ship.NotHereError)(nil)
			if err := puller.Once(t.Context()); !errors.As(err, &missing) || !strings.Contains(err.Error(), "tavolo-1 has not let go of it") {
				t.Errorf("%s: the new machine is told %v", step, err)
			}
			if fmt.Sprint(puller.State().Missing) != "[LB1]" {
				t.Errorf("%s: %+v", step, puller.State())
			}
		}
		at("before", "tavolo-1")
		p.handedOver(t, "LB1", "tavolo-2")
		at("the manager has signed", "tavolo-1")
		p.ships(t, office)
		waits("the former has not heard")
		at("the former has not heard", "tavolo-1")
		if got := fmt.Sprint(handing(t, p)); got != "[{LB1 tavolo-1 tavolo-2}]" {
			t.Errorf("the pit says that LB1 waits for %s", got)
		}
		_, err = a.ship()
		must(t, err)
		waits("the former has shipped, and not heard")
		p.stop()
		_ = b.puller().Once(t.Context())
		at("the servers are away", "tavolo-1")
		p.up(t)
		stands, err := a.house.OpenTable("LB1")
		must(t, err)
		a.pull(t)
		_, err = a.ship()
		must(t, err)
		waits("somebody stands at it")
		must(t, stands.Release())
		at("both have heard, and the former has not said so", "")
		a.pull(t)
		waits("the former has let go, and the pit does not know")
		at("the former has let go, and the pit does not know", "")
		_, err = a.ship()
		must(t, err)
		p.stop()
		_ = b.puller().Once(t.Context())
		at("the servers are away once more", "")
		p.up(t)
		b.pull(t)
		at("it is taken over", "tavolo-2")
		if got := handing(t, p); len(got) > 0 {
			t.Errorf("the pit says that it waits: %v", got)
		}
		holds(t, a.house)
		holds(t, b.house)
		holds(t, p.house)
		p.stop()
	}
}

// Each of the tables that wait is named to who stands at the new machine, not the first alone.
func TestEveryTableThatWaitsIsNamed(t *testing.T) {
	p := newPitOf(t, 2)
	p.up(t)
	office := p.office(t)
	p.ships(t, office)
	a, b := p.newMember(t, "tavolo-1", "LB1", "LB2"), p.newMember(t, "tavolo-2", "LB9")
	a.pull(t)
	b.pull(t)
	_, err := a.ship()
	must(t, err)
	p.handedOver(t, "LB1", "tavolo-2")
	p.handedOver(t, "LB2", "tavolo-2")
	p.ships(t, office)
	puller := b.puller()
	err = puller.Once(t.Context())
	if got := fmt.Sprint(puller.State().Missing); got != "[LB1 LB2]" || err == nil || !strings.Contains(err.Error(), "moved LB2 here") {
		t.Errorf("it names %s: %v", got, err)
	}
	a.hears(t)
	must(t, puller.Once(t.Context()))
	if got := puller.State().Missing; len(got) > 0 {
		t.Errorf("both were let go of, and it names %v", got)
	}
}

// A table that was moved in order from a machine which never hears of it is taken over by the same command with --over: that is one more word of the
// manager, and none where the former had let go.
func TestTableMovedInOrderFromABrokenMachine(t *testing.T) {
	p, office, a, b := twoMembers(t)
	a.night(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	p.handedOver(t, "LB1", "tavolo-2")
	p.ships(t, office)
	if err := b.puller().Once(t.Context()); err == nil {
		t.Error("nobody waits for the former machine")
	}
	moves := func() (n int) {
		for e, err := range p.house.Store().Entries(record.HouseStream, 1) {
			must(t, err)
			if _, moved := e.Fact.(record.TableMoved); moved {
				n++
			}
		}
		return n
	}
	_, err = p.moved(t, "LB1", "tavolo-2", true)
	must(t, err)
	p.ships(t, office)
	b.pull(t)
	if got := opensOn(t, "LB1", b); len(got) != 1 || moves() != 2 {
		t.Errorf("opened on %v, moved %d times", got, moves())
	}
	b.clock.Pass(20 * 3600e9)
	b.night(t, 2, 2)
	p.holdsAll(t, b)
	holds(t, p.house)
	a.pull(t)
	_, err = a.ship()
	must(t, err)
	if _, err = p.moved(t, "LB1", "tavolo-2", true); err != nil || moves() != 2 {
		t.Errorf("once more: %v, moved %d times", err, moves())
	}
}

// A table that was moved in order, and that is taken from the machine which never had it, waits for the one before all the same: nobody asked
// that one. The same word once more takes it from all who have not let go, and asks each of them.
func TestTableTakenFromTheOneBetweenWaitsForTheOneBefore(t *testing.T) {
	for _, began := range []bool{true, false} {
		p, office, a, b := twoMembers(t)
		c := p.newMember(t, "tavolo-3", "LB8")
		c.pull(t)
		c.table = "LB1"
		if began {
			a.night(t, 2, 1)
		}
		_, err := a.ship()
		must(t, err)
		p.handedOver(t, "LB1", "tavolo-2")
		p.ships(t, office)
		stands, err := a.house.OpenTable("LB1")
		must(t, err)
		_, err = p.moved(t, "LB1", "tavolo-3", true)
		must(t, err)
		p.ships(t, office)
		a.pull(t)
		_, err = a.ship()
		must(t, err)
		if missing := (*ship.NotHereError)(nil); !errors.As(c.puller().Once(t.Context()), &missing) || !strings.Contains(missing.Error(), "tavolo-1 has not let go of it") {
			t.Errorf("entries: %v: the third is told %v", began, missing)
		}
		if got := opensOn(t, "LB1", b, c); len(got) > 0 {
			t.Errorf("entries: %v: it is opened on %v, and somebody stands at it on tavolo-1", began, got)
		}
		move := centre.Move{Table: "LB1", To: "tavolo-3", Way: central.FromSilent}
		if _, err := centre.MoveTable(t.Context(), p.house, p.folder, move, demotest.Badge(t, p.house, code("31"))); !errors.Is(err, central.ErrAnswers) || !strings.Contains(err.Error(), "tavolo-1 was heard") {
			t.Errorf("entries: %v: taken from who answers: %v", began, err)
		}
		must(t, stands.Release())
		a.pull(t)
		_, err = a.ship()
		must(t, err)
		c.pull(t)
		if got := opensOn(t, "LB1", a, b, c); len(got) != 1 || got[0] != "tavolo-3" {
			t.Errorf("entries: %v: let go of, it is opened on %v", began, got)
		}
		holds(t, p.house)
		p.stop()
	}
}
