package reports_test

import (
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

// One payment that was taken back is not told as four since it was the fourth of its hand.
func TestPaymentTakenBackIsToldByItsPlace(t *testing.T) {
	e := record.Entry{Table: "LB1", Seq: 9, Fact: record.Undone{Seq: 8}}
	said := reports.LineOf(reports.Form, e, nil, record.PaidOut{Rows: 4, Acts: 4}, &people.House{}).Said(text.Open("it", "CHF"))
	if strings.Contains(said, "pagamenti") || strings.Contains(said, "gesti") || !strings.Contains(said, "fino al pagamento 4, gesto 4") {
		t.Error(said)
	}
}

// The difference of a correction says for whom it is, and that the commission that is noted is none of it.
func TestDifferenceOfACorrectionIsOfChips(t *testing.T) {
	e := record.Entry{Table: "PB1", Fact: record.HandCorrected{Hand: 1, Reason: "r", Difference: 20_000}}
	said := reports.LineOf(reports.Form, e, nil, nil, &people.House{}).Said(text.Open("it", "CHF"))
	if !strings.Contains(said, "differenza, senza commissione annotata: per il tavolo +200, per i giocatori −200") {
		t.Error(said)
	}
}

// A correction by which no chip changes hands says so, and not that it was settled with the players.
func TestCorrectionWithoutADifference(t *testing.T) {
	e := record.Entry{Table: "PB1", Fact: record.HandCorrected{Hand: 1, Reason: "r", Moved: true}}
	said := reports.LineOf(reports.Form, e, nil, nil, &people.House{}).Said(text.Open("it", "CHF"))
	if !strings.Contains(said, "differenza, senza commissione annotata: nessuna") || strings.Contains(said, "regolata") {
		t.Error(said)
	}
}
