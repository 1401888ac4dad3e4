package pitserver_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// outgrown returns a pit with its office's enrolment and a machine, and a backup of its database from before LB1's last hands.
func outgrown(t *testing.T) (p *pit, e *pitclient.Enrolment, a *machine, file string) {
	t.Helper()
	p, e, a, _ = twoMembers(t)
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	file = t.TempDir() + "/pit.dump"
	must(t, central.Backup(t.Context(), p.folder.Owner, file))
	a.play(t, 2, 2)
	_, err = a.ship()
	must(t, err)
	return p, e, a, file
}

// lost returns a pit with a backup of before LB1's last hands in place of its database, whose office has shipped since: it goes on
// without them.
func lost(t *testing.T) (p *pit, a *machine) {
	t.Helper()
	p, e, a, file := outgrown(t)
	p.putBack(t, file)
	p.ships(t, e)
	return p, a
}

func (p *pit) gone(t *testing.T, f *pitserver.Folder) []pitserver.Gone {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	list, err := pitserver.GoneFrom(t.Context(), q, f)
	must(t, err)
	return list
}

// What had been countersigned and is gone is said as long as nobody has shipped it again, and no table goes on without it unless
// somebody wants that.
func TestWhatIsGoneIsSaid(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing moves meanwhile
	p, e, a, file := outgrown(t)
	p.putBack(t, file)
	p.ships(t, e)
	had, err := a.house.Store().Last("LB1")
	must(t, err)
	list := p.gone(t, p.folder)
	if len(list) != 1 || list[0].Machine != a.name || list[0].Stream != "LB1" || list[0].Had != had || list[0].Has >= had {
		t.Fatalf("of %d entries of LB1 are gone %+v", had, list)
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	if status, err := pitserver.StatusOf(t.Context(), q, p.folder, then()); err != nil || len(status.Gone) != 1 || status.Gone[0] != list[0] || (&pitserver.Status{Gone: status.Gone}).Holds() {
		t.Errorf("pit status: %+v, %v", status, err)
	}
	if said := p.said.String(); !strings.Contains(said, "LB1 of tavolo-1: "+list[0].String()) {
		t.Errorf("the server says %s", said)
	}
	move := pitserver.Move{Table: "LB1", To: "tavolo-2", Way: central.FromAny}
	by := demotest.Badge(t, p.house, code("31"))
	_, err = pitserver.MoveTable(t.Context(), p.house, p.folder, move, by)
	if gone := (*pitserver.GoneError)(nil); !errors.As(err, &gone) || gone.Gone != list[0] {
		t.Errorf("LB1 moved without entries that are gone: %v", err)
	}
	if _, _, moved := p.house.State.Moves().Moved("LB1"); moved {
		t.Error("it is entered as moved")
	}
	move.Lacking = true
	_, err = pitserver.MoveTable(t.Context(), p.house, p.folder, move, by)
	must(t, err)
	if status := p.status(t); (&pitserver.Status{Gone: status.Gone}).Holds() {
		t.Error("it holds before the pit has what the manager signed")
	}
	p.ships(t, e)
	signed := p.status(t).Gone
	if len(signed) != 1 || !strings.Contains(signed[0].String(), "a manager signed that it goes on without the others, house/") || !(&pitserver.Status{Gone: signed}).Holds() {
		t.Errorf("a manager signed for it: %v", signed)
	}
	p.owned(t, `INSERT INTO sabot.gone VALUES ('tavolo-2', 'LB1', 500)`)
	if more := p.status(t).Gone; len(more) != 2 || (&pitserver.Status{Gone: more}).Holds() {
		t.Errorf("more is gone: %v", more)
	}
}

// A machine's disk is lost, and what the pit lacks of its own stream with it. A manager gives that up at the office: it is named, and no fault any more once the
// office has shipped that. If more is gone later it is one again. Nobody gives up what is there, or the office's own.
func TestOwnStreamIsGivenUp(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	a.night(t, 1, 1)
	file := p.backedUp(t, a)
	by := demotest.Badge(t, p.house, code("31"))
	plays := func(seed int64) {
		t.Helper()
		a.clock.Pass(20 * time.Hour)
		a.night(t, 1, seed)
		_, err := a.ship()
		must(t, err)
	}
	plays(2)
	p.restore(t, file)
	p.ships(t, e)
	own := func() (of pitserver.Gone) {
		t.Helper()
		for _, g := range p.status(t).Gone {
			if g.Machine == a.name && g.Stream == record.HouseStream {
				of = g
			}
		}
		return of
	}
	lacks := own()
	if lacks.Had <= lacks.Has || !pitserver.Unsettled([]pitserver.Gone{lacks}) {
		t.Fatalf("gone is %+v", lacks)
	}
	for machine, wants := range map[string]error{e.Machine: pitserver.ErrNotGone, "tavolo-9": pitserver.ErrNotGone} {
		if _, err := pitserver.LostOf(t.Context(), p.house, p.folder, machine); !errors.Is(err, wants) {
			t.Errorf("of %s is lost: %v", machine, err)
		}
	}
	is, err := pitserver.LostOf(t.Context(), p.house, p.folder, a.name)
	must(t, err)
	if is != lacks {
		t.Errorf("pit lost says %+v, and pit status %+v", is, lacks)
	}
	must(t, p.house.Takeover().GoOnWithout(record.OwnLost{Machine: a.name, Lacking: is.Had}, by))
	if is := own(); is != lacks {
		t.Errorf("before the office has shipped it: %+v", is)
	}
	p.ships(t, e)
	is = own()
	if pitserver.Unsettled([]pitserver.Gone{is}) || !strings.Contains(is.String(), "a manager signed that it goes on without the others, house/") {
		t.Errorf("given up: %v", is)
	}
	if found := p.faults(t); strings.Contains(found, "tavolo-1 house: ") || strings.Contains(found, "ufficio") {
		t.Errorf("pit verify: %q", found)
	}
	for _, is := range audited(t, p.house) {
		if is.Fault != nil {
			t.Errorf("verify at the office: %v", is.Fault)
		}
	}
	p.owned(t, `INSERT INTO sabot.gone VALUES ('tavolo-1', 'house', 5000) ON CONFLICT (machine, stream) DO UPDATE SET size = 5000`)
	_, err = a.ship() // its disk was there all the time
	must(t, err)
	if is := own(); is.Had != 5000 || !pitserver.Unsettled([]pitserver.Gone{is}) {
		t.Errorf("more is gone: %+v", is)
	}
}

// What is gone is held against the database that is there: one that was put back or restored once more has not heard of it.
func TestWhatIsGoneIsSaidEachTime(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]func(*pit, *testing.T, string){"restored": (*pit).restore, "put back": (*pit).putBack} {
		t.Run(name, func(t *testing.T) {
			p, e, a, file := outgrown(t)
			for turn := 1; turn <= 3; turn++ {
				if turn == 3 { // an empty database uses nothing up
					p.emptied(t)
				}
				back(p, t, file)
				p.says(t, "the pit was restored from a backup", turn)
				before := p.status(t)
				p.ships(t, e)
				list := p.gone(t, p.folder)
				waiting := slices.Clone(list)
				for i := range waiting {
					waiting[i].Awaits = e.Machine
				}
				if before.Waits == "" || !slices.Equal(before.Gone, waiting) {
					t.Errorf("the %d. time pit status said before the office had shipped: %+v", turn, before)
				}
				if len(list) != 1 || list[0].Machine != a.name || list[0].Stream != "LB1" {
					t.Fatalf("the %d. time are gone %+v", turn, list)
				}
				p.says(t, "LB1 of tavolo-1: "+list[0].String(), turn)
				if status := p.status(t); !slices.Equal(status.Gone, list) {
					t.Errorf("the %d. time pit status says %+v", turn, status)
				}
				_, err := p.moved(t, "LB1", "tavolo-2", true)
				if gone := (*pitserver.GoneError)(nil); !errors.As(err, &gone) || gone.Gone != list[0] {
					t.Errorf("the %d. time LB1 moved without entries that are gone: %v", turn, err)
				}
			}
		})
	}
}

