package main

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// A hand that was cancelled has no form in a hand file: the export says that it leaves it out, and says nothing where
// it leaves out none.
func TestExportSaysWhatItLeavesOut(t *testing.T) {
	dir := t.TempDir()
	h, err := session.Open(dir, time.Now)
	must(t, err)
	defer h.Close()
	must(t, h.SetUp(house.DemoPlan("it", "lugano", 1)))
	must(t, demo.Play(context.Background(), h, demo.NewClock(time.Now()), "LB1", 4, 1))
	exported := func() (lines int, said string) {
		out, said, status := ctl(t, "", "export", "--data", dir)
		if status != done {
			t.Fatalf("status %d: %s", status, said)
		}
		return strings.Count(out, "\n"), said
	}
	for _, shift := range []string{"0", "-1", "9"} {
		if out, problem, status := ctl(t, "", "export", "--data", dir, "--shift", shift); status != unusable || out != "" || !strings.Contains(problem, shift) {
			t.Errorf("shift %s: status %d, %q, %d bytes", shift, status, problem, len(out))
		}
	}
	before, said := exported()
	if strings.Contains(said, "left out") {
		t.Errorf("it leaves out none and says %q", said)
	}
	table, err := h.OpenTable("LB1")
	must(t, err)
	defer func() { must(t, table.Release()) }()
	elena, err := h.SignOn("316931")
	must(t, err)
	must(t, table.Do(pit.OfBets(hand.Bets.Repeat)))
	must(t, table.Approve(elena, func(s *pit.Table, who *house.Staff) ([]record.Fact, error) { return s.Felt().CancelHand(who, "x") }))
	if n, said := exported(); n != before || !strings.Contains(said, "left out: 1 cancelled, 0 dealt without a bet") {
		t.Errorf("%d lines of %d, it says %q", n, before, said)
	}
}

// Hands of a report are those that closed, the cancelled ones too: the shift report, the house's figures and those of the pit count what an export writes and
// what it says that it leaves out.
func TestHandsOfReportsAreThoseOfAnExport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h, clock := demotest.House(t, dir)
	must(t, demo.Play(t.Context(), h, clock, "LB1", 4, 1))
	table, err := h.OpenTable("LB1")
	must(t, err)
	must(t, table.Do(pit.OfBets(hand.Bets.Repeat)))
	must(t, table.Approve(demotest.Badge(t, h, "316931"), func(s *pit.Table, who *house.Staff) ([]record.Fact, error) { return s.Felt().CancelHand(who, "x") }))
	must(t, table.Release())
	day := h.State.GamingDay(h.State.Wall(clock.Now()))
	_, err = demo.Close(h, clock, "LB1")
	must(t, err)
	out, said, status := ctl(t, "", "export", "--data", dir)
	if status != done || strings.Count(out, "\n") != 4 || !strings.Contains(said, "left out: 1 cancelled, 0 dealt without a bet") {
		t.Fatalf("status %d, %d lines, %s", status, strings.Count(out, "\n"), said)
	}
	shift, err := h.Shift("LB1", 1)
	must(t, err)
	if n := len(reports.ShiftOf(shift, &h.State).Hands); n != 5 {
		t.Errorf("the shift report has %d hands", n)
	}
	sum, err := h.Sums().HouseSum(day)
	must(t, err)
	for _, p := range sum.Periods {
		if len(p.Lines) != 1 || p.Lines[0].Hands != 5 || len(p.Croupiers) != 1 || p.Croupiers[0].Hands != 5 {
			t.Errorf("%s: %+v, %+v", p.Of, p.Lines, p.Croupiers)
		}
	}
	var printed strings.Builder
	must(t, printHouse(h, papers.Wanted{Kind: reports.HouseReport, Item: day}, &printed))
	if !regexp.MustCompile(`LB1 +1 +5 `).MatchString(printed.String()) {
		t.Errorf("pit report prints\n%s", printed.String())
	}
}

// Nothing can be made of what another machine entered at a table before that came here. The hands of all other tables are exported, and it is named.
func TestExportWithoutATableOfAnotherMachine(t *testing.T) {
	dir := t.TempDir()
	clock := demo.NewClock(time.Now())
	h, err := session.Open(dir, clock.Now)
	must(t, err)
	defer h.Close()
	must(t, h.SetUp(house.DemoPlan("it", "lugano", 2)))
	for _, table := range []string{"LB1", "LB2"} {
		must(t, demo.Play(t.Context(), h, clock, table, 3, 1))
		_, err := demo.Close(h, clock, table)
		must(t, err)
	}
	last, err := h.Store().Last("LB1")
	must(t, err)
	e := record.Entry{Table: "LB1", Seq: last + 1, At: clock.Now(), By: "11", Shift: 2, Fact: record.Opened{Day: "2026-11-21", Game: "nothing", Rules: []byte(`{}`), Croupier: "11", Inspector: "21"}}
	must(t, h.Store().Append(e))
	e.Seq, e.Hand, e.Fact = last+2, 1, record.HandClosed{}
	must(t, h.Store().Append(e))
	head, err := h.Store().Head("LB1")
	must(t, err)
	for _, fact := range []record.Fact{
		record.TableMoved{Table: "LB1", From: "tavolo-9", To: "tavolo-1", Head: head, By: "31"},
		record.TableInherited{Table: "LB1", Machine: "tavolo-9", Size: last + 2},
	} {
		must(t, h.Store().Append(h.State.Stamp(clock.Now(), "31", fact)...))
		must(t, h.Takeover().CatchUp())
	}
	out, said, status := ctl(t, "", "export", "--data", dir)
	if status != notHeld || strings.Count(out, "\n") != 6 || !strings.Contains(said, "without LB1 from its shift 2 on") {
		t.Errorf("status %d, %d hands, %s", status, strings.Count(out, "\n"), said)
	}
	if _, said, status := ctl(t, "", "export", "--data", dir, "--table", "LB1"); status == done || !strings.Contains(said, "LB1") {
		t.Errorf("of the table alone: status %d, %s", status, said)
	}
}
