package reports_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
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

// Where nobody has counted the drop, a result that goes by it is called an estimate, on the papers of a shift and of a table; on
// those of before form 7 it was "by count".
func TestAResultWithoutADropIsAnEstimate(t *testing.T) {
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 25_000, nil, nil) })
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: anna, Inspector: dario, Count: &opener})
	})
	shift := evidence(t, reports.ShiftReport, "", f.table)
	table, err := reports.Evidence{Form: reports.Form, Kind: reports.TableReport, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1}.OfShifts([]reports.Shift{reports.ShiftOf(f.table, someHouse)}, reports.Reach{}, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []int{reports.Form, 6} {
		shift.Form, table.Form = form, form
		now := form == reports.Form
		if said := saidBy(t, shift); strings.Contains(said, "= report_by_estimate") != now || strings.Contains(said, "= report_by_count") == now {
			t.Errorf("form %d:\n%s", form, said)
		}
		counted := section(t, table, "report_counted")
		for _, row := range counted.Rows {
			if strings.HasSuffix(row[5].Text, "*") != now || !strings.HasSuffix(row[4].Text, "*") {
				t.Errorf("form %d: drop %s, result %s", form, row[4].Text, row[5].Text)
			}
		}
	}
}

// An hour of another day than the one that the paper names has its day beside it: on the paper of a shift that goes past midnight, and on
// the table's of one that opened after it. On papers of before form 7 it had none.
func TestHoursPastMidnightHaveTheirDay(t *testing.T) {
	f := opens(t, &opener)
	f.now = time.Date(opened.Year(), opened.Month(), opened.Day()+1, 0, 5, 0, 0, house.ZoneNamed("Europe/Zurich"))
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: anna, Inspector: dario, Count: &opener})
	})
	sum := reports.ShiftOf(f.table, someHouse)
	sum.BuyIns = []reports.MoveLine{{At: f.now.UTC(), Box: 2, Amount: 500_000, By: "Dario Bianchi"}}
	figures, err := json.Marshal(sum)
	if err != nil {
		t.Fatal(err)
	}
	shift := reports.Evidence{Kind: reports.ShiftReport, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1, Figures: figures}
	late := sum
	late.Opened, late.Number = f.now.UTC(), 2
	table, err := reports.Evidence{Form: reports.Form, Kind: reports.TableReport, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1}.OfShifts([]reports.Shift{sum, late}, reports.Reach{}, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	next := f.now.Format("02.01. ")
	for _, form := range []int{reports.Form, 6} {
		shift.Form, table.Form = form, form
		now := form == reports.Form
		if now {
			if at := section(t, shift, "report_buy_ins").Rows[0][0].Text; at != next+"00:05" {
				t.Errorf("a buy-in was at %s", at)
			}
		}
		rows := section(t, table, "report_shifts").Rows
		for i, cell := range []string{rows[0][2].Text, rows[0][3].Text, rows[1][2].Text, rows[1][3].Text} {
			if strings.HasPrefix(cell, next) != (now && i > 0) {
				t.Errorf("form %d: %d is %s", form, i, cell)
			}
		}
	}
}
