package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// The last hands stand there as they lay, the house's result does not; a hand opens with
// its bets, its versions and what was done to it.
func TestHistory(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF8)
	s.Reads("before any hand", "Ancora nessuna mano in questo turno: qui appaiono le mani chiuse.")
	s.Shell.TypedKey(fyne.KeyEscape)
	for range 4 {
		s.Keys("120\t20\n\n8k8s5 ")
	}
	s.Keys("120\t20\n\n8")
	manager, err := s.Shell.House.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	run := func(command func(*pit.Table) ([]record.Fact, error)) {
		t.Helper()
		if err := s.screen.session.Do(command, manager); err != nil {
			t.Fatal(err)
		}
	}
	run(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&manager.Staff, "buio in sala") })
	last, _ := s.Table().ClosedHand(4)
	right := hand.Correction{Hand: 4, Round: last.Round, Reason: "letta male"}
	right.Round.Laid = append(right.Round.Laid[:0:0], last.Round.Laid...)
	for i, l := range right.Round.Laid {
		if l.Card.Rank().String() == "5" {
			right.Round.Laid[i].Card += 4 // a six
		}
	}
	run(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(right, &manager.Staff) })

	s.Shell.TypedKey(fyne.KeyF8)
	s.Reads("three at once", "Mano 5", "Mano 4", "Mano 3", "!Mano 2", "annullata", "corretta", "↑60", "in gioco 40")
	s.Shell.TypedKey(fyne.KeyPageDown)
	s.Reads("a page further", "Mano 4", "Mano 3", "Mano 2")
	s.Keys("5\n")
	s.Reads("the cancelled hand", "LB1 · turno 1 · sabot 1 · mano 5", "torna", "59", "PLAY")
	if !strings.Contains(s.Written(), "Elena Moser · buio in sala") {
		t.Errorf("who cancelled it, and why? %s", s.Written())
	}
	s.Shell.TypedKey(fyne.KeyPageDown)
	s.Reads("the corrected hand", "LB1 · turno 1 · sabot 1 · mano 4", "Versione 2 di 2", "6", "Resta", "alla pari")
	if !strings.Contains(s.Written(), "Elena Moser · letta male") {
		t.Errorf("who corrected it, and why? %s", s.Written())
	}
	s.Keys("v")
	s.Reads("its first version", "Versione 1 di 2", "5", "K", "!alla pari")
	s.Shell.TypedKey(fyne.KeyEscape)
	s.Keys("r" + screentest.CroupierCode)
	if s.Shell.Overlay() == nil || !strings.Contains(s.said(), "serve ") {
		t.Errorf("a croupier sees the result: %s", s.said())
	}
	s.Keys(screentest.InspectorCode)
	s.Reads("the result", s.Shell.Text.Money(s.Table().Result().ByHands))
	s.Shell.TypedKey(fyne.KeyEscape)
	s.Reads("one step back", "Mano 5")
	drawn := s.Shell.Overlay().Content().(*controls.Drawn)
	s.TouchOn(drawn, "Prima")
	s.TouchOn(drawn, "Dopo")
	s.TouchOn(drawn, "Mano 5")
	s.TouchOn(drawn, "Mano 5")
	s.Reads("opened with a finger", "LB1 · turno 1 · sabot 1 · mano 5")
}
