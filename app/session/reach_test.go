package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/reports"
)

// A paper of the house says which tables other machines play, and up to when its record knows them; of who was absent it then says
// nothing. Where the record has all there is, or had it on the days that are asked for, it says neither.
func TestReachOfPapers(t *testing.T) {
	n := short(t)
	day := n.house.State.GamingDay(n.house.State.Wall(n.clock.Now()))
	said := func(h *session.House, w papers.Wanted) string {
		t.Helper()
		w.Lang = "en"
		e, err := papers.Of(h).Evidence(w)
		n.must(err)
		r, err := e.Report(papers.Of(h).Words("en"))
		n.must(err)
		all := r.Banner
		for _, p := range r.Head {
			all += "\n" + p.Label + ": " + p.Value
		}
		for _, s := range r.Sections {
			all += "\n" + s.Heading + "\n" + strings.Join(s.Lines, "\n")
			for _, c := range s.Columns {
				all += " " + c.Head
			}
		}
		return all
	}
	access, changes := papers.Wanted{Kind: reports.AccessReport, Item: day}, papers.Wanted{Kind: reports.ChangesReport, Item: day}
	exceptions := papers.Wanted{Kind: reports.ExceptionsReport, Item: day}
	sums, table := papers.Wanted{Kind: reports.HouseReport, Item: day}, papers.Wanted{Kind: reports.TableReport, Table: "LB1", Item: day + ".." + day}
	all := []papers.Wanted{access, changes, exceptions, sums, table}
	for _, w := range all {
		if s := said(n.house, w); strings.Contains(s, "other machines") {
			t.Errorf("a house of one machine, %s:\n%s", w.Kind, s)
		}
	}
	n.must(n.house.Takeover().HoldTables("ufficio", []string{"LB1"}))
	if s := said(n.house, sums); strings.Contains(s, "other machines") {
		t.Errorf("it has all of LB1:\n%s", s)
	}
	m := n.joins("tavolo-1")
	if s := said(m.house, sums); !strings.Contains(s, "machine tavolo-1") || !strings.Contains(s, "LB1 not at all") {
		t.Errorf("a machine that has nothing of LB1:\n%s", s)
	}
	m.gets("LB1", n.house, "ufficio", n.house, n.elena)
	last, err := n.house.Store().Last("LB1")
	n.must(err)
	to := time.Time{}
	for e, err := range n.house.Store().Entries("LB1", last) {
		n.must(err)
		to = e.At
	}
	known := "LB1 up to " + to.In(n.house.State.Zone()).Format("02.01.2006 15:04 MST")
	for _, w := range all {
		if s := said(n.house, w); !strings.Contains(s, "machine ufficio") || !strings.Contains(s, known) {
			t.Errorf("%s lacks %q:\n%s", w.Kind, known, s)
		}
		if s := said(m.house, w); strings.Contains(s, "LB1 up to") || strings.Contains(s, "LB1 not at all") {
			t.Errorf("it plays LB1, %s:\n%s", w.Kind, s)
		}
	}
	s := said(n.house, access)
	if !strings.Contains(s, "Last signature here") || !strings.Contains(s, "This record cannot say") || strings.Contains(s, "Not seen for") {
		t.Errorf("who was absent:\n%s", s)
	}
	if list, err := papers.Of(n.house).Access(); err != nil || len(list.Unseen(0)) > 0 || len(list.People) == 0 {
		t.Errorf("%d people, unseen %v, %v", len(list.People), list.Unseen(0), err)
	}
	for _, w := range all { // signed, the figures are the record’s wherever they are made
		pdf := n.signedAs(w.Kind)
		if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() || v.Overtaken != nil {
			t.Errorf("%s: %+v, %v", w.Kind, v.Faults, err)
		}
		m.hears(n.house)
		if v, err := papers.Of(m.house).VerifyReport(pdf); err != nil || !v.Holds() {
			t.Errorf("%s at tavolo-1: %+v %+v, %v", w.Kind, v.Faults, v.Lacking, err)
		}
	}
	before := to.In(n.house.State.Zone()).AddDate(0, 0, -3).Format(time.DateOnly)
	if sums.Item = before; strings.Contains(said(n.house, sums), "machines") {
		t.Errorf("of days that it knows whole:\n%s", said(n.house, sums))
	}
}
