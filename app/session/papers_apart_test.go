package session_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// A report that people signed says what the record says: where the record gives other figures its entry is named, in `verify` too.
// What was entered since makes no false one of it.
func TestSignedFiguresAreTheRecords(t *testing.T) {
	n := twoShifts(t)
	n.must(n.table.CountDrop(100, n.dario, n.elena))
	n.must(n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10000, Pieces: 3}}, Reason: "contata"}, n.dario, n.elena))
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "Luce spenta"})
	})
	if _, _, err := papers.Of(n.house).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, n.dealers[0], n.dario); err != nil {
		t.Fatal(err)
	}
	n.clock.Pass(time.Hour)
	if fault := checkedAll(t, n.house); fault != nil {
		t.Fatal(fault)
	}
	e := n.evidence()
	e.Copy = 2 // of those that were signed
	n.enters(e, n.dealers[0], n.dario)
	if fault := checkedAll(t, n.house); fault != nil {
		t.Fatalf("a copy: %v", fault)
	}
	e.Figures, e.Version, e.Copy = bytes.Replace(e.Figures, []byte(`"Table":"LB1"`), []byte(`"Table":"LB2"`), 1), e.Version+1, 1
	n.enters(e, n.dealers[0], n.dario)
	fault := checkedAll(t, n.house)
	if fault == nil || fault.Code != record.WrongFigures || fault.Table != record.HouseStream || !strings.Contains(fault.What, "shift report of shift 1 of LB1") {
		t.Errorf("another's figures: %v", fault)
	}
}
