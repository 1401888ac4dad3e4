package table

import (
	"strings"
	"testing"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// The two who open a table give their codes in either order. A code is judged at once by
// what its owner may be, a wrong one takes the right one not back, and what was counted
// stays on the way back.
func TestTwoCodesInEitherOrder(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n" + screentest.Counted)
	s.Shows("Da approvare", "Croupier e ispettore: numero e PIN")
	s.Keys(screentest.OfficeCode)
	if s.Table().Open || !strings.Contains(s.said(), "serve un croupier") {
		t.Errorf("the back office: %q", s.said())
	}
	s.Keys(screentest.InspectorCode)
	s.Shows("Ha firmato Dario Bianchi", "Croupier: numero e PIN")
	s.Keys(screentest.InspectorCode)
	s.Shows("Ha firmato Dario Bianchi")
	s.Keys("114799\n") // the croupier, and not his PIN
	s.Shows("Ha firmato Dario Bianchi", "Croupier: numero e PIN")
	s.Escape()
	s.Shows("Apertura: conteggio della dotazione", "Totale CHF 56’000.00", "20’000")
	s.Keys("\n" + screentest.ManagerCode + screentest.CroupierCode)
	if !s.Table().Open || s.Table().Inspector != "31" || s.Table().Croupier != "11" {
		t.Errorf("%+v: %s", s.Table().Inspector, s.said())
	}
}

// Who approves sees what: the hand, before and after, the money of each player.
func TestWhatIsApprovedStandsAbove(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805k304")
	s.Keys("\n\n\n") // the 59 of all three is paid or collected
	s.F4("i" + "Sabot bloccato\n")
	s.Shows("Mano 1: annullata", "Box 1: restituire 25 come sta", "Box 1: dare ancora 25", "Box 3: ritirare 25", "Motivo: Sabot bloccato")
	s.Escape()
	s.Shows("Sabot bloccato") // what was typed is there still
	s.Escape()
	s.Escape()
	s.F4("i")
	s.Escape()
	s.Escape()
	if s.Shell.Overlay() != nil {
		t.Error("something lies over the page still")
	}
}

// What an inspector had taken back is in the shift's report.
func TestTakenBackIsInTheReport(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("8\b\b")
	s.Shows("nulla va più", "dopo il nulla va più")
	s.Keys(screentest.InspectorCode)
	if s.Table().Deal().Phase() != hand.Betting {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	list := reports.ShiftOf(s.Table(), &s.Shell.House.State).Irregular
	if len(list) != 1 || list[0].What != "undone" || list[0].Kind != "nobets" || list[0].By != "Dario Bianchi\u00a0(21)" {
		t.Errorf("%+v", list)
	}
}

// What cannot be is refused before anybody types a PIN.
func TestRefusedBeforeThePIN(t *testing.T) {
	s := threeBoxes(t)
	s.screen.approvals().approve("title_approve", func(t *pit.Table, who *house.Staff) ([]record.Fact, error) { return t.Felt().Relay(who, "") }, func() {})
	if s.Shell.Overlay() != nil || s.said() == "" {
		t.Errorf("%q", s.said())
	}
}

// A card that cannot exist is an alarm, also where it is to be burned: nobody gives a PIN for that, and nothing goes on.
func TestImpossibleCardIsNotApproved(t *testing.T) {
	s := linked(t, "PB1")
	for dealt := 0; dealt < s.Table().Game.Options().Decks; dealt += 4 { // six against six: nobody draws
		s.called()
		for range 4 {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8s") })
		}
		s.do(pit.OfDeal(hand.Deal.PayAll))
	}
	s.called()
	s.screen.misdeals().burnCards([]record.CardLaid{{Card: "8s", At: "player"}}, func() { t.Error("it went on as if the card were burned") })
	s.Keys("Vista\n")
	if alarms := s.Table().Alarms; len(alarms) != 1 || alarms[0].Kind != record.ImpossibleCard || alarms[0].Approver != "" {
		t.Errorf("alarms %+v: %s", alarms, s.said())
	}
	if s.Shell.Overlay() != nil {
		t.Errorf("somebody is asked for a PIN:\n%s", s.Over())
	}
}

// What is typed on a page that asks for words, though a code was meant, is refused and
// forgotten: a reason is read by everybody, on paper too.
func TestCodeIsNoReason(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805")
	s.F4("i")
	for _, typed := range []string{"215821", "Rissa 215821", "2158"} {
		s.Keys(typed + "\n")
		s.Shows(s.Shell.Text.T("typed_code"))
		if said := s.Over(); strings.Contains(said, typed) {
			t.Errorf("%q stands there still:\n%s", typed, said)
		}
	}
	s.Keys("10\n") // two digits are no code, and no reason
	s.Shows(s.Shell.Text.T("typed_number"))
	s.Silent("Sembra un codice")
	s.Keys("Rissa al box 2\n")
	s.Shows("Motivo: Rissa al box 2")
}

// A hand that is cancelled after a payment has one act for it: what was won comes back, the
// stake went with it. A push lies still, and goes back. The page that is approved says each
// of them once.
func TestCancelledAfterPayment(t *testing.T) {
	s := banco(t)
	s.Keys("1\t100\n2500\n\n") // box 1 on the banker, box 2 on the player
	s.Keys("372q6")
	s.Keys("\n") // box 1 is paid
	s.F4("i")
	s.Keys("Rissa\n")
	said := s.Over()
	if strings.Count(said, "Box 1: ") != 1 || strings.Count(said, "Box 2: ") != 1 || !strings.Contains(said, "Box 1: ritirare 100") {
		t.Errorf("to be approved:\n%s", said)
	}
	s.Keys(screentest.ManagerCode)
	s.Shows(s.Shell.Text.T("refund_gone"), "↓100")
	if strings.Contains(s.Over(), "↑") && strings.Count(s.Over(), "100") != 1 {
		t.Errorf("it says\n%s", s.Over())
	}
}

// What surveillance calls a recording may be a number; what somebody saw on it is words.
func TestReferenceTakesDigits(t *testing.T) {
	s := threeBoxes(t)
	s.F4("ja" + "Contestata\nb")
	s.F4("jb" + "a" + "Chi ha puntato?\n" + screentest.InspectorCode)
	s.F4("jb" + "b" + "20250314\n")
	s.Shows(s.Shell.Text.T("incident_video_answer"))
	s.Keys("12345\n")
	s.Shows(s.Shell.Text.T("typed_code"))
	s.Keys("Il box 2\n" + screentest.InspectorCode)
	if list := s.Table().IncidentBook().OpenIncidents(); len(list) != 1 || len(list[0].Videos) != 1 || list[0].Videos[0].Ref != "20250314" {
		t.Errorf("%+v: %s", list, s.said())
	}
}

// Where no bet looks at suits a letter on the page of a hand as it lies is what stands on
// its key; where one may follow the rank, the keys that it would be are not said.
func TestLettersBehindARankAreWhatTheirKeysSay(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("8")
	s.F4("c")
	s.Keys("5c")
	s.Shows(s.Shell.Text.T("irregular_cancel"))
	s.Escape()
	s.Escape()
	jack := seats(t)
	jack.Keys("120\n\n" + "9")
	jack.F4("c")
	jack.Keys("5")
	jack.Shows("seme (S ♠ H ♥ C ♣ D ♦)")
	if strings.Contains(jack.Over(), "\nC\n") {
		t.Errorf("the letter of a suit stands on a key:\n%s", jack.Over())
	}
	jack.Keys("c")
	jack.Silent("seme (S ♠ H ♥ C ♣ D ♦)")
	if !strings.Contains(jack.Over(), "\nC\n") {
		t.Errorf("the way has no key:\n%s", jack.Over())
	}
}
