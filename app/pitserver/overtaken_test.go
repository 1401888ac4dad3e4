package pitserver_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// overtaken returns a pit whose first member has two hands of LB1 that never arrived before the second one took the table over.
func overtaken(t *testing.T) (p *pit, e *pitclient.Enrolment, a, b *machine) {
	t.Helper()
	p, e, a, b = twoMembers(t)
	a.play(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	a.play(t, 2, 2)
	b.taken(t, p, e)
	a.pull(t)
	return p, e, a, b
}

// What a machine has behind what another one went on from is on no way to the pit: it is said so, and the table does not come back to where
// nobody could play it.
func TestOvertakenEntriesStay(t *testing.T) {
	t.Parallel()
	p, e, a, b := overtaken(t)
	store, err := storage.OpenExisting(a.dir)
	must(t, err)
	list, err := pitclient.Compare(t.Context(), store, a.enrolment, then)
	must(t, err)
	must(t, store.Close())
	found := false
	for _, c := range list {
		if c.Stream == "LB1" {
			found = true
			if !c.Same || !strings.Contains(c.Says, "were overtaken: tavolo-2 went on from the first") {
				t.Errorf("%+v", c)
			}
		}
	}
	if !found {
		t.Errorf("%+v", list)
	}
	_, err = a.ship()
	says(t, err, "overtaken")
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	must(t, pgtest.Seen("it is told what never arrives, at once and later", func() bool {
		for _, later := range []time.Duration{0, time.Minute} {
			status, err := pitserver.StatusOf(t.Context(), q, p.folder, then().Add(later))
			must(t, err)
			if !slices.ContainsFunc(status.Lines, func(l pitserver.Line) bool {
				return l.Machine == a.name && l.Stream == "LB1" && strings.Contains(l.Wrong, "were refused, and never arrive")
			}) {
				return false
			}
		}
		return true
	}))
	b.play(t, 1, 5)
	_, err = b.ship()
	must(t, err)
	back := func() {
		t.Helper()
		if _, err := p.moved(t, "LB1", a.name, true); !errors.Is(err, central.ErrHolds) {
			t.Errorf("it comes back to where it is held: %v", err)
		}
	}
	back()
	c := p.newMember(t, "tavolo-3", "LB8")
	c.taken(t, p, e)
	back()
}

// A machine ships while its table is away, and is told that its last entries are overtaken. Where nobody entered anything at the table meanwhile it comes
// back to that machine all the same, which goes on with its own entries: the pit takes them.
func TestTableComesBackToWhomItWasToldThatItIsOvertaken(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct{ takes, third bool }{
		"nobody took it over":       {false, false},
		"taken over":                {true, false},
		"taken over by two":         {true, true},
		"taken over by none of two": {false, true},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p, e, a, b := twoMembers(t)
			last := b
			had := p.playedAndMoved(t, a, b)
			p.ships(t, e)
			if a.play(t, 2, 2); c.takes {
				b.hears(t)
			}
			if c.third {
				last = p.newMember(t, "tavolo-3", "LB8")
				_, err := p.moved(t, "LB1", last.name, true)
				must(t, err)
				if p.ships(t, e); c.takes {
					last.hears(t)
				}
			}
			has, err := a.house.Store().Last("LB1")
			must(t, err)
			_, err = a.ship()
			says(t, err, "overtaken")
			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			must(t, pgtest.Seen("the pit keeps that", func() bool {
				list, err := q.Refusals(t.Context(), 0)
				must(t, err)
				return slices.ContainsFunc(list, func(r central.Refusal) bool {
					return r.Machine == a.name && r.Stream == "LB1" && r.Why == "overtaken" && r.Ours == had && r.Theirs == has
				})
			}))
			_, err = p.moved(t, "LB1", a.name, true)
			must(t, err)
			p.ships(t, e)
			for _, m := range []*machine{b, last, a} {
				m.hears(t)
			}
			a.opens(t, has, b, last)
			a.clock.Pass(time.Hour)
			a.play(t, 1, 3)
			_, err = demo.Close(a.house, a.clock, "LB1")
			must(t, err)
			p.holdsAll(t, a)
			if is := auditedOf(t, a.house, "LB1"); is.Overtaken > 0 || len(is.Others) > 0 {
				t.Errorf("its own entries are judged as %+v", is)
			}
			status, err := pitserver.StatusOf(t.Context(), q, p.folder, then().Add(time.Minute))
			must(t, err)
			for _, l := range status.Lines {
				if l.Wrong != "" || l.Goes {
					t.Errorf("pit status: %+v", l)
				}
			}
			all, err := pitserver.House(t.Context(), q, p.folder, then)
			must(t, err)
			if there, here := shiftsOf(t, all.House, "LB1"), shiftsOf(t, a.house, "LB1"); !reflect.DeepEqual(there, here) || len(here) != 1 || len(all.Doubts) > 0 {
				t.Errorf("the pit says of its shifts\n%+v\nand the machine\n%+v, with the doubts %v", there, here, all.Doubts)
			}
		})
	}
}

