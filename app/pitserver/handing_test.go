package pitserver_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// opensOn returns the machines that can open a table.
func opensOn(t *testing.T, table string, machines ...*machine) (list []string) {
	t.Helper()
	for _, m := range machines {
		open, err := m.house.OpenTable(table)
		if err == nil {
			list = append(list, m.name)
			must(t, open.Release())
		} else if !house.RefusedFor(err, house.TableElsewhere) {
			t.Fatal(m.name, err)
		}
	}
	return list
}

// handing returns what the pit says of tables that wait.
func handing(t *testing.T, p *pit) []pitserver.Handing {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	return s.Handing
}

// A pit that was put back from a backup of before a machine let go of a table accuses nobody of that: what it has of moves is not the last, and whoever
// goes by it would take a table away that is played. Once the office has shipped, it says what is so.
func TestRestoredPitAccusesNobodyOfATable(t *testing.T) {
	t.Parallel()
	p, office, a, b := handedNight(t, 2)
	var err error
	file := p.backedUp(t, b)
	if got := fmt.Sprint(handing(t, p)); got != "[{LB1 tavolo-1 tavolo-2}]" {
		t.Fatalf("before anybody has let go the pit says that LB1 waits for %s", got)
	}
	a.hears(t)
	b.pull(t)
	p.restore(t, file)
	if got := handing(t, p); len(got) > 0 {
		t.Errorf("a pit that waits for the office says %+v", got)
	}
	p.ships(t, office)
	for _, m := range []*machine{a, b} {
		m.pull(t)
		_, err = m.ship()
		must(t, err)
	}
	if got := handing(t, p); len(got) > 0 {
		t.Errorf("once all have shipped it says %+v", got)
	}
}

// comesBackToARestoredPit has LB1 go from a to b and back, each in order, and be played on each. Then the pit is put back from a backup of before all
// that, office and a ship, and the disk of b is lost.
func (p *pit) comesBackToARestoredPit(t *testing.T, office *pitclient.Enrolment, a, b *machine) {
	t.Helper()
	a.night(t, 2, 1)
	file := p.backedUp(t, a)
	for i, m := range [][2]*machine{{a, b}, {b, a}} {
		p.handedOver(t, "LB1", m[1].name)
		p.ships(t, office)
		m[0].hears(t)
		m[1].pull(t)
		m[1].clock.Pass(20 * time.Hour)
		m[1].night(t, 2, int64(i)+2)
		_, err := m[1].ship()
		must(t, err)
	}
	p.restore(t, file)
	p.ships(t, office)
	a.hears(t)
}

// A machine that plays a table waits for nobody: the one before has let go of it, though a pit that was put back, and that this one's disk never
// reaches again, cannot know when.
func TestPlayedTableWaitsForNobody(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	p.comesBackToARestoredPit(t, office, a, b)
	if got := handing(t, p); len(got) > 0 {
		t.Errorf("LB1 is played on %s, and the pit says %+v", a.name, got)
	}
	a.clock.Pass(20 * time.Hour)
	a.night(t, 1, 4)
	_, err := a.ship()
	must(t, err)
	if got := handing(t, p); len(got) > 0 {
		t.Errorf("it was played on there since, and the pit says %+v", got)
	}
	for _, over := range []bool{true, false} {
		_, err = p.moved(t, "LB1", a.name, over)
		says(t, err, "LB1 is played on tavolo-1 already")
	}
}

// A table that was moved in order is opened on one machine at each step: not on the new one before the former has heard of it and let go of
// the table, also while the servers are away. Who stands at it there keeps it until the window lets go. Where the former is broken it is taken over.
func TestTableMovedInOrderIsOpenedOnOneMachine(t *testing.T) {
	t.Parallel()
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
			puller, missing := b.puller(), (*pitclient.NotHereError)(nil)
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
	t.Parallel()
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
	t.Parallel()
	p, office, a, b := handedNight(t, 2)
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
	_, err := p.moved(t, "LB1", "tavolo-2", true)
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
	for _, over := range []bool{true, false} {
		_, err = p.moved(t, "LB1", "tavolo-2", over)
		says(t, err, "LB1 is played on tavolo-2 already")
	}
	if moves() != 2 {
		t.Errorf("it was moved %d times", moves())
	}
}

