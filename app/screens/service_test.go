package screens

import (
	"testing"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
)

// Who worked on a table's equipment is entered at the table itself, with the code of an inspector
// or a manager.
func TestServiceIsEnteredAtTheTable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Rest()
	s.Press("F10")
	s.Keys("hn")
	s.Says("Chi, e di quale ditta")
	s.Keys("rossi sa\n")
	s.Says("Su che cosa")
	s.Look("service")
	s.Keys("schermo\n" + screentest.Codes[record.Croupier] + "\n")
	s.Says("Ispettore o responsabile: numero e PIN")
	s.Keys(screentest.Codes[record.Inspector] + "\n")
	s.Says("Intervento tecnico al tavolo LB1 iscritto.")
	var last record.Serviced
	for e, err := range s.Shell.House.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := e.Fact.(record.Serviced); ok {
			last = f
		}
	}
	if last.Table != "LB1" || last.By != "21" || last.What == "" || last.Who == "" {
		t.Errorf("the record has %+v", last)
	}
}