// status returns what pit status says.
func (p *pit) status(t *testing.T) *pitserver.Status {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	return s
}

// says demands that the server has said something so often.
func (p *pit) says(t *testing.T, words string, times int) {
	t.Helper()
	if n := strings.Count(p.said.String(), words); n != times {
		t.Errorf("%q was said %d times, and not %d: %s", words, n, times, p.said.String())
	}
}

// emptied serves an empty database in place of the pit's until it says what that lacks.
func (p *pit) emptied(t *testing.T) {
	t.Helper()
	p.stop()
	owner, err := aDatabase()
	must(t, err)
	serve, err := central.Init(t.Context(), owner, p.folder.House)
	must(t, err)
	folder := *p.folder
	folder.Owner, folder.Serve = owner, serve
	p.folder, err = pitserver.MakeFolder(p.dir, p.folder, folder)
	must(t, err)
	p.again(t)
	if list := p.gone(t, p.folder); len(list) == 0 {
		t.Error("of an empty database nothing is gone")
	}
}

// A machine that still has what is gone ships it again, and nothing is gone.
func TestWhatIsShippedAgainIsNotGone(t *testing.T) {
	t.Parallel()
	p, a := lost(t)
	_, err := a.ship()
	must(t, err)
	if list := p.gone(t, p.folder); len(list) != 0 {
		t.Errorf("still gone is %+v", list)
	}
	_, err = p.moved(t, "LB1", "tavolo-2", true)
	must(t, err)
}

