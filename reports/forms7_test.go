package reports_test

import (
	"strings"
	"testing"
	"time"

	"sabot/reports"
)

// saidBy is all that a report says.
func saidBy(t *testing.T, e reports.Evidence) string {
	t.Helper()
	r, err := e.Report(words{})
	if err != nil {
		t.Fatal(err)
	}
	all := []string{r.Title}
	for _, p := range r.Head {
		all = append(all, p.Label+" "+p.Value)
	}
	for _, s := range r.Sections {
		all = append(append(all, s.Heading), append(s.Lines, s.Notes...)...)
		for _, c := range s.Columns {
			all = append(all, c.Head)
		}
		for _, row := range s.Rows {
			for _, c := range row {
				all = append(all, c.Text)
			}
		}
	}
	return strings.Join(all, "\n")
}

// Hold is win over drop on every paper; what the house won of the turnover has its own word. Slips have their table's name.
func TestOneWordForOneFigure(t *testing.T) {
	table := worked(t).table
	e := evidence(t, reports.ShiftReport, "", table)
	now := saidBy(t, e)
	for _, want := range []string{"report_win_turnover\n", "report_win_turnover_note", "report_hold: ", "report_hold_note", "LB1-F-2026-0001"} {
		if !strings.Contains(now, want) {
			t.Errorf("a shift's paper does not say %q", want)
		}
	}
	if strings.Contains(now, "report_hold_spots_note") {
		t.Error("hold is two figures")
	}
	if slip := saidBy(t, evidence(t, reports.SlipReport, "F 2026-0001", table)); !strings.Contains(slip, "slip_fill LB1-F-2026-0001") {
		t.Error(slip)
	}
	e.Form = 6
	if then := saidBy(t, e); !strings.Contains(then, "report_hold_spots_note") || strings.Contains(then, "LB1-F") || strings.Contains(then, "report_win_turnover") {
		t.Error("form 6 is drawn otherwise than it was")
	}
}

// The offset beside a zone is that of the time that a paper tells of, whenever it is printed.
func TestOffsetIsThatOfTheDay(t *testing.T) {
	winter := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC).UnixMilli()
	for _, c := range []struct {
		kind    reports.Kind
		figures string
		form    int
		offset  string
	}{
		{reports.ShiftReport, `{"Opened":"2026-10-18T18:32:00Z","Closed":"2026-10-19T02:00:00Z"}`, reports.Form, "(UTC+02:00)"},
		{reports.ShiftReport, `{"Opened":"2026-10-24T18:32:00Z","Closed":"2026-10-25T02:00:00Z"}`, reports.Form, "(UTC+02:00, UTC+01:00)"},
		{reports.ShiftReport, `{"Opened":"2026-10-18T18:32:00Z","Closed":"2026-10-19T02:00:00Z"}`, 6, "(UTC+01:00)"},
		{reports.HouseReport, `{"Day":"2026-10-18"}`, reports.Form, "(UTC+02:00)"},
		{reports.HouseReport, `{"Day":"2026-10-01","To":"2026-10-31"}`, reports.Form, "(UTC+02:00, UTC+01:00)"},
		{reports.ExceptionsReport, `{"Day":"2026-10-18"}`, reports.Form, "(UTC+02:00)"},
		{reports.TableReport, `{"From":"2026-07-01","To":"2026-07-31"}`, reports.Form, "(UTC+02:00)"},
		{reports.SlipReport, `{"Asked":"2026-10-18T18:32:00Z"}`, reports.Form, "(UTC+02:00)"},
		{reports.ReconstructionReport, `{"Day":"2026-10-18"}`, reports.Form, "(UTC+02:00)"},
		{reports.IncidentReport, `{"Day":"2026-10-18"}`, reports.Form, "(UTC+02:00)"},
		{reports.AccessReport, `{"At":"2026-11-23T12:00:00Z"}`, reports.Form, "(UTC+01:00)"},
	} {
		e := reports.Evidence{Form: c.form, Kind: c.kind, Zone: "Europe/Zurich", Currency: "CHF", Printed: winter, Copy: 1, Figures: []byte(c.figures)}
		if said := saidBy(t, e); !strings.Contains(said, "Europe/Zurich "+c.offset) {
			t.Errorf("%s of form %d %s: no %s", c.kind, c.form, c.figures, c.offset)
		}
	}
}
