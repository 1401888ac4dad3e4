package screens

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
)

// A window goes by which tables are played on its machine: it lets go of one that is played elsewhere from now on, says so, and stands at it again
// once it is back, without being started anew. Who is in the office meanwhile stays there.
func TestWindowFollowsItsTable(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	test.NewTempApp(t)
	house := member(t, &now)
	station := NewStation(test.NewTempWindow(t, nil), house, Options{
		Table: "LB2", Language: "it", clock: &screentest.HandClock{Time: now}, Broke: func(text string) { t.Error(text) },
	})
	s := guestOf(t, station, "")
	plays := func(tables ...string) {
		t.Helper()
		if err := house.Takeover().HoldTables("tavolo-1", tables); err != nil {
			t.Fatal(err)
		}
		s.Pass(5 * time.Second)
		s.Pass(time.Second) // what is pressed as something changes by itself does not count
	}
	free := func(table string) bool {
		t.Helper()
		lease, err := house.Store().Lease(table, "somebody else")
		if err != nil {
			return false
		}
		if err := lease.Release(); err != nil {
			t.Fatal(err)
		}
		return true
	}
	const elsewhere = "LB2 si gioca su un’altra macchina della casa."
	s.Says(elsewhere)
	plays("LB1", "LB2")
	if station.open == nil || station.open.State.Name != "LB2" {
		t.Fatal("it does not stand at the table that came: ", s.Words())
	}
	plays("LB1")
	s.Says(elsewhere)
	if station.table != nil || !free("LB2") {
		t.Error("it keeps a table that is played elsewhere")
	}
	plays("LB2")
	station.openOffice(station.backToTable)
	s.Keys("316931\n")
	s.Rest()
	in := s.Words()
	plays("LB1")
	if s.Words() != in || station.table != nil || !free("LB2") {
		t.Error("who is in the office is sent out, or the table kept: ", s.Words())
	}
	station.backToTable()
	s.Says(elsewhere)
	s.Says("LB1")
	if err := station.Release(); err != nil {
		t.Error(err)
	}
}
