package pitserver_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
)

// movedUnsigned writes into the database, by the login that serves, that a table was moved.
func (p *pit) movedUnsigned(t *testing.T, table, from, to string, size int64, note, plays string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.folder.Serve)
	must(t, err)
	_, err = conn.Exec(t.Context(), `SELECT sabot.move_signed($1, $2, $3, $4, $5, 1, $6)`, table, from, to, size, note, plays)
	must(t, errors.Join(err, conn.Close(t.Context())))
}

// facts returns those of the house's stream that are of a kind.
func (m *machine) facts(t *testing.T, kind string) (list []record.Fact) {
	t.Helper()
	for e, err := range m.house.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		if record.KindOf(e.Fact) == kind {
			list = append(list, e.Fact)
		}
	}
	return list
}

// unsigned returns what pit status says of tables for which nobody signed.
func (p *pit) unsigned(t *testing.T) string {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	var says []string
	for _, u := range status.Unsigned {
		says = append(says, u.Says)
	}
	if len(says) > 0 && status.Holds() {
		t.Error("pit status holds all the same")
	}
	h, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	for _, u := range status.Unsigned {
		if !slices.ContainsFunc(h.Doubts, func(d pitserver.Doubt) bool { return d.Machine == u.Plays && d.Stream == u.Table && d.Says == u.Says }) {
			t.Errorf("the report of the house does not say: %+v", u)
		}
	}
	return strings.Join(says, "; ")
}

// Whoever has the login that serves writes that a table was moved, and no manager has signed that. The machine lets go of nothing and
// plays on, nothing of it is called overtaken, no alert is raised, and pit status and pit verify name the row.
func TestMoveThatNoManagerSigned(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing moves meanwhile
	for name, way := range map[string]struct{ closed, other bool }{"open": {}, "closed": {closed: true}, "by another row": {other: true}} {
		t.Run(name, func(t *testing.T) {
			p, e, a, b := twoMembers(t)
			a.play(t, 3, 1)
			if way.closed {
				_, err := demo.Close(a.house, a.clock, "LB1")
				must(t, err)
			}
			_, err := a.ship()
			must(t, err)
			p.ships(t, e)
			if says := p.unsigned(t); says != "" {
				t.Fatal(says)
			}
			held, alerts := len(a.facts(t, record.KindOf(record.TablesHeld{}))), len(a.facts(t, record.KindOf(record.Alerted{})))
			from := a.name
			if way.other {
				from = b.name
			}
			p.movedUnsigned(t, "LB1", from, b.name, 10, "nonsense", b.name)
			p.again(t)
			if way.closed {
				a.clock.Pass(20 * 60 * 60e9)
			}
			a.pull(t)
			a.play(t, 2, 2)
			_, err = a.ship()
			if refused := (*pitclient.RefusedError)(nil); errors.As(err, &refused) {
				t.Errorf("it is refused: %v", err)
			}
			_, err = a.house.RaiseAlerts([]house.Condition{{Rule: record.OvertakenAlert, Table: "LB1", Machine: a.name, Value: 134}})
			must(t, err)
			if n := len(a.facts(t, record.KindOf(record.TablesHeld{}))); n != held {
				t.Errorf("it has let go of a table: %d", n)
			}
			if n := len(a.facts(t, record.KindOf(record.Alerted{}))); n != alerts {
				t.Errorf("an alert is raised that was none: %d", n)
			}
			b.pull(t)
			_, err = b.house.OpenTable("LB1")
			refusedFor(t, "on the machine that the row names", err, house.TableElsewhere)
			p.nothingRefused(t)
			want := "the database says that LB1 was moved from " + from + " to tavolo-2, and the office has signed no such move"
			if says := p.unsigned(t); says != want {
				t.Errorf("pit status: %q", says)
			}
			if found := p.faults(t); !strings.Contains(found, want) {
				t.Errorf("pit verify: %q", found)
			}
			p.putRight(t, "LB1", a.name)
			p.again(t)
			_, err = a.ship()
			must(t, err)
			p.same(t, a)
			if says := p.unsigned(t); says != "" {
				t.Errorf("once it is put right: %s", says)
			}
		})
	}
}

