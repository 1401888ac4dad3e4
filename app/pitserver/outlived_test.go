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

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/kit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage/central"
)

// A disaster is a pit that was backed up before a manager had LB1 go to another machine, which has taken that in.
type disaster struct {
	*pit
	t       *testing.T
	a, b    *machine // LB1 goes from a to b, and a has not heard of it
	file    string   // the backup of the pit
	secrets kit.Kit
	from    int64 // the first entry of the office that the backup lacks

	enrolment *pitclient.Enrolment // of the office that was put back
}

func newDisaster(t *testing.T) *disaster {
	t.Helper()
	d, _ := newDisasterBeside(t)
	return d
}

// newDisasterBeside returns a disaster with machines beside it, each with a table, that have heard of the lost move too.
func newDisasterBeside(t *testing.T, tables ...string) (d *disaster, others []*machine) {
	t.Helper()
	p, e, a, b := twoMembers(t)
	for i, table := range tables {
		others = append(others, p.newMember(t, fmt.Sprintf("tavolo-%d", 3+i), table))
		others[i].pull(t)
	}
	d = &disaster{pit: p, t: t, a: a, b: b}
	a.night(t, 2, 1)
	d.secrets = secretsOf(t, p)
	p.ships(t, e)
	b.hears(t)
	a.hears(t)
	d.file = p.backedUp(t, a)
	d.from = p.house.State.Seq + 1
	_, err := p.moved(t, "LB1", b.name, true)
	must(t, err)
	p.ships(t, e)
	b.pull(t)
	for _, m := range others {
		m.pull(t)
	}
	return d, others
}

// secretsOf returns the kit of the office of a pit.
func secretsOf(t *testing.T, p *pit) kit.Kit {
	t.Helper()
	lines, err := backups.Of(p.house).MakeKit(demotest.Badge(t, p.house, code("31")), "it", filepath.Join(t.TempDir(), "kit.txt"))
	must(t, err)
	secrets, err := backups.ReadKit(strings.Join(lines, "\n"))
	must(t, err)
	return secrets
}

// pitBack has the pit be lost with its folder, and be put back into an empty one.
func (d *disaster) pitBack() {
	d.t.Helper()
	d.restored(d.t, d.file)
	must(d.t, os.RemoveAll(filepath.Join(d.dir, "signed")))
	_, err := pitserver.MakeFolder(d.dir, d.folder, *d.folder)
	must(d.t, err)
	d.again(d.t)
}

// officeBack has the office be lost with its disk, and be put back by what the pit has of it, held against heads that were kept elsewhere.
func (d *disaster) officeBack(kept ...audit.Kept) {
	d.t.Helper()
	d.officeThere(kept...)
	d.ships(d.t, d.enrolment)
}

// officeThere does so, and the office has not shipped yet.
func (d *disaster) officeThere(kept ...audit.Kept) {
	t := d.t
	t.Helper()
	must(t, d.house.Close())
	q := central.Read(d.folder.Serve, d.folder.House)
	defer q.Close()
	file := filepath.Join(t.TempDir(), "ufficio.db")
	_, err := pitserver.Fetch(t.Context(), q, d.folder, "ufficio", file)
	must(t, err)
	d.officeOf(t, file, d.secrets)
	_, err = backups.Of(d.house).EnterRestore(t.Context(), file, kept, demotest.Badge(t, d.house, code("31")))
	must(t, err)
	d.enrolment = d.joins()
}

// joins enrolls the office anew.
func (d *disaster) joins() *pitclient.Enrolment {
	d.t.Helper()
	e, err := pitserver.EnrollOffice(d.t.Context(), d.house, d.folder, sign.Post{Kind: sign.MachinePost, Name: "ufficio"}, false)
	must(d.t, err)
	text, err := e.Text()
	must(d.t, err)
	e, err = pitclient.Join(d.house.Store(), d.house.State.Name, text)
	must(d.t, err)
	return e
}

