package table

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit/people"
	"sabot/pit/record"
)

// speaks gives somebody a language of their own.
func (s *seat) speaks(number, lang string) {
	s.T.Helper()
	house := s.Shell.House
	elena, err := house.SignOn("316931")
	if err != nil {
		s.T.Fatal(err)
	}
	who, _ := house.State.StaffBy(number)
	who.Language = lang
	if err := house.EnterStaff(people.NewStaff{Staff: who}, elena); err != nil {
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
	s.screen.openComposition()
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
	house := s.Shell.House
	elena, err := house.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	bruno, _ := house.State.StaffBy("12")
	if err := house.EnterStaff(people.NewStaff{Staff: bruno, PIN: "8642"}, elena); err != nil {
		t.Fatal(err)
	}
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("128642\n")
	s.Says("Il PIN va cambiato: un nuovo PIN")
	s.Keys("7531\n7531\n")
	s.Says("Cambio: numero e PIN di chi arriva")
	s.Says("PIN cambiato: ora numero e nuovo PIN.")
	s.Keys("127531\n")
	if s.Table().Croupier != "12" || s.Shell.Overlay() != nil {
		t.Errorf("%s deals: %s", s.Table().Croupier, s.Words())
	}
}
