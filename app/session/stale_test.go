package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// houseOfTwo is a house with LB1 and LB2, whose office has both.
func houseOfTwo(t *testing.T) *night {
	t.Helper()
	n := &night{T: t, clock: demo.NewClock(evening)}
	var err error
	n.house, err = session.Open(t.TempDir(), n.clock.Now)
	n.must(err)
	n.Cleanup(func() { n.must(n.house.Close()) })
	n.must(n.house.SetUp(house.DemoPlan("it", "lugano", 2)))
	n.dealers, n.dario, err = demo.Crew(n.house)
	n.must(err)
	n.elena, err = n.house.SignOn("316931")
	n.must(err)
	n.must(n.house.Takeover().HoldTables("ufficio", []string{"LB1", "LB2"}))
	return n
}

// at does something at a table of a machine, some seconds later.
func (n *night) at(h *session.House, table string, do func(t *session.Table)) {
	n.Helper()
	n.clock.Pass(10 * time.Second)
	t, err := h.OpenTable(table)
	n.must(err)
	do(t)
	n.must(t.Release())
}

// comesBack has a table moved from a member to a machine that had it, with what that one lacks.
func (n *night) comesBack(table string, to *session.House, machine string, from *member, hears ...*member) {
	n.Helper()
	n.clock.Pass(10 * time.Second)
	head, err := from.house.Store().Head(table)
	n.must(err)
	n.must(n.house.MoveTable(record.TableMoved{Table: table, From: from.name, To: machine, Head: head}, n.elena))
	for _, m := range hears {
		m.hears(n.house)
	}
	last, err := to.Store().Last(table)
	n.must(err)
	var entries [][]byte
	for e, err := range from.house.Store().Entries(table, last+1) {
		n.must(err)
		entries = append(entries, record.Encode(e))
	}
	f, _, _ := to.State.Moves().Moved(table)
	n.must(to.Takeover().Inherit(f, entries, nil))
	n.must(to.Takeover().HoldTables(machine, []string{"LB1", "LB2"}, f))
}

func faultsOf(t *testing.T, h *session.House) (faults []*record.Fault) {
	t.Helper()
	s, err := h.Store().Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := audit.Verify(t.Context(), s, audit.Check{Trusted: h.Store().Verifier()})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Fault != nil {
			faults = append(faults, c.Fault)
		}
	}
	return faults
}

// A machine from which a table went knows no more who is on duty there, whether it is open and what is to be seen to: no duty, incident,
// refusal or sum is made of how it left the table, and papers name up to when it knows it. The record holds once the table is back.
func TestTableThatWentIsNotKnown(t *testing.T) {
	n := houseOfTwo(t)
	anna, bruno, chiara := n.dealers[0], n.dealers[1], n.dealers[2]
	n.at(n.house, "LB1", func(lb1 *session.Table) { n.must(lb1.Open(bruno, n.dario, nil)) })
	n.at(n.house, "LB2", func(lb2 *session.Table) {
		n.must(lb2.Open(anna, n.dario, nil))
		n.must(lb2.Do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().HandKeys("drop box key 7", false, n.dario.Staff, anna.Staff)
		}, n.dario, anna))
	})
	m := n.joins("tavolo-1")
	m.gets("LB2", n.house, "ufficio", n.house, n.elena)
	n.at(m.house, "LB2", func(lb2 *session.Table) { n.must(lb2.TakeOver(chiara)) })

	if duties, err := n.house.Staff().OnDuty(anna.Number); err != nil || len(duties) > 0 {
		t.Errorf("the office has Anna on duty at %+v, %v", duties, err)
	}
	if keys, err := n.house.Staff().KeysWith(anna.Number); err != nil || len(keys) > 0 {
		t.Errorf("the office has keys with Anna: %v, %v", keys, err)
	}
	for mark, want := range map[session.ShiftMark][]string{session.MarkOpen: {"LB1"}, session.MarkApart: {"LB2"}} {
		lines, err := n.house.Sums().Shifts(session.ShiftQuery{Marks: []session.ShiftMark{mark}})
		n.must(err)
		var got []string
		for _, l := range lines {
			got = append(got, l.Table)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the office lists %v as %s, want %v", got, mark, want)
		}
	}
	floor := n.house.Floor(nil)
	news, err := floor.Look()(t.Context())
	n.must(err)
	floor.Take(news)
	if tables := floor.Tables(); !slices.Equal(tables, []string{"LB1"}) {
		t.Errorf("the floor of a machine that reads no other one shows %v", tables)
	}
	says := func(w session.Wanted, has string, hasNot ...string) {
		t.Helper()
		w.Lang = "en"
		e, err := n.house.Papers().Evidence(w)
		n.must(err)
		r, err := e.Report(n.house.Papers().Words("en"))
		n.must(err)
		all := r.Banner
		for _, p := range r.Head {
			all += "\n" + p.Label + ": " + p.Value
		}
		if !strings.Contains(all, has) || slices.ContainsFunc(hasNot, func(s string) bool { return strings.Contains(all, s) }) {
			t.Errorf("%s has not %q, or has %q:\n%s", w.Kind, has, hasNot, all)
		}
	}
	day := n.house.State.GamingDay(n.house.State.Wall(n.clock.Now()))
	says(session.Wanted{Kind: reports.HouseReport, Item: day}, "Shifts still open, not included: 1", "included: 2")
	says(session.Wanted{Kind: reports.ExceptionsReport, Item: day}, "Shifts still open: 1", "open: 2")
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.IncidentReport, reports.ReconstructionReport} {
		says(session.Wanted{Kind: kind, Table: "LB2", Shift: 1}, "Tables of other machines: LB2 up to", "still open")
		says(session.Wanted{Kind: kind, Table: "LB1", Shift: 1}, "PROVISIONAL: the shift is still open", "other machines")
	}
	says(session.Wanted{Kind: reports.TableReport, Table: "LB2", Item: day + ".." + day}, "Tables of other machines: LB2 up to", "still open")

	n.at(n.house, "LB1", func(lb1 *session.Table) {
		if duties, err := lb1.Elsewhere(n.dario.Number); err != nil || len(duties) > 0 {
			t.Errorf("Dario answers at %+v as well, %v", duties, err)
		}
		n.must(lb1.TakeOver(anna))
		if open := lb1.State.IncidentBook().OpenIncidents(); len(open) > 0 {
			t.Errorf("Anna was relieved at LB2: %+v", open)
		}
		n.must(lb1.Close(anna, n.dario, nil))
	})
	n.must(n.house.RetireTable("LB1", n.elena))
	n.must(n.house.Staff().RemoveStaff(anna.Number, n.elena))
	for e, err := range n.house.Store().Entries(record.HouseStream, n.house.State.Seq-3) {
		n.must(err)
		if f, left := e.Fact.(record.StaffLeft); left && len(f.Duty) > 0 {
			t.Errorf("Anna left, on duty at %v", f.Duty)
		}
	}
	n.at(m.house, "LB2", func(lb2 *session.Table) { n.must(lb2.Close(chiara, n.dario, nil)) })
	n.comesBack("LB2", n.house, "ufficio", m)
	if faults := faultsOf(t, n.house); len(faults) > 0 {
		t.Error(faults)
	}
	says(session.Wanted{Kind: reports.ShiftReport, Table: "LB2", Shift: 1}, "Closed: 21.11.2026", "other machines", "PROVISIONAL")
}

