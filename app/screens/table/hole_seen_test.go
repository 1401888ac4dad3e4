package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// What an exposed hole card brings is said at once: an insurance that it loses is collected before anybody is asked, and a
// blackjack of the dealer is told where it is approved and behind it.
func TestHoleSeenIsSaidAtOnce(t *testing.T) {
	for hole, want := range map[string]struct{ act, said string }{
		"5": {"Box 1: incassa 12.50", "said_hole_seen"},
		"k": {"Box 1: incassa 25, paga 25", "said_hole_blackjack"},
	} {
		s := seats(t)
		s.Keys("125\n450\n\n" + "95a" + "k6" + "\n" + "1")
		if s.Table().Deal().Phase() != hand.Insuring {
			t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
		}
		s.F4("da" + hole + "\nSeen\n")
		if ends := strings.Contains(s.Over(), s.Shell.Text.T("approve_hole_blackjack")); ends != (hole == "k") {
			t.Errorf("of %q the page says %q", hole, s.Over())
		}
		s.Keys(screentest.InspectorCode)
		if s.act() != want.act || s.said() != s.Shell.Text.T(want.said) {
			t.Errorf("of %q it says %q and %q", hole, s.act(), s.said())
		}
	}
}

// Who approves that a hole card lies face up reads of insurance only while that is sold.
func TestHoleSeenEndsNoInsuranceThatNobodySells(t *testing.T) {
	for up, sells := range map[string]bool{"a": true, "9": false} {
		s := seats(t).inHouse()
		s.Keys("120\n320\n\n" + "69" + up + "57" + "\n")
		if got := s.Table().Deal().Phase() == hand.Insuring; got != sells {
			t.Fatalf("under %s: phase %v", up, s.Table().Deal().Phase())
		}
		s.F4("da8\nSeen\n")
		if got := screentest.Told(s.Over(), "niente più assicurazione"); got != sells {
			t.Errorf("under %s it says %s", up, s.Over())
		}
	}
}

// A hole card that lay face up and is taken back was seen by all: who approves that reads that insurance opens again and that the card
// is known, and whoever insures then needs the inspector once more.
func TestInsuranceAfterTheHoleCardWasTakenBack(t *testing.T) {
	s := seats(t)
	s.Keys("125\n450\n\n" + "95a" + "k6" + "\n")
	s.F4("dak\nSeen\n" + screentest.InspectorCode)
	s.Press(fyne.KeyBackspace)
	s.Picture("hole-taken-back")
	s.asks("L’assicurazione si riapre", "K")
	s.Keys(screentest.InspectorCode)
	seq := s.Table().Seq
	s.Keys("1")
	if s.Shell.Overlay() == nil || s.Table().Seq != seq {
		t.Fatalf("nobody is asked: %s", s.said())
	}
	s.Keys(screentest.InspectorCode)
	if n := s.Table().Notes; len(n) == 0 || n[len(n)-1].Kind != record.LateChange || n[len(n)-1].Card == "" {
		t.Errorf("noted %+v", n)
	}
}

// With a hole card on the felt several cards that were seen have the letter that they have without.
func TestSeveralExposedKeepTheirLetter(t *testing.T) {
	s := seats(t)
	s.Keys("125\n450\n\n" + "95a" + "k6" + "\n")
	seq := s.Table().Seq
	s.F4("db")
	if strings.Contains(s.Over(), s.Shell.Text.T("reason_seen")) || s.Table().Seq != seq {
		t.Fatalf("B is %q", s.Over())
	}
	s.Keys("c")
	s.asks(s.Shell.Text.T("reason_seen"))
}