// Of a table that the house lacks such a row is named too.
func TestMoveOfATableThatThereIsNot(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing moves meanwhile
	p, e, a, b := twoMembers(t)
	p.ships(t, e)
	p.movedUnsigned(t, "LB7", a.name, b.name, 10, "nonsense", b.name)
	if says := p.unsigned(t); says != "the database says that LB7 was moved from "+a.name+" to "+b.name+", and the office has signed no such move" {
		t.Errorf("pit status: %q", says)
	}
}

// A row, of before, by which the own stream of a machine went to another one stops nobody, and is named: that is no table. No login enters one.
func TestUnsignedMoveOfAnOwnStream(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing moves meanwhile
	p, e, a, b := twoMembers(t)
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	p.ships(t, e)
	for _, from := range []string{a.name, "ufficio"} {
		conn, err := pgx.Connect(t.Context(), p.folder.Serve)
		must(t, err)
		if _, err = conn.Exec(t.Context(), `SELECT sabot.move_signed('house', $1, $2, 0, '', 1, $2)`, from, b.name); err == nil {
			t.Errorf("the login that serves enters one from %s", from)
		}
		must(t, conn.Close(t.Context()))
		p.owned(t, `INSERT INTO sabot.moves (name, machine, heir, size, note, at) VALUES ('house', $1, $2, 0, '', 1) ON CONFLICT DO NOTHING`, from, b.name)
	}
	p.again(t)
	says := p.house.State.Particulars()
	says.Address = "via Nassa 1"
	must(t, p.house.SetHouse(says, demotest.Badge(t, p.house, code("31"))))
	a.play(t, 1, 2)
	_, err = a.ship()
	must(t, err)
	p.ships(t, e)
	b.hears(t)
	p.nothingRefused(t)
	if wrong := p.unsigned(t); !strings.Contains(wrong, "house was moved from "+a.name+" to "+b.name+", and the office has signed no such move") {
		t.Errorf("pit status: %q", wrong)
	}
}

// putRight has a table be played where it was before a row without a signature, by the login of the database's owner.
func (p *pit) putRight(t *testing.T, table, plays string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	_, err = conn.Exec(t.Context(), `DELETE FROM sabot.moves WHERE name = $1 AND at = 1`, table)
	must(t, err)
	_, err = conn.Exec(t.Context(), `UPDATE sabot.tables SET machine = $2 WHERE name = $1`, table, plays)
	must(t, errors.Join(err, conn.Close(t.Context())))
}

// A machine to which a table was moved by such a row alone ships nothing of that table, and reads nothing of it.
func TestUnsignedHeirShipsNothing(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.night(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	p.ships(t, e)
	p.movedUnsigned(t, "LB1", a.name, b.name, 10, "nonsense", b.name)
	p.again(t)
	var list []record.Entry
	for e, err := range a.house.Store().Entries("LB1", 1) {
		must(t, err)
		list = append(list, e)
	}
	must(t, b.house.Store().Append(list...))
	must(t, b.house.Takeover().HoldTables(b.name, []string{"LB1", "LB9"})) // it says that the table is its own
	_, err = b.ship()
	must(t, err)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	streams, err := q.Streams(t.Context())
	must(t, err)
	if slices.ContainsFunc(streams, func(s central.Stream) bool { return s.Machine == b.name && s.Name == "LB1" && s.Size > 0 }) {
		t.Error("the pit has taken it")
	}
}

// A row that repeats a move for which a manager signed, and has the table be played elsewhere, is named, and moves nothing.
func TestSignedMoveThatARowTurns(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing moves meanwhile
	p, e, a, b := twoMembers(t)
	a.play(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	b.taken(t, p, e)
	a.hears(t)
	b.play(t, 2, 2)
	_, err = b.ship()
	must(t, err)
	f, size, _ := p.house.State.Moves().Moved("LB1")
	p.movedUnsigned(t, "LB1", f.From, f.To, size, f.Head, a.name)
	p.again(t)
	b.pull(t)
	b.play(t, 2, 3)
	_, err = b.ship()
	if refused := (*pitclient.Refusal)(nil); errors.As(err, &refused) && refused.Why.Flagged() {
		t.Error(err)
	}
	p.nothingRefused(t)
	if says := p.unsigned(t); says != "the database says that LB1 is played on tavolo-1, and the office has signed that it went to tavolo-2" {
		t.Error(says)
	}
}
