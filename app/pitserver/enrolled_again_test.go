package pitserver_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/reports/sign"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A returning is a house whose pit was backed up while one machine had all tables, and which has more machines since.
type returning struct {
	*pit
	office *pitclient.Enrolment
	a      *machine // of LB1 and LB2
	backup string
}

func newReturning(t *testing.T) *returning {
	t.Helper()
	r := &returning{pit: newPitOf(t, 2)}
	r.up(t)
	r.office = r.pit.office(t)
	r.ships(t, r.office)
	r.a = r.newMember(t, "tavolo-1", "LB1", "LB2")
	r.a.pull(t)
	for _, table := range []string{"LB1", "LB2"} {
		r.a.table = table
		r.a.night(t, 2, 1)
	}
	r.backup = r.backedUp(t, r.a)
	return r
}

// joins enrolls a machine that the backup lacks.
func (r *returning) joins(t *testing.T, name string) *machine {
	t.Helper()
	m := r.newMember(t, name, "LB"+name[len(name)-1:]) // a table that the house lacks
	m.pull(t)
	_, err := m.ship()
	must(t, err)
	return m
}

// goes has a table go from one machine to another in order.
func (r *returning) goes(t *testing.T, table string, from, to *machine) {
	t.Helper()
	_, err := from.ship()
	must(t, err)
	r.handedOver(t, table, to.name)
	r.ships(t, r.office)
	from.hears(t)
	to.hears(t)
}

// enrollsAgain enrolls a machine under its name once more.
func (r *returning) enrollsAgain(t *testing.T, m *machine, tables ...string) {
	t.Helper()
	m.enrolment = r.enrollsMember(t, m, tables...)
}

func (r *returning) enrollsMember(t *testing.T, m *machine, tables ...string) *pitclient.Enrolment {
	t.Helper()
	e, err := pitserver.Enroll(t.Context(), r.house, r.folder, sign.Post{Kind: sign.MachinePost, Name: m.name, Tables: tables}, false)
	must(t, err)
	text, err := e.Text()
	must(t, err)
	e, err = pitclient.Join(m.house.Store(), r.house.State.Name, text)
	must(t, err)
	return e
}

// isPlayed waits until the database has a table on a machine.
func (r *returning) isPlayed(t *testing.T, table string, m *machine) {
	t.Helper()
	if err := pgtest.Seen("the pit has "+table+" on "+m.name, func() bool { return r.playedOn(t, table) == m.name }); err != nil {
		t.Fatalf("%v; it has it on %q and says\n%s%s", err, r.playedOn(t, table), r.stated(t), r.said.String())
	}
}

func (r *returning) playedOn(t *testing.T, table string) string {
	t.Helper()
	q := central.Read(r.folder.Serve, r.folder.House)
	defer q.Close()
	machines, err := q.Machines(t.Context())
	must(t, err)
	for _, m := range machines {
		for _, name := range m.Tables {
			if name == table {
				return m.Name
			}
		}
	}
	return ""
}

// waits demands that pit status and pit verify say for whose enrolment a table waits, and nothing else of it.
func (r *returning) waits(t *testing.T, times int, table, machine, from, to, on string) {
	t.Helper()
	wants := fmt.Sprintf("%s waits for %s to be enrolled: the office has signed that it went from %s to %s, and the database, as one of before that, has it on %s", table, machine, from, to, on)
	for what, found := range map[string]string{"status": r.stated(t), "verify": r.faults(t)} {
		if !strings.Contains(found, wants) || strings.Contains(found, "the database says that "+table) {
			t.Errorf("pit %s says\n%s", what, found)
		}
	}
	r.says(t, fmt.Sprintf("%s waits for %s to be enrolled", table, machine), times)
}

// plays has a machine go on with a table, which the pit takes.
func (r *returning) plays(t *testing.T, table string, m *machine) {
	t.Helper()
	m.clock.Pass(20 * time.Hour)
	m.table = table
	m.night(t, 1, 7)
	_, err := m.ship()
	must(t, err)
	s, _ := r.streamOf(t, m.name, table)
	last, err := m.house.Store().Last(table)
	must(t, err)
	if s.Signed != last {
		t.Errorf("the pit has countersigned %d of %d entries of %s of %s", s.Signed, last, table, m.name)
	}
}

