package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
)

// A hand of two split eights is corrected, the dealer's 17 to 18: who approves it reads of the
// left hand, which then pushes, and of nothing else.
func TestCorrectionOfASplitByKeys(t *testing.T) {
	s := readableAt(t, "BJ1")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n3")
	s.Keys("150\n\n" + "898" + "\n" + "p3h" + "00s" + "8" + " ")
	if len(s.Table().History) != 1 {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.F4("h\n")
	for range 3 {
		s.Shell.TypedKey(fyne.KeyDown)
	}
	s.Keys("\n9\n")
	s.Keys("f")
	s.Look("split-moved") // whether it was: what is meant stands beside the question
	if said := s.Over(); !strings.Contains(said, "Box 1, mano sinistra del giocatore: ritirare 50") || !strings.Contains(said, "solo il registro") {
		t.Errorf("what was moved:\n%s", said)
	}
	s.Keys("a" + "Video\n")
	s.Look("split-corrected")
	said := s.Over()
	if strings.Count(said, "Box 1") != 1 || !strings.Contains(said, "Box 1, mano sinistra del giocatore: ritirare") {
		t.Errorf("to be approved:\n%s", said)
	}
	s.Keys(screentest.InspectorCode)
	if h := s.Table().History[0]; h.Corrected == nil || h.Corrected.Difference != 5000 {
		t.Errorf("%+v: %s", h.Corrected, s.said())
	}
	s.Settled()
}
