package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/record"
)

// Keys are handed over and the tronc is emptied by two PINs each, from the page of chips and cash.
func TestKeysAndTroncByKeys(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_keys")
	s.Choose("keys_over")
	s.Keys("drop 3\n")
	s.Shows("Consegnato: drop 3")
	s.Keys(screentest.CroupierCode)
	if len(s.Table().Custodies()) > 0 {
		t.Fatal("one PIN was enough")
	}
	s.Keys(screentest.InspectorCode)
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_tronc")
	s.Keys("70\n")
	s.Shows("Tronc svuotato: 70")
	s.Keys(screentest.InspectorCode + screentest.CroupierCode)
	list := s.Table().Custodies()
	if len(list) != 2 || list[0].Item != "drop 3" || list[0].By != "21" || list[1].Cash != 7000 || strings.TrimSpace(list[1].Name) != "T 1" {
		t.Fatalf("%+v: %s", list, s.said())
	}
}

// The two who sign are told on the pad that nobody had what comes back, and that the tronc has not what was recorded.
func TestCustodyPadSaysWhatIsOff(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_keys")
	s.Choose("keys_back")
	s.Keys("badge 99\n")
	s.Shows("Restituito: badge 99", "Non risulta consegnato a questo tavolo")
	s.Escape()
	s.Shell.CloseOverlay()
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Tip(5000) })
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_tronc")
	s.Keys("45\n")
	s.Shows("Tronc svuotato: 45", "Mance registrate: 50", "Differenza: −5")
}

// Closing says which keys and badges are out and does not forbid it; at the closed table they can be returned.
func TestKeysOutAtTheClosing(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_keys")
	s.Choose("keys_over")
	s.Keys("badge 7\n" + screentest.InspectorCode + screentest.CroupierCode)
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Shows("Non restituito: badge 7 (Anna Rossi)", "Chiavi e badge")
	s.Choose("close_all_the_same")
	s.Keys(screentest.Counted)
	s.Shows("Non restituito: badge 7")
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	s.LeaveOverlays()
	if s.Table().Open {
		t.Fatalf("it is open: %s", s.said())
	}
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_keys")
	s.Choose("keys_back")
	s.Keys("badge 7\n")
	s.Shows("Restituito: badge 7", "Consegnato a Anna Rossi")
	s.Keys(screentest.InspectorCode + screentest.CroupierCode)
	if s.Table().KeysOut() != nil {
		t.Fatalf("out: %v: %s", s.Table().KeysOut(), s.said())
	}
}