// isWell demands that nothing was refused and that pit status and pit verify have nothing against a table.
func (r *returning) isWell(t *testing.T, tables ...string) {
	t.Helper()
	r.nothingRefused(t)
	for what, found := range map[string]string{"status": r.stated(t), "verify": r.faults(t)} {
		for _, table := range tables {
			if strings.Contains(found, table) {
				t.Errorf("pit %s says\n%s", what, found)
			}
		}
	}
}

// A pit is put back to before a machine was enrolled to which tables have gone since. Until that is enrolled again the pit says what they wait for. Then it
// follows what managers have signed, once, and the machine goes on. So it is when the pit is put back once more.
func TestMovesAreFollowedOnceTheirMachineIsEnrolledAgain(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	b := r.joins(t, "tavolo-4")
	for _, table := range []string{"LB1", "LB2"} {
		r.goes(t, table, r.a, b)
		r.plays(t, table, b)
	}
	for turn := 1; turn <= 2; turn++ {
		r.restore(t, r.backup)
		r.ships(t, r.office)
		for _, table := range []string{"LB1", "LB2"} {
			r.waits(t, turn, table, b.name, r.a.name, b.name, r.a.name)
		}
		r.enrollsAgain(t, b)
		for _, table := range []string{"LB1", "LB2"} {
			r.isPlayed(t, table, b)
		}
		r.a.hears(t)
		b.hears(t)
		for _, table := range []string{"LB1", "LB2"} {
			r.plays(t, table, b)
			r.says(t, table+" is played on tavolo-4 from now on, as a manager signed for it", 1+turn) // and when it was moved
			r.says(t, table+" waits for", turn)
		}
		r.isWell(t, "LB1", "LB2")
	}
}

// A machine that ships right after it was enrolled again is refused nothing: its table is there by then, or is waited for.
func TestMachineEnrolledAgainIsRefusedNothing(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	b := r.joins(t, "tavolo-4")
	r.goes(t, "LB2", r.a, b)
	r.plays(t, "LB2", b)
	r.restore(t, r.backup)
	r.ships(t, r.office)
	r.enrollsAgain(t, b)
	_, err := b.ship()
	must(t, err)
	b.hears(t)
	r.plays(t, "LB2", b)
	r.isWell(t, "LB2")
}

// A program that asks on and on with a certificate of before takes nothing from the one that the machine is given then.
func TestOldCertificateDoesNotCostTheNewOne(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	b := r.joins(t, "tavolo-4")
	before := r.by(t, b.enrolment, then)
	r.enrollsAgain(t, b)
	refused := func() bool {
		_, err := before.hello("before", "")
		return err != nil && strings.Contains(err.Error(), "was given another certificate since")
	}
	must(t, pgtest.Seen("the certificate of before is refused", refused))
	for range 8 {
		if !refused() {
			t.Fatal("the certificate of before is taken again")
		}
	}
	r.enrollsAgain(t, b)
	_, err := b.ship()
	must(t, err)
}

// A machine that was enrolled again right before the office ships is no machine that a table waits for.
func TestNoTableWaitsForAMachineThatWasJustEnrolledAgain(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	b := r.joins(t, "tavolo-4")
	r.goes(t, "LB2", r.a, b)
	r.restore(t, r.backup)
	r.enrollsAgain(t, b)
	r.ships(t, r.office)
	r.isPlayed(t, "LB2", b)
	r.says(t, "waits for", 0)
	r.says(t, "LB2 is played on tavolo-4 from now on, as a manager signed for it", 2)
	r.isWell(t, "LB2")
}

// A table went away and back and away again, as the pit that is put back hears at once. The last move counts.
func TestChainOfMovesIsFollowedOnceItsMachineIsEnrolledAgain(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	b := r.joins(t, "tavolo-4")
	for _, m := range [][2]*machine{{r.a, b}, {b, r.a}, {r.a, b}} {
		r.goes(t, "LB2", m[0], m[1])
		r.plays(t, "LB2", m[1])
		r.a.clock.Pass(20 * time.Hour)
		b.clock.Pass(20 * time.Hour)
	}
	r.restore(t, r.backup)
	r.ships(t, r.office)
	r.waits(t, 1, "LB2", b.name, r.a.name, b.name, r.a.name)
	r.enrollsAgain(t, b)
	r.isPlayed(t, "LB2", b)
	r.a.hears(t)
	b.hears(t)
	r.plays(t, "LB2", b)
	r.isWell(t, "LB2")
}

