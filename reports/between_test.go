package reports_test

import (
	"strings"
	"testing"

	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// What follows the last hand of a shift stands on every paper as after that hand: the one whose number its entry has never was.
func TestWhatFollowsTheLastHand(t *testing.T) {
	f := playedOnce(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.ConductIncident, Text: "lite"})
	}, func(t *pit.Table) ([]record.Fact, error) {
		return []record.Fact{record.Alarmed{Kind: record.LowRiskBets, Box: 2}}, nil
	})
	f.countedOut()
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.IncidentReport} {
		e := evidence(t, kind, "", f.table)
		demands(t, rowsOf(inWords(t, e)), "report_after_hand", "incident_conduct")
		if said := saidBy(t, e); !strings.Contains(said, "N:1") || strings.Contains(said, "N:2") {
			t.Errorf("%s says\n%s", kind, said)
		}
		old, err := reports.Evidence{Form: 6, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Table: "LB1", Shift: 1, Copy: 1}.Of(f.table, someHouse)
		if err != nil {
			t.Fatal(err)
		}
		if said := saidBy(t, old); strings.Contains(said, "report_after_hand") {
			t.Errorf("a paper of 0.9 says\n%s", said)
		}
	}
	notes := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_notes")
	if got := notes.Rows[0][4].Text; !strings.HasPrefix(got, "report_after_hand") {
		t.Errorf("a note after the last hand is of hand %q", got)
	}
}

// What is put right after the closing is of who signed it, and not of the croupier who had dealt last there.
func TestCorrectionAfterTheClosingIsOfItsSigner(t *testing.T) {
	e := record.Entry{Table: "LB1", Seq: 90, By: anna.Number, Shift: 1, Hand: 2, Fact: record.HandCorrected{Hand: 1, Approver: elena.Number, Reason: "r"}}
	line := reports.LineOf(reports.Form, e, nil, nil, someHouse)
	if who := line.Who(); !strings.Contains(who, anna.Name) {
		t.Errorf("at an open table it is of %s", who)
	}
	after := line.With(reports.Effect{Shut: true})
	if who := after.Who(); after.By != elena.Number || strings.Contains(who, anna.Name) || !strings.Contains(who, elena.Name) {
		t.Errorf("at a closed table it is of %s", who)
	}
}
