package pitserver_test

import (
	"errors"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/house"
	"sabot/storage/central"
)

// opens demands that a machine opens LB1 with so many entries, and no other machine of some does.
func (m *machine) opens(t *testing.T, entries int64, others ...*machine) {
	t.Helper()
	open, err := m.house.OpenTable("LB1")
	must(t, err)
	if open.State.Seq != entries {
		t.Errorf("%s opens LB1 with %d entries, it had %d", m.name, open.State.Seq, entries)
	}
	must(t, open.Release())
	for _, other := range others {
		_, err := other.house.OpenTable("LB1")
		refusedFor(t, other.name, err, house.TableElsewhere)
	}
}

// A pit that was restored while a table was on its way to another machine takes from the one before what it lacks of that, up to the
// head that the manager signed for.
func TestHeritageThatARestoredPitLacks(t *testing.T) {
	t.Parallel()
	for what, more := range map[string]int{"with more behind it": 1, "and nothing else": 0} {
		t.Run(what, func(t *testing.T) {
			p, e, a, b := twoMembers(t)
			a.play(t, 2, 1)
			file := p.backedUp(t, a)
			a.play(t, 2, 2)
			_, err := a.ship()
			must(t, err)
			shipped, err := a.house.Store().Last("LB1")
			must(t, err)
			_, err = p.moved(t, "LB1", b.name, true)
			must(t, err)
			if more > 0 {
				a.play(t, more, 3) // the pit never hears of that
			} else {
				p.ships(t, e)
				a.pull(t)
			}
			p.restore(t, file)
			p.ships(t, e)
			if _, err = a.ship(); more > 0 {
				says(t, err, "LB1 was moved from tavolo-1 to tavolo-2", "overtaken")
			}
			a.pull(t)
			b.pull(t)
			b.opens(t, shipped, a)
			b.clock.Pass(time.Hour)
			b.night(t, 1, 4)
			p.holdsAll(t, b)
		})
	}
}

// A restored pit moves no table before the office has shipped, and none in order before its machine was heard.
func TestRestoredPitMovesNothing(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.night(t, 1, 1)
	file := p.backedUp(t, a)
	p.restore(t, file)
	for _, over := range []bool{false, true} {
		if _, err := p.moved(t, "LB1", b.name, over); !errors.Is(err, central.ErrRestored) {
			t.Errorf("over %v: %v", over, err)
		}
	}
	p.ships(t, e)
	if _, err := p.moved(t, "LB1", b.name, false); !errors.Is(err, central.ErrNotHandedOver) {
		t.Errorf("its machine was not heard since: %v", err)
	}
	_, err := a.ship()
	must(t, err)
	p.handedOver(t, "LB1", b.name)
}

// A machine that was cut off before anything of its table arrived hands nothing over in order.
func TestTableOfWhichNothingArrivedStays(t *testing.T) {
	t.Parallel()
	p, _, a, b := twoMembers(t)
	_, err := a.ship()
	must(t, err)
	a.night(t, 1, 1) // the pit never hears of that
	if _, err := moveLater(t, p, "LB1", b.name); !errors.Is(err, central.ErrNotHandedOver) {
		t.Errorf("the machine is cut off: %v", err)
	}
}

// moveLater moves a table in order two minutes after its machine was heard.
func moveLater(t *testing.T, p *pit, table, to string) (central.Moved, error) {
	t.Helper()
	later := then().Add(2 * time.Minute).UnixMilli()
	return central.Move(t.Context(), p.folder.Owner, p.folder.House, table, to, central.InOrder, nil, later, func(string, central.Moved) error { return nil })
}

