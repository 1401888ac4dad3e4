package reports_test

import (
	"bytes"
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/reports"
)

// Where two papers differ is said in the words of the paper, with the row and the column, and no field of the evidence.
func TestDifferencesAreOfThePage(t *testing.T) {
	e := evidence(t, reports.ShiftReport, "", worked(t).table)
	e.Currency = "CHF"
	w := text.Open("en", "CHF")
	now := e
	now.Figures = bytes.Replace(e.Figures, []byte(`"Tips":`), []byte(`"Tips":7`), 1)
	if bytes.Equal(now.Figures, e.Figures) {
		t.Fatal("the shift has no tips")
	}
	if same, _, err := e.Differences(e, w); err != nil || len(same) > 0 {
		t.Errorf("a paper differs from itself: %+v, %v", same, err)
	}
	list, more, err := e.Differences(now, w)
	if err != nil || len(list) != 1 || more != 0 || !strings.HasPrefix(list[0].Where, "Result") || !strings.HasPrefix(list[0].Was+list[0].Is, "Tips") {
		t.Errorf("%+v, %v", list, err)
	}
}
