package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// Two people have signed a report of other figures than the record gives: verify names the entry.
func TestVerifyHoldsSignedFigures(t *testing.T) {
	dir := t.TempDir()
	h, clock := demotest.House(t, dir)
	demotest.Night(t, h, clock, 6)
	anna, dario := demotest.Badge(t, h, "114711"), demotest.Badge(t, h, "215821")
	_, _, err := papers.Of(h).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, anna, dario)
	must(t, err)
	named(t, verified(t, done, dir), "\nholds")
	printed := record.ReportPrinted{Report: "shift" + record.SignedReport, Table: "LB1", Shift: 1, Copy: 1, By: dario.Number, With: anna.Number, Digest: "d01ab4bb", PINs: true}
	version, _ := h.State.Backups().Edition(printed)
	printed.Version = version
	entries, err := house.Sign(h.Stood(), h.State.Stamp(clock.Now(), dario.Number, printed), anna, dario)
	must(t, err)
	must(t, h.Store().Append(entries...))
	out := verified(t, notHeld, dir)
	named(t, out, "figures: the figures of the shift report of shift 1 of LB1 are not those that were signed")
	named(t, out, "\ndoes not hold")
}

// A machine that is enrolled and keeps no head of its pit is told so: who rewrites the record takes these away.
func TestVerifyMissesHeadsOfThePit(t *testing.T) {
	dir := t.TempDir()
	h, clock := demotest.House(t, dir)
	demotest.Night(t, h, clock, 1)
	const says = "keeps no head that the pit countersigned"
	if out := verified(t, done, dir); strings.Contains(out, says) {
		t.Errorf("of a machine without a pit: %s", out)
	}
	must(t, os.MkdirAll(filepath.Join(dir, "pit"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "pit", "machine.json"), []byte("{}"), 0o600))
	named(t, verified(t, done, dir), says)
}

// A time that is still to come is no time ago.
func TestHeardInTheFuture(t *testing.T) {
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	for want, heard := range map[string]time.Time{"never": {}, "5s ago": now.Add(-5 * time.Second), "0s ago": now.Add(time.Second), "in 2h0m0s, by its clock": now.Add(2 * time.Hour), "in more than a year, by its clock": time.UnixMilli(99999999999999)} {
		if got := ago(now, heard); got != want {
			t.Errorf("%s: %q, want %q", heard, got, want)
		}
	}
}
