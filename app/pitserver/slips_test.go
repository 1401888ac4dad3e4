package pitserver_test

import (
	"slices"
	"testing"
	"time"

	"sabot/pit/record"
)

// slips returns the marks of the slips of LB1 as a machine has them, each as often as it is there.
func (m *machine) slips(t *testing.T) (marks []int) {
	t.Helper()
	for e, err := range m.house.Store().Headlines("LB1", 1) {
		must(t, err)
		if f, is := e.Fact.(record.SlipRequested); is {
			marks = append(marks, f.Restores)
		}
	}
	return marks
}

// enters has a machine's stream of the house have a fact, and nothing that goes with it.
func (m *machine) enters(t *testing.T, f record.Fact) {
	t.Helper()
	m.entersBy(t, "31", f)
}

// entersBy is enters of a fact for which somebody answers, "" of one that the program enters by itself.
func (m *machine) entersBy(t *testing.T, by string, f record.Fact) {
	t.Helper()
	_, err := m.house.Takeover().Handing("LB1") // it reads what came since
	must(t, err)
	must(t, m.house.Store().Append(m.house.State.Stamp(m.clock.Now(), by, f)...))
}

// Slips of a table that came from a restored machine have its mark, and a larger one after a restore of the machine that plays it since: none
// has the number of one that a restore lost.
func TestSlipsAfterRestoresOfTwoMachines(t *testing.T) {
	t.Parallel()
	const hands, seed = 12, 9 // with a fill
	restored := record.RestoredFrom{Backup: "b", By: "31"}
	p, e, a, b := twoMembers(t)
	a.enters(t, restored)
	a.night(t, hands, seed)
	_, err := a.ship()
	must(t, err)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, e)
	a.hears(t)
	b.pull(t)
	b.table = "LB1"
	var had []int
	for _, want := range []int{1, 2, 3} {
		had = b.slips(t)
		b.clock.Pass(20 * time.Hour)
		b.night(t, hands, seed)
		made := b.slips(t)[len(had):]
		if len(made) == 0 || slices.Min(made) != want || slices.Max(made) != want {
			t.Errorf("the marks are %v, wanted R%d", made, want)
		}
		b.enters(t, restored)
	}
	if is := auditedOf(t, b.house, "LB1"); is.Fault != nil {
		t.Error(is.Fault)
	}
	_, size, _ := b.house.State.Moves().Moved("LB1")
	b.enters(t, record.TableInherited{Table: "LB1", Machine: a.name, Size: size, Year: 2026, Restores: 7})
	if is := auditedOf(t, b.house, "LB1"); is.Fault == nil || is.Fault.Code != record.WrongSlip || is.Fault.Seq != size {
		t.Errorf("a mark that no slip has: %v", is.Fault)
	}
}

// A machine enters once more that it goes on with a table. Its verify and the pit's name that, but of two programs of Sabot 0.9, which may both
// have entered it.
func TestTableGoneOnWithTwiceIsNamed(t *testing.T) {
	t.Parallel()
	for version, wanted := range map[string]bool{"0.10.0": true, "0.9.0": false} {
		p, e, a, b := twoMembers(t)
		a.night(t, 2, 1)
		_, err := a.ship()
		must(t, err)
		p.handedOver(t, "LB1", b.name)
		p.ships(t, e)
		a.hears(t)
		b.entersBy(t, "", record.Started{Program: record.Program{Version: version}})
		b.pull(t)
		if is := auditedOf(t, b.house, record.HouseStream); is.Fault != nil {
			t.Error(is.Fault)
		}
		_, size, _ := b.house.State.Moves().Moved("LB1")
		b.entersBy(t, "", record.TableInherited{Table: "LB1", Machine: a.name, Size: size})
		last, err := b.house.Store().Last(record.HouseStream)
		must(t, err)
		is := auditedOf(t, b.house, record.HouseStream)
		if named := is.Fault != nil && is.Fault.Code == record.NotDone && is.Fault.Seq == last; named != wanted {
			t.Errorf("%s: %v", version, is.Fault)
		}
		_, err = b.ship()
		must(t, err)
		if says := p.verifies(t, b.name, record.HouseStream); (says != "") != wanted {
			t.Errorf("%s: pit verify: %q", version, says)
		}
	}
}