// told returns what each of the pit's commands says of what a machine had taken in of the office; "" for nothing.
func (d *disaster) told(m *machine) map[string]string {
	t := d.t
	t.Helper()
	q := central.Read(d.folder.Serve, d.folder.House)
	defer q.Close()
	told := map[string]string{}
	of := func(command, line string) {
		if strings.Contains(line, m.name+" "+record.HouseStream+": it had taken in ") {
			told[command] += line
		}
	}
	for line := range strings.SplitSeq(d.faults(t), "\n") {
		of("verify", line)
	}
	all, err := pitserver.House(t.Context(), q, d.folder, then)
	must(t, err)
	for _, doubt := range all.Doubts {
		of("report", doubt.String())
	}
	for _, l := range d.status(t).Lines {
		of("status", fmt.Sprintf("%s %s: %s", l.Machine, l.Stream, l.Wrong))
	}
	return told
}

// stands asks the pit how a machine stands.
func (m *machine) stands(t *testing.T) pitclient.Standing {
	t.Helper()
	log, err := m.house.Takeover().OfficeLog()
	must(t, err)
	is, err := pitclient.StandingOf(t.Context(), m.house.Store(), m.enrolment, log, then)
	must(t, err)
	return is
}

// The pit with its folder and the office's disk are lost together, and put back: a machine has a move of LB1 that neither knows of any more. It deals LB1,
// and so does the machine that had it. Each command says so, which entries those are and who signed them.
func TestOfficeLostWithThePit(t *testing.T) {
	t.Parallel()
	d := newDisaster(t)
	d.pitBack()
	d.officeBack()
	d.a.pull(t)
	if told := d.told(d.b); len(told) > 0 {
		t.Errorf("before it has shipped: %v", told)
	}
	for i, m := range []*machine{d.a, d.b} {
		m.clock.Pass(20 * time.Hour)
		m.play(t, 1, int64(5+i)) // both deal it
		_, _ = m.ship()
	}
	told := d.told(d.b)
	for _, command := range []string{"verify", "report", "status"} {
		for _, words := range []string{
			fmt.Sprintf("since a restore ufficio lacks its entries %d to ", d.from), "of tavolo-2 has them)",
			"manager 31 had LB1 go from tavolo-1 to tavolo-2", "the pit has LB1 on tavolo-1", "both may deal it",
		} {
			if !strings.Contains(told[command], words) {
				t.Errorf("pit %s: %q is not in %q", command, words, told[command])
			}
		}
	}
	if told := d.told(d.a); len(told) > 0 {
		t.Errorf("of a machine that goes by the office as it is: %v", told)
	}
	for m, other := range map[*machine]bool{d.a: false, d.b: true} {
		if is := m.stands(t); is.Other != other {
			t.Errorf("%s itself is told %+v", m.name, is)
		}
	}
}

// A machine that never hears of a move is named before it is signed if it had the table, by the database or by the lost move. One that only heard of the
// lost move never dealt the table, and is not told to close it.
func TestMachineThatNeverHadTheTableIsNotToCloseIt(t *testing.T) {
	t.Parallel()
	d, others := newDisasterBeside(t, "LB8")
	d.pitBack()
	d.officeBack()
	for _, m := range append(others, d.b) {
		_, _ = m.ship()
		if told := d.told(m); len(told) == 0 {
			t.Errorf("%s has heard of nothing that is lost", m.name)
		}
	}
	deaf, err := pitserver.NeverHear(t.Context(), d.house, d.folder, "LB1", d.a.name)
	must(t, err)
	if len(deaf) != 1 || deaf[0].Machine != d.b.name || !strings.Contains(deaf[0].Says, "Close LB1 there") {
		t.Errorf("of LB1 pit move says %+v", deaf)
	}
	deaf, err = pitserver.NeverHear(t.Context(), d.house, d.folder, "LB8", d.a.name)
	must(t, err)
	if len(deaf) != 1 || deaf[0].Machine != others[0].name || !strings.Contains(deaf[0].Says, "Close LB8 there") {
		t.Errorf("of LB8 pit move says %+v", deaf)
	}
}

