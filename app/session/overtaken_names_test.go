package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// What overtook a paper names whoever was entered after it was made.
func TestOvertakenNamesWhoCameSince(t *testing.T) {
	n := short(t)
	elena := n.elena.Staff
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().IncidentBy(record.IncidentOpened{Class: record.OtherIncident, Text: "a watch was lost"}, &elena)
	}, n.elena)
	n.clock.Pass(24 * time.Hour)
	pdf := signs(n, n.house, papers.Wanted{Kind: reports.ExceptionsReport, Item: n.table.State.Day, Lang: "en"}, "316931")
	gina := n.newPIN("32")
	seq := n.table.State.IncidentBook().OpenIncidents()[0].Seq
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(seq, "it was found", &gina.Staff)
	}, gina)
	v, err := papers.Of(n.house).VerifyReport(pdf)
	n.must(err)
	if !v.Holds() || v.Overtaken == nil {
		t.Fatalf("%v, %s, overtaken %v", v.Answer(), failings(v), v.Overtaken)
	}
	list, _, err := v.Overtaken.Was.Differences(v.Overtaken.Is, text.Open("en", "CHF"))
	n.must(err)
	said := ""
	for _, d := range list {
		said += d.Where + ": " + d.Is + "\n"
	}
	if !strings.Contains(said, "Gina Neri (32)") || strings.Contains(said, "32 (32)") {
		t.Errorf("it says\n%s", said)
	}
}
