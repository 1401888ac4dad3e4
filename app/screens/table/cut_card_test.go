package table

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/pit/hand"
)

// F3 by mistake, and seen when the hand is over: Backspace takes the cut card back, with an
// inspector who reads what that is.
func TestCutCardTakenBackByKeys(t *testing.T) {
	s := threeBoxes(t).inHouse()
	s.Shell.TypedKey(fyne.KeyF3)
	s.Keys("805k304 sss9 ")
	if s.Table().Deal().Phase() != hand.Shoeless {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("\b")
	s.Says("Mano 1, disfatto: cartoncino")
	s.Look("cut-card-back")
	s.Keys(screentest.InspectorCode)
	if s.Table().Deal().Phase() != hand.Betting || s.Table().ShoeOver {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Pass(controls.Rhythm)
	s.Keys(" ")
	if s.Table().Current.Empty() {
		t.Errorf("no bet is taken: %s", s.said())
	}
}