// The pit is put back, and the office still has all: until it has shipped that again it is said to lack it, and nothing is said from then on.
func TestOfficeShipsAgainWhatMachinesHave(t *testing.T) {
	t.Parallel()
	d := newDisaster(t)
	d.pitBack()
	_, _ = d.b.ship()
	behind := (*pitserver.BehindError)(nil)
	if err := d.folder.ComesBack(t.Context(), "ufficio"); !errors.As(err, &behind) || behind.Had < d.from || behind.Has != d.from-1 || !strings.Contains(err.Error(), "tavolo-2 had taken in ") {
		t.Errorf("the office comes back: %v", err)
	}
	must(t, d.folder.ComesBack(t.Context(), d.b.name))
	told := d.told(d.b)
	for _, command := range []string{"verify", "report", "status"} {
		says, wants := told[command], "the pit lacks entries "+fmt.Sprint(d.from)+" to "
		if !strings.Contains(says, wants) || !strings.Contains(says, "Have ufficio ship first: it ships them again if it still has them") || strings.Contains(says, "Close it") || strings.Contains(says, "both may deal it") {
			t.Errorf("pit %s: %s", command, says)
		}
	}
	d.ships(t, d.joins())
	must(t, d.folder.ComesBack(t.Context(), "ufficio"))
	d.b.hears(t)
	if told := d.told(d.b); len(told) > 0 {
		t.Errorf("%v", told)
	}
}

// The database alone is put back, and the server that writes has lost what it remembered: nothing tells it so. The office still has all. What loses nothing is said first: the office ships.
func TestOfficeShipsFirstWhereADatabaseWasPutBack(t *testing.T) {
	t.Parallel()
	d := newDisaster(t)
	d.a.hears(t)
	d.putInPlace(t, d.file)
	must(t, os.RemoveAll(filepath.Join(d.dir, "signed"))) // else the pit sees itself that it was put back
	d.again(t)
	for _, m := range []*machine{d.a, d.b} {
		_, _ = m.ship()
	}
	told := d.told(d.b)
	for _, command := range []string{"verify", "report", "status"} {
		says := told[command]
		first, then := strings.Index(says, "Have ufficio ship first: it ships them again if it still has them"), strings.Index(says, "Close it")
		if first < 0 || then >= 0 && (then < first || !strings.Contains(says[first:then], "If it has them no more, what follows is to be done")) {
			t.Errorf("pit %s: %s", command, says)
		}
	}
	d.ships(t, d.joins())
	d.b.hears(t)
	if told := d.told(d.b); len(told) > 0 {
		t.Errorf("once it has shipped: %v", told)
	}
}

// The folder of the pit is lost too, after that: pit init makes another witness.key, and all machines are enrolled once more. What a machine had taken in is
// still signed by the office, and is named as before.
func TestOutlivedIsNamedUnderAnotherWitnessKey(t *testing.T) {
	t.Parallel()
	d := newDisaster(t)
	d.pitBack()
	d.officeBack()
	d.a.pull(t)
	for _, m := range []*machine{d.a, d.b} {
		_, _ = m.ship()
	}
	before := d.told(d.b)
	if len(before) != 3 {
		t.Fatalf("before: %v", before)
	}
	d.anotherKey(t)
	d.saysToEnroll(t)
	d.ships(t, d.joins())
	for _, m := range []*machine{d.a, d.b} {
		tables := []string{"LB1"}
		if m == d.b {
			tables = nil
		}
		d.enrolledOnceMore(t, m, tables...)
		_, _ = m.ship()
	}
	if is := d.b.stands(t); !is.Other {
		t.Errorf("%s itself is told %+v", d.b.name, is)
	}
	told := d.told(d.b)
	for _, command := range []string{"verify", "report", "status"} {
		if told[command] != before[command] {
			t.Errorf("pit %s: %q, and before %q", command, told[command], before[command])
		}
	}
	if told := d.told(d.a); len(told) > 0 {
		t.Errorf("of a machine that goes by the office as it is: %v", told)
	}
}

