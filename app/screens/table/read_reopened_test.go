package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/hand"
)

// Who signs that bets open again is told which cards of the hand were seen already, and how many wait; not which one lies
// face down.
func TestBetsThatOpenAgainSayWhatWasSeen(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	s.reads("8s 3h 8d")
	for range 3 {
		s.Press(fyne.KeyBackspace)
	}
	s.Press(fyne.KeyBackspace)
	for _, want := range []string{"Le puntate si riaprono", "3 carte sono già state inserite e annullate: 8, 3, 8", "3 carte lette dal sabot aspettano"} {
		if says := strings.Join(strings.Fields(s.Over()), " "); !strings.Contains(says, want) {
			t.Errorf("it lacks %q:\n%s", want, says)
		}
	}
	s.Keys(screentest.InspectorCode)
	if s.Table().Deal().Phase() != hand.Betting {
		t.Fatalf("phase %d", s.Table().Deal().Phase())
	}

	s = newSeat(t, "LB1", "it") // with no shoe that reads, once a card is entered twice
	s.Open()
	s.Keys("125\t25\n\n")
	s.Keys("9")
	s.Press(fyne.KeyBackspace)
	s.Keys("9")
	s.Press(fyne.KeyBackspace)
	s.Press(fyne.KeyBackspace)
	if says := strings.Join(strings.Fields(s.Over()), " "); !strings.Contains(says, "Una carta è già stata inserita e annullata: 9") || strings.Contains(says, "aspetta") {
		t.Error(says)
	}

	s = linked(t, "BJ1")
	s.called()
	s.readsAndSees("5d 7h 6c Kd")
	for range 5 {
		s.Press(fyne.KeyBackspace)
	}
	if says := strings.Join(strings.Fields(s.Over()), " "); !strings.Contains(says, "7 di cuori") || !strings.Contains(says, "la carta coperta") || strings.Contains(says, "K di") {
		t.Error(says)
	}
}
