package table

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// Even money that stands is one bet on the paper, which was paid what it comes to: nobody owes anything for a blackjack that
// the dealer had denied. No card moved, so nothing of it is a reconstruction.
func TestLateBlackjackLeavesEvenMoney(t *testing.T) {
	for _, behind := range []bool{false, true} {
		s := seats(t).inHouse()
		s.Keys("120\n230\n")
		if behind {
			for range 4 { // chips of 5
				s.touchSpot(1, "behind")
			}
		}
		s.Keys("\n" + "a9ak8" + "\n" + "1")
		if behind {
			s.Keys("1" + "12") // the seat, then the bettor behind
		}
		for range 4 { // pays even money, and out of that rhythm nobody else insures
			if s.Table().Deal().Phase() != hand.Looking {
				s.Pass(time.Second)
				s.Keys("\n")
			}
		}
		if s.Table().Deal().Phase() != hand.Looking {
			t.Fatalf("behind %t: phase %v: %s", behind, s.Table().Deal().Phase(), s.said())
		}
		s.Keys("\n" + "n" + "s" + "k")
		s.Says("F4")
		s.Shell.TypedKey(fyne.KeyF4)
		s.Choose("irregular_late_blackjack")
		s.Keys("k")
		s.Says("Nessuna carta si sposta")
		s.Keys("\n\n" + "Visto\n")
		s.Says("detto «no». Nessuna carta si sposta")
		if said := s.Over(); strings.Contains(said, "tornano al loro posto") {
			t.Error(said)
		}
		s.Keys(screentest.InspectorCode)
		all := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State)
		if relaid, other := all.Count(); relaid != 0 || other != 1 || all.List[0].What != "answered" {
			t.Errorf("%d reconstructions, %d others: %+v", relaid, other, all.List)
		}
		evens := 0
		for _, p := range all.List[0].Paid {
			if p.Box != 1 {
				continue
			}
			evens++
			if p.Spot == "insurance" || !p.WasPaid || p.Was.Amount != 2000 || p.Is.Amount != 2000 || p.Due != 0 || p.Paid != nil {
				t.Errorf("behind %t: the paper has %+v", behind, p)
			}
		}
		if want := map[bool]int{false: 1, true: 2}[behind]; evens != want {
			t.Errorf("%d lines of box 1, want %d: %+v", evens, want, all.List[0].Paid)
		}
	}
}

// An Enter of habit lays no late blackjack out before somebody said which the dealer's card is: it asks for the card where it
// lies, also after another card was chosen or taken away.
func TestLateBlackjackAsksForItsCard(t *testing.T) {
	for _, keys := range [][]fyne.KeyName{
		{}, {fyne.KeyReturn}, {fyne.KeyLeft}, {fyne.KeyHome}, {fyne.KeyEnd}, {fyne.KeyRight}, {fyne.KeyLeft, fyne.KeyBackspace}, {fyne.KeyEscape},
	} {
		s := seats(t).inHouse()
		s.Keys("120\n320\n\n" + "69k" + "57" + "\n" + "n")
		s.Shell.TypedKey(fyne.KeyF4)
		s.Choose("irregular_late_blackjack")
		if s.Press(keys...); s.screen.laid == nil || s.Shell.Overlay() == nil {
			s.Shell.TypedKey(fyne.KeyF4)
			s.Choose("irregular_late_blackjack")
		}
		s.Keys("\n")
		s.Shows("Prima la carta coperta del banco")
		l := s.screen.laid
		if p := s.Table().Current.Paused; p != nil || !l.turning || l.cards[l.at].At != "dealer" || l.cards[l.at].Card != record.FaceDownName {
			t.Fatalf("%v: paused %+v, it asks for card %d of %v: %s", keys, p, l.at, l.cards, s.Over())
		}
		s.Keys("a\n")
		if p := s.Table().Current.Paused; p == nil || s.Table().Deal().Hole() >= 0 {
			t.Errorf("%v: paused %+v: %s", keys, p, s.said())
		}
	}
}