// The machine on which the pit has the table had heard of the move too: it deals the table no more, which is said of it, and the table goes on where it
// is moved next.
func TestTableThatNeitherMachineGoesOnWith(t *testing.T) {
	d := newDisaster(t)
	d.a.hears(t)
	d.pitBack()
	d.officeBack()
	_, _ = d.b.ship()
	unsaid := "If tavolo-1 does not offer it, it has heard of that move too"
	for command, says := range d.told(d.b) {
		if !strings.Contains(says, unsaid) {
			t.Errorf("before tavolo-1 has shipped pit %s: %s", command, says)
		}
	}
	_, _ = d.a.ship()
	_, err := d.a.house.OpenTable("LB1")
	refusedFor(t, "where the pit has it", err, house.TableElsewhere)
	for _, m := range []*machine{d.a, d.b} {
		told := d.told(m)
		for _, command := range []string{"verify", "report", "status"} {
			wants := "and the pit has LB1 on tavolo-1, which has heard of that and deals it no more. Close it on tavolo-2: what it deals there is in no figure. Then move it with sabotctl pit move --over --alive"
			if says := told[command]; !strings.Contains(says, wants) || strings.Contains(says, "both may deal it") || strings.Contains(says, unsaid) {
				t.Errorf("of %s pit %s: %q is not in %q", m.name, command, wants, says)
			}
		}
	}
	c := d.newMember(t, "tavolo-1-2", "LB8")
	c.pull(t)
	_, err = d.moved(t, "LB1", c.name, true)
	must(t, err)
	d.ships(t, d.enrolment)
	c.hears(t)
	c.table = "LB1"
	c.clock.Pass(44 * time.Hour)
	c.night(t, 1, 7)
	_, err = c.ship()
	must(t, err)
	s, _ := d.streamOf(t, c.name, "LB1")
	if last, err := c.house.Store().Last("LB1"); err != nil || s.Signed != last {
		t.Errorf("the pit has countersigned %d of %d entries of %s: %v", s.Signed, last, c.name, err)
	}
	if told := d.told(d.a); len(told) > 0 {
		t.Errorf("after: %v", told)
	}
}

// A manager signs anew where LB1 is played, once the machine that outlived the office goes on under another name: nothing is said from then on.
func TestOutlivedIsSettled(t *testing.T) {
	t.Parallel()
	d := newDisaster(t)
	d.pitBack()
	d.officeBack()
	d.a.pull(t)
	_, _ = d.b.ship()
	if told := d.told(d.b); len(told) != 3 {
		t.Errorf("before: %v", told)
	}
	c := d.newMember(t, "tavolo-2-2", "LB8")
	c.pull(t)
	_, err := d.moved(t, "LB1", c.name, true)
	must(t, err)
	d.owned(t, `DELETE FROM sabot.tables WHERE name = 'LB9'`) // no table of the house, so none that moves
	d.ships(t, d.enrolment)
	if told := d.told(d.b); len(told) > 0 {
		t.Errorf("after: %v", told)
	}
	d.isDeaf(d.b) // it has no table, and what it had is settled
}

// The office that comes back leaves behind by name the head that the machine has: that is known, and nothing is said.
func TestHeadLeftBehindIsKnown(t *testing.T) {
	t.Parallel()
	d := newDisaster(t)
	d.pitBack()
	head := ""
	for e, err := range d.b.house.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		if f, taken := e.Fact.(record.HouseTaken); taken {
			head = f.Head
		}
	}
	own, _, err := seal.Split(head)
	must(t, err)
	d.officeBack(audit.Kept{Note: own, Source: "tavolo-2"})
	_, _ = d.b.ship()
	if losses := d.house.State.Backups().Losses(); len(losses) != 1 || len(losses[0].Left) != 1 {
		t.Fatalf("left behind are %+v", losses)
	}
	if told := d.told(d.b); len(told) > 0 {
		t.Errorf("%v", told)
	}
	d.isDeaf(d.b)
}

