package pitserver_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// restore puts a backup of the pit into an empty database and serves it from there.
func (p *pit) restore(t *testing.T, file string) {
	t.Helper()
	p.restored(t, file)
	_, err := pitserver.MakeFolder(p.dir, p.folder, *p.folder)
	must(t, err)
	p.again(t)
}

// restored stops the pit and puts a backup of it into an empty database.
func (p *pit) restored(t *testing.T, file string) {
	t.Helper()
	p.stop()
	owner, err := postgres.URL()
	must(t, err)
	folder := *p.folder
	folder.Owner = owner
	folder.Serve, err = central.Restore(t.Context(), owner, p.folder.House, p.folder.Serve, file)
	must(t, err)
	p.folder = &folder
}

// A pit that was restored from a backup of before a table was moved gives the table to nobody and takes nothing of it until the
// office has said who plays it: one machine, as a manager signed. Its record does not fork.
func TestPitRestoredFromBeforeAMove(t *testing.T) { restoredFromBeforeAMove(t, (*pit).restore) }

// Nobody has to tell the pit: it has countersigned more than the database has.
func TestDatabasePutBackFromBeforeAMove(t *testing.T) { restoredFromBeforeAMove(t, (*pit).putBack) }

// putBack puts a backup of the database in its place, and nothing in it says so.
func (p *pit) putBack(t *testing.T, file string) {
	t.Helper()
	p.putInPlace(t, file)
	p.again(t)
}

// putInPlace is putBack without a pit that serves.
func (p *pit) putInPlace(t *testing.T, file string) {
	t.Helper()
	p.restored(t, file)
	conn, err := pgx.Connect(t.Context(), p.folder.Owner)
	must(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `UPDATE sabot.house SET restored = 0, put_back = 0`)
	must(t, err)
	_, err = pitserver.MakeFolder(p.dir, p.folder, *p.folder)
	must(t, err)
}

func restoredFromBeforeAMove(t *testing.T, restore func(*pit, *testing.T, string)) {
	p, e, a, b := twoMembers(t)
	a.play(t, 3, 1)
	file := p.backedUp(t, a)
	a.play(t, 2, 2) // the pit never hears of that
	shipped := b.taken(t, p, e)
	a.pull(t)
	b.clock.Pass(time.Hour)
	b.night(t, 3, 4)
	p.holdsAll(t, b)

	restore(p, t, file)
	waits := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "the pit was restored from a backup") || !strings.Contains(err.Error(), "ufficio") {
			t.Errorf("%s: %v", what, err)
		}
	}
	waits("who lost the table", a.puller().Once(t.Context()))
	waits("who plays it", b.puller().Once(t.Context()))
	_, _ = a.ship()
	_, _ = b.ship()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	if s, err := q.Stream(t.Context(), "tavolo-1", "LB1"); err != nil || s.Size != shipped {
		t.Errorf("the pit took %d entries of the machine that had lost the table, it had %d: %v", s.Size, shipped, err)
	}
	status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	if status.Holds() || !strings.Contains(status.Waits, "ufficio") {
		t.Errorf("the operator is told %+v", status)
	}
	open, err := b.house.OpenTable("LB1") // it goes on meanwhile
	must(t, err)
	must(t, open.Release())

	p.ships(t, e)
	must(t, a.puller().Once(t.Context()))
	must(t, b.puller().Once(t.Context()))
	_, err = a.house.OpenTable("LB1")
	refusedFor(t, "who lost the table", err, house.TableElsewhere)
	if _, err := a.ship(); err == nil || !strings.Contains(err.Error(), "overtaken") {
		t.Errorf("who lost the table ships: %v", err)
	}
	b.clock.Pass(20 * time.Hour)
	b.night(t, 2, 5)
	p.holdsAll(t, b)
	holds(t, a.house)
	status, err = pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	if status.Waits != "" {
		t.Errorf("it waits on: %s", status.Waits)
	}
}

// A table that moved and of which a database that was put back has less is told once, with what there is of it.
func TestVerifyTellsAStreamOnce(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.play(t, 3, 1)
	file := p.backedUp(t, a)
	a.play(t, 2, 2)
	_, err := a.ship()
	must(t, err)
	b.taken(t, p, e)
	p.putBack(t, file)
	p.ships(t, e)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	has, err := q.Stream(t.Context(), a.name, "LB1")
	must(t, err)
	told := 0
	must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, wrong error) {
		if s.Machine != a.name || s.Name != "LB1" {
			return
		}
		if told++; s.Size != has.Size || wrong == nil || !strings.Contains(wrong.Error(), "when the table was moved, and not all of them are here") {
			t.Errorf("of %d entries it is told that there are %d: %v", has.Size, s.Size, wrong)
		}
	}))
	if told != 1 {
		t.Errorf("it is told %d times", told)
	}
}

