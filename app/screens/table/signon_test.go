package table

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/house"
	"sabot/pit/record"
)

// speaks gives somebody a language of their own.
func (s *seat) speaks(number, lang string) {
	s.T.Helper()
	h := s.Shell.House
	elena, err := h.SignOn("316931")
	if err != nil {
		s.T.Fatal(err)
	}
	who, _ := h.State.StaffBy(number)
	who.Language = lang
	if err := h.Staff().EnterStaff(house.NewStaff{Staff: who}, elena); err != nil {
		s.T.Fatal(err)
	}
}

// The screen speaks the language of who deals, and at relief that of who comes; an
// inspector does not change it, and who has none of their own is spoken to as before.
func TestScreenSpeaksToWhoDeals(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.speaks("11", "de")
	s.speaks("12", "fr")
	s.speaks("31", "en")
	s.Open()
	spoken := func(when, want string) {
		t.Helper()
		if got := s.Shell.Text.Language; got != want {
			t.Errorf("%s it speaks %s, want %s", when, got, want)
		}
	}
	spoken("to Anna", "de")
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("124712\n")
	spoken("to Bruno", "fr")
	s.Says("Bruno Keller est à la table.")
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("316931\n")
	if s.Table().Inspector != "31" {
		t.Fatal(s.said())
	}
	spoken("when a manager answers", "fr")
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("134713\n")
	spoken("to Chiara, who has none", "it")
}

// last is the house's last entry of a kind that is not an approval.
func (s *seat) lastOfHouse() (last record.Fact) {
	s.T.Helper()
	for e, err := range s.Shell.House.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			s.T.Fatal(err)
		}
		if _, approval := e.Fact.(record.Approved); !approval {
			last = e.Fact
		}
	}
	return last
}

// What a table shows for a code, and who goes on dealing after a start, is on the record;
// another one who deals is a relief, which says it already.
func TestCodesThatLeaveNothingElseAreSignOns(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.screen.pages().openComposition()
	s.Keys("215821\n")
	if got, want := s.lastOfHouse(), (record.SignedOn{Number: "21", Table: "LB1", For: "composition"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	s.Shell.CloseOverlay()
	s.screen.AskWhoDeals()
	s.Keys("114711\n")
	want := record.SignedOn{Number: "11", Table: "LB1", For: "deal"}
	if got := s.lastOfHouse(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	s.screen.AskWhoDeals()
	s.Keys("124712\n")
	if got := s.lastOfHouse(); got != want || s.Table().Croupier != "12" {
		t.Errorf("%+v after a relief, %s deals", got, s.Table().Croupier)
	}
}

// Whose PIN somebody else gave chooses another one where they are asked for it, and goes on
// from there.
func TestGivenPINIsChangedWhereItIsTyped(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	h := s.Shell.House
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	bruno, _ := h.State.StaffBy("12")
	if err := h.Staff().EnterStaff(house.NewStaff{Staff: bruno, PIN: "8642"}, elena); err != nil {
		t.Fatal(err)
	}
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("128642\n")
	s.Says("Il PIN va cambiato: un nuovo PIN")
	s.Keys("7531\n7531\n")
	s.Says("Chi arriva: numero e PIN")
	s.Says("PIN cambiato: ora numero e nuovo PIN.")
	s.Keys("127531\n")
	if s.Table().Croupier != "12" || s.Shell.Overlay() != nil {
		t.Errorf("%s deals: %s", s.Table().Croupier, s.Words())
	}
}

// A croupier who deals at another table is told so; the same code again is meant, and an
// incident waits at the top. Esc between is not.
func TestCroupierAtTwoTablesIsTold(t *testing.T) {
	s := newSeat(t, "LB1", "it").inHouse()
	house := s.Shell.House
	other, err := house.OpenTable("BJ1")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Release()
	bruno, _ := house.SignOn("124712")
	dario, _ := house.SignOn("215821")
	if err := other.Open(bruno, dario, nil); err != nil {
		t.Fatal(err)
	}
	s.Open()
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("124712\n")
	s.Says("In servizio al tavolo BJ1: prima il cambio là.")
	s.Look("told of another table")
	if s.Table().Croupier != "11" {
		t.Fatal("he deals already")
	}
	s.Keys("\x1b")
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("124712\n")
	if s.Table().Croupier != "11" {
		t.Fatal("after Esc he is not told again")
	}
	s.Keys("124712\n")
	if open := s.Table().IncidentBook().OpenIncidents(); s.Table().Croupier != "12" || len(open) != 1 || open[0].Class != record.TwoTablesIncident {
		t.Fatalf("%s deals, incidents %+v", s.Table().Croupier, s.Table().IncidentBook().OpenIncidents())
	}
	s.Look("dealing at two tables")
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("316931\n")
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("215821\n")
	s.Says("Dario Bianchi è al tavolo. Risponde anche di: BJ1.")
}

// Why a code was not taken is not said any more once another one was.
func TestARefusedCodeIsForgotten(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n" + screentest.Counted + "114711\n")
	s.Keys("219999\n215821\n")
	if word := s.Shell.Text.T("refused_wrong_pin"); s.said() == word {
		t.Errorf("still said: %q", word)
	}
}
