package table

import (
	"testing"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/hand"
)

// roundedTable is a table of punto banco with bets open, on which a banker's win of 10 is rounded.
func roundedTable(t *testing.T, lang string) *seat {
	t.Helper()
	s := newSeat(t, "PB1", lang).inHouse()
	manager, err := s.Shell.House.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	set, _ := s.Shell.House.State.TableNamed("PB1")
	set.Rules = []byte(`{"preset":"pb-speed","rounding":{"unit":500,"mode":"down"}}`)
	if err := s.Shell.House.Staff().SetTable(screentest.Bounded(t, set), manager); err != nil {
		t.Fatal(err)
	}
	s.opened()
	return s
}

// What is rounded is read on the payment, with the limits, beside the house's edge and by players.
func TestRoundedPaymentsAreReadable(t *testing.T) {
	for _, lang := range text.Languages() {
		s := roundedTable(t, lang)
		s.bet(3, "banker", "", 10)
		s.do(pit.OfBets(hand.Bets.Close))
		s.deal("2", "4", "3", "5")
		s.Look("a payment that is rounded")
		s.screen.pages().openLimits()
		s.Look("limits")
		s.Shell.CloseOverlay()
		s.screen.pages().openEdge()
		s.Keys(screentest.InspectorCode)
		s.Look("edge")
		s.Shell.CloseOverlay()
		s.screen.togglePlayers()
		for _, size := range playersSizes {
			s.playersWords("a payment that is rounded", size)
		}
	}
}
