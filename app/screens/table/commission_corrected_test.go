package table

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
)

// Who approves a correction reads what it does to the commission as well: what the hand leaves
// owed, what is owed then, collected and given up. Once it was collected the page leads to the
// collection, which is put right first.
func TestCommissionOfACorrectedHand(t *testing.T) {
	s := banco(t).inHouse()
	leave := func() {
		for s.Shell.Overlay() != nil {
			s.Escape()
		}
	}
	s.Keys("1\t100\n\n7s9dkhkc ")
	s.Shell.TypedKey(fyne.KeyF7)
	s.Keys("e1")
	if n := len(s.Table().AllTaken()); n != 1 {
		t.Fatalf("taken %d times: %s", n, s.said())
	}
	s.Keys("1\t100\n\n7d9skhkc ")
	if owes := s.Table().OwedBy(1); owes != 500 {
		t.Fatalf("owes %d: %s", owes, s.said())
	}
	s.F4("h\n")
	s.Keys("\n9h\n") // the player's seven was a nine: nobody wins
	s.Keys("fbletta male\n")
	s.Says("Box 1: commissione della mano 5 » 0")
	s.Says("compresa la commissione annotata") // so it is not the difference at the table
	s.Says("Box 1: deve 0, incassati 5, abbuonati 0")
	s.Look("commission-corrected")
	leave()
	s.Shell.TypedKey(fyne.KeyF7)
	s.Keys("e1")
	s.F4("h\n")
	s.Keys("\n9h\n")
	s.Says("già chiusa")
	s.Look("commission-collected")
	s.Keys("i")
	s.Shows("commissione incassata: 5")
	leave()
	s.F4("h\n")
	s.Keys("\n9h\n")
	s.Keys("f") // off
	s.Shows("già chiusa")
}

// A correction that was begun stands on its page again once the collection is put right to which its page leads. Esc lets go of it.
func TestBegunCorrectionStands(t *testing.T) {
	s := banco(t)
	s.Keys("1\t100\n\n7d9skhkc ")
	s.Shell.TypedKey(fyne.KeyF7)
	s.Keys("e1")
	s.F4("h\n")
	as := s.Over()
	s.Keys("\n9h\n")
	s.Shows("9 di cuori")
	s.Keys("i\nDoppia\n" + screentest.InspectorCode)
	if s.Shell.Overlay() != nil || len(s.Table().AllTaken()) != 0 {
		t.Fatalf("taken %d times: %s", len(s.Table().AllTaken()), s.said())
	}
	s.F4("h\n")
	s.Shows("9 di cuori")
	s.Escape()
	s.Keys("\n")
	if got := s.Over(); got != as {
		t.Errorf("behind Esc there stands\n%s", got)
	}
	s.Keys("\n9h\nfbMale\n" + screentest.InspectorCode)
	if s.Table().History[0].Corrected == nil {
		t.Fatalf("not corrected: %s", s.said())
	}
}

// Esc lets go of a begun correction also where nothing was put right after all.
func TestBegunCorrectionIsLetGo(t *testing.T) {
	s := banco(t)
	s.Keys("1\t100\n\n7d9skhkc ")
	s.Shell.TypedKey(fyne.KeyF7)
	s.Keys("e1")
	s.F4("h\n")
	as := s.Over()
	s.Keys("\n9h\n")
	begun := s.Over()
	s.Keys("i")
	s.Escape()
	if got := s.Over(); got != begun {
		t.Fatalf("behind the collections there stands\n%s", got)
	}
	s.Escape()
	s.Keys("\n")
	if got := s.Over(); got != as {
		t.Errorf("behind Esc there stands\n%s", got)
	}
}

// Of a table that has closed a hand is voided though its commission was collected: nothing of that moves any more, and no page leads to
// a collection that nobody can put right there.
func TestCollectedCommissionOfAClosedTable(t *testing.T) {
	s := banco(t).inHouse()
	s.Keys("1\t100\n\n7s9dkhkc ")
	s.Shell.TypedKey(fyne.KeyF7)
	s.Keys("e1")
	for s.Shell.Overlay() != nil {
		s.Escape()
	}
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys("0\n0\n0\n0\n0\n" + fmt.Sprint(int64(s.Table().Desk().Worth().Amount/100)) + "\n" + screentest.CroupierCode + screentest.InspectorCode)
	if s.Table().Open {
		t.Fatalf("%s", s.said())
	}
	s.Shell.CloseOverlay()
	s.F4("h\n")
	s.Keys("\n9h\n") // the player's seven was a nine: nobody wins
	s.Keys("i")
	s.Shows("9 di cuori")
	s.Escape()
	s.Escape()
	s.F4("hvscarpa\n")
	s.Shows("commissione della mano 5 » 0, solo", "incassati 5")
	s.Look("commission-closed")
	s.Keys(screentest.ManagerCode + screentest.InspectorCode)
	if s.Table().History[0].Cancelled == nil {
		t.Fatalf("not void: %s", s.said())
	}
	s.Says("Mano annullata nel registro. Al tavolo non si muove nulla.")
	s.Shell.TypedKey(fyne.KeyF8)
	s.Keys("1\n")
	s.Shows("Commissione della mano 5 » 0, solo")
	s.Look("commission-closed-f8")
}
