package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/hand"
)

// A code that was typed where a card was due is called one by everything that speaks of it afterwards: neither who approves nor the
// log reads of a card that was seen, nor a digit.
func TestACodeIsNoCardThatWasSeen(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.bet(1, "59", "", 25)
	s.bet(1, "play", "", 50)
	s.do(pit.OfBets(hand.Bets.Close))
	s.Keys(screentest.InspectorCode)
	s.Says(s.Shell.Text.T("digits_code_logged"))
	s.Press(fyne.KeyBackspace)
	s.asks(s.Shell.Text.T("approve_seen_code"))
	if said := s.Over(); strings.Contains(said, "già state inserite") || strings.Contains(said, "già stata inserita") {
		t.Errorf("the inspector reads digits of the code: %s", said)
	}
	s.Keys(screentest.InspectorCode)
	s.bet(1, "play", "", 25)
	s.Keys("\n")
	s.asks("PLAY, 50 » 25, dopo tasti che Sabot ha preso per un codice")
	if strings.Contains(s.Over(), "vista") {
		t.Errorf("the inspector reads of a card: %s", s.Over())
	}
	s.Keys(screentest.InspectorCode)
	if said := s.screen.viewer().Log().Alarms(s.Table(), s.Table().Notes[0].Seq); !strings.Contains(said, "dopo tasti che Sabot ha preso per un codice") || strings.Contains(said, "vista") {
		t.Errorf("it says %s", said)
	}
}
