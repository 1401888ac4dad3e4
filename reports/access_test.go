package reports_test

import (
	"strings"
	"testing"

	"sabot/reports"
)

// The list is dated by its gaming day, by which its file is called; a paper of 0.9 by the clock.
func TestAccessHasTheDateOfItsFile(t *testing.T) {
	e := reports.Evidence{Kind: reports.AccessReport, Item: "2026-11-22", Zone: "Europe/Zurich", Currency: "CHF", Printed: opened.UnixMilli(), Copy: 1, Figures: []byte(`{"At":"2026-11-23T02:54:00Z"}`)}
	for form, day := range map[int]string{reports.Form: "22.11.2026", 6: "23.11.2026"} {
		e.Form = form
		if r, err := e.Report(words{}); err != nil || r.Title != "report_access · "+day {
			t.Errorf("form %d is called %q: %v", form, r.Title, err)
		}
	}
}

// Whoever is absent stands in the strictest list that they belong to, and in that one alone; a paper of 0.9 repeats them.
func TestAbsentAreListedOnce(t *testing.T) {
	e := reports.Evidence{Form: reports.Form, Kind: reports.AccessReport, Zone: "Europe/Zurich", Currency: "CHF", Printed: opened.UnixMilli(), Copy: 1, Figures: []byte(`{"At":"2026-11-23T12:00:00Z","People":[
		{"Number":"11","Name":"Anna Rossi","Role":"croupier","Since":"2026-01-01T12:00:00Z","Last":"2026-01-02T12:00:00Z"},
		{"Number":"12","Name":"Bruno Keller","Role":"croupier","Since":"2026-01-01T12:00:00Z","Last":"2026-10-12T12:00:00Z"},
		{"Number":"13","Name":"Chiara Conti","Role":"croupier","Since":"2026-01-01T12:00:00Z","Last":"2026-11-22T12:00:00Z"}]}`)}
	for form, times := range map[int][]int{reports.Form: {2, 2, 1}, 6: {3, 2, 1}} {
		e.Form = form
		said := saidBy(t, e)
		for i, name := range []string{"Anna Rossi", "Bruno Keller", "Chiara Conti"} {
			if n := strings.Count(said, name); n != times[i] {
				t.Errorf("form %d has %s %d times, want %d", form, name, n, times[i])
			}
		}
	}
}
