package session_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/pit/audit"
	"sabot/reports"
)

// Reports that released Sabots drew and people signed (testdata/reports, of the nights in testdata/records)
// hold with this one: each is drawn again to the byte, and its figures are the record's in its own form. In
// the shifts of 0.9 limits changed: its papers of hands leave out what lay before, and this Sabot says so.
func TestReportsOfOlderSabots(t *testing.T) {
	nights := t // whose folders are there until all were looked at
	files, err := filepath.Glob("testdata/reports/*.pdf")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d reports, %v", len(files), err)
	}
	houses := map[string]*session.House{}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			night := name[:strings.LastIndexByte(name, '-')]
			h := houses[night]
			if h == nil {
				h = restored(nights, night, time.Now())
				houses[night] = h
			}
			pdf, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			v, err := papers.Of(h).VerifyReport(pdf)
			if err != nil {
				t.Fatal(err)
			}
			kind := v.Evidence.Kind
			if !v.Drawn || !v.Compared || !v.Holds() || v.Overtaken != nil {
				t.Errorf("drawn again %t, compared %t, overtaken %v: %v", v.Drawn, v.Compared, v.Overtaken, v.Faults)
			}
			if v.Evidence.Form != 6 || v.Evidence.Sabot != "0.9.0" || string(kind) != strings.TrimSuffix(name[len(night)+1:], ".pdf") {
				t.Errorf("it is of Sabot %s, form %d: %s", v.Evidence.Sabot, v.Evidence.Form, kind)
			}
			hands := slices.Contains([]reports.Kind{reports.ShiftReport, reports.ReconstructionReport, reports.TableReport, reports.HouseReport}, kind)
			if v.RulesChanged != hands {
				t.Errorf("that something is left out is said: %t", v.RulesChanged)
			}
		})
	}
	for _, h := range houses {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
}

// restored is the house of a night in testdata/records, opened at a time.
func restored(t *testing.T, night string, at time.Time) *session.House {
	t.Helper()
	backup, dir := filepath.Join(t.TempDir(), "sabot.db"), filepath.Join(t.TempDir(), "house")
	unpacked(t, filepath.Join("testdata/records", night+".db.gz"), backup)
	if err := backups.Restore(context.Background(), backup, dir, audit.Check{}); err != nil {
		t.Fatal(err)
	}
	h, err := session.Open(dir, demo.NewClock(at).Now)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A report that a Sabot of before 0.9 drew is refused with one sentence, however well it was signed.
func TestReportsFromBeforeTheFirstThatIsRead(t *testing.T) {
	n := newNight(t)
	e := reports.Evidence{
		Sabot: "0.8.0", Form: reports.FirstForm - 1, Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Language: "en", Currency: "CHF", Zone: "UTC",
		Figures: []byte(`{"Opened":"2026-11-21T19:00:00Z","Closed":"2026-11-22T03:00:00Z"}`),
	}
	pdf := n.forged(e, papers.Of(n.house).Words("en"), n.clock.Now(), n.identity(n.dealers[0]), n.identity(n.dario))
	v, err := papers.Of(n.house).VerifyReport(pdf)
	n.must(err)
	for _, v := range []papers.Verdict{v, papers.CheckReport(t.Context(), pdf, nil)} {
		if len(v.Faults) != 1 || v.Faults[0].Key != "paper_older" || len(v.Signatures) != 2 || v.Answer() != papers.Fails {
			t.Errorf("%+v", v)
		}
	}
}
