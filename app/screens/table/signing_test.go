package table

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/reports"
)

// A shift whose only approval was taken back has a paper that lists it, which is offered to be signed.
func TestPaperOfTakenBackApprovalsIsSigned(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805")
	s.F4("a2\n\n")
	s.Keys("\nVista\n" + screentest.InspectorCode)
	s.Keys("\b" + screentest.InspectorCode)
	s.Keys("\b") // what was declared too
	s.Keys("k304")
	s.Keys(" sss49 ")
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands closed, phase %v: %s", n, s.Table().Deal().Phase(), s.said())
	}
	list := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State)
	if relaid, other := list.Count(); relaid+other != 0 || list.TakenBack() != 1 {
		t.Fatalf("%d reconstructions, %d others, %d taken back", relaid, other, list.TakenBack())
	}
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.countAll()
	s.Shell.CloseOverlay()
	s.screen.pages().openSigning()
	s.Shows(s.Shell.Text.T("signing_taken_back", map[string]any{"N": 1}))
	s.Look("signing, an approval taken back")
	s.Keys("b" + screentest.InspectorCode + screentest.CroupierCode)
	if !strings.Contains(s.said(), "reconstruction-LB1-1") {
		t.Errorf("it says %q", s.said())
	}
}

// A hand of a shift whose report is signed is not offered to be corrected: the menu says why not, and stays.
func TestSignedShiftOffersNoCorrection(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304")
	s.Keys(" sss49 ")
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands closed, phase %v: %s", n, s.Table().Deal().Phase(), s.said())
	}
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.countAll()
	s.Shell.CloseOverlay()
	s.screen.pages().openSigning()
	s.Keys("\n" + screentest.CroupierCode + screentest.InspectorCode)
	s.Shell.CloseOverlay()
	if !s.screen.counts().signed() {
		t.Fatalf("not signed: %s", s.said())
	}
	s.screen.pages().openSigning()
	s.Keys("\n")
	s.Shows(s.Shell.Text.T("report_reprint", map[string]any{"N": 2}))
	s.Shell.CloseOverlay()
	s.F4("h")
	if s.Shell.Overlay() == nil {
		t.Fatalf("no menu stays: %q", s.said())
	}
	s.Shows(s.Shell.Text.T("refused_report_signed"))
	s.Look("what went wrong, after the signature")
}

// countAll closes the table with what its tray has to be.
func (s *seat) countAll() {
	s.T.Helper()
	s.Keys("0\n0\n0\n0\n0\n" + fmt.Sprint(int64(s.Table().Desk().Worth().Amount/100)) + "\n" + screentest.CroupierCode + screentest.InspectorCode)
	if s.Table().Open {
		s.T.Fatalf("not closed: %s", s.said())
	}
}