// What a machine entered of a table before it heard that another one went on with that holds once the table is back.
func TestDutyBeforeTheMoveWasHeard(t *testing.T) {
	n := houseOfTwo(t)
	anna, bruno, chiara := n.dealers[0], n.dealers[1], n.dealers[2]
	one, two := n.joins("tavolo-1"), n.joins("tavolo-2")
	for _, table := range []string{"LB1", "LB2"} {
		n.at(n.house, table, func(open *session.Table) {
			n.must(open.Open(bruno, n.dario, nil))
			n.must(open.Close(bruno, n.dario, nil))
		})
		one.gets(table, n.house, "ufficio", n.house, n.elena)
	}
	n.must(one.house.Takeover().HoldTables(one.name, []string{"LB1", "LB2"}))
	n.at(one.house, "LB1", func(lb1 *session.Table) { n.must(lb1.Open(bruno, n.dario, nil)) })
	n.at(one.house, "LB2", func(lb2 *session.Table) { n.must(lb2.Open(anna, n.dario, nil)) })
	two.gets("LB2", one.house, one.name, n.house, n.elena)
	n.at(two.house, "LB2", func(lb2 *session.Table) {
		n.must(lb2.TakeOver(chiara))
		n.must(lb2.Close(chiara, n.dario, nil))
	})
	n.at(one.house, "LB1", func(lb1 *session.Table) {
		n.must(lb1.TakeOver(anna))
		if open := lb1.State.IncidentBook().OpenIncidents(); len(open) != 1 {
			t.Fatalf("as far as it is heard there Anna deals at LB2: %+v", open)
		}
	})
	n.clock.Pass(time.Minute)
	one.hears(n.house)
	n.must(one.house.Takeover().HoldTables(one.name, []string{"LB1"}))
	n.at(one.house, "LB1", func(lb1 *session.Table) {
		n.must(lb1.TakeOver(bruno))
		n.must(lb1.TakeOver(anna))
		if open := lb1.State.IncidentBook().OpenIncidents(); len(open) != 1 {
			t.Errorf("it is known that LB2 went: %+v", open)
		}
	})
	n.comesBack("LB2", one.house, one.name, two, one, two)
	if faults := faultsOf(t, one.house); len(faults) > 0 {
		t.Error(faults)
	}
	made := record.IncidentOpened{Class: record.TwoTablesIncident, Text: "LB2", People: []string{anna.Number}}
	n.at(one.house, "LB1", func(lb1 *session.Table) {
		n.must(one.house.Store().Append(lb1.State.Stamp(n.clock.Now(), made)...))
	})
	if faults := faultsOf(t, one.house); len(faults) != 1 || faults[0].Table != "LB1" {
		t.Errorf("Anna deals at LB2 no more: %v", faults)
	}
}
