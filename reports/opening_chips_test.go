package reports_test

import (
	"strings"
	"testing"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// A shift report says which chips the opening found in place of those that the closing before had left, though the sum is the same.
func TestShiftReportNamesOtherChips(t *testing.T) {
	left, found := record.Float{{Value: 500, Pieces: 20}, {Value: 1000, Pieces: 15}}, record.Float{{Value: 500, Pieces: 22}, {Value: 1000, Pieces: 14}}
	f := opens(t, &left)
	f.close(&left, dario)
	f.open(&found)
	if notes := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_float").Notes; len(notes) != 1 || !strings.Contains(notes[0], "report_other_chips") {
		t.Errorf("it says %q", notes)
	}
	if got := f.table.OtherChips(); len(got) != 2 || got[0] != (tray.ChipsApart{Value: 500, Is: 22, Was: 20}) || got[1] != (tray.ChipsApart{Value: 1000, Is: 14, Was: 15}) {
		t.Errorf("%+v", got)
	}
	f.close(&found, dario)
	short := record.Float{{Value: 500, Pieces: 21}, {Value: 1000, Pieces: 14}}
	f.open(&short)
	if notes := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_float").Notes; len(notes) != 2 || !strings.Contains(notes[1], "report_other_chips_sum map[Amount:CHF\u00a0-5.00]") {
		t.Errorf("of an opening with 5 less it says %q", notes)
	}
	f.close(&found, dario)
	f.open(&found)
	if notes := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_float").Notes; len(notes) != 0 {
		t.Errorf("of an opening that found what was left it says %q", notes)
	}
}

// A slip of a shift report names who asked for it, where others verified it.
func TestSlipNamesWhoAskedForIt(t *testing.T) {
	f := opens(t, &opener)
	ask := func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RequestSlip(someHouse, record.Fill, record.Float{{Value: 1000, Pieces: 30}}, &dario)
	}
	verify := func(number int, by house.Staff) {
		f.do(ask, func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().VerifySlip(someHouse, record.SlipID{Kind: record.Fill, Year: 2026, Number: number}, "Cassa 2", "G. Neri", anna, by)
		})
	}
	verify(1, dario)
	verify(2, elena)
	slips := reports.ShiftOf(f.table, someHouse).Slips
	if slips[0].AskedBy != "" || !strings.Contains(slips[1].AskedBy, dario.Name) {
		t.Errorf("%+v", slips)
	}
	rows := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_slips").Rows
	if people := rows[1][len(rows[1])-1].Text; !strings.Contains(people, "slip_asked_by "+anna.Name) || !strings.Contains(people, dario.Name) {
		t.Errorf("its people are %q", people)
	}
}
