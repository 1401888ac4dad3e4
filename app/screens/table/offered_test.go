package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/hand"
)

// A card that was exposed in error stays named until it lies somewhere or is burned; another card and the end of the hand are refused
// until then.
func TestOfferedCardStaysNamed(t *testing.T) {
	s := seats(t).inHouse()
	s.Keys("120\n320\n\n" + "698" + "57" + "\n")
	if s.Table().Deal().Phase() != hand.Deciding {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	named := func(does string) {
		t.Helper()
		shown := s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice)
		if open, _ := s.Table().Deal().Offered(); !strings.Contains(shown.Notice.Text, s.screen.viewer().NextAct().Alarm(s.Table(), open)) {
			t.Errorf("%s: it says %q", does, shown.Notice.Text)
		}
	}
	s.F4("f4")
	named("noted")
	lie := len(s.Table().Felt().OnFelt())
	s.Keys("5")
	s.Says(s.Shell.Text.T("refused_offered_first"))
	if named("another card"); len(s.Table().Felt().OnFelt()) != lie {
		t.Errorf("another card lies: %v", s.Table().Felt().OnFelt())
	}
	s.Press(fyne.KeyEscape)
	named("a key")
	s.Picture("offered")
	s.Keys("s")
	named("a decision")
	s.Keys("4")
	if _, open := s.Table().Deal().Offered(); open || len(s.Table().Felt().OnFelt()) != lie+1 {
		t.Errorf("it lies nowhere: %v, %s", s.Table().Felt().OnFelt(), s.said())
	}
	s.Keys("\b")
	named("it was taken back")
	s.Keys("\b\b")
	if _, open := s.Table().Deal().Offered(); open || s.said() == "" {
		t.Errorf("the slip stands: %s", s.said())
	}
}

// What nobody took is burned before the hand closes.
func TestOfferedCardIsBurnedBeforeTheHandCloses(t *testing.T) {
	s := seats(t).inHouse()
	s.Keys("120\n\n" + "978" + "\n")
	s.F4("f4")
	s.Keys("sk")
	if want := s.Shell.Text.T("act_offer_burn", map[string]any{"Card": "4"}); s.Table().Deal().Phase() != hand.Paying || s.act() != want {
		t.Fatalf("phase %v, act %q, want %q: %s", s.Table().Deal().Phase(), s.act(), want, s.said())
	}
	s.Keys("\n")
	s.Picture("offered-not-closed")
	if s.Says(s.Shell.Text.T("refused_offered_first")); len(s.Table().History) != 0 {
		t.Fatal("the hand closed without the card")
	}
	s.F4("e4\nVista\n" + screentest.InspectorCode)
	s.Keys("\n")
	if len(s.Table().History) != 1 {
		t.Errorf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
}
