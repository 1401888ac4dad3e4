package reports_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// Keys and badges that are handed over and returned, and the box for tips that is emptied and counted, have a
// paper each and a line in the shift report (SPBV-EJPD, article 37, paragraph 2, a and b).
func TestPapersOfKeysAndTronc(t *testing.T) {
	table, h := shift(t, 1)
	now := opened.Add(3600e9)
	dario, anna := house.Staff{Number: "21", Name: "Dario Bianchi", Role: record.Inspector}, house.Staff{Number: "11", Name: "Anna Rossi", Role: record.Croupier}
	enter := func(facts []record.Fact, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range table.Stamp(now, facts...) {
			table.Apply(e)
		}
	}
	enter(table.Desk().HandKeys("drop box 4", false, dario, anna))
	enter(table.Desk().HandKeys("drop box 4", true, dario, anna))
	enter(table.Desk().EmptyTronc(12345, dario, anna))
	enter(table.Desk().HandKeys("badge 9", true, dario, anna))
	enter(table.Desk().HandKeys("drop box 5", false, dario, anna))
	enter(table.Desk().HandKeys("drop box 5", true, dario, house.Staff{Number: "12", Name: "Bruno Keller", Role: record.Croupier}))
	if out := table.KeysOut(); len(out) != 0 {
		t.Errorf("keys that came back are out: %v", out)
	}
	for name, want := range map[string][]string{
		"K 1": {"custody_over", "drop box 4", "custody_from map[Name:Dario Bianchi]", "custody_to map[Name:Anna Rossi]"},
		"K 2": {"custody_back", "drop box 4", "custody_from map[Name:Anna Rossi]", "custody_to map[Name:Dario Bianchi]"},
		"K 3": {"field_unheld", "badge 9"},
		"K 5": {"custody_back", "custody_holder", "Name:Anna", "Bruno Keller"},
		"T 1": {"custody_tronc", "123.45", "Dario Bianchi"},
	} {
		paper := strings.Join(strings.Fields(read(t, drawn(t, reports.SlipReport, name, table, h).PDF)), " ")
		for _, w := range want {
			if !strings.Contains(paper, w) {
				t.Errorf("the paper %s does not say %q:\n%s", name, w, paper)
			}
		}
	}
	e, err := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Table: table.Name, Shift: table.Shift, Copy: 1, Zone: "Europe/Zurich", Printed: now.UnixMilli()}.Of(table, h)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := e.Draw(words{})
	if err != nil {
		t.Fatal(err)
	}
	report := read(t, doc.PDF)
	for _, w := range []string{"report_custody", "drop box 4", "123.45", "field_unheld"} {
		if !strings.Contains(report, w) {
			t.Errorf("the shift report does not say %q", w)
		}
	}
	if strings.Contains(report, "keys_out") {
		t.Error("the shift report says that something is out")
	}
	enter(table.Desk().HandKeys("badge 7", false, dario, anna))
	if out := reports.ShiftOf(table, h).KeysOut; len(out) != 1 || out[0] != "badge 7 · Anna Rossi (11)" {
		t.Errorf("out: %v", out)
	}
	for _, custody := range [][]reports.CustodyLine{reports.ShiftOf(table, h).Custody, nil} { // in a shift before too
		s := reports.ShiftOf(table, h)
		s.Custody = custody
		figures, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		e.Figures = figures
		doc, err := e.Draw(words{})
		if err != nil {
			t.Fatal(err)
		}
		if paper := read(t, doc.PDF); !strings.Contains(paper, "keys_out map[Items:badge 7 · Anna Rossi (11)]") {
			t.Errorf("the shift report does not say what is out:\n%s", paper)
		}
	}
	if _, err := (reports.Evidence{Kind: reports.SlipReport, Item: "K 9"}).Of(table, h); err == nil || !strings.Contains(err.Error(), "it has K 1, K 2, T 1, K 3, K 4") {
		t.Errorf("a paper of keys that nobody handed over: %v", err)
	}
}
