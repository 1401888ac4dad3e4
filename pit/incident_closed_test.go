package pit_test

import (
	"slices"
	"testing"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A closed table has no croupier who answers for an incident: it is of who gives their code, and without one there is none. A
// record of 0.9 has it of the croupier who dealt last.
func TestIncidentAtAClosedTable(t *testing.T) {
	lost := record.IncidentOpened{Class: record.OtherIncident, Text: "a watch was lost"}
	by := func(who *house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().IncidentBy(lost, who) }
	}
	f := newFloor(t)
	f.refused(house.TableClosed, by(&dario))
	f.do(counted(luganoSet, tall))
	f.refused(house.TableOpen, by(&dario))
	f.do(closeWith(&tall, dario))
	f.refused(house.TableClosed, func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().OpenIncident(lost) })
	f.refused(house.NeedsCroupier, by(nil))
	f.do(by(&bruno))
	last := f.entries()[len(f.entries())-1]
	if signed := record.Signers(last.Fact); last.By != bruno.Number || !slices.Equal(signed, []string{bruno.Number}) {
		t.Errorf("it is of %s, signed by %v", last.By, signed)
	}
	if i, _ := f.table.IncidentBook().Incident(last.Seq); i.By != bruno.Number || !slices.Equal(i.People, []string{bruno.Number}) {
		t.Errorf("%+v", i)
	}
	f.holds()
	for name, forge := range map[string]func(*record.IncidentOpened, *record.Entry){
		"nobody":         func(f *record.IncidentOpened, e *record.Entry) { f.By, e.By = "", anna.Number },
		"nobody of here": func(f *record.IncidentOpened, e *record.Entry) { f.By, f.People, e.By = "99", []string{"99"}, "99" },
		"of another":     func(f *record.IncidentOpened, e *record.Entry) { f.People = []string{anna.Number} },
	} {
		list := f.entries(func(e *record.Entry) {
			if fact, is := e.Fact.(record.IncidentOpened); is {
				forge(&fact, e)
				e.Fact = fact
			}
		})
		if faultOf(f, list...) == nil {
			t.Errorf("an incident of %s holds", name)
		}
	}
	before := newFloor(t)
	before.do(func(t *pit.Table) ([]record.Fact, error) {
		facts, err := counted(luganoSet, tall)(t)
		opened := facts[0].(record.Opened)
		opened.Checks = 0
		facts[0] = opened
		return facts, err
	}, closeWith(&tall, dario), func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().OpenIncident(lost) })
	before.holds()
}