// A table that is moved on before its new machine has taken it over goes on from what the one before had; back there it goes on with
// what it has.
func TestTableMovedOnUntaken(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	c := p.newMember(t, "tavolo-3", "LB8")
	c.pull(t)
	c.table = "LB1"
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	had, err := a.house.Store().Last("LB1")
	must(t, err)
	for _, to := range []*machine{b, a, b, c} {
		_, err := p.moved(t, "LB1", to.name, true)
		must(t, err)
	}
	p.ships(t, e)
	for _, m := range []*machine{a, b, c} {
		m.pull(t)
	}
	c.opens(t, had, a, b)
	c.clock.Pass(time.Hour)
	c.night(t, 1, 2)
	p.holdsAll(t, c)
}

// Nobody opens a table that was moved before the office has shipped that a manager signed for it: it would begin anew.
func TestTableWaitsForTheSignedEntry(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	had := p.playedAndMoved(t, a, b)
	b.pull(t)
	_, err := b.house.OpenTable("LB1")
	refusedFor(t, "the signed entry has not come", err, house.TableElsewhere)
	p.ships(t, e)
	a.pull(t)
	b.pull(t)
	b.opens(t, had, a)
}

// playedAndMoved has LB1 be played and shipped, then moved from one machine to another, and returns how many entries it had.
func (p *pit) playedAndMoved(t *testing.T, a, b *machine) (had int64) {
	t.Helper()
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	had, err = a.house.Store().Last("LB1")
	must(t, err)
	_, err = p.moved(t, "LB1", b.name, true)
	must(t, err)
	return had
}

// A program that heard the pit before another one enters an older list of tables: the next word of the pit puts that right, though
// it has said nothing else since.
func TestOlderListOfTablesIsPutRight(t *testing.T) {
	t.Parallel()
	_, _, a, _ := twoMembers(t)
	puller := a.puller()
	must(t, puller.Once(t.Context()))
	must(t, a.house.Takeover().HoldTables(a.name, nil))
	must(t, puller.Once(t.Context()))
	a.opens(t, 0)
}

// What is entered at a table that has just come to a machine is shipped with the next round, and not seconds later: until then the
// pit takes the table for closed.
func TestTableThatHasJustComeIsShipped(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.night(t, 1, 1)
	_, err := a.ship()
	must(t, err)
	now := then()
	s := pitclient.New(b.house.Store(), b.enrolment, func() time.Time { now = now.Add(time.Millisecond); return now })
	_, err = s.Once(t.Context())
	must(t, err)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, e)
	a.hears(t)
	b.pull(t)
	b.clock.Pass(20 * time.Hour)
	b.play(t, 1, 2)
	_, err = s.Once(t.Context())
	must(t, err)
	_, err = p.moved(t, "LB1", a.name, false)
	says(t, err, "LB1 is open at tavolo-2")
}

// A machine whose clock is a minute behind goes on with a table at the time of the last entry of the one before: its record holds.
func TestTakenOverByAClockThatIsBehind(t *testing.T) {
	t.Parallel()
	p, _, a, b := handedNight(t, 1)
	a.hears(t)
	b.pull(t)
	b.clock.Pass(a.clock.Now().Sub(b.clock.Now()) - time.Minute)
	b.night(t, 1, 2)
	p.holdsAll(t, b)
}

// So it does where that clock was once far ahead, and was put back before the table came: the house has said that already.
func TestTakenOverByAClockThatWasPutBack(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	b.clock.Pass(48 * time.Hour)
	must(t, b.house.Takeover().HoldTables(b.name, nil))
	b.clock.Pass(-48 * time.Hour)
	must(t, b.house.Takeover().HoldTables(b.name, []string{"LB9"}))
	a.night(t, 1, 1)
	_, err := a.ship()
	must(t, err)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, e)
	a.hears(t)
	b.pull(t)
	b.clock.Pass(a.clock.Now().Sub(b.clock.Now()) - 20*time.Minute)
	b.night(t, 1, 2)
	p.holdsAll(t, b)
}

