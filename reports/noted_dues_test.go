package reports_test

import (
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// Of commission that was collected the log says from which bettor of the box.
func TestCollectedCommissionNamesItsBettor(t *testing.T) {
	e := record.Entry{Table: "LB1", Fact: record.CommissionTaken{Dues: []record.Debt{{Box: 1, Amount: 225}, {Box: 1, Bettor: "3", Amount: 225}}}}
	said := reports.LineOf(reports.Form, e, nil, nil, &house.House{}).Said(text.Open("en", "CHF"))
	if want := "Box 1 2.25, Box 1 (3) 2.25"; !strings.Contains(strings.ReplaceAll(said, "\u00a0", " "), want) {
		t.Errorf("%q has no %q", said, want)
	}
}