// A table has gone on from a machine that the pit lacks to one that it has: it waits for the one between, whose row is enough. Nobody has to
// find that machine again.
func TestTableWaitsForTheMachineBetween(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	b, c := r.joins(t, "tavolo-4"), r.joins(t, "tavolo-5")
	r.goes(t, "LB2", r.a, b)
	r.plays(t, "LB2", b)
	r.goes(t, "LB2", b, c)
	c.clock.Pass(20 * time.Hour)
	r.plays(t, "LB2", c)
	r.restore(t, r.backup)
	r.ships(t, r.office)
	r.waits(t, 1, "LB2", "tavolo-4 and tavolo-5", b.name, c.name, r.a.name)
	r.enrollsAgain(t, c)
	if err := pgtest.Seen("the pit waits for the other one alone", func() bool {
		return strings.Contains(r.said.String(), "LB2 waits for tavolo-4 to be enrolled")
	}); err != nil {
		t.Fatal(err, r.said.String())
	}
	_, err := c.ship()
	must(t, err)
	r.waits(t, 1, "LB2", b.name, b.name, c.name, r.a.name)
	r.nothingRefused(t)
	_, err = pitserver.Enroll(t.Context(), r.house, r.folder, sign.Post{Kind: sign.MachinePost, Name: b.name}, false)
	must(t, err)
	r.isPlayed(t, "LB2", c)
	c.hears(t)
	r.plays(t, "LB2", c)
	r.nothingRefused(t)
}

// A machine to which a table went is lost, and the pit as it was put back lacks it. No move is signed before it is enrolled: then the table can go on
// from there to a machine of another name.
func TestTableOfALostMachineGoesOn(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	b := r.joins(t, "tavolo-4")
	r.goes(t, "LB2", r.a, b)
	b.clock.Pass(20 * time.Hour)
	b.table = "LB2"
	b.night(t, 1, 7) // which the pit never hears of
	r.restore(t, r.backup)
	r.ships(t, r.office)
	_, err := r.a.ship()
	must(t, err)
	c := r.joins(t, "tavolo-5")
	_, err = r.moved(t, "LB2", c.name, true)
	if !errors.Is(err, pitserver.ErrSaysOtherwise) || !strings.Contains(err.Error(), "LB2 waits for tavolo-4 to be enrolled") || strings.Contains(err.Error(), "update sabot") {
		t.Errorf("before tavolo-4 is enrolled: %v", err)
	}
	r.stop() // no server follows the move meanwhile
	_, err = pitserver.Enroll(t.Context(), r.house, r.folder, sign.Post{Kind: sign.MachinePost, Name: b.name}, false)
	must(t, err)
	_, err = r.moved(t, "LB2", c.name, true)
	if !errors.Is(err, pitserver.ErrSaysOtherwise) || !strings.Contains(err.Error(), "a server that writes follows that move within seconds: give the command again then") || strings.Contains(err.Error(), "sabot.") {
		t.Errorf("before a server has followed the move: %v", err)
	}
	r.again(t)
	r.isPlayed(t, "LB2", b)
	move := pitserver.Move{Table: "LB2", To: c.name, Way: central.FromAny, Lacking: true}
	_, err = pitserver.MoveTable(t.Context(), r.house, r.folder, move, demotest.Badge(t, r.house, code("31")))
	must(t, err)
	r.ships(t, r.office)
	r.a.hears(t)
	c.hears(t)
	r.plays(t, "LB2", c)
	r.nothingRefused(t)
}

// The machine from which a table went is not enrolled any more, nor has the pit as it was put back a row of the table: the machine that has it is
// enrolled with it, and goes on.
func TestTableWhoseFormerMachineIsNotEnrolledGoesOn(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	a := r.a
	r.a = r.newMember(t, "tavolo-3", "LB3")
	r.a.pull(t)
	r.owned(t, `DELETE FROM sabot.tables WHERE name = 'LB2'`) // as in a backup of before the house had it
	r.backup = r.backedUp(t, r.a)
	r.enrollsAgain(t, a, "LB1", "LB2")
	b := r.joins(t, "tavolo-4")
	r.goes(t, "LB2", a, b)
	r.plays(t, "LB2", b)
	r.restore(t, r.backup)
	r.ships(t, r.office)
	for what, found := range map[string]string{"status": r.stated(t), "verify": r.faults(t)} {
		if wants := "has no row of the machine tavolo-4, to which the office has signed that it went. Enroll that machine with LB2"; !strings.Contains(found, wants) {
			t.Errorf("pit %s says\n%s", what, found)
		}
	}
	r.enrollsAgain(t, b)
	for what, found := range map[string]string{"status": r.stated(t), "verify": r.faults(t)} {
		if wants := "and the office has signed that it went to tavolo-4. Enroll that machine with LB2"; !strings.Contains(found, wants) {
			t.Errorf("pit %s says\n%s", what, found)
		}
	}
	_, err := b.ship()
	must(t, err)
	r.enrollsAgain(t, b, "LB2")
	b.hears(t)
	r.plays(t, "LB2", b)
	r.isWell(t, "LB2")
}

