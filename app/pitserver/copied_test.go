package pitserver_test

import (
	"strings"
	"testing"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/session"
	pittable "sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// size returns how many entries of a machine's stream the pit has.
func (p *pit) size(t *testing.T, m *machine, stream string) int64 {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), m.name, stream)
	must(t, err)
	return s.Size
}

// goesOn enters something in the house of a machine, which a copy of before lacks.
func (m *machine) goesOn(t *testing.T, number string) {
	t.Helper()
	must(t, m.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: number, Name: "Nuovo " + number, Role: record.Croupier}, PIN: "928374"}, demotest.Badge(t, m.house, code("31"))))
}

// A copy of a machine of whose house the pit has more, or another one, has none of what it enters at a table taken: the machine itself
// ships on, as if there were no copy. What is said of the tables is that they wait for the house.
func TestCopyShipsNoTable(t *testing.T) {
	t.Parallel()
	p, m := shippedHands(t, 2)
	dir := copied(t, m.dir)
	m.goesOn(t, "701")
	_, err := m.ship()
	must(t, err)
	was := p.size(t, m, m.table)

	clock := demo.NewClock(m.clock.Now())
	other, err := session.Open(dir, clock.Now)
	must(t, err)
	defer other.Close()
	c := &machine{name: m.name, table: m.table, dir: dir, house: other, clock: clock, enrolment: m.enrolment}
	for _, words := range []string{"its record is an older one", "they have not the same past"} {
		c.play(t, 1, 9)
		s := pitclient.New(other.Store(), m.enrolment, then)
		sent, err := s.Once(t.Context())
		says(t, err, "house of tavolo-1", words)
		if has := p.size(t, m, m.table); sent > 0 || has != was {
			t.Errorf("%s: %d entries were sent, and the pit has %d of %s, %d before", words, sent, has, m.table, was)
		}
		if trouble := s.State().Trouble(then()); trouble.Stream != record.HouseStream || !strings.Contains(trouble.Says, words) {
			t.Errorf("the table is told %+v", trouble)
		}
		if is := c.compared(t, m.table); is.Same || !strings.Contains(is.Says, "entries cannot arrive") {
			t.Errorf("it is said %q", is.Says)
		}
		c.goesOn(t, "702")
		c.goesOn(t, "703")
	}

	m.play(t, 1, 2)
	_, err = m.ship()
	must(t, err)
	p.same(t, m)
}

// What is said of a copy is that of its house, whatever was refused of its tables before.
func TestCopyIsToldOfItsHouse(t *testing.T) {
	t.Parallel()
	_, m := shippedHands(t, 1)
	other, err := session.Open(copied(t, m.dir), m.clock.Now)
	must(t, err)
	defer other.Close()
	m.play(t, 1, 2)
	_, err = m.ship()
	must(t, err)
	s := pitclient.New(other.Store(), m.enrolment, then)
	_, err = s.Once(t.Context())
	says(t, err, "LB1 of tavolo-1", "its record is an older one")
	m.goesOn(t, "701")
	_, err = m.ship()
	must(t, err)
	(&machine{house: other}).goesOn(t, "702")
	_, _ = s.Once(t.Context()) // its session is over
	_, err = s.Once(t.Context())
	says(t, err, "house of tavolo-1", "they have not the same past")
	if trouble := s.State().Trouble(then()); trouble.Stream != record.HouseStream {
		t.Errorf("the table is told %+v", trouble)
	}
}

// A program that ships a table all the same, after the house was refused, is refused with the same words, until what it sends of the house
// holds or another program begins.
func TestTableOfARefusedHouse(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 1, 1)
	before := firstOf(t, m, record.HouseStream)
	m.goesOn(t, "701")
	_, err := m.ship()
	must(t, err)
	has := p.size(t, m, m.table)
	m.play(t, 1, 2)
	table := firstOf(t, m, m.table)
	table.From, table.Texts = has, table.Texts[has:]
	s := p.by(t, m.enrolment, then)
	number := int64(0)
	sends := func(a pitclient.Append, session string) error {
		number++
		a.Session, a.Number = session, number
		_, err := s.append(a)
		return err
	}
	w, err := s.hello("a copy", m.house.Store().Verifier())
	must(t, err)
	older := sends(before, w.Session)
	says(t, older, "house of tavolo-1", "its record is an older one")
	if err := sends(table, w.Session); err == nil || err.Error() != older.Error() {
		t.Errorf("the table is answered %v", err)
	}
	if is := p.size(t, m, m.table); is != has {
		t.Errorf("the pit has %d entries of the table, %d before", is, has)
	}
	whole := firstOf(t, m, record.HouseStream)
	whole.From, whole.Texts = int64(len(whole.Texts)), nil
	must(t, sends(whole, w.Session))
	must(t, sends(table, w.Session))
	p.same(t, m)
}

// A copy whose table was refused as a fork, or as an older record, and whose house went on tells of what the pit does not have of that table. Verify says
// that this is the cause.
func TestVerifyNamesTheForkOfWhatDoesNotStand(t *testing.T) {
	t.Parallel()
	p, m := shippedHands(t, 2)
	other, err := session.Open(copied(t, m.dir), m.clock.Now)
	must(t, err)
	defer other.Close()
	c := &machine{name: m.name, table: m.table, house: other, clock: m.clock, enrolment: m.enrolment}
	m.play(t, 1, 2)
	_, err = m.ship()
	must(t, err)
	c.raisesIncident(t)
	_, err = pitclient.New(other.Store(), m.enrolment, then).Once(t.Context())
	says(t, err, "its record is an older one")
	found := p.faults(t)
	for _, words := range []string{"tavolo-1 house: ", "what tavolo-1 has of LB1 was refused on 20", "its record is an older one), so this tells of another LB1 than the pit has: it tells of incident at LB1", "the other one is evidence"} {
		if !strings.Contains(found, words) {
			t.Errorf("%q is not in %q", words, found)
		}
	}
}

// raisesIncident has a machine open an incident at its table, of which it raises an alert.
func (m *machine) raisesIncident(t *testing.T) {
	t.Helper()
	at, err := m.house.OpenTable(m.table)
	must(t, err)
	must(t, at.Do(func(s *pittable.Table) ([]record.Fact, error) {
		return s.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un bicchiere"})
	}))
	_, err = m.house.RaiseAlerts(at.Conditions(nil))
	must(t, err)
	must(t, at.Release())
	if list := m.house.State.Alerts().OpenAlerts(); len(list) != 1 || list[0].Rule != record.IncidentAlert {
		t.Fatalf("%s has raised %+v", m.name, list)
	}
}

// A table that a database has on another machine is refused where it is played, and what that machine tells of it goes on to arrive. Verify says that the
// refusal is the cause, and accuses no honest record.
func TestVerifyNamesTheRefusalOfWhatDoesNotStand(t *testing.T) {
	t.Parallel()
	p, _, a, b := twoMembers(t)
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	p.owned(t, `UPDATE sabot.tables SET machine = $1 WHERE name = 'LB1'`, b.name)
	p.again(t)
	a.raisesIncident(t)
	must(t, pgtest.Seen("the table is refused", func() bool {
		_, err := a.ship()
		return err != nil && strings.Contains(err.Error(), "may not ship LB1")
	}))
	found := p.faults(t)
	for _, words := range []string{"tavolo-1 house: ", "what tavolo-1 has of LB1 was refused on 20", "tavolo-1 may not ship LB1", "so the pit lacks what this tells of: it tells of incident at LB1", "See what pit status says of LB1"} {
		if !strings.Contains(found, words) {
			t.Errorf("%q is not in %q", words, found)
		}
	}
}
