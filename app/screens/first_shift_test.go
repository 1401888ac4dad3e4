package screens

import (
	"strings"
	"testing"

	"sabot/app/screens/screentest"
)

// What the office of a house with no shift says of opening a table is what the table asks for: first the count, then the codes.
func TestWayToTheFirstShift(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.station.openOffice(s.station.backToTable)
	s.Keys(screentest.ManagerCode)
	s.Rest()
	says := strings.ReplaceAll(s.Words(), "\n", " ")
	count, codes := strings.Index(says, "la dotazione contata insieme"), strings.Index(says, "croupier e ispettore con il loro PIN")
	if count < 0 || codes < count {
		t.Errorf("it says %s", says)
	}
	s.Shell.Show(s.station.table)
	s.Keys("\n")
	s.Says("contano insieme")
}