// What a machine entered of a table that it took over, and shipped nothing of before a third one went on from the same entries, is overtaken too.
func TestOvertakenBetweenTwoMachines(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	c := p.newMember(t, "tavolo-3", "LB8")
	c.pull(t)
	a.night(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	b.taken(t, p, office)
	b.clock.Pass(20 * time.Hour)
	b.night(t, 2, 2)
	m, err := p.moved(t, "LB1", "tavolo-3", true)
	must(t, err)
	p.ships(t, office)
	c.pull(t)
	b.pull(t)
	own := auditedOf(t, b.house, "LB1")
	behind := own.Entries - m.Size
	if own.Overtaken != behind || own.WentOn != "tavolo-3" {
		t.Errorf("%d entries are behind the %d with which it was moved, and its audit names %d: %s", behind, m.Size, own.Overtaken, own.WentOn)
	}
	list, err := pitclient.Compare(t.Context(), b.house.Store(), b.enrolment, then)
	must(t, err)
	wanted := fmt.Sprintf("its last %d entries were overtaken: tavolo-3 went on from the first %d", behind, m.Size)
	if at := list[len(list)-1]; at.Stream != "LB1" || !at.Same || !strings.Contains(at.Says, wanted) {
		t.Errorf("%+v", at)
	}
	holds(t, b.house)
	holds(t, p.house)
}

// A machine comes back in an empty data directory: under its old name the pit takes nothing of it, also once the table was moved there, and
// keeps what it has for its reports. Under another name it gets the table, and plays on.
func TestEmptiedMachineComesBack(t *testing.T) {
	t.Parallel()
	p, e, a, b := overtaken(t)
	_, err := a.ship()
	says(t, err, "overtaken")
	b.play(t, 2, 5)
	_, err = b.ship()
	must(t, err)
	old := p.newMember(t, a.name, "LB8")
	notOwn := (*pitclient.NotOwnError)(nil)
	if err := old.puller().Once(t.Context()); !errors.As(err, &notOwn) || notOwn.Machine != a.name {
		t.Errorf("it takes tables in: %v", err)
	}
	_, err = old.ship()
	says(t, err, "signed by none of the keys of this record", "under another name")
	_, err = p.moved(t, "LB1", a.name, true)
	if refused := (*pitserver.RefusedError)(nil); !errors.As(err, &refused) {
		t.Errorf("under its old name: %v", err)
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	_, err = pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	if found := p.faults(t); found != "" {
		t.Errorf("pit verify: %s", found)
	}
	c := p.newMember(t, "tavolo-3", "LB7")
	c.pull(t)
	_, err = p.moved(t, "LB1", c.name, true)
	must(t, err)
	p.ships(t, e)
	c.pull(t)
	c.table = "LB1"
	c.play(t, 2, 6)
	_, err = c.ship()
	must(t, err)
	p.again(t)
	c.play(t, 1, 7)
	_, err = c.ship()
	must(t, err)
	_, err = pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	if said := p.said.String(); strings.Contains(said, "somebody else wrote") {
		t.Error(said)
	}
}

// An empty folder under the name of a machine to which a table was moved takes nothing of it over, opens none, and says why. The
// record of the machine itself, with a new certificate, goes on.
func TestNobodyTakesOverInTheNameOfAnother(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	b.taken(t, p, e)
	b.play(t, 2, 2)
	_, err = b.ship()
	must(t, err)
	empty := p.newMember(t, b.name, "LB9")
	notOwn := (*pitclient.NotOwnError)(nil)
	for range 2 {
		if err := empty.puller().Once(t.Context()); !errors.As(err, &notOwn) {
			t.Errorf("it takes tables in: %v", err)
		}
	}
	if log, err := empty.house.Takeover().LogOf("LB1"); err != nil || log.Size() > 0 {
		t.Errorf("it has %d entries of LB1: %v", log.Size(), err)
	}
	_, err = empty.house.OpenTable("LB1")
	refusedFor(t, "in the name of another", err, house.TableElsewhere)
	if err := pitclient.CheckOwn(t.Context(), empty.house.Takeover(), empty.enrolment, then); !errors.As(err, &notOwn) || notOwn.Stream != record.HouseStream {
		t.Errorf("asked: %v", err)
	}
	b.enrolment = empty.enrolment
	must(t, pitclient.CheckOwn(t.Context(), b.house.Takeover(), b.enrolment, then))
	b.pull(t)
	b.play(t, 1, 3)
	_, err = b.ship()
	must(t, err)
}

// A machine that was put back to before it handed a table over is an older record: nothing of it was overtaken.
func TestOlderRecordOfAMovedTable(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.play(t, 2, 1)
	older := &machine{name: a.name, table: a.table, dir: copied(t, a.dir), enrolment: a.enrolment}
	a.play(t, 2, 2)
	_, err := a.ship()
	must(t, err)
	b.taken(t, p, e)
	store, err := storage.OpenExisting(older.dir)
	must(t, err)
	last, err := store.Last("LB1")
	must(t, errors.Join(err, store.Close()))
	_, err = older.ship()
	says(t, err, "LB1 of tavolo-1 has "+strconv.FormatInt(last, 10)+" entries, and was moved from there to tavolo-2", "its record is an older one")
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	list, err := q.Unseen(t.Context())
	must(t, err)
	for _, r := range list {
		if r.Stream != record.HouseStream && r.Why != "behind" {
			t.Errorf("the pit is told %+v", r)
		}
	}
}

// A table is taken from a machine that deals on, and comes back. Where nobody else entered anything at it meanwhile, the machine goes on with its
// own entries, also where it had heard that the table was gone: the pit takes them, and nothing of them was overtaken.
func TestTableThatCameBackUntouchedGoesOn(t *testing.T) {
	t.Parallel()
	for what, hears := range map[string]bool{"it never heard of it": false, "it had heard of it": true} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p, e, a, b := twoMembers(t)
			p.takenAndPlayedOn(t, e, a, b)
			had, err := a.house.Store().Last("LB1")
			must(t, err)
			if hears {
				a.pull(t)
			}
			_, err = p.moved(t, "LB1", a.name, true)
			must(t, err)
			p.ships(t, e)
			b.hears(t)
			a.pull(t)
			a.opens(t, had, b)
			a.clock.Pass(time.Hour)
			a.play(t, 1, 3)
			_, err = demo.Close(a.house, a.clock, "LB1")
			must(t, err)
			p.holdsAll(t, a)
			p.nothingRefused(t)
			if is := auditedOf(t, a.house, "LB1"); is.Overtaken > 0 || len(is.Others) > 0 {
				t.Errorf("its own entries are judged as %+v", is)
			}
			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
			must(t, err)
			for _, l := range status.Lines {
				if l.Wrong != "" || l.Goes {
					t.Errorf("pit status: %+v", l)
				}
			}
			all, err := pitserver.House(t.Context(), q, p.folder, then)
			must(t, err)
			if there, here := shiftsOf(t, all.House, "LB1"), shiftsOf(t, a.house, "LB1"); !reflect.DeepEqual(there, here) || len(here) != 1 || len(all.Doubts) > 0 {
				t.Errorf("the pit says of its shifts\n%+v\nand the machine\n%+v, with the doubts %v", there, here, all.Doubts)
			}
		})
	}
}

