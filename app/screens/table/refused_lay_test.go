package table

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/app/view"
)

// A lay that was refused is refused still when the cards are entered otherwise and then so again; who approves another lay
// is told that one was refused before.
func TestRefusedLayIsNotOfferedByTheWayOfAnother(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805")
	s.F4("a2\n\n")
	s.Keys("rVista\n" + screentest.InspectorCode)
	s.F4("")
	s.Shell.TypedKey(fyne.KeyHome)
	s.Keys("2\n")
	if p := s.screen.laid.page.Shown; !p.Ways[0].On || s.Table().Felt().RelayIsRefused() {
		t.Fatalf("another lay is %+v, %q", p.Ways[0], p.Verdict)
	}
	s.Keys("\nVisto\n")
	s.Shows("rifiutata un’altra posizione", "Vista")
	s.Press(fyne.KeyEscape, fyne.KeyEscape, fyne.KeyHome)
	s.Keys("1\n")
	want := s.Shell.Text.T("relay_refused", text.Args{"Rule": true})
	page := s.screen.laid.page.Shown
	if page.Verdict != want || page.Possible {
		t.Errorf("as it was refused the page says %q, possible %v", page.Verdict, page.Possible)
	}
	for _, w := range page.Ways {
		if (w.ID == view.WayRelay || w.ID == view.WayRefuse) && w.On {
			t.Errorf("offered is %+v", w)
		}
	}
}
