package table

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/app/theme"
	"sabot/pit/record"
	"sabot/reports"
)

// A wrong payment stands on the table until it is put right; who closes the shift with it is
// told, the two who sign are, and so is who reads the report.
func TestOpenPayoutIsSaidUntilItIsPutRight(t *testing.T) {
	s := played(t).inHouse()
	s.F4("hp")
	s.Keys("2b25\nNon pagato\n" + screentest.InspectorCode)
	s.Escape() // nobody can give it now
	mark := "Box 2: dai ancora 25"
	if top := s.Shell.Viewer().TopOf(s.Table(), s.Clock().Now()); !strings.Contains(top.Mark, mark) {
		t.Fatalf("the top line marks %q", top.Mark)
	}
	s.Look("payout-open")
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Shows("Box 2", "dai ancora 25", "Chiudi lo stesso")
	s.Look("closing-with-payout-open")
	s.Choose("close_all_the_same")
	s.Keys("n")
	s.Says("Mano 1, Box 2: 25 in meno al giocatore: dai")
	s.Look("signing-with-payout-open")
	s.Keys(screentest.CroupierCode + screentest.ManagerCode)
	if s.Table().Open {
		t.Fatalf("open: %s", s.said())
	}
	figures := reports.ShiftOf(s.Table(), &s.Shell.House.State)
	if len(figures.Moved) != 1 || figures.Moved[0].Left != -2500 {
		t.Errorf("%+v", figures.Moved)
	}
	s.Escape()
	s.Keys("\nn") // the next shift: nothing of it can be entered there, and its two are told who settles it
	s.Says("Turno di prima, lo regola la cassa: Mano 1,")
	s.Look("opening-with-payout-open")
}

// Given after all, nothing of it stands anywhere any more.
func TestPayoutPutRightIsSaidNoMore(t *testing.T) {
	s := played(t)
	s.F4("hp")
	s.Keys("2b25\nNon pagato\n" + screentest.InspectorCode)
	s.Escape()
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("payouts_due_n", map[string]any{"N": 1})
	s.Keys("p" + screentest.InspectorCode)
	if top := s.Shell.Viewer().TopOf(s.Table(), s.Clock().Now()); strings.Contains(top.Mark, "dai ancora") {
		t.Errorf("the top line marks %q", top.Mark)
	}
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Silent("Chiudi lo stesso")
	if figures := reports.ShiftOf(s.Table(), &s.Shell.House.State); figures.Moved[0].Left != 0 {
		t.Errorf("%+v", figures.Moved)
	}
}

// What was given is said as done: said as an order, the next croupier gives it again.
func TestPayoutDoneIsSaidAsDone(t *testing.T) {
	s := played(t)
	s.F4("hp")
	s.Keys("2b25\nNon pagato\n" + screentest.InspectorCode)
	s.Press(fyne.KeyReturn)
	if len(s.Table().PayoutsDue()) != 1 {
		t.Fatal("Enter paid")
	}
	for _, o := range test.WidgetRenderer(s.OverlayDrawn()).Objects() {
		if word, ok := o.(*canvas.Text); ok && word.Text == "Fatto" && word.Color == color.Color(theme.Ink) {
			t.Error("the key is lit, and Enter does nothing")
		}
	}
	s.Keys("p")
	if len(s.Table().PayoutsDue()) != 1 {
		t.Fatal("the croupier alone entered what was given")
	}
	s.Shows("Mano 1, Box 2", "Box 2: dati 25")
	s.Keys(screentest.InspectorCode)
	for _, m := range s.Table().AllMoves() {
		if f, is := m.Fact.(record.PayoutSettled); is && f.Approver != "21" {
			t.Errorf("approved by %q", f.Approver)
		}
	}
	if said := s.Words(); strings.Contains(said, "dai ancora") || !strings.Contains(said, "Box 2: dati 25") {
		t.Errorf("it says %q", said)
	}
}
