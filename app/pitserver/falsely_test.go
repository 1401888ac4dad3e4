package pitserver_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A manager who has the office's account has a table go with a false head, and then signs another move on top of that. Nothing moves by either: both are named,
// pit move says which is to be undone, and one move brings the table back from both. So it is with one that goes to a machine which had the table before.
func TestFalseMoveOnTopOfAnother(t *testing.T) {
	t.Parallel()
	for name, second := range map[string]func(t *testing.T, p *pit, a, b, c *machine, first record.TableMoved) (told, f record.TableMoved){
		"alone": nil,
		"with another false head": func(t *testing.T, p *pit, _, b, c *machine, first record.TableMoved) (told, f record.TableMoved) {
			return first, record.TableMoved{Table: "LB1", From: c.name, To: b.name, Head: falseHead(t, p.data, headSize(first)+5), Over: true}
		},
		"without a head": func(_ *testing.T, _ *pit, _, b, c *machine, first record.TableMoved) (told, f record.TableMoved) {
			return first, record.TableMoved{Table: "LB1", From: c.name, To: b.name, Lacking: headSize(first), Over: true}
		},
		"with that head once more": func(_ *testing.T, _ *pit, a, b, c *machine, first record.TableMoved) (told, f record.TableMoved) {
			return first, record.TableMoved{Table: "LB1", From: a.name, To: b.name, Between: c.name, Head: first.Head, Over: true}
		},
		"as if the first were none": func(t *testing.T, p *pit, a, b, c *machine, _ record.TableMoved) (told, f record.TableMoved) {
			return record.TableMoved{Table: "LB1", From: c.name, To: a.name, Over: true}, record.TableMoved{Table: "LB1", From: a.name, To: b.name, Head: p.noteOf(t, a), Over: true}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, office, a, b, c := threeMembers(t)
			c.hears(t)
			has, err := a.house.Store().Last("LB1")
			must(t, err)
			to := c.name
			if second == nil {
				to = b.name
			}
			first := record.TableMoved{Table: "LB1", From: a.name, To: to, Head: falseHead(t, p.data, has), Over: true}
			must(t, p.house.MoveTable(first, demotest.Badge(t, p.house, code("31"))))
			at := p.house.State.Moves().CameBy("LB1")
			first, _, _ = p.house.State.Moves().Moved("LB1")
			p.ships(t, office)
			wants := []string{fmt.Sprintf("manager 31 signed that LB1 goes from tavolo-1 to %s (house/%d of the office)", to, at)}
			if second != nil {
				told, f := second(t, p, a, b, c, first)
				p.signsFalsely(t, told, f)
				wants = append(wants, fmt.Sprintf("manager 31 signed that LB1 goes from %s to tavolo-2 (house/%d of the office)", f.From, p.lastMove(t)))
				p.ships(t, office)
			}
			named := func(brings bool) {
				t.Helper()
				report, status, verify := p.doubted(t)
				for command, says := range map[string]string{"report": report, "status": status, "verify": verify} {
					for _, wants := range wants {
						if !strings.Contains(says, wants) {
							t.Errorf("pit %s: %q, wanted %q", command, says, wants)
						}
					}
					if strings.Contains(says, "Bring it back: sabotctl pit move --table LB1 --to tavolo-1 --over") != brings {
						t.Errorf("pit %s brings it back: %v\n%s", command, !brings, says)
					}
				}
			}
			named(true)
			if plays := p.plays(t); plays != a.name {
				t.Errorf("the pit has it on %s", plays)
			}
			a.clock.Pass(time.Hour)
			a.play(t, 1, 4)
			if _, err = a.ship(); err != nil {
				t.Errorf("the machine that has it ships: %v", err)
			}
			for _, to := range []string{b.name, c.name} {
				_, err = p.moved(t, "LB1", to, true)
				if !errors.Is(err, pitserver.ErrSaysOtherwise) || !strings.Contains(err.Error(), "Bring it back first: sabotctl pit move --table LB1 --to tavolo-1 --over") {
					t.Errorf("to %s: %v", to, err)
				}
			}
			p.comesBack(t, office, a, c)
			named(false)
			p.goesOnAt(t, office, a, b)
		})
	}
}

// goesOnAt moves LB1 from the machine that has it to another one, and demands that it goes there whole.
func (p *pit) goesOnAt(t *testing.T, office *pitclient.Enrolment, from, to *machine) {
	t.Helper()
	on, err := p.moved(t, "LB1", to.name, true)
	must(t, err)
	if last, err := from.house.Store().Last("LB1"); err != nil || on.From != from.name || on.Size != last {
		t.Errorf("it goes on as %+v, and has %d, %v", on, last, err)
	}
	p.ships(t, office)
	from.hears(t)
	to.pull(t)
	if held := to.held(t); !slices.Contains(held, "LB1") {
		t.Errorf("the machine to which it goes then plays %q", held)
	}
}

// headSize returns of how many entries the head of a move is.
func headSize(f record.TableMoved) int64 {
	head, _ := seal.ReadHead(f.Head)
	return head.Size
}

// noteOf returns the last countersigned head of LB1 on a machine.
func (p *pit) noteOf(t *testing.T, m *machine) string {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), m.name, "LB1")
	must(t, err)
	return s.Note
}

// lastMove returns the number of the office's last entry by which a table was moved, whether anything moves by it or not.
func (p *pit) lastMove(t *testing.T) (seq int64) {
	t.Helper()
	for e, err := range p.house.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		if _, is := e.Fact.(record.TableMoved); is {
			seq = e.Seq
		}
	}
	return seq
}