// The other pit on the database goes on without what is gone too: it waits for no office once more, and its verify holds.
func TestOtherPitGoesOnWithout(t *testing.T) {
	t.Parallel()
	p, e, _, file := outgrown(t)
	dir := copied(t, p.dir) // with the memory of then
	p.putBack(t, file)
	p.ships(t, e)
	for _, name := range []string{"serve.url", "owner.url"} {
		text, err := os.ReadFile(filepath.Join(p.dir, name))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	folder, err := pitserver.ReadFolder(dir)
	must(t, err)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	holds := func() {
		t.Helper()
		must(t, pitserver.Verify(t.Context(), q, folder, func(s central.Stream, wrong error) {
			if wrong != nil {
				t.Errorf("%s %s: %v", s.Machine, s.Name, wrong)
			}
		}))
		if list := p.gone(t, folder); len(list) != 1 {
			t.Errorf("gone are %+v", list)
		}
	}
	holds()
	p.stop()
	folder.Addresses = []string{pgtest.Address(t)}
	other := &pit{folder: folder}
	defer other.serve(t, 0, p.now)()
	must(t, pgtest.Seen("the other pit writes", func() bool { return strings.Contains(other.said.String(), "writing: ") }))
	if back, err := q.Restored(t.Context()); err != nil || back {
		t.Errorf("the other pit waits for the office: %v, %v", back, err)
	}
	if said := other.said.String(); !strings.Contains(said, "it goes on without") {
		t.Errorf("the other pit says nothing of it: %s", said)
	}
	holds()
}

// The login that serves says of streams that entries of them are gone. It is told as the database's word, which nothing in the folder of the pit
// bears out, and keeps no table from moving; where a folder cannot tell, it does until somebody says otherwise.
func TestGoneByTheServingLogin(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	a.night(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	p.ships(t, e)
	conn, err := pgx.Connect(t.Context(), p.folder.Serve)
	must(t, err)
	_, err = conn.Exec(t.Context(), `SELECT sabot.goes_without('tavolo-1', 'LB1', 5000), sabot.goes_without('tavolo-2', 'LB7', 77)`)
	must(t, errors.Join(err, conn.Close(t.Context())))
	list := p.gone(t, p.folder)
	if len(list) != 2 || !list[0].Unproven || !list[1].Unproven || list[0].Had != 5000 || list[1].Had != 77 {
		t.Fatalf("%+v", list)
	}
	if says := list[1].String(); says != "the database says that 77 entries had been countersigned, and it has 0: nothing in this pit's folder bears that out" {
		t.Error(says)
	}
	if status := p.status(t); !slices.Equal(status.Gone, list) {
		t.Errorf("pit status: %+v", status.Gone)
	}
	fresh, folder := copied(t, p.dir), p.folder
	must(t, os.RemoveAll(filepath.Join(fresh, "signed")))
	p.folder, err = pitserver.ReadFolder(fresh)
	must(t, err)
	_, err = p.moved(t, "LB1", "tavolo-2", true)
	if gone := (*pitserver.GoneError)(nil); !errors.As(err, &gone) || !gone.Unproven {
		t.Errorf("by a folder that has served nothing: %v", err)
	}
	p.folder = folder
	_, err = p.moved(t, "LB1", "tavolo-2", true)
	must(t, err)
}
