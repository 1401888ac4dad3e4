package reports_test

import (
	"strings"
	"testing"

	"sabot/reports"
)

// A paper of several days says so in every sentence; one of a day, and one of before form 7, speaks of the day.
func TestPapersOfSeveralDaysSaySo(t *testing.T) {
	for _, c := range []struct {
		kind    reports.Kind
		figures string
		form    int
		want    []string
	}{
		{reports.ExceptionsReport, `{"Day":"2026-11-01","To":"2026-11-30","Running":true}`, reports.Form, []string{"report_days 01.11.2026 – 30.11.2026", "report_exceptions_none_days", "report_provisional_days"}},
		{reports.ChangesReport, `{"Day":"2026-11-01","To":"2026-11-30","Running":true}`, reports.Form, []string{"report_days ", "report_changes_none_days", "report_provisional_days"}},
		{reports.HouseReport, `{"Day":"2026-11-01","To":"2026-11-30","Ahead":true}`, reports.Form, []string{"report_days ", "report_provisional_days"}},
		{reports.ExceptionsReport, `{"Day":"2026-11-01","Running":true}`, reports.Form, []string{"report_day 01.11.2026", "report_exceptions_none map[From:01.11.2026", "report_provisional_day\n"}},
		{reports.HouseReport, `{"Day":"2026-11-01","To":"2026-11-30","Ahead":true}`, 6, []string{"report_day ", "report_provisional_day\n"}},
	} {
		e := reports.Evidence{Form: c.form, Kind: c.kind, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1, Figures: []byte(c.figures)}
		r, err := e.Report(words{})
		if err != nil {
			t.Fatal(err)
		}
		said := saidBy(t, e) + "\n" + r.Banner + "\n"
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s of form %d does not say %q:\n%s", c.kind, c.form, want, said)
			}
		}
	}
}
