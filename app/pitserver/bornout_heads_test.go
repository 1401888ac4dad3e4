package pitserver_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A manager who has the office's account has a table go with the head of something else, which the pit has countersigned, or with what is none. Nothing
// moves by that: the machine that has the table plays and ships on, and whatever says figures names who signed it, and so does verify at the office.
func TestMoveWithTheHeadOfSomethingElseMovesNothing(t *testing.T) {
	t.Parallel()
	p, office, a, _, c := threeMembers(t)
	c.hears(t)
	s, _ := p.streamOf(t, c.name, record.HouseStream)
	was, _, _ := p.house.State.Moves().Moved("LB1")
	for i, head := range []string{s.Note, "no head\n"} {
		must(t, p.house.Record("31", []record.Fact{record.TableMoved{Table: "LB1", From: a.name, To: c.name, Head: head, Over: true, By: "31"}}, demotest.Badge(t, p.house, code("31"))))
		must(t, p.house.Takeover().CatchUp())
		seq := p.house.State.Seq - 1 // its signature follows it
		p.ships(t, office)
		if is, _, _ := p.house.State.Moves().Moved("LB1"); is != was {
			t.Errorf("the house goes by %q", head)
		}
		c.pull(t)
		a.hears(t)
		if held := c.held(t); slices.Contains(held, "LB1") {
			t.Errorf("%q: the machine to which it would go plays %q", head, held)
		}
		if held := a.held(t); !slices.Contains(held, "LB1") {
			t.Errorf("%q: the machine that has it plays %q", head, held)
		}
		a.play(t, 1, int64(4+i))
		if _, err := a.ship(); err != nil {
			t.Errorf("%q: the machine that has it ships: %v", head, err)
		}
		p.nothingRefused(t)
		report, status, _ := p.doubted(t)
		wants := fmt.Sprintf("manager 31 signed that LB1 goes from tavolo-1 to tavolo-3 (house/%d of the office), with a head that is none of LB1: nothing moves by it", seq)
		if !strings.Contains(report, wants) || i == 0 && !strings.Contains(status, wants) { // a line says the first
			t.Errorf("%q is not named %q:\nreport %s\nstatus %s", head, wants, report, status)
		}
	}
	const wants = "LB1 would go from tavolo-1 with a head that is none of LB1"
	found := ""
	for _, is := range audited(t, p.house) {
		if is.Fault != nil {
			found += is.Fault.Error()
		}
	}
	if !strings.Contains(found, wants) || !strings.Contains(p.faults(t), wants) {
		t.Errorf("verify: %q, pit verify: %q", found, p.faults(t))
	}
	m, err := p.moved(t, "LB1", c.name, true)
	must(t, err)
	if has, err := a.house.Store().Last("LB1"); err != nil || m.From != a.name || m.Size != has {
		t.Errorf("it moves with %+v, and has %d, %v", m, has, err)
	}
}

// falseHead returns a head of LB1 that no machine ever had, signed with the key of a data directory.
func falseHead(t *testing.T, dir string, size int64) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, storage.KeyFile))
	must(t, err)
	key, err := seal.ReadKey(strings.TrimSpace(string(content)))
	must(t, err)
	head, err := seal.Head{Stream: "LB1", Size: size, Root: seal.Hash{1}}.Sign(key)
	must(t, err)
	return head
}

// plays returns the machine that plays LB1 by the pit's database.
func (p *pit) plays(t *testing.T) string {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	machines, err := q.Machines(t.Context())
	must(t, err)
	i := slices.IndexFunc(machines, func(m central.Machine) bool { return slices.Contains(m.Tables, "LB1") })
	if i < 0 {
		return ""
	}
	return machines[i].Name
}