// A table that was moved in order, and that is taken from the machine which never had it, waits for the one before all the same: nobody asked
// that one. The same word once more takes it from all who have not let go, and asks each of them.
func TestTableTakenFromTheOneBetweenWaitsForTheOneBefore(t *testing.T) {
	t.Parallel()
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
		if missing := (*pitclient.NotHereError)(nil); !errors.As(c.puller().Once(t.Context()), &missing) || !strings.Contains(missing.Error(), "tavolo-1 has not let go of it") {
			t.Errorf("entries: %v: the third is told %v", began, missing)
		}
		if got := opensOn(t, "LB1", b, c); len(got) > 0 {
			t.Errorf("entries: %v: it is opened on %v, and somebody stands at it on tavolo-1", began, got)
		}
		move := pitserver.Move{Table: "LB1", To: "tavolo-3", Way: central.FromSilent}
		if _, err := pitserver.MoveTable(t.Context(), p.house, p.folder, move, demotest.Badge(t, p.house, code("31"))); !errors.Is(err, central.ErrAnswers) || !strings.Contains(err.Error(), "tavolo-1 was heard") {
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

// The login that serves writes behind what a machine has signed that it has heard of a move and let go of the table: the next machine waits all the
// same, as the first one may be dealing.
func TestLetGoThatNobodySigned(t *testing.T) {
	t.Parallel()
	for _, headed := range []bool{false, true} {
		p, office, a, b := twoMembers(t)
		a.night(t, 2, 1)
		_, err := a.ship()
		must(t, err)
		p.handedOver(t, "LB1", b.name)
		p.ships(t, office)
		p.letsGo(t, a, headed)
		puller, missing := b.puller(), (*pitclient.NotHereError)(nil)
		if err := puller.Once(t.Context()); !errors.As(err, &missing) {
			t.Errorf("with a head: %v: tavolo-2 waits for nobody: %v", headed, err)
		}
		if got := strings.Join(opensOn(t, "LB1", a, b), " "); got != a.name {
			t.Errorf("with a head: %v: LB1 is opened on %q", headed, got)
		}
	}
}

// letsGo adds to the house's stream of a machine, by the login that serves, that it has taken in all of the office and plays nothing.
func (p *pit) letsGo(t *testing.T, m *machine, headed bool) {
	t.Helper()
	var last record.Entry
	for e, err := range p.house.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		last = e
	}
	p.writes(t, m, headed, record.HouseTaken{Machine: "ufficio", From: last.Seq - 1, Entries: []string{string(record.Encode(last))}}, record.TablesHeld{Machine: m.name})
}

// writes adds facts to the house's stream of a machine, by the login that serves, with a head of its own or none.
func (p *pit) writes(t *testing.T, m *machine, headed bool, facts ...record.Fact) {
	t.Helper()
	s, tree := p.streamOf(t, m.name, record.HouseStream)
	piece := central.Piece{Stream: s.ID, From: s.Size}
	for i, f := range facts {
		text := record.Encode(record.Entry{Table: record.HouseStream, Seq: s.Size + int64(i) + 1, At: then(), Fact: f})
		tree.Add(text)
		piece.Texts, piece.Times = append(piece.Texts, text), append(piece.Times, then().UnixMilli())
	}
	if piece.Edge = tree.Edge(); headed {
		key, err := seal.NewKey()
		must(t, err)
		piece.Note, err = seal.HeadOf(record.HouseStream, &tree).Sign(key)
		must(t, err)
	}
	p.adds(t, piece)
}

// streamOf returns a stream of a machine as the database has it, with its log.
func (p *pit) streamOf(t *testing.T, machine, name string) (central.Stream, seal.Tree) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), machine, name)
	must(t, err)
	tree, err := seal.ReadTree(s.Size, s.Edge)
	must(t, err)
	return s, tree
}

// adds adds to a stream by the login that serves, while no server does.
func (p *pit) adds(t *testing.T, piece central.Piece) {
	t.Helper()
	p.stop()
	var w *central.Writer
	must(t, pgtest.Seen("nobody writes", func() (free bool) {
		var err error
		w, err = central.Write(t.Context(), p.folder.Serve, p.folder.House)
		return err == nil
	}))
	must(t, w.Append(t.Context(), []central.Piece{piece}, then().UnixMilli()))
	w.Close()
	p.again(t)
}

// A table that goes to a machine which a restored pit does not know waits for the one before, and is said to go where a manager signed. The database
// has it on the one before still.
func TestTableWaitsOnTheWayToAMachineThatIsGone(t *testing.T) {
	t.Parallel()
	p, office, a, _ := twoMembers(t)
	a.night(t, 2, 1)
	file := p.backedUp(t, a)
	c := p.newMember(t, "tavolo-3", "LB8")
	c.pull(t)
	p.handedOver(t, "LB1", c.name)
	p.ships(t, office)
	p.restore(t, file)
	p.ships(t, office)
	if got := fmt.Sprint(handing(t, p)); got != "[{LB1 tavolo-1 tavolo-3}]" {
		t.Errorf("LB1 went from tavolo-1 to tavolo-3, and the pit says that it waits so: %s", got)
	}
}

// A machine whose name is read as that of another one, or has somebody's code, is not enrolled, nor for a table so. One that is there is
// enrolled again under its name. No refusal says a code.
func TestMachinesThatLookAlike(t *testing.T) {
	t.Parallel()
	p, _, _, _ := twoMembers(t)
	for name, why := range map[string]string{
		"tavolo-l": `is read as "tavolo-1"`, "Tavolo-l": `is read as "tavolo-1"`, "Tavolo-2": `is read as "tavolo-2"`, "uffici\u043e": "mixes alphabets", "tavolo\u200b-2": "mixes alphabets",
		"31693196": "digits alone", "693196": "digits alone", "tavolo-31693196": "looks like a code",
		"tavolo-1": "", "tavolo-3": "", "31": "digits alone", "tavolo-31": "",
	} {
		_, err := pitserver.Enroll(t.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: name}, false)
		if (err == nil) != (why == "") || err != nil && (!strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "693196")) {
			t.Errorf("%q is enrolled: %v; wanted %q", name, err, why)
		}
	}
	_, err := pitserver.Enroll(t.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: "tavolo-4", Tables: []string{"31693196"}}, false)
	if err == nil || !strings.Contains(err.Error(), "looks like a code") || strings.Contains(err.Error(), "693196") {
		t.Errorf("a machine is enrolled for a table that is called as a code: %v", err)
	}
}
