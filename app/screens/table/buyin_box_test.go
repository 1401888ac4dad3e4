package table

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

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
	s.Shows("Box 5: Le fiche che il giocatore riceve")
	s.Slowly("1000")
	s.Shows("1000")
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
