package pitserver_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// shippedHands returns a pit that serves, and a machine of it whose table plays so many hands and has shipped them. The shift is open.
func shippedHands(t *testing.T, hands int) (*pit, *machine) {
	t.Helper()
	return shippedOnce(t, func(m *machine) { m.play(t, hands, 1) })
}

// shippedNight is shippedHands of a shift that is closed.
func shippedNight(t *testing.T, hands int) (*pit, *machine) {
	t.Helper()
	return shippedOnce(t, func(m *machine) { m.night(t, hands, 1) })
}

func shippedOnce(t *testing.T, plays func(*machine)) (*pit, *machine) {
	t.Helper()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	plays(m)
	_, err := m.ship()
	must(t, err)
	return p, m
}

// handedNight is twoMembers of which the first one's table has a night behind it, and a manager had it moved to the second one, which has not heard of that.
func handedNight(t *testing.T, hands int) (p *pit, office *pitclient.Enrolment, a, b *machine) {
	t.Helper()
	p, office, a, b = twoMembers(t)
	a.night(t, hands, 1)
	_, err := a.ship()
	must(t, err)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	return p, office, a, b
}

// Who ships once has the pit know of it: how much the machine has is in the database before that ends, for whoever asks next.
func TestShippedOnceIsKnown(t *testing.T) {
	t.Parallel()
	p, _, a, _ := twoMembers(t)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	for seed := range int64(5) {
		a.play(t, 1, seed+1)
		_, err := a.ship()
		must(t, err)
		s, err := q.Stream(t.Context(), a.name, "LB1")
		must(t, err)
		if s.Own != s.Size {
			t.Errorf("it has shipped %d entries, and the pit knows that it has %d", s.Size, s.Own)
		}
	}
}

// compared returns what a machine is told of a stream that lies there.
func (m *machine) compared(t *testing.T, stream string) pitclient.Compared {
	t.Helper()
	store, err := storage.OpenExisting(m.dir)
	must(t, err)
	defer store.Close()
	list, err := pitclient.Compare(t.Context(), store, m.enrolment, then)
	must(t, err)
	return list[slices.IndexFunc(list, func(c pitclient.Compared) bool { return c.Stream == stream })]
}

// A machine that came back from the pit has no countersigned heads: of a table that was moved from it before nothing is said to be on its way.
func TestMovedTableWithoutAReceipt(t *testing.T) {
	t.Parallel()
	_, _, a, _ := handedNight(t, 2)
	a.hears(t)
	was := a.compared(t, "LB1")
	must(t, os.Remove(filepath.Join(a.dir, "pit", "LB1.checkpoint")))
	_, err := a.ship()
	must(t, err)
	if is := a.compared(t, "LB1"); is.Says != was.Says || !is.Same {
		t.Errorf("it is said %q, and before %q", is.Says, was.Says)
	}
}

// As of when a machine has what the office entered is what the pit knows now, and where that does not answer what was noted, which is older.
func TestAsOfNow(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	p.ships(t, e)
	old := then().Add(-time.Hour).UTC().Truncate(time.Second)
	store := a.house.Store()
	_, err := store.Keep("pit/house.asof", []byte(old.Format(time.RFC3339)))
	must(t, err)
	has, err := a.house.Takeover().OfficeLog()
	must(t, err)
	more := int64(0)
	asOf := func() time.Time {
		s, err := pitclient.StandingOf(t.Context(), store, a.enrolment, has, then)
		must(t, err)
		if s.Lacks != nil || s.More != more || s.Other {
			t.Errorf("%+v", s)
		}
		return s.AsOf
	}
	if at := asOf(); !at.After(old) {
		t.Errorf("all that the office had entered is here until %s", at)
	}
	has, more = seal.Tree{}, has.Size()
	if at := asOf(); !at.Equal(old) {
		t.Errorf("the pit has more, and all is here until %s", at)
	}
}

// A table that was moved here and is not played here yet, as the machine before has not let go of it, is not said to be no table of this machine.
func TestMovedHereAndNotPlayedYet(t *testing.T) {
	t.Parallel()
	p, e, a, b := handedNight(t, 2)
	a.hears(t)
	b.hears(t)
	p.handedOver(t, "LB1", a.name)
	p.ships(t, e)
	if err := a.puller().Once(t.Context()); err == nil {
		t.Fatal("it plays the table before the other machine has let go of it")
	}
	if is := a.compared(t, "LB1"); is.Same || !strings.Contains(is.Says, "was moved here, and this machine does not play it yet") {
		t.Errorf("%+v", is)
	}
	b.hears(t)
	a.hears(t)
	if is := a.compared(t, "LB1"); !is.Same || is.Says != "equal, countersigned" {
		t.Errorf("%+v", is)
	}
}
