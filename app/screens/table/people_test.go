package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Three wrong PINs shut a code, with a word and on the record; the manager opens it.
func TestWrongPINsShutACode(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	h := s.Shell.House
	seq := h.State.Seq
	s.Shell.TypedKey(fyne.KeyF9)
	for range house.FreeTries {
		s.Keys("120000\n")
	}
	s.Keys("124712\n")
	if s.Table().Croupier != "11" || !strings.Contains(s.said(), "Troppi PIN errati") || h.State.Seq != seq+house.FreeTries {
		t.Fatalf("%q deals, %q, %d entries", s.Table().Croupier, s.said(), h.State.Seq-seq)
	}
	for e, err := range h.Store().Entries(record.HouseStream, seq+1) {
		if failed, is := e.Fact.(record.PINFailed); err != nil || !is || failed.Table != "LB1" {
			t.Errorf("it does not say at which table: %+v, %v", e.Fact, err)
		}
	}
	s.Shell.CloseOverlay()
	s.screen.pages().openUnlock()
	s.Keys("215821\n")
	if len(h.State.People().LockedNumbers(h.Now())) != 1 {
		t.Fatal("an inspector opened the code")
	}
	s.Keys("316931\n")
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("124712\n")
	if s.Table().Croupier != "12" {
		t.Errorf("after the manager: %q", s.said())
	}
}

// Everybody changes their own PIN, from anywhere.
func TestChangePIN(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.screen.pages().changePIN()
	s.Keys("114700\n")
	s.Says("Code not valid")
	s.Keys("114711\n")
	s.Keys("11") // of a PIN, not Anna's number
	if slices.Contains(strings.Split(s.Words(), "\n"), "Anna Rossi") {
		t.Error("digits of a PIN are taken for a number")
	}
	s.Keys("\b\b4711\n4711\n")
	s.Says("or the old one")
	s.Keys("9174\n9174\n")
	if s.Shell.Overlay() != nil || !strings.Contains(s.said(), "PIN changed") {
		t.Fatalf("says %q", s.said())
	}
	if _, err := s.Shell.House.SignOn("119174"); err != nil {
		t.Error(err)
	}
}

// Who must choose a PIN of their own first does so on the pad on which it is asked, and
// what they were to sign waits: nothing that was typed is lost.
func TestPINIsChosenWhereItIsAsked(t *testing.T) {
	s := threeBoxes(t)
	manager, err := s.Shell.House.SignOn("316931")
	if err == nil {
		err = s.Shell.House.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "21", Name: "Dario Bianchi", Role: record.Inspector}, PIN: "5937"}, manager)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Keys("805")
	s.F4("i" + "Rissa\n")
	s.Keys("215937\n")
	s.Shows("un nuovo PIN")
	s.Keys("8264\n8264\n")
	s.Shows("Motivo: Rissa", "PIN cambiato")
	s.Keys("218264\n") // an inspector may not, and may try
	s.Shows("responsabile")
	s.Keys(screentest.ManagerCode)
	if h := s.Table().History; len(h) != 1 || h[0].Cancelled == nil {
		t.Errorf("%d hands: %s", len(h), s.said())
	}
}

// A refusal that names a key leads where it says: the page of that key has the line.
func TestRefusalsNameTheWay(t *testing.T) {
	for _, lang := range text.Languages() {
		s := threeBoxesIn(t, lang)
		for _, way := range []struct {
			refusal house.Why
			what    string
			name    string // of the key, in the sentence
			press   fyne.KeyName
			then    string
			lines   []string // of the page, one of them
		}{
			{house.TableOpen, "", "F10", fyne.KeyF10, "", []string{"menu_close"}},
			{house.BetsAreClosed, "", "F4", fyne.KeyF4, "", []string{"irregular_dispute"}},
			{house.NoBetStands, "", "F2", fyne.KeyF2, "", []string{"limits_min"}},
			{house.ShoeTooShort, "", "F10", fyne.KeyF10, "", []string{"menu_shoe"}},
			{house.SlipIsOpen, "", "F5", fyne.KeyF5, "", []string{"title_cash"}},
			{house.NotEnoughChips, "", "F5", fyne.KeyF5, "", []string{"cash_fill"}},
			{house.LockedOut, "30", "F10", fyne.KeyF10, "h", []string{"menu_unlock"}},
			{house.PINExpired, "", "F10", fyne.KeyF10, "h", []string{"menu_pin"}},
			{house.CommissionPaid, "", "F5, I", fyne.KeyF5, "", []string{"cash_put_right"}},
			{house.NotPossible, "cards", "F4", fyne.KeyF4, "", []string{"irregular_place"}},
			{house.NotPossible, "bet", "F4", fyne.KeyF4, "", []string{"irregular_cancel"}},
			{house.NotPossible, "ruling", "F4", fyne.KeyF4, "", []string{"irregular_cancel"}},
			{house.AlarmWaits, "", "F4", fyne.KeyF4, "", []string{"irregular_seen"}},
		} {
			said := s.Shell.Viewer().Refused(&house.Refusal{Why: way.refusal, What: way.what}, s.Table().Game)
			if !strings.Contains(said, way.name) {
				t.Errorf("%s: %q does not say %s", lang, said, way.name)
			}
			s.Shell.TypedKey(way.press)
			s.Keys(way.then)
			for _, line := range way.lines {
				s.Says(s.Shell.Text.T(line))
			}
			s.Shell.CloseOverlay()
		}
	}
}
