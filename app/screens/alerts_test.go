package screens

import (
	"context"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// A table has its own alerts on the record, though nobody looks on from the floor, each once.
func TestTableRaisesItsOwnAlerts(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Open()
	raised := func() (list []record.Alerted) {
		t.Helper()
		for e, err := range s.Shell.House.Store().Entries(record.HouseStream, 1) {
			if err != nil {
				t.Fatal(err)
			}
			if f, alert := e.Fact.(record.Alerted); alert {
				list = append(list, f)
			}
		}
		return list
	}
	s.Pass(15 * time.Second)
	if list := raised(); len(list) != 0 {
		t.Fatalf("a table that has just opened: %+v", list)
	}
	err := s.station.open.Do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Pass(15 * time.Second)
	if list := raised(); len(list) != 1 || list[0].Rule != record.IncidentAlert || list[0].Table != "LB1" || list[0].Value != 1 {
		t.Errorf("with an incident: %+v", list)
	}
}

// A table that is slower than on its days before says so by itself, though nobody looks on from its machine's floor; without three
// such days nothing is said.
func TestTableJudgesItsPace(t *testing.T) {
	for _, days := range []int{2, 3} {
		dir := t.TempDir()
		clock := demo.NewClock(time.Now().Add(-time.Duration(days)*24*time.Hour - 2*time.Hour))
		h, err := session.Open(dir, clock.Now)
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(err)
		must(h.SetUp(house.DemoPlan("it", "lugano", 1)))
		for day := range days {
			begun := clock.Now()
			must(demo.Play(context.Background(), h, clock, "LB1", 40, int64(day+1)))
			clock.Pass(max(0, 2*time.Hour-clock.Now().Sub(begun)))
			_, err := demo.Close(h, clock, "LB1")
			must(err)
			clock.Pass(begun.Add(24 * time.Hour).Sub(clock.Now()))
		}
		must(demo.Play(context.Background(), h, clock, "LB1", 1, 9))
		must(h.Close())
		s := arriveAt(t, dir, Options{Table: "LB1", Language: "it"})
		for range 2 { // it asks, and hears
			s.Pass(15 * time.Second)
			s.Shell.Wait()
		}
		s.Pass(15 * time.Second)
		pace := false
		for _, a := range s.Shell.House.State.Alerts().OpenAlerts() {
			pace = pace || a.Rule == record.PaceAlert
		}
		if pace != (days >= shifts.PaceDays) {
			t.Errorf("after %d days: %+v", days, s.Shell.House.State.Alerts().OpenAlerts())
		}
	}
}