// A machine from which a table was moved has a restored pit sign nothing of another past of it, stops nobody who plays the table, and
// sends no keys with it.
func TestHostileMachineThatHandedOver(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.play(t, 2, 1)
	file := p.backedUp(t, a)
	shipped, err := a.house.Store().Last("LB1")
	must(t, err)
	evil := a.another(t)
	evil.play(t, 1, 7)
	a.play(t, 5, 2)
	_, err = a.ship()
	must(t, err)
	b.taken(t, p, e)
	p.restore(t, file)
	p.ships(t, e)

	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s := p.by(t, a.enrolment, then)
	w, err := s.hello("evil", evil.house.Store().Verifier())
	must(t, err)
	claims := func() pitclient.Append {
		a := firstOf(t, evil, "LB1")
		a.Session, a.Number, a.From, a.Own, a.Texts = w.Session, time.Now().UnixNano(), shipped, 100_000, a.Texts[shipped:]
		return a
	}
	keys := claims()
	keys.Note, keys.Keys = "", []pitclient.Key{{Number: "11", Sealed: "a key of a thief"}}
	_, err = s.append(keys)
	says(t, err, "sends keys of the house")
	sealed, err := q.Sealed(t.Context())
	must(t, err)
	for _, k := range sealed {
		if k.Sealed == "a key of a thief" {
			t.Error("the pit has it in place of the key of", k.Number)
		}
	}
	signed := claims()
	_, err = s.append(signed)
	says(t, err, "overtaken")
	other := claims()
	other.Note = ""
	_, err = s.append(other)
	must(t, err)
	at, err := q.Stream(t.Context(), a.name, "LB1")
	if err != nil || at.Signed != shipped {
		t.Errorf("signed are %d, and %d were: %v", at.Signed, shipped, err)
	}

	b.pull(t)
	b.clock.Pass(time.Hour)
	b.night(t, 1, 4)
	_, err = b.ship()
	must(t, err)
	last, err := b.house.Store().Last("LB1")
	must(t, err)
	if at, err := q.Stream(t.Context(), b.name, "LB1"); err != nil || at.Signed != last {
		t.Errorf("of who plays it %d are signed of %d: %v", at.Signed, last, err)
	}
}

// Of a machine that comes back to a table with another past a restored pit signs nothing, though it lacks what the machine should go
// on from: neither of less nor of more than that.
func TestHeirWithAnotherPastOfARestoredPit(t *testing.T) {
	t.Parallel()
	for what, many := range map[string]int{"less": 1, "more": 9} {
		t.Run(what, func(t *testing.T) {
			p, e, a, b := twoMembers(t)
			b.taken(t, p, e)
			b.play(t, 2, 1)
			_, err := b.ship()
			must(t, err)
			shipped, err := b.house.Store().Last("LB1")
			must(t, err)
			file := t.TempDir() + "/pit.dump"
			must(t, central.Backup(t.Context(), p.folder.Owner, file))
			a.taken(t, p, e)
			b.play(t, many, 2) // it has not heard of that
			a.clock.Pass(time.Hour)
			a.play(t, 4, 3)
			_, err = a.ship()
			must(t, err)
			had, err := a.house.Store().Last("LB1")
			must(t, err)
			_, err = p.moved(t, "LB1", b.name, true)
			must(t, err)
			p.restore(t, file)
			p.ships(t, e)

			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			for range 2 { // before the other machine has shipped, and after
				_, err = b.ship()
				if many > 1 {
					says(t, err, "they have not the same past")
				}
				if at, err := q.Stream(t.Context(), b.name, "LB1"); err != nil || at.Signed != shipped || at.Size != shipped {
					t.Errorf("the pit has %d, signed %d, of %d: %v", at.Size, at.Signed, shipped, err)
				}
				_, _ = a.ship()
				if at, err := q.Stream(t.Context(), a.name, "LB1"); err != nil || at.Size != had {
					t.Errorf("of what was handed over the pit has %d of %d: %v", at.Size, had, err)
				}
			}
		})
	}
}
