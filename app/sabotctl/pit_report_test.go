package main

import (
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/pit/tray"
	"sabot/reports"
)

// Sums of which nobody counted a drop have the star that they have on paper, with its sentence, and stakes without odds are named. What hands
// came to is no estimate.
func TestEstimatesHaveTheirStar(t *testing.T) {
	p := reports.Period{Lines: []reports.HouseLine{
		{Currency: "CHF", Preset: "lugano", Table: "LB1", Shifts: 1, Drop: 50_000, Win: tray.KnownSum(-20_000), Theo: 100},
		{Currency: "CHF", Preset: "lugano", Table: "LB2", Shifts: 1, Drop: 30_000, Guesses: 1, Win: tray.KnownSum(2000), Theo: 100, Unknown: 1000},
	}}
	words := text.Open("en", "CHF")
	for win, wanted := range map[string][]string{
		byCount: {"500.00 −200.00 1.00", "300.00* 20.00* 1.00", "800.00* −180.00* 2.00", words.T("report_estimate_star"), "CHF: Without known odds, not part of the theo win: 10.00."},
		byHands: {"500.00 −200.00 1.00", "300.00* 20.00 1.00", "800.00* −180.00 2.00", words.T("report_drop_star"), "CHF: Without known odds, not part of the theo win: 10.00."},
	} {
		var out strings.Builder
		must(t, printLines(&out, words, "table", win, p))
		said := strings.Join(strings.Fields(out.String()), " ")
		for _, w := range wanted {
			if !strings.Contains(said, w) {
				t.Errorf("%s: %q is not in\n%s", win, w, out.String())
			}
		}
		p := reports.Period{Lines: p.Lines[:1]}
		out.Reset()
		must(t, printLines(&out, words, "table", win, p))
		if strings.Contains(out.String(), "*") {
			t.Errorf("%s: all was counted, and it says\n%s", win, out.String())
		}
	}
}