// A manager who has the office's account has a table go from the machine that has it, with a head of another machine's key which the pit never
// countersigned. Nothing moves by that: the table stays where it is. Whatever says figures names who signed it, and the command that brings the table back.
func TestMoveWithAHeadThatNobodyCountersigned(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]int64{"another root": 0, "more entries than there are": 300, "fewer entries than were countersigned": -3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, office, a, b, c := threeMembers(t)
			c.hears(t)
			has, err := a.house.Store().Last("LB1")
			must(t, err)
			signer, dir := "ufficio", p.data
			if more > 0 { // it had the table before
				signer, dir = b.name, b.dir
			}
			if report, status, verify := p.doubted(t); report+status+verify != "" {
				t.Fatalf("before:\n%s\n%s\n%s", report, status, verify)
			}
			must(t, p.house.MoveTable(record.TableMoved{Table: "LB1", From: a.name, To: c.name, Head: falseHead(t, dir, has+more), Over: true}, demotest.Badge(t, p.house, code("31"))))
			seq := p.house.State.Moves().CameBy("LB1")
			p.ships(t, office)
			wants := fmt.Sprintf("manager 31 signed that LB1 goes from tavolo-1 to tavolo-3 (house/%d of the office) with a head of %d entries that this pit has not countersigned, signed by %s, and ", seq, has+more, signer)
			named := func(wants string) {
				t.Helper()
				report, status, verify := p.doubted(t)
				for command, says := range map[string]string{"report": report, "status": status, "verify": verify} {
					if !strings.Contains(says, wants) {
						t.Errorf("pit %s: %q, wanted %q", command, says, wants)
					}
				}
			}
			named(wants)
			named("nothing moves by it, and LB1 stays on tavolo-1")
			named("Bring it back: sabotctl pit move --table LB1 --to tavolo-1 --over")
			if plays := p.plays(t); plays != a.name {
				t.Errorf("the pit has it on %s", plays)
			}
			a.clock.Pass(time.Hour)
			a.play(t, 1, 4)
			if _, err = a.ship(); err != nil {
				t.Errorf("the machine that has it ships: %v", err)
			}
			if err := a.puller().Once(t.Context()); err == nil || !strings.Contains(err.Error(), "LB1 stays here") {
				t.Errorf("the machine that has it hears of the move: %v", err)
			}
			if held := a.held(t); !slices.Contains(held, "LB1") {
				t.Errorf("the machine that has it plays %q", held)
			}
			a.play(t, 1, 6)
			if _, err = a.ship(); err != nil {
				t.Errorf("the machine that has it ships once it was told: %v", err)
			}
			c.hears(t)
			if held := c.held(t); slices.Contains(held, "LB1") {
				t.Errorf("the machine to which it would go plays %q", held)
			}
			for _, to := range []string{b.name, c.name} {
				_, err = p.moved(t, "LB1", to, true)
				if to == b.name {
					says(t, err, "Bring it back first: sabotctl pit move --table LB1 --to tavolo-1 --over")
				}
				if err == nil {
					t.Errorf("it moves to %s before it is brought back", to)
				}
			}
			if m := p.comesBack(t, office, a, c); m.From != c.name {
				t.Errorf("it comes back from %s", m.From)
			}
			named(wants)
			if _, status, _ := p.doubted(t); strings.Contains(status, "Bring it back") || strings.Contains(status, "countersigned "+fmt.Sprint(has)) {
				t.Errorf("once it is brought back: %q", status)
			}
			for _, h := range []*session.House{a.house, c.house} {
				holds(t, h)
			}
			p.goesOnAt(t, office, a, b)
		})
	}
}

// An earlier Sabot followed such a move. The server has the table be where it was again, and it is brought back as if it had never followed.
func TestMoveWithAFalseHeadThatWasFollowed(t *testing.T) {
	t.Parallel()
	p, office, a, _, c := threeMembers(t)
	c.hears(t)
	has, err := a.house.Store().Last("LB1")
	must(t, err)
	head := falseHead(t, p.data, has-3)
	must(t, p.house.MoveTable(record.TableMoved{Table: "LB1", From: a.name, To: c.name, Head: head, Over: true}, demotest.Badge(t, p.house, code("31"))))
	p.ships(t, office)
	p.movedUnsigned(t, "LB1", a.name, c.name, has-3, head, c.name)
	must(t, pgtest.Seen("the table is where it was", func() bool { return p.plays(t) == a.name }))
	if report, status, verify := p.doubted(t); strings.Contains(report+status+verify, "no such move") || strings.Contains(status, "the database says") {
		t.Errorf("its row is named:\n%s\n%s\n%s", report, status, verify)
	}
	a.play(t, 1, 4)
	_, err = a.ship()
	must(t, err)
	_, err = p.moved(t, "LB1", a.name, true)
	must(t, err)
	p.ships(t, office)
	a.hears(t)
	if held := a.held(t); !slices.Contains(held, "LB1") {
		t.Errorf("once it is brought back the machine that had it plays %q", held)
	}
	p.nothingRefused(t)
	holds(t, a.house)
}
