package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

// over is what the overlay says.
func (s *seat) over() string {
	s.t.Helper()
	if s.shell.overlay == nil {
		s.t.Fatal("nothing lies over the page")
	}
	var all []string
	for _, o := range test.LaidOutObjects(s.shell.overlay.content()) {
		if word := drawnText(o); word != "" {
			all = append(all, word)
		}
	}
	return strings.Join(all, "\n")
}

// shows demands that the overlay says all of these.
func (s *seat) shows(words ...string) {
	s.t.Helper()
	for _, word := range words {
		if said := s.over(); !strings.Contains(said, word) {
			s.t.Errorf("it lacks %q:\n%s", word, said)
		}
	}
}

func (s *seat) escape() { s.shell.typedKey(fyne.KeyEscape) }

// The two who open a table give their codes in either order. A code is judged at once by
// what its owner may be, a wrong one takes the right one not back, and what was counted
// stays on the way back.
func TestTwoCodesInEitherOrder(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.keys("\n" + counted)
	s.shows("Da approvare", "Croupier: numero e PIN")
	s.keys(officeCode)
	if s.table().Open || !strings.Contains(s.said(), "serve un croupier") {
		t.Errorf("the back office: %q", s.said())
	}
	s.keys(inspectorCode)
	s.shows("Ha firmato Dario Bianchi", "Croupier: numero e PIN")
	s.keys(inspectorCode)
	s.shows("Ha firmato Dario Bianchi")
	s.keys("114799\n") // the croupier, and not his PIN
	s.shows("Ha firmato Dario Bianchi", "Croupier: numero e PIN")
	s.escape() // takes the inspector's code back, and nothing else
	s.shows("Due codici", "Croupier: numero e PIN")
	s.escape()
	s.shows("Apertura: conteggio della dotazione", "Totale CHF 56’000.00", "20000")
	s.keys("\n" + managerCode + croupierCode)
	if !s.table().Open || s.table().Inspector != "31" || s.table().Croupier != "11" {
		t.Errorf("%+v: %s", s.table().Inspector, s.said())
	}
}

// Who approves sees what: the hand, before and after, the money of each player.
func TestWhatIsApprovedStandsAbove(t *testing.T) {
	s := threeBoxes(t)
	s.keys("805k304")
	s.keys("\n\n\n") // the 59 of all three is paid or collected
	s.f4("i" + "Sabot bloccato\n")
	s.shows("Mano 1: annullata", "Box 1: torna 25", "Box 1: dare ancora 25", "Box 3: ritirare 25", "Motivo: Sabot bloccato")
	s.escape()
	s.shows("Sabot bloccato") // what was typed is there still
	s.escape()
	s.escape()
	s.f4("i")
	s.escape()
	s.escape()
	if s.shell.overlay != nil {
		t.Error("something lies over the page still")
	}
}

// What an inspector had taken back is in the shift's report.
func TestTakenBackIsInTheReport(t *testing.T) {
	s := threeBoxes(t)
	s.keys("8\b\b")
	s.shows("nulla va più", "dopo il nulla va più")
	s.keys(inspectorCode)
	if s.table().Phase() != pit.Betting {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	list := reports.ShiftOf(s.table(), &s.shell.house.State).Irregular
	if len(list) != 1 || list[0].What != "undone" || list[0].Kind != "nobets" || list[0].By != "Dario Bianchi" {
		t.Errorf("%+v", list)
	}
}

// What cannot be is refused before anybody types a PIN.
func TestRefusedBeforeThePIN(t *testing.T) {
	s := threeBoxes(t)
	s.shell.table.approve("title_approve", func(who *people.Staff) session.Command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Relay(who, "") }
	}, func() {})
	if s.shell.overlay != nil || s.said() == "" {
		t.Errorf("%q", s.said())
	}
}

// overlayDrawn is the overlay's drawing, for a finger.
func (s *seat) overlayDrawn() *controls.Drawn {
	s.t.Helper()
	drawn, ok := s.shell.overlay.content().(*controls.Drawn)
	if !ok {
		s.t.Fatal("the overlay is no drawing")
	}
	return drawn
}

// What is typed on a page that asks for words, though a code was meant, is refused and
// forgotten: a reason is read by everybody, on paper too.
func TestCodeIsNoReason(t *testing.T) {
	s := threeBoxes(t)
	s.keys("805")
	s.f4("i")
	for _, typed := range []string{"215821", "Rissa 215821", "12"} {
		s.keys(typed + "\n")
		s.shows(s.shell.text.T("typed_code"))
		if said := s.over(); strings.Contains(said, typed) {
			t.Errorf("%q stands there still:\n%s", typed, said)
		}
	}
	s.keys("Rissa al box 2\n")
	s.shows("Motivo: Rissa al box 2")
}

// A hand that is cancelled after a payment has one act for it: what was won comes back, the
// stake went with it. A push lies still, and goes back. The page that is approved says each
// of them once.
func TestCancelledAfterPayment(t *testing.T) {
	s := banco(t)
	s.keys("1\t100\n2500\n\n") // box 1 on the banker, box 2 on the player
	s.keys("372q6")
	s.keys("\n") // box 1 is paid
	s.f4("i")
	s.keys("Rissa\n")
	said := s.over()
	if strings.Count(said, "Box 1: ") != 1 || strings.Count(said, "Box 2: ") != 1 || !strings.Contains(said, "Box 1: ritirare 100") {
		t.Errorf("to be approved:\n%s", said)
	}
	s.keys(managerCode)
	s.shows(s.shell.text.T("refund_gone"), "−100")
	if strings.Contains(s.over(), "+") && strings.Count(s.over(), "100") != 1 {
		t.Errorf("it says\n%s", s.over())
	}
}
