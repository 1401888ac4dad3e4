package pitserver_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/storage/central"
)

// threeMembers is twoMembers after LB1 went from the first machine to the second and back, which plays on, and a third one.
func threeMembers(t *testing.T) (p *pit, e *pitclient.Enrolment, a, b, c *machine) {
	t.Helper()
	p, e, a, b = twoMembers(t)
	c = p.newMember(t, "tavolo-3", "LB8")
	c.pull(t)
	a.night(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	b.taken(t, p, e)
	a.hears(t)
	b.clock.Pass(20 * time.Hour)
	b.night(t, 2, 2)
	_, err = b.ship()
	must(t, err)
	p.handedOver(t, "LB1", a.name)
	p.ships(t, e)
	b.hears(t)
	a.pull(t)
	a.clock.Pass(44 * time.Hour)
	a.play(t, 3, 3)
	_, err = a.ship()
	must(t, err)
	return p, e, a, b, c
}

// movesRefused demands that a table is moved in no way, that both machines are named, and that nothing is signed.
func (p *pit) movesRefused(t *testing.T, to string, says ...string) {
	t.Helper()
	was, _, _ := p.house.State.Moves().Moved("LB1")
	for _, way := range []central.Way{central.InOrder, central.FromSilent, central.FromAny} {
		move := pitserver.Move{Table: "LB1", To: to, Way: way, Lacking: way == central.FromAny}
		_, err := pitserver.MoveTable(t.Context(), p.house, p.folder, move, demotest.Badge(t, p.house, code("31")))
		if errors.Is(err, central.ErrAnswers) || way == central.InOrder && errors.Is(err, central.ErrNotHandedOver) {
			continue
		}
		if !errors.Is(err, pitserver.ErrSaysOtherwise) {
			t.Errorf("way %d: %v", way, err)
			continue
		}
		for _, words := range says {
			if !strings.Contains(err.Error(), words) {
				t.Errorf("way %d: %q is not in %v", way, words, err)
			}
		}
	}
	if is, _, _ := p.house.State.Moves().Moved("LB1"); is != was {
		t.Errorf("a manager has signed %+v", is)
	}
}

// does carries out statements by the login of the database's owner.
func (p *pit) does(t *testing.T, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	_, err = conn.Exec(t.Context(), statement)
	must(t, errors.Join(err, conn.Close(t.Context())))
}

// The login that serves repeats a move for which a manager signed, and has another machine play the table. No manager's PIN moves it from there: what
// has been entered since where it is would be off its record. Once the database is put right it moves with all of that.
func TestTurnedRowMovesNothing(t *testing.T) {
	p, _, a, b, c := threeMembers(t)
	f, size, _ := p.house.State.Moves().Moved("LB1")
	p.movedUnsigned(t, f.Table, f.From, f.To, size, f.Head, b.name)
	p.movesRefused(t, c.name, "the office's record has LB1 at tavolo-1 since house/", "the database says tavolo-2", "update sabot.tables set machine = 'tavolo-1' where name = 'LB1'")
	p.does(t, "update sabot.tables set machine = 'tavolo-1' where name = 'LB1'")
	has, err := a.house.Store().Last("LB1")
	must(t, err)
	m, err := p.moved(t, "LB1", c.name, true)
	must(t, err)
	if m.From != a.name || m.Size != has {
		t.Errorf("%+v, and it has %d", m, has)
	}
	holds(t, p.house)
}

// The login has a table be a machine's that never had it, with a right head of the machine before the one that plays it, as if nothing had been
// taken over since.
func TestTurnedRowOfAnHeir(t *testing.T) {
	p, _, _, _, c := threeMembers(t)
	f, size, _ := p.house.State.Moves().Moved("LB1")
	p.movedUnsigned(t, f.Table, f.From, c.name, size, f.Head, c.name)
	p.movesRefused(t, "tavolo-2", "the office's record has LB1 at tavolo-1", "the database says tavolo-3")
	p.movesRefused(t, c.name, "the office's record has LB1 at tavolo-1", "the database says tavolo-3")
}

// Of a table that no manager had moved the machine that has signed entries of it has it.
func TestTurnedRowOfATableNeverMoved(t *testing.T) {
	p, _, a, b := twoMembers(t)
	c := p.newMember(t, "tavolo-3", "LB8")
	a.play(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	p.movedUnsigned(t, "LB1", b.name, c.name, 0, "", c.name)
	p.movesRefused(t, b.name, "tavolo-1 has signed", "the database says tavolo-3", "update sabot.tables set machine = 'tavolo-1'")
	p.movesRefused(t, c.name, "the database says that LB1 was moved from tavolo-2 to tavolo-3, and the office's record has no such move")
}

// A move that goes from a machine to which no manager had the table moved, or with fewer entries than one signed for, is none that the house takes.
func TestMoveFromElsewhere(t *testing.T) {
	p, _, a, b, c := threeMembers(t)
	was, _, _ := p.house.State.Moves().Moved("LB1")
	first, _, _ := p.house.State.Moves().MovedFrom("LB1", a.name)
	by := demotest.Badge(t, p.house, code("31"))
	const elsewhere, fewer = "LB1 went to tavolo-1 last, and would go from tavolo-2", "as a manager had it moved, and would go from tavolo-1 with "
	for _, try := range []struct {
		move  record.TableMoved
		wants string
	}{
		{record.TableMoved{From: b.name, Head: first.Head}, elsewhere},
		{record.TableMoved{From: b.name, Head: was.Head}, elsewhere}, // as if the one that has it had nothing
		{record.TableMoved{From: b.name, Head: was.Head, Between: b.name}, elsewhere},
		{record.TableMoved{From: a.name, Head: first.Head, Over: true}, fewer},
		{record.TableMoved{From: a.name}, fewer + "0"},
	} {
		f := try.move
		f.Table, f.To = "LB1", c.name
		if err := p.house.MoveTable(f, by); err == nil || !strings.Contains(err.Error(), try.wants) {
			t.Errorf("%+v: %v", f, err)
		}
		if f.Lacking = 1000; try.wants == elsewhere {
			continue
		}
		if _, err := p.house.State.Moves().MoveTable(f, by.Staff); err != nil {
			t.Errorf("where the pit lacks the rest: %v", err)
		}
	}
	if is, _, _ := p.house.State.Moves().Moved("LB1"); is != was {
		t.Errorf("it is entered: %+v", is)
	}
}

// A false move that a manager has signed, as an older Sabot would have had it signed, is named by verify at the office and by pit verify.
func TestFalseMoveIsNamed(t *testing.T) {
	p, office, a, b, c := threeMembers(t)
	was, _, _ := p.house.State.Moves().Moved("LB1")
	state, e := &p.house.State, record.Entry{Table: record.HouseStream, Seq: p.house.State.Seq, At: p.house.State.Last}
	e.Fact = record.TableMoved{Table: "LB1", From: a.name, To: b.name, Head: was.Head, By: "31"}
	state.Apply(e) // the program that has it signed is told so
	must(t, p.house.MoveTable(record.TableMoved{Table: "LB1", From: b.name, To: c.name, Head: was.Head}, demotest.Badge(t, p.house, code("31"))))
	const wants = "LB1 went to tavolo-1 last, and would go from tavolo-2"
	found := ""
	for _, is := range audited(t, p.house) {
		if is.Fault != nil {
			found += is.Fault.Error()
		}
	}
	if !strings.Contains(found, wants) {
		t.Errorf("verify: %q", found)
	}
	p.ships(t, office)
	if found := p.faults(t); !strings.Contains(found, "ufficio house: ") || !strings.Contains(found, wants) {
		t.Errorf("pit verify: %q", found)
	}
}

// A manager who has the office's account keeps an older head of a table, and has the table go with that: what had been countersigned behind it is gone
// from all figures. Whatever says figures names that, and so does the machine from which the table went.
func TestMoveCutsNothingOff(t *testing.T) {
	for _, over := range []bool{false, true} {
		p, office, a, b, _ := threeMembers(t)
		was, size, _ := p.house.State.Moves().Moved("LB1")
		later, err := session.On(p.house.Store(), func() time.Time { return a.clock.Now().Add(time.Hour) })
		must(t, err)
		must(t, later.MoveTable(record.TableMoved{Table: "LB1", From: a.name, To: b.name, Head: was.Head, Over: over}, demotest.Badge(t, later, code("31"))))
		must(t, p.house.Takeover().CatchUp())
		p.ships(t, office)
		wants := fmt.Sprintf("manager 31 had it go to tavolo-2 with its first %d entries (house/%d of the office), and the pit had countersigned", size, p.house.State.Moves().CameBy("LB1"))
		if found := p.faults(t); !strings.Contains(found, "tavolo-1 LB1: "+wants) {
			t.Errorf("over: %v, pit verify: %q", over, found)
		}
		if s := p.status(t); !slices.ContainsFunc(s.Lines, func(l pitserver.Line) bool { return l.Machine == a.name && strings.Contains(l.Wrong, wants) }) {
			t.Errorf("over: %v, pit status: %+v", over, s.Lines)
		}
		a.hears(t)
		all, err := a.house.Papers().VerifyRecord(t.Context(), nil)
		must(t, err)
		if is := audit.StandingOf(all); is != audit.EntriesCutOff {
			t.Errorf("over: %v, the machine that had it: %v, %+v", over, is, all)
		}
	}
}
