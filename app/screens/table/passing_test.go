package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/pit/record"
)

// What the table says of its count of the drop goes once the office has counted the box again: it is true no more.
func TestTableForgetsACountThatTheOfficePutRight(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys(screentest.Counted + screentest.CroupierCode + screentest.InspectorCode)
	s.LeaveOverlays()
	if s.Table().Open {
		t.Fatalf("it is open: %s", s.said())
	}
	s.screen.money().openDrop()
	s.Keys("280\n" + screentest.InspectorCode + screentest.ManagerCode)
	s.screen.Tick()
	s.Says("Drop counted: CHF 280.00 · difference: CHF 280.00")
	house := s.Shell.House
	by, err := house.SignOn(strings.TrimSpace(screentest.ManagerCode))
	with, err2 := house.SignOn(strings.TrimSpace(screentest.OfficeCode))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	drop := session.DropOf{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10_000, Pieces: 3}}, Reason: "one note was found"}
	if err := house.CountDrop(drop, by, with); err != nil {
		t.Fatal(err)
	}
	s.screen.Tick()
	if said := s.said(); strings.Contains(said, "280") {
		t.Errorf("it says still: %s", said)
	}
}
