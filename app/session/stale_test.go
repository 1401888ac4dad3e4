package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/floor"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
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
	for mark, want := range map[sums.ShiftMark][]string{sums.MarkOpen: {"LB1"}, sums.MarkApart: {"LB2"}} {
		lines, err := n.house.Sums().Shifts(sums.ShiftQuery{Marks: []sums.ShiftMark{mark}})
		n.must(err)
		var got []string
		for _, l := range lines {
			got = append(got, l.Table)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the office lists %v as %s, want %v", got, mark, want)
		}
	}
	floor := floor.New(n.house, nil)
	news, err := floor.Look()(t.Context())
	n.must(err)
	floor.Take(news)
	if tables := floor.Tables(); !slices.Equal(tables, []string{"LB1"}) {
		t.Errorf("the floor of a machine that reads no other one shows %v", tables)
	}
	says := func(w papers.Wanted, has string, hasNot ...string) {
		t.Helper()
		w.Lang = "en"
		e, err := papers.Of(n.house).Evidence(w)
		n.must(err)
		r, err := e.Report(papers.Of(n.house).Words("en"))
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
	says(papers.Wanted{Kind: reports.HouseReport, Item: day}, "Shifts still open, not included: 1", "included: 2")
	says(papers.Wanted{Kind: reports.ExceptionsReport, Item: day}, "Shifts still open: 1", "open: 2")
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.IncidentReport, reports.ReconstructionReport} {
		says(papers.Wanted{Kind: kind, Table: "LB2", Shift: 1}, "Tables of other machines: LB2 up to", "still open")
		says(papers.Wanted{Kind: kind, Table: "LB1", Shift: 1}, "PROVISIONAL: the shift is still open", "other machines")
	}
	says(papers.Wanted{Kind: reports.TableReport, Table: "LB2", Item: day + ".." + day}, "Tables of other machines: LB2 up to", "still open")

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
	says(papers.Wanted{Kind: reports.ShiftReport, Table: "LB2", Shift: 1}, "Closed: 21.11.2026", "other machines", "PROVISIONAL")
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
	n.at(one.house, "LB1", func(lb1 *session.Table) {
		n.must(lb1.TakeOver(bruno))
		n.claims(lb1, anna, "LB2")
	})
	if faults := faultsOf(t, one.house); len(faults) != 1 || faults[0].Table != "LB1" || faults[0].Code != record.WrongPerson {
		t.Errorf("Anna deals at LB2 no more: %v", faults)
	}
}

// claims enters that somebody comes to a table who deals at another, as a program enters it that has read so.
func (n *night) claims(t *session.Table, who house.Badge, other string) {
	n.Helper()
	n.must(t.Do(func(s *pit.Table) ([]record.Fact, error) {
		return append([]record.Fact{record.Relieved{From: s.Croupier, To: who.Number}}, shifts.DealingToo(who.Staff, []shifts.Duty{{Table: other, Croupier: who.Number}})...), nil
	}, who))
}

// Two programs take the time of an entry before one of them reads what the other entered: somebody may be said to deal where they
// were relieved just now, or where they came just after. Long before and long after they may not.
func TestDutyOfJustNow(t *testing.T) {
	const short, long = 5 * time.Second, 30 * time.Second
	for _, c := range []struct {
		name          string
		before, after time.Duration // Anna comes to LB1 so long before she comes to LB2, or so long after she left it
		holds         bool
	}{
		{"she left just now", 0, short, true},
		{"she left long ago", 0, long, false},
		{"she came just after", short, 0, true},
		{"she came long after", long, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := houseOfTwo(t)
			anna, bruno, chiara := n.dealers[0], n.dealers[1], n.dealers[2]
			lb1, err := n.house.OpenTable("LB1")
			n.must(err)
			defer lb1.Release()
			lb2, err := n.house.OpenTable("LB2")
			n.must(err)
			defer lb2.Release()
			n.must(lb1.Open(bruno, n.dario, nil))
			n.must(lb2.Open(chiara, n.dario, nil))
			n.clock.Pass(time.Minute)
			if c.before > 0 {
				n.claims(lb1, anna, "LB2")
				n.must(lb1.TakeOver(bruno))
				n.clock.Pass(c.before)
			}
			n.must(lb2.TakeOver(anna))
			n.must(lb2.TakeOver(chiara))
			if c.after > 0 {
				n.clock.Pass(c.after)
				n.claims(lb1, anna, "LB2")
			}
			faults := faultsOf(t, n.house)
			if c.holds && len(faults) > 0 {
				t.Error(faults)
			}
			if !c.holds && (len(faults) != 1 || faults[0].Table != "LB1" || faults[0].Code != record.WrongPerson) {
				t.Errorf("Anna did not deal at LB2: %v", faults)
			}
		})
	}
}
