package session_test

import (
	"context"
	"testing"

	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Nobody deals at two tables unnoticed: coming to the second is an incident there, which
// names the first, and whoever reads shifts sees it; an inspector answers for both.
func TestNobodyDealsAtTwoTablesUnnoticed(t *testing.T) {
	h := demoHouse(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	badge := func(code string) house.Badge {
		t.Helper()
		who, err := h.SignOn(code)
		must(err)
		return who
	}
	anna, bruno, dario := badge("114711"), badge("124712"), badge("215821")
	first, err := h.OpenTable("LB1")
	must(err)
	defer first.Release()
	second, err := h.OpenTable("BJ1")
	must(err)
	defer second.Release()
	must(first.Open(anna, dario, nil))
	must(second.Open(bruno, dario, nil))
	if n := len(second.State.IncidentBook().OpenIncidents()); n != 0 {
		t.Fatalf("an inspector at two tables: %d incidents", n)
	}
	duties, err := second.Elsewhere("21")
	must(err)
	if len(duties) != 1 || duties[0].Table != "LB1" {
		t.Errorf("Dario answers elsewhere at %+v", duties)
	}
	must(second.TakeOver(anna))
	open := second.State.IncidentBook().OpenIncidents()
	if len(open) != 1 || open[0].Class != record.TwoTablesIncident || open[0].Text != "LB1" || open[0].People[0] != "11" {
		t.Fatalf("Anna deals at both: %+v", open)
	}
	if open[0].By != "11" {
		t.Errorf("the code was Anna's, the incident is of %s", open[0].By)
	}
	must(first.TakeOver(bruno)) // relieved at BJ1, so that is no second table
	if n := len(first.State.IncidentBook().OpenIncidents()); n != 0 {
		t.Errorf("Bruno has left BJ1: %d incidents", n)
	}
	must(second.TakeOver(badge("134713")))
	must(second.TakeOver(anna))
	if n := len(second.State.IncidentBook().OpenIncidents()); n != 1 {
		t.Errorf("Anna deals at BJ1 alone: %d incidents", n)
	}
	check := func() (faults []*record.Fault) {
		t.Helper()
		s, err := h.Store().Snapshot(context.Background())
		must(err)
		defer s.Close()
		all, err := audit.Verify(context.Background(), s, audit.Check{Trusted: h.Store().Verifier()})
		must(err)
		for _, c := range all {
			if c.Fault != nil {
				faults = append(faults, c.Fault)
			}
		}
		return faults
	}
	if faults := check(); len(faults) > 0 {
		t.Fatal(faults)
	}
	must(first.Do(func(s *pit.Table) ([]record.Fact, error) {
		made := record.IncidentOpened{Class: record.TwoTablesIncident, Text: "PB1", People: []string{"13"}}
		return []record.Fact{record.Relieved{From: s.Croupier, To: "13"}, made}, nil
	}, badge("134713")))
	if faults := check(); len(faults) != 1 || faults[0].Table != "LB1" || faults[0].Code != record.WrongPerson {
		t.Errorf("Chiara never dealt at PB1: %v", faults)
	}
}

// Of a shift with reliefs each croupier who dealt in it signs, the first as the last, and
// each inspector who answered for it; one who was relieved to in another shift does not.
func TestReliefsSign(t *testing.T) {
	n := newNight(t)
	n.must(n.table.Open(n.dealers[0], n.dario, nil))
	n.must(n.table.TakeOver(n.dealers[1]))
	n.must(n.table.TakeOver(n.elena)) // a manager answers for it from here on
	n.must(n.table.Close(n.dealers[1], n.elena, nil))
	n.must(n.table.Open(n.dealers[2], n.elena, nil))
	head, err := n.house.Derived().Head("LB1", 1)
	n.must(err)
	for i, want := range []bool{true, true, false} {
		if err := head.MaySign(&n.house.State, n.dealers[i].Staff, house.SignDealt); (err == nil) != want || !want && !house.RefusedFor(err, house.NeverDealt) {
			t.Errorf("%s signs as croupier: %v, want %v", n.dealers[i].Name, err, want)
		}
	}
	if err := head.MaySign(&n.house.State, n.dario.Staff, house.SignReports); err != nil {
		t.Errorf("an inspector who answered for the first part: %v", err)
	}
	other := n.dario.Staff
	other.Number = "22"
	if err := head.MaySign(&n.house.State, other, house.SignReports); !house.RefusedFor(err, house.NeverAnswered) {
		t.Errorf("an inspector who was never there: %v", err)
	}
}
