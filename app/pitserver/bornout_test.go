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
	"sabot/app/session/papers"
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
		if strings.Contains(err.Error(), "sabot.") {
			t.Errorf("way %d: it has a statement: %v", way, err)
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
	t.Parallel()
	p, _, a, b, c := threeMembers(t)
	f, size, _ := p.house.State.Moves().Moved("LB1")
	p.movedUnsigned(t, f.Table, f.From, f.To, size, f.Head, b.name)
	p.movesRefused(t, c.name, "the office's record has LB1 at tavolo-1 since house/", "the database says tavolo-2", "docs/pit.md, A move that nobody signed")
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
	t.Parallel()
	p, _, _, _, c := threeMembers(t)
	f, size, _ := p.house.State.Moves().Moved("LB1")
	p.movedUnsigned(t, f.Table, f.From, c.name, size, f.Head, c.name)
	p.movesRefused(t, "tavolo-2", "the office's record has LB1 at tavolo-1", "the database says tavolo-3")
	p.movesRefused(t, c.name, "the office's record has LB1 at tavolo-1", "the database says tavolo-3")
}

// Of a table that no manager had moved the machine that has signed entries of it has it.
func TestTurnedRowOfATableNeverMoved(t *testing.T) {
	t.Parallel()
	p, _, a, b := twoMembers(t)
	c := p.newMember(t, "tavolo-3", "LB8")
	a.play(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	p.movedUnsigned(t, "LB1", b.name, c.name, 0, "", c.name)
	p.movesRefused(t, b.name, "tavolo-1 has signed", "the database says tavolo-3", "docs/pit.md, A move that nobody signed")
	p.movesRefused(t, c.name, "the database says that LB1 was moved from tavolo-2 to tavolo-3, and the office's record has no such move")
}

// A move that goes from a machine to which no manager had the table moved, or with fewer entries than one signed for, is none that the house takes.
func TestMoveFromElsewhere(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	p, office, a, b, c := threeMembers(t)
	was, _, _ := p.house.State.Moves().Moved("LB1")
	state, e := &p.house.State, record.Entry{Table: record.HouseStream, Seq: p.house.State.Seq, At: p.house.State.Last}
	e.Fact = record.TableMoved{Table: "LB1", From: a.name, To: b.name, Head: was.Head, By: "31"}
	state.Apply(e) // the program that has it signed is told so
	must(t, p.house.MoveTable(record.TableMoved{Table: "LB1", From: b.name, To: c.name, Head: was.Head}, demotest.Badge(t, p.house, code("31"))))
	const wants = "LB1 went to tavolo-1 last, and would go from tavolo-2"
	if found := faultsOf(t, p.house); !strings.Contains(found, wants) {
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
	t.Parallel()
	for _, c := range []struct {
		to            string
		over, between bool // between: it says that the machine which had it never took it over
		early         bool // it is dated back to before the entries that it cuts off
	}{
		{to: "tavolo-2"},
		{to: "tavolo-2", over: true, early: true},
		{to: "tavolo-3", between: true},
		{to: "tavolo-3", over: true, between: true, early: true},
	} {
		p, office, a, _, _ := threeMembers(t)
		was, size, _ := p.house.State.Moves().Moved("LB1")
		moved := record.TableMoved{Table: "LB1", From: a.name, To: c.to, Head: was.Head, Over: c.over}
		if c.between {
			moved.From, moved.Between = was.From, a.name
		}
		at := a.clock.Now().Add(time.Hour)
		if c.early {
			at = p.house.State.Last
		}
		dated, err := session.On(p.house.Store(), func() time.Time { return at })
		must(t, err)
		must(t, dated.MoveTable(moved, demotest.Badge(t, dated, code("31"))))
		must(t, p.house.Takeover().CatchUp())
		p.ships(t, office)
		wants := fmt.Sprintf("manager 31 had it go to %s with its first %d entries (house/%d of the office), and the pit had countersigned", c.to, size, p.house.State.Moves().CameBy("LB1"))
		if found := p.faults(t); !strings.Contains(found, "tavolo-1 LB1: "+wants) {
			t.Errorf("%+v, pit verify: %q", c, found)
		}
		if s := p.status(t); !slices.ContainsFunc(s.Lines, func(l pitserver.Line) bool { return l.Machine == a.name && strings.Contains(l.Wrong, wants) }) {
			t.Errorf("%+v, pit status: %+v", c, s.Lines)
		}
		if found := p.doubts(t); !strings.Contains(found, "tavolo-1 LB1: "+wants) {
			t.Errorf("%+v, pit report: %q", c, found)
		}
		a.hears(t)
		checked, err := papers.Of(a.house).VerifyRecord(t.Context(), nil)
		must(t, err)
		if is := audit.StandingOf(checked); is != audit.EntriesCutOff {
			t.Errorf("%+v, the machine that had it: %v, %+v", c, is, checked)
		}
	}
}

// signsFalsely enters a move in the office's record that a manager signs, as a dishonest program would have it signed: told is what that takes for the
// last move of the table.
func (p *pit) signsFalsely(t *testing.T, told, f record.TableMoved) {
	t.Helper()
	state := &p.house.State
	state.Apply(record.Entry{Table: record.HouseStream, Seq: state.Seq, At: state.Last, Fact: told})
	must(t, p.house.MoveTable(f, demotest.Badge(t, p.house, code("31"))))
	again, err := session.On(p.house.Store(), p.house.Now)
	must(t, err)
	p.house = again
}

// A manager who has the office's account has a table go from a machine that has it no more, with a head of then. The pit does not follow that, nor does
// the machine to which it would go: the one that has the table plays and ships on, and whatever says figures names who signed it.
func TestMoveFromAFormerMachineMovesNothing(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	c := p.newMember(t, "tavolo-3", "LB8")
	c.table = "LB1"
	for i, m := range []*machine{a, b, c} {
		if i > 0 {
			m.taken(t, p, office)
			m.clock.Pass(time.Duration(20*i) * time.Hour)
		}
		m.play(t, 2, int64(i+1))
		_, err := m.ship()
		must(t, err)
	}
	b.hears(t)
	was, _, _ := p.house.State.Moves().Moved("LB1")
	by := p.house.State.Moves().CameBy("LB1")
	first, _, _ := p.house.State.Moves().MovedFrom("LB1", a.name)
	p.signsFalsely(t, record.TableMoved{Table: "LB1", From: c.name, To: a.name, Head: first.Head, By: "31"},
		record.TableMoved{Table: "LB1", From: a.name, To: b.name, Head: first.Head, Over: true})
	seq := p.house.State.Seq - 1 // its signature follows it
	p.ships(t, office)
	if is, _, _ := p.house.State.Moves().Moved("LB1"); is != was {
		t.Errorf("the house goes by it: %+v", is)
	}
	b.pull(t)
	if waits, err := b.house.Takeover().Heirlooms(b.name); err != nil || len(waits) > 0 {
		t.Errorf("the machine to which it would go waits for %+v, %v", waits, err)
	}
	if held, _ := b.house.State.Held(); slices.Contains(held, "LB1") {
		t.Errorf("the machine to which it would go plays %q", held)
	}
	c.pull(t)
	c.play(t, 1, 4)
	if _, err := c.ship(); err != nil {
		t.Errorf("the machine that has it ships: %v", err)
	}
	p.nothingRefused(t)
	p.isNamed(t, fmt.Sprintf("manager 31 signed that LB1 goes from tavolo-1 to tavolo-2 (house/%d of the office), and it had gone to tavolo-3 by house/%d: nothing moves by it", seq, by))
	if found := p.faults(t); !strings.Contains(found, "LB1 went to tavolo-3 last, and would go from tavolo-1") {
		t.Errorf("pit verify: %q", found)
	}
	m, err := p.moved(t, "LB1", a.name, true)
	must(t, err)
	has, err := c.house.Store().Last("LB1")
	must(t, err)
	if m.From != c.name || m.Size != has {
		t.Errorf("it moves with %+v, and has %d", m, has)
	}
	p.ships(t, office)
	a.hears(t)
	if held, _ := a.house.State.Held(); !slices.Contains(held, "LB1") {
		t.Errorf("the machine to which it went then plays %q", held)
	}
}

// A move that goes on from the machine before, as Sabot 0.9 has it, leaves out what the machine that had the table had countersigned: that is named,
// though the move names another one.
func TestMovePastTheMachineThatHasItIsNamed(t *testing.T) {
	t.Parallel()
	p, office, a, _, c := threeMembers(t)
	was, size, _ := p.house.State.Moves().Moved("LB1")
	p.signsFalsely(t, record.TableMoved{Table: "LB1", From: was.To, To: was.From, Head: was.Head, By: "31"},
		record.TableMoved{Table: "LB1", From: was.From, To: c.name, Head: was.Head, Over: true})
	p.ships(t, office)
	wants := fmt.Sprintf("tavolo-1 LB1: manager 31 had it go to tavolo-3 with its first %d entries", size)
	if found := p.faults(t); !strings.Contains(found, wants) {
		t.Errorf("pit verify: %q", found)
	}
	if found := p.doubts(t); !strings.Contains(found, wants) {
		t.Errorf("pit report: %q", found)
	}
	a.pull(t)
	checked, err := papers.Of(a.house).VerifyRecord(t.Context(), nil)
	must(t, err)
	if !slices.ContainsFunc(checked, func(c audit.Checked) bool { return c.Name == "LB1" && c.CutOff > 0 && c.CutOff == c.Overtaken }) {
		t.Errorf("the machine that had it: %+v", checked)
	}
}

// A manager signs once more for the move by which a table came to the machine that plays it. What was dealt there since is no older by that: the move
// itself is what is named.
func TestMoveSignedOnceMore(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.night(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	b.taken(t, p, office)
	a.hears(t)
	b.clock.Pass(20 * time.Hour)
	b.play(t, 2, 2)
	_, err = b.ship()
	must(t, err)
	was, _, _ := p.house.State.Moves().Moved("LB1")
	b.clock.Pass(time.Hour)
	back := was
	back.From, back.To = was.To, was.From
	p.signsFalsely(t, back, was)
	p.ships(t, office)
	b.hears(t)
	b.play(t, 1, 3)
	_, err = b.ship()
	must(t, err)
	p.nothingRefused(t)
	const wants = "LB1 went from tavolo-1 to tavolo-2 last with that very head, and waits for nobody"
	found := p.faults(t)
	if strings.Contains(found, "it is older than") || !strings.Contains(found, wants) {
		t.Errorf("pit verify: %q", found)
	}
	for _, h := range []*session.House{p.house, b.house} {
		if found := faultsOf(t, h); strings.Contains(found, "it is older than") || !strings.Contains(found, wants) {
			t.Errorf("verify: %q", found)
		}
	}
}

// A manager who has the office's account has the own stream of a machine go to another one. That is no table: the machines ship on, and whatever says
// figures names who signed it.
func TestOwnStreamOfAMachineIsMovedNowhere(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"tavolo-1", "ufficio"} {
		p, office, a, b := twoMembers(t)
		a.play(t, 2, 1)
		_, err := a.ship()
		must(t, err)
		tables := p.house.State.Tables
		p.house.State.Tables = append(slices.Clip(tables), record.TableSet{Name: record.HouseStream}) // the program that has it signed goes by that
		must(t, p.house.MoveTable(record.TableMoved{Table: record.HouseStream, From: from, To: b.name, Over: true}, demotest.Badge(t, p.house, code("31"))))
		p.house.State.Tables = tables
		p.ships(t, office)
		if _, _, moved := p.house.State.Moves().Moved(record.HouseStream); moved {
			t.Errorf("from %s: the house goes by it", from)
		}
		a.hears(t)
		b.hears(t)
		a.play(t, 1, 2)
		_, err = a.ship()
		must(t, err)
		p.ships(t, office)
		p.nothingRefused(t)
		p.isNamed(t, fmt.Sprintf("manager 31 signed that the stream house goes from %s to tavolo-2 (house/", from))
	}
}

// A manager who has the office's account has a table go to another machine that the house does not have. Nothing moves by that: the machines ship on,
// and whatever says figures names who signed it.
func TestTableThatTheHouseLacksIsMovedNowhere(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.play(t, 2, 1)
	tables := p.house.State.Tables
	p.house.State.Tables = append(slices.Clip(tables), record.TableSet{Name: "LB7"}) // the program that has it signed goes by that
	must(t, p.house.MoveTable(record.TableMoved{Table: "LB7", From: a.name, To: b.name, Over: true}, demotest.Badge(t, p.house, code("31"))))
	p.house.State.Tables = tables
	p.ships(t, office)
	a.hears(t)
	b.hears(t)
	_, err := a.ship()
	must(t, err)
	p.nothingRefused(t)
	p.isNamed(t, fmt.Sprintf("manager 31 signed that LB7 goes from %s to %s (house/%d of the office): the house has no such table", a.name, b.name, p.house.State.Moves().CameBy("LB7")))
	if found := p.faults(t); strings.Contains(found, "insert into") {
		t.Errorf("the owner of the database is told to enter a row of it: %q", found)
	}
}

// doubts returns what pit report says of the figures, a line each.
func (p *pit) doubts(t *testing.T) (found string) {
	t.Helper()
	all, err := pitserver.House(t.Context(), p.asked(t), p.folder, then)
	must(t, err)
	for _, d := range all.Doubts {
		found += d.String() + "\n"
	}
	return found
}

// faultsOf returns what verify says at a machine that does not hold, a line each.
func faultsOf(t *testing.T, h *session.House) (found string) {
	t.Helper()
	for _, is := range audited(t, h) {
		if is.Fault != nil {
			found += is.Fault.Error() + "\n"
		}
	}
	return found
}

// isNamed demands that pit status, pit verify and pit report say something of the office.
func (p *pit) isNamed(t *testing.T, wants string) {
	t.Helper()
	if s := p.status(t); !slices.ContainsFunc(s.Lines, func(l pitserver.Line) bool { return l.Machine == "ufficio" && strings.Contains(l.Wrong, wants) }) {
		t.Errorf("pit status: %+v", s.Lines)
	}
	if found := p.faults(t); !strings.Contains(found, "ufficio house: ") {
		t.Errorf("pit verify: %q", found)
	}
	if found := p.doubts(t); !strings.Contains(found, wants) {
		t.Errorf("pit report: %q", found)
	}
}

// comesBack has LB1 brought back to a, which plays on and ships: nothing of it is refused, and c hears of it. It returns the move.
func (p *pit) comesBack(t *testing.T, office *pitclient.Enrolment, a, c *machine) central.Moved {
	t.Helper()
	m, err := p.moved(t, "LB1", a.name, true)
	must(t, err)
	if m.To != a.name {
		t.Errorf("it comes back as %+v", m)
	}
	p.ships(t, office)
	a.hears(t)
	if held := a.held(t); !slices.Contains(held, "LB1") {
		t.Errorf("once it is brought back the machine that had it plays %q", held)
	}
	a.play(t, 1, 5)
	_, err = a.ship()
	must(t, err)
	c.hears(t)
	p.nothingRefused(t)
	return m
}
