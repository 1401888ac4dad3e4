package screens

import (
	"testing"
	"time"

	"sabot/pit"
	"sabot/pit/record"
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
		return t.OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Pass(15 * time.Second)
	if list := raised(); len(list) != 1 || list[0].Rule != record.IncidentAlert || list[0].Table != "LB1" || list[0].Value != 1 {
		t.Errorf("with an incident: %+v", list)
	}
}