// Where somebody else entered something meanwhile, the machine says that what it holds was overtaken, and so does the pit. What it names works: an
// empty folder under another name goes on.
func TestTableThatCameBackPlayedOnGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	p.takenAndPlayedOn(t, e, a, b)
	b.play(t, 1, 4)
	_, err := b.ship()
	must(t, err)
	m, err := p.moved(t, "LB1", a.name, true)
	must(t, err)
	p.ships(t, e)
	b.hears(t)
	missing := (*pitclient.NotHereError)(nil)
	err = a.puller().Once(t.Context())
	if says(t, err, "what it holds was overtaken", "under another name"); !errors.As(err, &missing) || missing.Table != "LB1" {
		t.Errorf("%v", err)
	}
	_, err = a.house.OpenTable("LB1")
	refusedFor(t, "it holds another past", err, house.TableElsewhere)
	_, err = a.ship()
	says(t, err, "they have not the same past")
	if is := a.compared(t, "LB1"); is.Same {
		t.Errorf("it is told as if all were well: %+v", is)
	}
	c := p.newMember(t, "tavolo-3", "LB8")
	c.pull(t)
	c.table = "LB1"
	on, err := p.moved(t, "LB1", c.name, true)
	must(t, err)
	p.ships(t, e)
	c.pull(t)
	if on.Size != m.Size {
		t.Errorf("it goes on with %d entries, and had %d", on.Size, m.Size)
	}
	c.opens(t, m.Size, b)
	c.clock.Pass(time.Hour)
	c.play(t, 1, 5)
	p.holdsAll(t, c)
}

// takenAndPlayedOn has LB1 be taken from one machine, and taken over by another one, while the first deals on unheard.
func (p *pit) takenAndPlayedOn(t *testing.T, office *pitclient.Enrolment, a, b *machine) {
	t.Helper()
	p.playedAndMoved(t, a, b)
	p.ships(t, office)
	b.hears(t)
	a.play(t, 2, 2)
}

// shiftsOf returns what the shifts of a table add to the sums of the house.
func shiftsOf(t *testing.T, h *session.House, table string) []reports.HouseShift {
	t.Helper()
	list, err := h.Sums().HouseShifts("2000-01-01", "9999-12-31")
	must(t, err)
	return slices.DeleteFunc(list, func(s reports.HouseShift) bool { return s.Table != table })
}
