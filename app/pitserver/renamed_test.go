package pitserver_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/games"
	table "sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage/central"
)

// called returns a machine of another name with what this one has now: its record and its key, and no enrolment.
func (m *machine) called(t *testing.T, p *pit, name string) *machine {
	t.Helper()
	other := &machine{name: name, table: m.table, dir: copied(t, m.dir), clock: m.clock}
	must(t, os.RemoveAll(filepath.Join(other.dir, "pit")))
	var err error
	other.house, err = session.Open(other.dir, m.clock.Now)
	must(t, err)
	t.Cleanup(func() { must(t, other.house.Close()) })
	other.enrolment = p.reader(t, name, other.house)
	return other
}

// alarmed plays two shifts of LB1 with an alert of each: one that somebody saw to at the table, and one that stands. The box of the first is
// counted. It returns reports of then that people signed.
func (m *machine) alarmed(t *testing.T) (signed [][]byte) {
	t.Helper()
	raises := func(do func(open *session.Table) error) {
		t.Helper()
		open, err := m.house.OpenTable("LB1")
		must(t, err)
		must(t, do(open))
		m.clock.Pass(time.Minute)
		_, err = m.house.RaiseAlerts(open.State.Conditions(m.clock.Now(), nil))
		must(t, err)
		must(t, open.Release())
	}
	inspector := demotest.Badge(t, m.house, code("21"))
	m.play(t, 2, 1)
	raises(func(open *session.Table) error {
		return open.Do(func(s *table.Table) ([]record.Fact, error) { return s.Deal().NoteShoe(record.ShoeLost, "") })
	})
	open, err := m.house.OpenTable("LB1")
	must(t, err)
	must(t, open.Do(func(s *table.Table) ([]record.Fact, error) { return s.Acknowledge(&inspector.Staff) }, inspector))
	must(t, open.Release())
	m.play(t, 1, 2)
	reads := func(file string, err error) {
		t.Helper()
		must(t, err)
		pdf, err := os.ReadFile(file)
		must(t, err)
		signed = append(signed, pdf)
	}
	reads(demo.Close(m.house, m.clock, "LB1"))
	must(t, m.countsBox(t, 40_000, "the office counts it too"))
	m.clock.Pass(20 * time.Hour)
	lines, err := m.house.Sums().Shifts(sums.ShiftQuery{})
	must(t, err)
	file, _, err := papers.Of(m.house).Signed(papers.Wanted{Kind: reports.HouseReport, Item: lines[0].Day, Lang: "it"}, inspector)
	reads(file, err)
	m.play(t, 2, 3)
	raises(func(open *session.Table) error {
		return open.Do(func(s *table.Table) ([]record.Fact, error) {
			return s.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
		})
	})
	m.play(t, 1, 4)
	alerts, seen := m.facts(t, record.KindOf(record.Alerted{})), m.facts(t, record.KindOf(record.AlertSeen{}))
	if len(alerts) != 2 || len(seen) != 1 {
		t.Fatalf("alerts %+v, seen %+v", alerts, seen)
	}
	return signed
}

// A record that goes on under another name says of its tables what it said under the one before. The pit has those tables there, and
// judges of the record what it can: nothing of it reads as changed. Once they are moved to the new name the record bears itself out.
func TestRecordUnderAnotherNameHolds(t *testing.T) {
	p, office, a, _ := twoMembers(t)
	signed := a.alarmed(t)
	_, err := a.ship()
	must(t, err)
	holds(t, a.house)
	p.holdsAll(t, a)
	again := a.called(t, p, "tavolo-1-2")
	again.pull(t)
	_, err = again.ship()
	says(t, err, "LB1")
	verifies := func() {
		t.Helper()
		holds(t, again.house)
		for _, pdf := range signed {
			if v, err := papers.Of(again.house).VerifyReport(pdf); err != nil || !v.Holds() {
				t.Errorf("%s: %v, %+v", v.Evidence.Kind, err, v)
			}
		}
	}
	verifies()
	if found := p.faults(t); found != "" {
		t.Errorf("with the tables under the name before: %s", found)
	}

	_, err = p.moved(t, "LB1", again.name, true)
	must(t, err)
	p.ships(t, office)
	again.pull(t)
	verifies()
	again.play(t, 2, 5)
	_, err = demo.Close(again.house, again.clock, "LB1")
	must(t, err)
	must(t, again.countsBoxOf(t, 2, 30_000, "the office counts it too"))
	p.holdsAll(t, again)
	verifies()
	if found := p.faults(t); found != "" {
		t.Errorf("with the table under its new name: %s", found)
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	all, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	counted := func(h *session.House) (list []games.Amount) {
		for shift := 1; shift <= 2; shift++ {
			state, err := h.Shift("LB1", shift)
			must(t, err)
			for _, c := range state.Drops {
				list = append(list, c.Cash)
			}
		}
		return list
	}
	if at, is := counted(again.house), counted(all.House); !slices.Equal(is, at) {
		t.Errorf("the pit has the counts %v, the machine %v", is, at)
	}
}

// What a record says under its name of today of a table that it never shipped is judged, and so is what it said under another one of a
// table that is there.
func TestForgedAlertUnderAnotherNameIsNamed(t *testing.T) {
	forges := func(m *machine) {
		t.Helper()
		must(t, m.house.Takeover().CatchUp())
		f := record.Alerted{Rule: record.IncidentAlert, Level: record.AlertCritical, Table: "LB1", Day: m.house.State.GamingDay(m.clock.Now()), Value: 7, Limit: 2, Since: m.clock.Now().UnixMilli()}
		c := m.house.State.Alerts().ConditionOf(f)
		must(t, m.house.Store().Append(m.house.State.Stamp(m.clock.Now(), "", m.house.State.Alerts().Alert(c, m.clock.Now())...)...))
		must(t, m.house.Takeover().CatchUp())
	}
	for name, late := range map[string]bool{"of the table under its new name": false, "under the new name, without the table": true} {
		p, office, a, _ := twoMembers(t)
		a.play(t, 2, 1)
		_, err := a.ship()
		must(t, err)
		if !late {
			forges(a)
		}
		again := a.called(t, p, "tavolo-1-2")
		again.pull(t)
		if late {
			forges(again)
		} else {
			_, err = p.moved(t, "LB1", again.name, true)
			must(t, err)
			p.ships(t, office)
			again.pull(t)
		}
		_, err = again.ship()
		if late {
			says(t, err, "LB1")
		} else {
			must(t, err)
		}
		if found := p.faults(t); !strings.Contains(found, "it tells of incident at LB1, which did not stand so then") {
			t.Errorf("%s: %q", name, found)
		}
	}
}
