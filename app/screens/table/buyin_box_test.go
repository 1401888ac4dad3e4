package table

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/screens/screentest"
	"sabot/app/theme"
	"sabot/pit"
	"sabot/pit/record"
)

// Whose chips are laid out stands above them, from the first buy-in of a box on: the digit that chose it is
// no amount.
func TestBuyInNamesItsBox(t *testing.T) {
	s := banco(t)
	s.Press(fyne.KeyF5)
	s.Choose("cash_buy_in")
	s.Slowly("5")
	s.Shows("Box 5: Scrivi l’importo di ogni taglio")
	s.Slowly("1000")
	s.Shows("1000")
}

// The key that goes on is dark while what was typed would be refused: nothing, no amount of that chip, more than the tray has. A row
// that is wrong says what to type.
func TestCountKeyIsDarkForWhatIsRefused(t *testing.T) {
	s := banco(t)
	s.Shell.Speak("en")
	lit := func() (is bool) {
		for _, d := range screentest.Drawing(s.OverlayDrawn(), 0, 0, nil) {
			if word, ok := d.O.(*canvas.Text); ok && word.Text == "Continue" {
				is = word.Color == theme.Ink
			}
		}
		return is
	}
	opened := func(kind string) {
		s.Shell.CloseOverlay()
		s.Press(fyne.KeyF5)
		s.Choose(kind)
		if kind == "cash_buy_in" {
			s.Slowly("5")
		}
		if lit() {
			t.Errorf("%s: with nothing typed the key is lit", kind)
		}
	}
	opened("cash_buy_in")
	if s.Keys("30"); lit() {
		t.Error("30 in chips of 1,000: the key is lit")
	}
	s.Shows("1,000: the amount must be a multiple of 1,000. Type it again.")
	if s.Keys("\b000"); !lit() {
		t.Errorf("3,000: the key is dark: %s", s.Words())
	}
	for _, kind := range []string{"cash_buy_in", "cash_credit"} {
		opened(kind)
		if s.Keys("9000000"); lit() {
			t.Errorf("%s: the tray has not so much, and the key is lit", kind)
		}
		s.Shows(s.Shell.Text.T("refused_not_enough_chips"))
		moves := len(s.Table().AllMoves())
		if s.Press(fyne.KeyEnd, fyne.KeyReturn); len(s.Table().AllMoves()) != moves || s.Shell.Overlay() == nil {
			t.Errorf("%s: more than there is goes on: %s", kind, s.Words())
		}
	}
}

// Whoever approves a buy-in of much cash sees its chips, and what the box has bought before.
func TestApprovalOfABuyInSaysWhatTheBoxBought(t *testing.T) {
	s := banco(t)
	limit := s.Table().CashLimit
	if limit == 0 {
		t.Fatal("no buy-in takes an inspector")
	}
	s.do(func(p *pit.Table) ([]record.Fact, error) { return p.Desk().BuyIn(5, 150_000, nil, nil) })
	before := "1 × 1’500 in 1 min, in tutto 1’500"
	s.Press(fyne.KeyF5)
	s.Choose("cash_buy_in")
	s.Shows(before)
	s.Slowly("5")
	s.Keys(fmt.Sprint(int64(limit/100)) + "\n\n")
	s.Shows("Acquisto", "× 1’000 = ", "Prima: "+before)
}

// What nobody signs is summed up, and Enter once more books it: an Enter on an empty row takes nothing by itself.
func TestBuyInIsAskedAboutBeforeItIsBooked(t *testing.T) {
	s := banco(t)
	before := len(s.Table().AllMoves())
	s.Press(fyne.KeyF5)
	s.Choose("cash_buy_in")
	s.Slowly("5")
	s.Keys("1000\n\n")
	s.Shows("Totale CHF 1’000.00", "Giusto? Ancora Enter")
	s.Picture("buy-in-sure")
	if n := len(s.Table().AllMoves()) - before; n != 0 {
		t.Fatalf("%d moves are booked", n)
	}
	s.Keys("1000")
	s.Silent("Giusto?") // it was gone on with
	s.Keys("\n\n\n")
	if n := len(s.Table().AllMoves()) - before; n != 1 || s.Shell.Overlay() != nil {
		t.Errorf("%d moves are booked: %s", n, s.said())
	}
}
