package reports_test

import (
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// A shift report says why a PIN was refused: no PIN of somebody who works here no more is wrong. Papers of before say what they said.
func TestShiftReportSaysWhyAPINWasRefused(t *testing.T) {
	f, house := worked(t), &house.House{}
	for i, fact := range []record.Fact{
		record.StaffSet(anna),
		record.StaffSet{Number: "12", Name: "Bruno Keller", Role: record.Croupier},
		record.PINFailed{Number: "12", Table: f.table.Name},
		record.StaffLeft{Number: "12"},
		record.PINFailed{Number: "12", Table: f.table.Name},
	} {
		house.Apply(house.Stamp(opened.Add(time.Duration(2+i)*time.Second), "", fact)[0])
	}
	for form, want := range map[int]string{reports.Form: "fact_pinfailed value_pin_gone", 6: ""} {
		e, err := reports.Evidence{Form: form, Kind: reports.ShiftReport, Language: "en", Currency: "CHF"}.Of(f.table, house)
		if err != nil {
			t.Fatal(err)
		}
		heading := map[int]string{reports.Form: "report_refused_pins", 6: "report_wrong_pins"}[form]
		var why []string
		if form != reports.Form && strings.Contains(string(e.Figures), `"Gone"`) {
			t.Errorf("form %d: %s", form, e.Figures)
		}
		if form == reports.Form {
			for _, row := range section(t, e, heading).Rows {
				why = append(why, row[3].Text)
			}
		}
		if got := strings.Join(why, " "); got != want {
			t.Errorf("form %d: refused because %q, want %q", form, got, want)
		}
	}
}
