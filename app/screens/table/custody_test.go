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
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(5000) })
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

// Where two inspectors sign, the page asks for who hands over, and names whom it took for that, so that the record says what they did.
func TestKeysPageNamesWhoHandsOver(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	keys := func(way, item string) {
		s.Shell.TypedKey(fyne.KeyF5)
		s.Choose("cash_keys")
		s.Choose(way)
		s.Keys(item + "\n")
	}
	keys("keys_over", "badge 7")
	s.Shows("The person who hands over: number and PIN")
	s.Silent("in either order")
	s.Keys(screentest.InspectorCode) // who receives it types first
	s.Shows("Dario Bianchi hands over", "The person who receives: number and PIN")
	s.Escape()
	s.Keys(screentest.ManagerCode)
	s.Shows("Elena Moser hands over")
	s.Keys(screentest.InspectorCode)
	if out := s.Table().KeysOut(); len(out) != 1 || out[0].With != "21" {
		t.Fatalf("%+v: %s", out, s.said())
	}
	keys("keys_back", "badge 7")
	s.Shows("The person who takes back: number and PIN")
	s.Keys(screentest.CroupierCode) // who has not the right is the other one
	s.Shows("Anna Rossi returns", "The person who takes back: number and PIN")
	s.Escape()
	s.Keys(screentest.ManagerCode)
	s.Shows("Elena Moser takes back", "The person who returns: number and PIN")
}

// A badge that is out is handed over again only where that is confirmed, and the page and the record say who had it.
func TestKeysThatAreOutAreHandedOverAgain(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_keys")
	s.Choose("keys_over")
	s.Keys("badge 9\n" + screentest.InspectorCode + screentest.CroupierCode)
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_keys")
	s.Choose("keys_over")
	s.Keys("Badge  9\n")
	s.Shows("The record says that Anna Rossi has badge 9", "not returned")
	s.Choose("keys_over_again")
	s.Shows("Handed over: badge 9", "On record with Anna Rossi")
	s.Keys(screentest.InspectorCode + screentest.ManagerCode)
	list := s.Table().Custodies()
	if len(list) != 2 || list[1].Holder != "11" || list[1].Item != "badge 9" || len(s.Table().KeysOut()) != 1 {
		t.Fatalf("%+v: %s", list, s.said())
	}
}