// startsAnew returns a pit that starts anew, in an empty database, and the machine to which LB2 had gone before.
func startsAnew(t *testing.T) (r *returning, b *machine) {
	t.Helper()
	r = newReturning(t)
	b = r.joins(t, "tavolo-4")
	r.goes(t, "LB2", r.a, b)
	r.plays(t, "LB2", b)
	r.emptied(t)
	r.office = r.pit.office(t)
	return r, b
}

// A pit that starts anew, in an empty database, follows moves of before it once their machines are enrolled there.
func TestPitThatStartsAnewFollowsMovesOfBefore(t *testing.T) {
	t.Parallel()
	r, b := startsAnew(t)
	r.enrollsAgain(t, r.a, "LB1", "LB2")
	r.ships(t, r.office)
	r.waits(t, 1, "LB2", b.name, r.a.name, b.name, r.a.name)
	r.enrollsAgain(t, b)
	r.isPlayed(t, "LB2", b)
	r.a.hears(t)
	b.hears(t)
	r.plays(t, "LB2", b)
	r.isWell(t, "LB2")
}

// A machine is enrolled again after the pit has read which there are, and right before the office ships a move: where its tables are the pit reads once more,
// and says once what a table waits for.
func TestPitSaysOnceWhatATableWaitsFor(t *testing.T) {
	t.Parallel()
	r, b := startsAnew(t)
	_, err := pitclient.Compare(t.Context(), r.house.Store(), r.office, then) // the pit has read of it
	must(t, err)
	r.enrollsAgain(t, r.a, "LB1", "LB2")
	r.ships(t, r.office)
	must(t, pgtest.Seen("the pit has read where the table is", func() bool { return strings.Contains(r.said.String(), "has it on "+r.a.name) }))
	r.waits(t, 1, "LB2", b.name, r.a.name, b.name, r.a.name)
}

// A machine to which a table went has been countersigned there what came along, and is lost; the pit as it was put back lacks the machine. What a manager
// signs that the table goes on without is settled, and no disk is asked for that the pit refuses.
func TestTableGoesOnWithoutALostMachineOfARestoredPit(t *testing.T) {
	r := newReturning(t)
	b := r.joins(t, "tavolo-4")
	r.goes(t, "LB2", r.a, b)
	r.plays(t, "LB2", b)
	had, err := b.house.Store().Last("LB2")
	must(t, err)
	r.restore(t, r.backup)
	r.ships(t, r.office)
	c := r.joins(t, "tavolo-5")
	_, err = pitserver.Enroll(t.Context(), r.house, r.folder, sign.Post{Kind: sign.MachinePost, Name: b.name}, false)
	must(t, err)
	r.isPlayed(t, "LB2", b)
	move := pitserver.Move{Table: "LB2", To: c.name, Way: central.FromAny, Lacking: true}
	_, err = pitserver.MoveTable(t.Context(), r.house, r.folder, move, demotest.Badge(t, r.house, code("31")))
	must(t, err)
	r.ships(t, r.office)
	r.a.hears(t)
	c.hears(t)
	r.plays(t, "LB2", c)
	if g := r.goneOf(t, b.name, "LB2"); g.Had != had || g.Signed == "" || !strings.Contains(g.String(), "a manager signed that it goes on without the others, house/") {
		t.Errorf("of %d entries pit status says: %+v, %v", had, g, g)
	}
	r.enrollsAgain(t, b)
	_, err = b.ship() // its disk is there again
	if err == nil || !strings.Contains(err.Error(), "overtaken") {
		t.Errorf("its disk ships: %v", err)
	}
	if g := r.goneOf(t, b.name, "LB2"); g.Signed == "" || strings.Contains(g.String(), "ships them again") {
		t.Errorf("once its disk was refused: %v", g)
	}
}

