package reports_test

import (
	"strings"
	"testing"

	"sabot/reports"
)

// What lists nothing is no file of its own: its sentence stands in the first one, as in the workbook.
func TestNoFileOfNothing(t *testing.T) {
	for _, kind := range []reports.Kind{reports.ExceptionsReport, reports.ChangesReport, reports.IncidentReport} {
		figures := `{"Day":"2026-11-01"}`
		if kind == reports.IncidentReport {
			figures = `{"Table":"LB1","Shift":1,"Day":"2026-11-01"}`
		}
		e := reports.Evidence{Form: reports.Form, Kind: kind, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1, Figures: []byte(figures)}
		r, err := e.Report(words{})
		if err != nil {
			t.Fatal(err)
		}
		files, err := r.CSV()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if len(strings.TrimPrefix(string(f.Content), "\ufeff")) == 0 || strings.HasSuffix(f.Name, "-.csv") {
				t.Errorf("%s: %s holds %q", kind, f.Name, f.Content)
			}
		}
		if first := string(files[0].Content); !strings.Contains(first, "_no") || strings.Contains(first, "\n;") || strings.Contains(first, "\n,") {
			t.Errorf("%s: the first file is %q", kind, first)
		}
		for _, s := range r.Sheets() {
			if s.Name == "" {
				t.Errorf("%s: a sheet of the workbook has no name: %+v", kind, s)
			}
		}
	}
}