// The database and the office's disk are lost, and the server of the pit remembers more of the office than both have. Each that refuses says where the way out is
// said. That works, and what machines had taken in goes on being named.
func TestOfficeLostWhereThePitRemembersMore(t *testing.T) {
	t.Parallel()
	d := newDisaster(t)
	d.putInPlace(t, d.file)
	d.again(t)
	d.officeThere()
	const way = "lost for good, see docs/pit.md, An office whose pit remembers more"
	_, err := pitclient.New(d.house.Store(), d.enrolment, then).Once(t.Context())
	says(t, err, way)
	found := ""
	for _, g := range d.status(t).Gone {
		found += g.Machine + " " + g.Stream + ": " + g.String() + "\n"
	}
	if strings.Count(found, way) != 1 || !strings.Contains(found, "ufficio house: ") {
		t.Errorf("pit status says %s", found)
	}
	behind := (*pitserver.BehindError)(nil)
	if err := d.folder.ComesBack(t.Context(), "ufficio"); !errors.As(err, &behind) || !strings.Contains(behind.OrLost(), "An office whose pit remembers more") {
		t.Errorf("pit enroll says %v", err)
	}
	d.stop()
	must(t, os.RemoveAll(filepath.Join(d.dir, "signed")))
	_, err = pitserver.MakeFolder(d.dir, d.folder, *d.folder)
	must(t, err)
	d.again(t)
	d.ships(t, d.enrolment)
	_, _ = d.b.ship()
	if told := d.told(d.b); len(told) != 3 {
		t.Errorf("of what %s had taken in they say %v", d.b.name, told)
	}
}

// The office is lost with its pit and goes on from a backup, machines hear moves of that, and then the office's real disk turns up with the database of before. A move
// that the real office had signed by then answers nothing of what those machines took in, whatever its number: its table may be dealt on two machines, and each command
// says so. So it is where a machine has a table by the past that both have in common. A manager who signs anew once that is known settles it.
func TestMoveFromBeforeAForkSettlesNothing(t *testing.T) {
	t.Parallel()
	for _, byItsPast := range []bool{false, true} {
		d := newDisaster(t)
		d.b.hears(t)
		second := d.backedUp(t, d.b) // LB1 is on tavolo-2
		real := copied(t, d.data)
		d.pitBack()
		d.officeBack() // LB1 is on tavolo-1
		forked, words := d.a, "and has not heard that by entry "+fmt.Sprint(d.from)+" manager 31 had LB1 go from tavolo-1 to tavolo-2: both may deal it. Close it on tavolo-1"
		if byItsPast {
			forked.pull(t)
		} else {
			forked, words = d.newMember(t, "tavolo-3", "LB8"), "manager 31 had LB1 go from tavolo-1 to tavolo-3, and the pit has LB1 on tavolo-2: both may deal it. Close it on tavolo-3"
			_, err := d.moved(t, "LB1", forked.name, true)
			must(t, err)
			d.ships(t, d.enrolment)
			forked.pull(t)
		}

		d.putInPlace(t, second)
		must(t, os.RemoveAll(filepath.Join(d.dir, "signed")))
		_, err := pitserver.MakeFolder(d.dir, d.folder, *d.folder)
		must(t, err)
		d.again(t)
		must(t, d.house.Close())
		d.house, err = session.Open(real, demo.NewClock(then()).Now)
		must(t, err)
		d.enrolment = d.joins()
		d.ships(t, d.enrolment)
		d.enrolledOnceMore(t, forked)
		_, _ = forked.ship()
		told := d.told(forked)
		for _, command := range []string{"verify", "report", "status"} {
			if !strings.Contains(told[command], words) {
				t.Errorf("by its past: %v: pit %s: %q is not in %q", byItsPast, command, words, told[command])
			}
		}

		c := d.newMember(t, "tavolo-4", "LB7")
		c.pull(t)
		_, err = d.moved(t, "LB1", c.name, true)
		must(t, err)
		d.ships(t, d.enrolment)
		if told := d.told(forked); len(told) > 0 {
			t.Errorf("by its past: %v: once a manager has signed anew: %v", byItsPast, told)
		}
		d.isDeaf(forked)
		d.stop()
	}
}

