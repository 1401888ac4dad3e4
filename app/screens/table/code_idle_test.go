package table

import (
	"testing"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A code at a closed table did nothing, and there are no cards at which to look.
func TestCodeAtAClosedTable(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	before := s.Table().Seq
	s.Keys(screentest.InspectorCode)
	s.Says(s.Shell.Text.T("office_code"))
	if s.Table().Seq != before {
		t.Error("something was entered")
	}
}

// What surveillance shall look at, what it answered and what came of it are no reasons.
func TestWhatSurveillanceLooksAtIsNoReason(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.F4("ja")
	s.Keys("Dice di aver puntato\na")
	if len(s.Table().IncidentBook().OpenIncidents()) == 0 {
		t.Fatal(s.said())
	}
	seq := s.Table().IncidentBook().OpenIncidents()[0].Seq
	v := s.screen.viewer()
	for _, f := range []record.Fact{
		record.VideoAsked{Incident: seq, Text: "box 3"}, record.VideoAnswered{Incident: seq, Ref: "V-17", Text: "box 3"}, record.IncidentClosed{Incident: seq, Text: "box 3"},
	} {
		for _, line := range v.Approval(s.Table(), []record.Fact{f}) {
			if line.Text == s.Shell.Text.T("approve_reason", map[string]any{"Reason": "box 3"}) {
				t.Errorf("%T: %q", f, line.Text)
			}
		}
	}
}

// Who leaves the name of a cashier empty is not told that a reason is needed.
func TestNothingWrittenIsNoMissingReason(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.screen.money().askPerson("Cassiere", "", func(tray.Slip) string { return "" }, "", func(name string) { t.Errorf("taken: %q", name) })
	s.Keys("\n")
	s.Shows(s.Shell.Text.T("written_nothing"))
}