// Where the table went on from such a machine before anybody knew that entries of it are gone, nobody has signed for that. What that machine has behind
// the move never arrives, and nothing asks for it.
func TestGoneBehindAMoveIsNotAskedFor(t *testing.T) {
	r := newReturning(t)
	b, c := r.joins(t, "tavolo-4"), r.joins(t, "tavolo-5")
	r.goes(t, "LB2", r.a, b)
	r.plays(t, "LB2", b)
	file := r.backedUp(t, b)
	size, err := b.house.Store().Last("LB2")
	must(t, err)
	b.clock.Pass(20 * time.Hour)
	r.plays(t, "LB2", b)
	r.restore(t, file)
	r.ships(t, r.office)
	r.owned(t, `DELETE FROM sabot.gone`) // as where no server with this memory has written since
	remembers, fresh := r.folder, copied(t, r.dir)
	must(t, os.RemoveAll(filepath.Join(fresh, "signed")))
	r.folder, err = pitserver.ReadFolder(fresh)
	must(t, err)
	_, err = r.moved(t, "LB2", c.name, true)
	must(t, err)
	r.folder = remembers
	r.ships(t, r.office)
	g := r.goneOf(t, b.name, "LB2")
	want := fmt.Sprintf("LB2 was moved from %s to %s with its first %d entries, and those behind never arrive", b.name, c.name, size)
	if says := g.String(); g.Signed != "" || !strings.Contains(says, want) || strings.Contains(says, "ships them again") {
		t.Errorf("%q is not in %s", want, says)
	}
}

// Among what the office lost may be how a table went on. Until the office has shipped, nothing that is gone of a table is said to be gone for good.
func TestGoneIsNotGivenUpBeforeTheOfficeShips(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	b := r.joins(t, "tavolo-4")
	r.goes(t, "LB2", r.a, b)
	r.plays(t, "LB2", b)
	b.clock.Pass(20 * time.Hour)
	r.goes(t, "LB2", b, r.a)
	file := r.backedUp(t, r.a)
	r.goes(t, "LB2", r.a, b)
	r.plays(t, "LB2", b)
	r.restore(t, file)
	want := fmt.Sprintf("are gone since the database was put back: what becomes of them is known once %s has shipped all that it has. Have it ship first, and keep the disk of %s as it is", r.office.Machine, b.name)
	if says := r.goneOf(t, b.name, "LB2").String(); !strings.Contains(says, want) || strings.Contains(says, "never arrive") {
		t.Errorf("%q is not in %s", want, says)
	}
	r.ships(t, r.office)
	b.hears(t)
	must(t, pgtest.Seen("all that is gone of it arrives", func() bool {
		_, err := b.ship()
		return err == nil && !slices.ContainsFunc(r.status(t).Gone, func(g pitserver.Gone) bool { return g.Stream == "LB2" })
	}))
}

// A table that stays where it is waits for the office too. The pit takes none of its entries before the office has
// shipped: a move may be among what the office lost.
func TestGoneOfATableThatStaysWaitsForTheOffice(t *testing.T) {
	t.Parallel()
	r := newReturning(t)
	r.plays(t, "LB2", r.a)
	r.restore(t, r.backup)
	want := fmt.Sprintf("are gone since the database was put back: have %s ship first. Then %s ships them again if it still has them, and LB2 was not moved from it without them", r.office.Machine, r.a.name)
	if says := r.goneOf(t, r.a.name, "LB2").String(); !strings.Contains(says, want) {
		t.Errorf("%q is not in %s", want, says)
	}
	r.ships(t, r.office)
	r.a.hears(t)
	must(t, pgtest.Seen("all that is gone of it arrives", func() bool {
		_, err := r.a.ship()
		return err == nil && !slices.ContainsFunc(r.status(t).Gone, func(g pitserver.Gone) bool { return g.Stream == "LB2" })
	}))
}

// goneOf returns what pit status says that is gone of a stream.
func (r *returning) goneOf(t *testing.T, machine, stream string) pitserver.Gone {
	t.Helper()
	list := r.status(t).Gone
	i := slices.IndexFunc(list, func(g pitserver.Gone) bool { return g.Machine == machine && g.Stream == stream })
	if i < 0 {
		t.Fatalf("gone are %v", list)
	}
	return list[i]
}
