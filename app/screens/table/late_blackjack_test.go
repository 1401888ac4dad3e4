package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// The dealer said no and has blackjack: the refusal names a way out that there is, and on it
// an inspector has what was laid since go back before the hand is settled.
func TestLateBlackjackHasAWayOut(t *testing.T) {
	s := seats(t).inHouse()
	s.Keys("120\n320\n\n" + "69k" + "57" + "\n" + "n" + "x8" + "s")
	if s.Table().Deal().Phase() != hand.Turning {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("a")
	if !strings.Contains(s.said(), "F4") || !strings.Contains(s.said(), "ispettore") {
		t.Fatalf("%q", s.said())
	}
	s.Shell.TypedKey(fyne.KeyF4)
	s.Choose("irregular_late_blackjack")
	s.Keys("a")
	s.Says("finiva lì")
	s.Says("Box 1: restituire 20 come sta")
	s.Picture("late-blackjack")
	s.Keys("\n\n" + "Visto\n")
	s.Says("Box 1: restituire 20 come sta")
	s.Look("late-blackjack-approved")
	s.Keys(screentest.InspectorCode)
	list := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List
	if r := list[len(list)-1]; r.Kind != record.LateBlackjack || r.Reason != "Visto" {
		t.Errorf("%+v", r)
	}
	if act := s.act(); !strings.Contains(act, "restituisci 20") {
		t.Errorf("the act is %q", act)
	}
	s.Keys(" ")
	if n := len(s.Table().History); n != 1 || s.Table().History[0].House != 4000 {
		t.Fatalf("%d hands closed, %+v", n, s.Table().Current.Acts())
	}
	list = reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List
	if paid := list[len(list)-1].Paid; paid[0].Box != 1 || paid[0].Stood != 4000 || paid[0].Stands != 2000 || paid[0].Back != 2000 || len(paid) != 2 || paid[1].Back != 0 {
		t.Errorf("on the report %+v", paid)
	}
	s.Settled()
	if laid := s.Shell.Viewer().Laid(s.Table().Game, &s.Table().History[0]); !strings.Contains(laid, "=\u00a0BJ") || strings.Contains(laid, "21") {
		t.Errorf("the hand is written %q", laid)
	}
}

// F4 names the hole card where one lies face down, and the felt has it face up once an inspector has approved it.
func TestHoleSeenThroughF4(t *testing.T) {
	s := seats(t)
	s.Keys("120\n\n" + "968" + "\n")
	s.F4("da" + "9\nSeen\n")
	s.Shows("Carta coperta del banco: «9»", "Seen")
	s.Keys(screentest.InspectorCode)
	n := s.Table().Notes
	if s.Table().Deal().Hole() >= 0 || len(n) != 1 || n[0].Kind != record.HoleSeen || n[0].What != "9" {
		t.Fatalf("hole %d, noted %+v: %s %s", s.Table().Deal().Hole(), n, s.said(), s.Over())
	}
	s.Keys("s" + "2 ")
	s.Settled()
	(&misdeals{seat: s}).holds()
}

// So it is of a hole card that an electronic shoe has read: nobody types it, and before the PIN nobody is told which it is.
func TestReadHoleSeenThroughF4(t *testing.T) {
	s := linked(t, "BJ1")
	s.called()
	s.reads("9h 6h 8d Kd")
	if s.Table().Deal().Phase() != hand.Deciding || !s.Table().Deal().HoleRead() {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.F4("da" + "Vista\n")
	s.Shows("carta coperta vista", "Vista", "Carta coperta del banco vista da tutti")
	if over := s.Over(); strings.Contains(over, "«K»") || strings.Contains(over, "K di") {
		t.Errorf("it says the card: %s", over)
	}
	s.Keys(screentest.InspectorCode)
	n := s.Table().Notes
	if s.Table().Deal().HoleCovered() || len(n) != 1 || n[0].Kind != record.HoleSeen || n[0].What != "Kd" {
		t.Fatalf("noted %+v: %s %s", n, s.said(), s.Over())
	}
	s.reads("Kd") // another king lies nowhere yet
	if s.queued() == "" && len(s.Table().Current.Round.Laid) == 4 {
		t.Error("the card that was seen took another one along")
	}
}

// The card contradicts what the dealer said: whom it concerns is not paid before that is
// settled, by a card that was mistyped or by the inspector, and F4 is what is lit.
func TestContradictedDealerPaysNobody(t *testing.T) {
	s := seats(t)
	s.Keys("120\n325\n\n" + "7a" + "k" + "5k" + "\n" + "n" + "s")
	if s.Table().Deal().Phase() != hand.Turning || s.screen.pad().Upto == 0 {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.act())
	}
	s.Keys("a")
	s.Escape() // the word that refused is gone, and what it said still stands
	for range 2 {
		if act := s.act(); strings.Contains(act, "paga") {
			t.Errorf("the act is %q", act)
		}
		s.Says("ha detto «no»")
		for _, b := range s.screen.pad().Buttons {
			if b.Main != (b.Key == "F4") {
				t.Errorf("%+v", b)
			}
		}
		s.Press(fyne.KeyReturn)
		s.Keys(" ")
		if done := s.Table().Current.Done(); done != 0 {
			t.Fatalf("%d acts are done", done)
		}
		s.Escape()
	}
	s.Keys("9") // it was mistyped
	if act := s.act(); !strings.Contains(act, "Box 3: paga") {
		t.Errorf("the act is %q", act)
	}
	s.Keys(" ")
	s.Settled()
}
