package pitserver_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitserver"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// hides gives a machine an own stream with no more than some facts, and sends it. Then it does so with the entries of a table that another record has.
func (p *pit) hides(t *testing.T, m *machine, of record.Keeper, table string, facts ...record.Fact) {
	t.Helper()
	must(t, m.house.Store().Append(m.house.State.Stamp(then(), "", facts...)...))
	must(t, m.house.Takeover().CatchUp())
	p.sends(t, m, record.HouseStream)
	for e, err := range of.Entries(table, 1) {
		must(t, err)
		must(t, m.house.Store().Append(e))
	}
	p.sends(t, m, table)
}

// sends sends what a machine has of a stream and the pit does not, as no program of Sabot would.
func (p *pit) sends(t *testing.T, m *machine, stream string) {
	t.Helper()
	s := p.by(t, m.enrolment, then)
	w, err := s.hello("foe", m.house.Store().Verifier())
	must(t, err)
	whole := firstOf(t, m, stream)
	whole.Session, whole.Number = w.Session, 1
	has, err := p.asked(t).Stream(t.Context(), m.name, stream)
	if err != nil && !errors.Is(err, central.ErrNoStream) {
		t.Fatal(err)
	}
	whole.From, whole.Texts = has.Size, whole.Texts[has.Size:]
	_, err = s.append(whole)
	must(t, err)
}

// tablesOf returns the tables of which the pit's report has figures, over all years.
func (p *pit) tablesOf(t *testing.T) (tables []string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	h, err := pitserver.House(t.Context(), q, p.folder, p.now)
	must(t, err)
	shifts, err := h.Sums().HouseShifts("2000-01-01", "9999-12-31")
	must(t, err)
	for _, s := range shifts {
		tables = append(tables, s.Table)
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}

// saysHidden demands that report, status and verify say that no figure is made of a table that a machine has; none where they should say nothing of it.
func (p *pit) saysHidden(t *testing.T, machine, table string, hidden bool) {
	t.Helper()
	for command, says := range map[string]string{"verify": p.faults(t), "status": p.stated(t), "report": p.reported(t)} {
		if is := strings.Contains(says, machine+" "+table+": ") && strings.Contains(says, "the own stream of "+machine+", which shipped them, does not know such a table"); is != hidden {
			t.Errorf("pit %s: %q", command, says)
		}
		if without := strings.Contains(says, "without "+table+": "); command == "report" && without != hidden {
			t.Errorf("pit report: %q", says)
		}
	}
	if in := slices.Contains(p.tablesOf(t), table); in == hidden {
		t.Errorf("the report has figures of %v", p.tablesOf(t))
	}
}

// A machine gets a table by a move in order, ships what came with it, and an own stream that does not know the table: of its own account's making, or with some of
// what the office entered. No figure can be made of the table. Report, status and verify say so, and the next machine brings the figures back.
func TestTableThatItsMachineDoesNotKnowIsNamed(t *testing.T) {
	t.Parallel()
	for name, facts := range map[string]func(p *pit) []record.Fact{
		"it tells nothing": func(*pit) []record.Fact { return nil },
		"it tells of a house of its own": func(p *pit) []record.Fact {
			set := p.house.State.Particulars()
			return []record.Fact{record.HouseNamed{Name: p.house.State.Name, Currency: "EUR", Language: "it"}, set}
		},
		"it tells the beginning": func(p *pit) []record.Fact {
			f := record.HouseTaken{Machine: "ufficio"}
			for e, err := range p.house.Store().Entries(record.HouseStream, 1) {
				must(t, err)
				if _, is := e.Fact.(record.TableSet); is {
					break
				}
				f.Entries = append(f.Entries, string(record.Encode(e)))
			}
			return []record.Fact{f}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, office, a, b := twoMembers(t)
			c := p.newMember(t, "tavolo-3", "LB8")
			c.pull(t)
			a.night(t, 2, 1)
			a.hears(t)
			foe := p.newMember(t, "tavolo-4", "LB7")
			p.saysHidden(t, a.name, "LB1", false)
			p.handedOver(t, "LB1", foe.name)
			p.ships(t, office)
			a.hears(t)
			p.saysHidden(t, foe.name, "LB1", false)
			p.hides(t, foe, a.house.Store(), "LB1", append(facts(p), record.TablesHeld{Machine: foe.name})...)
			p.saysHidden(t, foe.name, "LB1", true)
			_, err := p.moved(t, "LB1", b.name, true)
			must(t, err)
			p.ships(t, office)
			b.hears(t)
			p.saysHidden(t, foe.name, "LB1", false)
		})
	}
}

// In a house without an office each machine's own stream says which tables there are. One that hides a table is named, and the group hears of it. A machine that
// has opened no table yet is not.
func TestGroupHearsOfATableThatItsMachineDoesNotKnow(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	p, clock, _ := g.nightOf(t, "Casinò Uno", "CHF", 2, 1)
	played, at := demotest.HouseBy(t, t.TempDir(), house.DemoPlan("it", "lugano", 2))
	foe := &machine{name: "tavolo-2", table: "LB2", dir: t.TempDir()} // its house has LB1 alone
	foe.house, foe.clock = demotest.HouseBy(t, foe.dir, p.plan)
	foe.enrolment = p.enroll(t, foe.house, foe.name, foe.table)
	p.sends(t, foe, record.HouseStream)
	if says := p.reported(t); says != "" {
		t.Errorf("of a machine that has opened nothing: %q", says)
	}
	must(t, demo.Play(t.Context(), played, at, "LB2", 2, 1))
	_, err := demo.Close(played, at, "LB2")
	must(t, err)
	p.hides(t, foe, played.Store(), "LB2", record.TablesHeld{Machine: foe.name})
	p.saysHidden(t, foe.name, "LB2", true)
	clock.pass(time.Hour)
	must(t, pgtest.Seen("the group hears it", func() bool {
		return slices.ContainsFunc(g.of(t, p).Doubts, func(d string) bool { return strings.Contains(d, "without LB2") })
	}))
	if is := fmt.Sprint(p.tablesOf(t)); is != "[LB1]" {
		t.Errorf("the report has %s", is)
	}
}
