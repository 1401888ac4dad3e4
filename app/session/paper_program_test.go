package session_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
)

// The SHA-256 of the program that runs stands on what it prints, under the seal; what was signed before it said so, and by one
// that has no hash, verifies as it did.
func TestProgramIsOnPaper(t *testing.T) {
	n := short(t)
	without := n.signedAs(reports.SlipReport)
	p := record.Program{Version: "0.9.0", SHA256: strings.Repeat("1f", 32)}
	n.must(n.house.Started("LB1", p))
	aside, err := n.house.Aside() // reports are made there
	n.must(err)
	if aside.Program() != p {
		t.Errorf("aside it is %+v", aside.Program())
	}
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.SlipReport, reports.HouseReport} {
		pdf := n.signedAs(kind)
		e, err := reports.EvidenceOf(pdf)
		n.must(err)
		for _, lang := range text.Languages() {
			pages, err := e.Seen(text.Open(lang, "CHF"), "")
			n.must(err)
			stands := func(m paper.Mark) bool { return strings.Contains(m.Text, p.SHA256) }
			if !slices.ContainsFunc(pages, func(page paper.Page) bool { return slices.ContainsFunc(page.Marks, stands) }) {
				t.Errorf("%s, %s: no page has the hash", kind, lang)
			}
		}
		if got, faults := n.saysOf(n.house, pdf); got != papers.Holds {
			t.Errorf("%s: %v, %s", kind, got, faults)
		}
	}
	if got, faults := n.saysOf(n.house, without); got != papers.Holds {
		t.Errorf("signed before: %v, %s", got, faults)
	}
}
