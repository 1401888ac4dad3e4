package table

import (
	"strings"
	"testing"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
)

// A bet that never lay, on a box that has a card: the ruling leads on to the reconstruction (source 004, section 7).
func TestRulingLeadsOnToTheReconstruction(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("34")
	s.F4("b")
	if !strings.Contains(s.Words(), s.Shell.Text.T("relay_rule_first")) {
		t.Errorf("the boxes that play do not say what comes first:\n%s", s.Words())
	}
	s.Look("first the ruling")
	s.Shell.CloseOverlay()
	s.F4("c\n")
	if !strings.Contains(s.Words(), s.Shell.Text.T("relay_rule_first")) {
		t.Errorf("the cards do not say what comes first:\n%s", s.Words())
	}
	s.Look("first the ruling")
	s.Shell.CloseOverlay()
	s.F4("g1a0\nbVisto\n")
	if !strings.Contains(s.Words(), s.Shell.Text.T("approve_lies_wrong")) {
		t.Errorf("the inspector is not told that cards lie wrong by it:\n%s", s.Words())
	}
	s.Look("approval of a ruling")
	s.Keys(screentest.InspectorCode)
	if !s.Table().Felt().LiesWrong() || s.Shell.Overlay() == nil {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	if want := s.Shell.Text.T("irregularity_dealt_without"); !strings.Contains(strings.ToLower(s.screen.laid.page.Shown.Title), want) {
		t.Errorf("the page says %q, want %q", s.screen.laid.page.Shown.Title, want)
	}
	s.Look("ruled, cards wrong")
	s.Keys("\nVisto\n" + screentest.InspectorCode)
	if got := s.lies(); got != "3@box:2 4@box:3" {
		t.Errorf("they lie %s: %s", got, s.said())
	}
	if r := s.Table().Current.Relays; r[0].Kind != record.DisputedBet || r[len(r)-1].Kind != record.DealtWithout || r[len(r)-1].Box != 1 {
		t.Errorf("put right: %v box %d, then %v box %d", r[0].Kind, r[0].Box, r[len(r)-1].Kind, r[len(r)-1].Box)
	}
}

// A ruling that cannot be is refused before anybody gives a reason.
func TestRulingIsRefusedBeforeItsReason(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304\n\n") // the 59 of boxes 1 and 2 is paid
	s.F4("g1a0\n")
	if want := s.Shell.Text.T("refused_not_possible_bet"); s.Shell.Overlay() != nil || !strings.Contains(s.said(), want) {
		t.Errorf("%q, want %q:\n%s", s.said(), want, s.Words())
	}
}
