package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/hand"
)

// burnedFirst is blackjack with box 1 and 3, whose first card was exposed and burned by the inspector, and 9 on box 1.
func burnedFirst(t *testing.T) *seat {
	t.Helper()
	s := newSeat(t, "BJ1", "it")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n2h")
	s.bet(1, "main", "", 100)
	s.bet(3, "main", "", 50)
	s.do(pit.OfBets(hand.Bets.Close))
	s.F4("da5\nScoperta\n" + screentest.InspectorCode)
	s.Keys(" 9")
	if got := s.lies(); got != "!5@box:1 9@box:1" {
		t.Fatalf("there lie %s: %s", got, s.said())
	}
	return s
}

// A card that an inspector had burned stays burned on the page of the hand as it lies: no key puts it on a place, and what is
// typed is of the cards behind it.
func TestACardBurnedByApprovalStaysBurned(t *testing.T) {
	s := burnedFirst(t)
	s.F4("b2\n")
	l := func() *laying { return s.screen.laid }
	if !l().adding || l().at != 2 {
		t.Fatalf("the page begins with card %d", l().at)
	}
	why := s.Shell.Text.T("refused_stays_burned")
	for name, try := range map[string]func(){
		"a finger on it": func() { l().page.OnCard(0) },
		"before it":      func() { s.Press(fyne.KeyHome, fyne.KeyLeft, fyne.KeyLeft) },
		"inserted before": func() {
			s.Press(fyne.KeyHome)
			s.Keys("i\b")
		},
	} {
		l().choose(1)
		try()
		if l().at != 1 || !l().cards[0].Burned || name != "before it" && l().word != why {
			t.Errorf("%s: card %d is chosen of %v: %s", name, l().at, l().cards, l().word)
		}
	}
	s.Keys("+7283qb\n")
	if got := s.lies(); got != "!5@box:1 9@box:1 7@box:2 8@box:3 Q@dealer" || strings.Contains(s.Words(), "5: Box") {
		t.Errorf("there lie %s: %s\n%s", got, s.said(), s.Words())
	}
}
