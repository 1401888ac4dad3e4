package reports_test

import (
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// The approval of a table's first opening calls its float what the opening calls it, and a closing without a count says who allowed
// it: whoever that was need not have inspected.
func TestWhatIsApprovedIsSaidAsItsOwnEntryIs(t *testing.T) {
	house := &house.House{Staff: []house.Staff{{Number: "31", Name: "Elena Moser", Role: record.Manager}}}
	w := text.Open("en", "CHF")
	float := record.Float{{Value: 500, Pieces: 200}}
	for _, c := range []struct {
		of        record.Fact
		shift     int
		want, not string
	}{
		{record.Opened{Croupier: "11", Inspector: "31", Closer: &float}, 1, "float: ", "float at the closing"},
		{record.Opened{Croupier: "11", Inspector: "31", Closer: &float}, 2, "float at the closing: ", "\x00"},
		{record.Closed{Croupier: "11", Inspector: "31", Uncounted: true}, 2, "without a count, allowed by Elena Moser (31)", "inspector"},
		{record.Closed{Croupier: "11", Inspector: "31"}, 2, "inspector: Elena Moser (31)", "allowed"},
	} {
		own := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Seq: 4, Shift: c.shift, Fact: c.of}, nil, nil, house).Said(w)
		approval := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Seq: 5, Shift: c.shift, Fact: record.Approved{Seq: 4, By: "31"}}, nil, c.of, house).Said(w)
		for _, said := range []string{own, approval} {
			if !strings.Contains(said, c.want) || strings.Contains(said, c.not) {
				t.Errorf("%T of shift %d: %s", c.of, c.shift, said)
			}
		}
	}
}
