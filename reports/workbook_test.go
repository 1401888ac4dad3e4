package reports_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"sabot/reports"
)

// A workbook looks like one: one font, heads aligned as their columns, pages as wide as their table, a filter on each.
func TestHowTheWorkbookLooks(t *testing.T) {
	r, err := evidence(t, reports.ShiftReport, "", worked(t).table).Report(words{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.WriteXLSX(&out); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	usual, err := book.GetDefaultFont()
	if err != nil {
		t.Fatal(err)
	}
	styleOf := func(sheet, cell string) *excelize.Style {
		id, err := book.GetCellStyle(sheet, cell)
		if err != nil {
			t.Fatal(err)
		}
		s, err := book.GetStyle(id)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, cell := range []string{"A1", "D2", "D1"} {
		if s := styleOf("report_spots", cell); s.Font.Family != usual {
			t.Errorf("%s is written in %q, others in %q", cell, s.Font.Family, usual)
		}
	}
	if s := styleOf("report_spots", "D1"); s.Alignment == nil || s.Alignment.Horizontal != "right" {
		t.Errorf("the head of a column of numbers: %+v", s.Alignment)
	}
	if s := styleOf("report_spots", "A1"); s.Alignment != nil && s.Alignment.Horizontal == "right" {
		t.Error("the head of a column of words stands at the right")
	}
	layout, err := book.GetPageLayout("report_spots")
	if err != nil || *layout.Orientation != "landscape" || *layout.FitToWidth != 1 {
		t.Errorf("%+v, %v", layout, err)
	}
	if props, err := book.GetSheetProps("report_spots"); err != nil || props.FitToPage == nil || !*props.FitToPage {
		t.Errorf("%+v, %v", props, err)
	}
	filters := 0
	for _, name := range book.GetDefinedName() {
		if strings.Contains(name.Name, "_FilterDatabase") {
			filters++
		}
	}
	if filters < 5 {
		t.Errorf("%d tables can be filtered", filters)
	}
}

// A chip is called the same on paper and in tables.
func TestChipsAreCalledTheSame(t *testing.T) {
	r, err := evidence(t, reports.ShiftReport, "", worked(t).table).Report(words{})
	if err != nil {
		t.Fatal(err)
	}
	files, err := r.CSV()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.Contains(f.Name, "report-float") && !strings.Contains(string(f.Content), "\n5,") && !strings.Contains(string(f.Content), "\n5;") {
			t.Errorf("%s: no chip of 5:\n%s", f.Name, f.Content)
		}
	}
}
