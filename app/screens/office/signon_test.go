package office

import (
	"bytes"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// comings are the house's entries of who came into the office and went.
func (s *clerk) comings() (list []record.Fact) {
	s.T.Helper()
	for e, err := range s.Shell.House.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			s.T.Fatal(err)
		}
		switch e.Fact.(type) {
		case record.SignedOn, record.SignedOff:
			list = append(list, e.Fact)
		}
	}
	return list
}

// At the door of the office and of the floor a croupier may change a PIN that somebody gave, and is done with it: nobody asks for the
// new one there, where it would not be taken.
func TestChangedPINAtADoorThatStaysClosed(t *testing.T) {
	for number, says := range map[string]string{"12": "pin_changed_done", "21": "pin_changed_again"} {
		s := officeSeat(t, "en")
		h := s.Shell.House
		elena, err := h.SignOn("316931")
		if err != nil {
			t.Fatal(err)
		}
		given, _ := h.State.StaffBy(number)
		if err := h.Staff().EnterStaff(house.NewStaff{Staff: given, PIN: "8642"}, elena); err != nil {
			t.Fatal(err)
		}
		s.Keys("0" + number + "8642\n7531\n7531\n")
		s.Shows(s.Shell.Text.T("office_title_door"), s.Shell.Text.T(says))
	}
}

// The office knows who came, and how they went: by its key, because nobody touched
// anything, with the window.
func TestOfficeSignsOnAndOff(t *testing.T) {
	s := officeSeat(t, "it")
	before := len(s.comings())
	s.enter(record.Manager)
	s.Keys("\x1b")
	s.enter(record.BackOffice)
	s.Pass(patienceOfOffice + time.Minute)
	if s.office() != nil {
		t.Fatal("the office is open still")
	}
	s.Says("Fabio Conti: disconnessione, 5 minuti")
	s.enter(record.Inspector)
	if err := s.Shell.End(); err != nil {
		t.Fatal(err)
	}
	want := []record.Fact{
		record.SignedOn{Number: "31"},
		record.SignedOff{Number: "31", Why: record.LeftOffice},
		record.SignedOn{Number: "41"},
		record.SignedOff{Number: "41", Why: record.IdleOffice},
		record.SignedOn{Number: "21"},
		record.SignedOff{Number: "21", Why: record.ClosedWindow},
	}
	got := s.comings()[before:]
	if len(got) != len(want) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

// The office speaks the language of who signed on; who comes after them, and the door,
// their own. What it prints is in the house's.
func TestOfficeSpeaksToWhoIsThere(t *testing.T) {
	s := officeSeat(t, "fr")
	elena := s.enter(record.Manager).who
	s.Keys("\x1b")
	fabio, _ := s.Shell.House.State.StaffBy("41")
	fabio.Language = "de"
	if err := s.Shell.House.Staff().EnterStaff(house.NewStaff{Staff: fabio}, elena); err != nil {
		t.Fatal(err)
	}
	o := s.enter(record.BackOffice)
	s.Says("Abmelden")
	if lang := s.Shell.House.State.Language; lang == "de" || !bytes.Contains(o.doc.PDF, []byte("/Lang ("+lang+")")) {
		t.Errorf("the report is not in the house's language, %s", lang)
	}
	s.Keys("\x1b")
	if s.Shell.Text.Language != "fr" {
		t.Errorf("at the door it speaks %s", s.Shell.Text.Language)
	}
	s.enter(record.Inspector)
	if s.Shell.Text.Language != "fr" {
		t.Errorf("to an inspector without a language of his own it speaks %s", s.Shell.Text.Language)
	}
}