// isDeaf demands that a move to a machine is said to be one of which it never hears. Its own puller says so too.
func (d *disaster) isDeaf(m *machine) {
	d.t.Helper()
	for _, table := range []string{"LB1", "LB8"} { // of which the machine had heard, and any other one
		deaf, err := pitserver.NeverHear(d.t.Context(), d.house, d.folder, table, m.name)
		must(d.t, err)
		if !slices.ContainsFunc(deaf, func(one pitserver.Deaf) bool {
			return one.Machine == m.name && strings.Contains(one.Says, m.name+" never hears of this move: it had taken in entries ") && strings.Contains(one.Says, "name another machine with --to")
		}) {
			d.t.Errorf("of a move of %s to %s pit move says %+v", table, m.name, deaf)
		}
	}
	if err := m.puller().Once(d.t.Context()); err == nil {
		d.t.Errorf("%s hears of it", m.name)
	}
}

// A machine lets go of a table, takes it back by a move that is lost, and never hears of another one. Who has the table taken from any machine was told so: the next
// machine waits for it no more, after one command.
func TestMoveDoesNotWaitForAMachineThatNeverHears(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	d := &disaster{pit: p, t: t, a: a, b: b, secrets: secretsOf(t, p)}
	a.night(t, 2, 1)
	p.ships(t, e)
	a.hears(t)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, e)
	a.hears(t)
	d.file = p.backedUp(t, a)
	_, err := p.moved(t, "LB1", a.name, true)
	must(t, err)
	p.ships(t, e)
	a.hears(t)
	d.pitBack()
	d.officeBack()
	_, _ = a.ship()
	c := d.newMember(t, "tavolo-3", "LB8")
	c.pull(t)
	deaf, err := pitserver.NeverHear(t.Context(), d.house, d.folder, "LB1", c.name)
	must(t, err)
	var names []string
	for _, one := range deaf {
		names = append(names, one.Machine)
	}
	if len(names) != 1 || names[0] != a.name {
		t.Fatalf("of these is said that they never hear: %v", names)
	}
	move := pitserver.Move{Table: "LB1", To: c.name, Way: central.FromAny, Deaf: names}
	_, err = pitserver.MoveTable(t.Context(), d.house, d.folder, move, demotest.Badge(t, d.house, code("31")))
	must(t, err)
	d.ships(t, d.enrolment)
	c.hears(t)
	if got := opensOn(t, "LB1", c); len(got) != 1 {
		t.Errorf("it is opened on %v", got)
	}
}

// A table waits for a machine that never hears of the move, and managers have signed since: the commands say so of it all the same, and none is signed that
// waits for it. Taken from all of them, the next machine plays.
func TestMoveNamesTheDeafMachineForWhichATableWaits(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	d := &disaster{pit: p, t: t, a: a, b: b, secrets: secretsOf(t, p)}
	a.night(t, 2, 1)
	p.ships(t, e)
	a.hears(t)
	d.file = p.backedUp(t, a)
	says := p.house.State.Particulars()
	says.Address = "via Nassa 1"
	must(t, p.house.SetHouse(says, demotest.Badge(t, p.house, code("31"))))
	p.ships(t, e)
	a.pull(t)
	d.pitBack()
	d.officeBack()
	_, _ = a.ship()
	d.handedOver(t, "LB1", b.name)
	d.ships(t, d.enrolment)
	c := d.newMember(t, "tavolo-3", "LB8")
	c.pull(t)
	deaf, err := pitserver.NeverHear(t.Context(), d.house, d.folder, "LB1", c.name)
	must(t, err)
	if len(deaf) != 1 || deaf[0].Machine != a.name || !deaf[0].Holds || !strings.Contains(deaf[0].Says, "Close LB1 there") {
		t.Fatalf("of these is said that they never hear: %+v", deaf)
	}
	move := pitserver.Move{Table: "LB1", To: c.name, Way: central.FromAny, Deaf: []string{a.name}}
	_, err = pitserver.MoveTable(t.Context(), d.house, d.folder, move, demotest.Badge(t, d.house, code("31")))
	must(t, err)
	d.ships(t, d.enrolment)
	c.hears(t)
	if got := opensOn(t, "LB1", c); len(got) != 1 {
		t.Errorf("it is opened on %v", got)
	}
}
