package pit_test

import (
	"testing"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// What was entered while no hand was open is of none, though its entry has the number of the next: an incident, an alarm, and
// whatever the log has. A bet that was put down and taken back opens none.
func TestWhatFallsBetweenTwoHands(t *testing.T) {
	incident := func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.ConductIncident, Text: "lite"})
	}
	f := newFloor(t)
	f.do(opening, shoe, incident)                                                                 // before hand 1
	f.do(bet(1, "59", 2000), incident, undo, incident)                                            // in hand 1, and before it
	f.do(bet(1, "59", 2000), bet(1, "play", 2000), closeBets, incident)                           // in hand 1
	f.do(card("8"), card("9"), card("8"), decide("stand"), card("K"), incident, payAll, incident) // in hand 1, after it
	want := []bool{true, false, true, false, false, true}
	for i, got := range f.table.Incidents {
		if got.Between != want[i] {
			t.Errorf("incident %d of hand %d: between %t, want %t", i+1, got.Hand, got.Between, want[i])
		}
	}
	if len(f.table.Incidents) != len(want) {
		t.Errorf("%d incidents, want %d", len(f.table.Incidents), len(want))
	}
	watch := hand.Watch{}
	for _, e := range f.entries() {
		before, err := hand.WatchBefore(f.journal, e)
		if err != nil {
			t.Fatal(err)
		}
		told := before.Between(e)
		if watched := watch.Between(e); watched != told {
			t.Errorf("entry %d: watched %t, looked up %t", e.Seq, watched, told)
		}
		if i, known := f.table.IncidentBook().Incident(e.Seq); known && told != i.Between {
			t.Errorf("incident at entry %d: %t in the log", e.Seq, told)
		}
		watch.Take(e)
	}
	f.holds()
	f.holdsAnew()
}
