package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/games"
	"sabot/pit/tray"
	"sabot/reports"
)

// Whoever signs a slip, has a part in it already or has left the house neither gives nor brings its chips, and is not suggested.
func TestNobodyCarriesChipsThatTheySignFor(t *testing.T) {
	s := threeBoxes(t)
	fill := func() tray.Slip {
		s.Shell.TypedKey(fyne.KeyF5)
		s.Choose("cash_fill")
		s.Keys("5000\n\n" + screentest.InspectorCode)
		slips := s.Table().Slips(tray.Requested)
		if len(slips) != 1 {
			t.Fatalf("%s", s.said())
		}
		s.Shell.TypedKey(fyne.KeyF5)
		s.Choose("cash_slips", map[string]any{"N": 1})
		s.Choose("slip_verify", map[string]any{"Name": slips[0].Of(s.Table().Name), "Kind": "Aggiunta", "Amount": "CHF 5’000.00"})
		s.Keys("5000\n\n")
		return slips[0]
	}
	fill()
	s.Keys("11\n")
	s.Shows("Anna Rossi ha già un’altra parte")
	s.Keys("anna rossi\n")
	s.Shows("ha già un’altra parte")
	s.Keys("12\n")
	s.Shows("chi ha portato le fiche")
	s.Keys("12\n")
	s.Shows("ha già un’altra parte")
	s.Keys("G. Neri\n" + screentest.InspectorCode + screentest.CroupierCode)
	if done := s.Table().Slips(tray.Verified); len(done) != 1 || done[0].Runner != "G. Neri" {
		t.Fatalf("%+v: %s", done, s.said())
	}
	manager, err := s.Shell.House.SignOn(strings.TrimSpace(screentest.ManagerCode))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Shell.House.Staff().RemoveStaff("12", manager); err != nil {
		t.Fatal(err)
	}
	fill()
	s.Silent("Bruno Keller") // was the cashier of the one before
	s.Keys("12\n")
	s.Shows("Bruno Keller non lavora più qui")
	s.Keys("21\n") // whoever signs with a code is known then
	s.Keys("G. Neri\n" + screentest.InspectorCode + screentest.CroupierCode)
	s.Shows("ha già un’altra parte")
	if done := s.Table().Slips(tray.Verified); len(done) != 1 {
		t.Errorf("%+v", done)
	}
}

// Chips of a slip that were counted short, and then again, leave the first count on the approval, in the record and on the slip.
func TestShortCountOfASlipIsKept(t *testing.T) {
	s := threeBoxes(t)
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_fill")
	s.Keys("5000\n\n" + screentest.InspectorCode)
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_slips", map[string]any{"N": 1})
	s.Choose("slip_verify", map[string]any{"Name": s.Table().Slips(tray.Requested)[0].Of(s.Table().Name), "Kind": "Aggiunta", "Amount": "CHF 5’000.00"})
	s.Keys("4000\n\n")
	s.Shows("CHF 4’000.00")
	s.Keys("R")
	s.Keys("5000\n\n")
	s.Keys("Cassa 2\nG. Neri\n")
	s.Shows("Prima contati CHF 4’000.00")
	s.Keys(screentest.InspectorCode + screentest.CroupierCode)
	done := s.Table().Slips(tray.Verified)
	if len(done) != 1 || !slices.Equal(done[0].First, []games.Amount{400_000}) {
		t.Fatalf("%+v: %s", done, s.said())
	}
	e, err := reports.Evidence{Form: reports.Form, Kind: reports.SlipReport, Item: done[0].String()}.Of(s.Table(), &s.Shell.House.State)
	if err != nil || !strings.Contains(string(e.Figures), `"First":[400000]`) {
		t.Errorf("the slip says %s, %v", e.Figures, err)
	}
}
