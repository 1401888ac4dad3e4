package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
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
