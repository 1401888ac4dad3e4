package table

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
)

// A tronc and a drop box in which nothing is are counted too: their amount is 0.
func TestEmptyBoxesAreCounted(t *testing.T) {
	for _, zero := range []string{"0\n", "0.00\n"} {
		s := newSeat(t, "LB1", "it")
		s.Open()
		s.Shell.TypedKey(fyne.KeyF5)
		s.Choose("cash_tronc")
		s.Keys("\n")
		s.Shows("Prima l’importo")
		s.Keys(zero)
		s.Shows("Tronc svuotato: 0")
		s.Keys(screentest.InspectorCode + screentest.CroupierCode)
		if list := s.Table().Custodies(); len(list) != 1 || list[0].Cash != 0 {
			t.Errorf("tronc %q: %+v, says %q", zero, list, s.said())
		}
		s.Shell.TypedKey(fyne.KeyF10)
		s.Choose("menu_close")
		s.Keys(screentest.Counted + screentest.CroupierCode + screentest.InspectorCode)
		s.LeaveOverlays()
		if s.Table().Open {
			t.Fatal("it is open")
		}
		s.Shell.TypedKey(fyne.KeyF5)
		s.Choose("cash_drop")
		s.Keys(zero)
		s.Shows("Drop contato: CHF 0.00")
		s.Keys(screentest.InspectorCode + screentest.ManagerCode)
		if !s.Table().Drop.Known || s.Table().Drop.Amount != 0 {
			t.Errorf("drop %q: %+v, says %q", zero, s.Table().Drop, s.said())
		}
	}
}