// taken has another machine take LB1 over, which answers how many entries the pit had.
func (m *machine) taken(t *testing.T, p *pit, e *pitclient.Enrolment) int64 {
	t.Helper()
	moved, err := p.moved(t, "LB1", m.name, true)
	must(t, err)
	p.ships(t, e)
	m.pull(t)
	return moved.Size
}

// A table that a manager had moved away is not opened again because the pit's unsigned list says so.
func TestTableIsNotTakenBackUnsigned(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.play(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	b.taken(t, p, e)
	a.pull(t)
	must(t, a.house.Takeover().HoldTables("tavolo-1", []string{"LB1"}))
	_, err = a.house.OpenTable("LB1")
	refusedFor(t, "as the pit says", err, house.TableElsewhere)
	must(t, b.house.Takeover().HoldTables("tavolo-2", []string{"LB1", "LB9"}))
	open, err := b.house.OpenTable("LB1")
	must(t, err)
	must(t, open.Release())
}

// While the office that has nothing new to ship is up, a restored pit hears of it and goes on.
func TestRestoredPitHearsOfAQuietOffice(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	e := p.office(t)
	p.ships(t, e)
	a := p.newMember(t, "tavolo-1", "LB1")
	a.pull(t)
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	now := then()
	office := pitclient.New(p.house.Store(), e, func() time.Time { return now })
	_, err = office.Once(t.Context())
	must(t, err)
	file := t.TempDir() + "/pit.dump"
	must(t, central.Backup(t.Context(), p.folder.Owner, file))
	p.restore(t, file)
	now = now.Add(time.Minute) // quiet for long enough to ask
	_, _ = office.Once(t.Context())
	a.play(t, 1, 2)
	_, err = a.ship()
	must(t, err)
	a.pull(t)
	p.same(t, a)
}

// A machine with an open table of which nothing was heard for as long as the house's alert allows is not equal, whatever it had
// said before; and a request that hung in the network says nothing of its clock.
func TestStatusOfAQuietMachine(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	e := p.office(t)
	p.ships(t, e)
	a := p.newMember(t, "tavolo-1", "LB1")
	a.pull(t)
	a.play(t, 1, 1)
	now := then()
	s := pitclient.New(a.house.Store(), a.enrolment, func() time.Time { return now })
	_, err := s.Once(t.Context())
	must(t, err)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	line := func(after time.Duration) pitserver.Line {
		t.Helper()
		status, err := pitserver.StatusOf(t.Context(), q, p.folder, then().Add(after))
		must(t, err)
		for _, l := range status.Lines {
			if l.Stream == "LB1" {
				return l
			}
		}
		t.Fatalf("%+v", status.Lines)
		return pitserver.Line{}
	}
	for after, wrong := range map[time.Duration]bool{time.Second: false, 4 * time.Minute: false, 6 * time.Minute: true} {
		if l := line(after); strings.Contains(l.Wrong, "the table is open, and nothing was heard") != wrong {
			t.Errorf("after %v: %+v", after, l)
		}
	}
	says := p.house.State.Particulars()
	says.Alerts = &record.AlertLimits{Limits: map[record.AlertRule][]int64{record.UnheardAlert: {2}}}
	must(t, p.house.SetHouse(says, demotest.Badge(t, p.house, code("31"))))
	p.ships(t, e)
	if l := line(3 * time.Minute); l.Wrong == "" {
		t.Errorf("the house wants two minutes: %+v", l)
	}
	_, err = demo.Close(a.house, a.clock, "LB1")
	must(t, err)
	_, err = s.Once(t.Context())
	must(t, err)
	if l := line(time.Hour); l.Wrong != "" {
		t.Errorf("of a table that is closed nothing need be heard: %+v", l)
	}

	by := p.by(t, a.enrolment, then)
	apart := int64(12)
	body, err := json.Marshal(pitclient.Hello{Instance: "x", Clock: then().Add(-70 * time.Second).UnixMilli(), Apart: &apart})
	must(t, err)
	must(t, by.post(pitclient.HelloPath, body, &pitclient.Welcome{}, ""))
	must(t, pgtest.Seen("the pit keeps the clock that the machine found out", func() bool { return line(time.Second).Apart == 12*time.Millisecond }))
}
