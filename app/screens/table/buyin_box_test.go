package table

import (
	"testing"

	"fyne.io/fyne/v2"
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
