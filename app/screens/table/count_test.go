package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// A count is blind: nothing says what there should be before both have counted, digits
// take the place of what stands, and a difference is said and asked about before anybody
// signs. What was typed stays.
func TestCountIsBlind(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n")
	s.Silent("20", "Previsto", "Differenza")
	s.Keys("9")
	s.Shell.TypedKey(fyne.KeyDown)
	s.Shell.TypedKey(fyne.KeyUp)
	s.Keys("20000\n20000\n10000\n3000\n2000\n900\n") // the largest first; 9 was replaced
	s.Shows("MANCANO CHF 100.00", "La differenza apre un incidente")
	s.Silent("previsti", "−100", "56’000") // of which chip, only who has counted again hears
	if s.Table().Open {
		t.Fatal("it is open")
	}
	s.Keys("r") // counted again, from nothing
	s.Shows("Totale CHF 0.00")
	s.Silent("56’000", "Previsto", "55’900")
	s.Keys("\n\n\n\n\n\n") // nobody has counted
	s.Shows("scrivi ogni riga")
	s.Keys("20000\n20000\n10000\n3000\n2000\n900\n")
	s.Shows("MANCANO CHF 100.00", "Contati CHF 55’900.00, previsti CHF 56’000.00", "−100")
	s.Keys("\n")
	s.Shows("Contati CHF 55’900.00", "MANCANO CHF 100.00")
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	if c := s.Table().Counts(); len(c) != 1 || c[0].Float.Value() != 5_590_000 || len(s.Table().IncidentBook().OpenIncidents()) != 1 {
		t.Errorf("%+v, %d incidents: %s", c, len(s.Table().IncidentBook().OpenIncidents()), s.said())
	}
}

// The key that goes on with a count names what does: Enter alone where it does, on the last chip, or of few chips where nothing follows.
func TestCountSaysWhatGoesOn(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	says := func(alone bool) {
		t.Helper()
		if got := !strings.Contains(s.Over(), "End Enter"); got != alone {
			t.Errorf("Enter alone goes on: %v, want %v: %s", got, alone, s.Over())
		}
	}
	s.Keys("\n20000")
	says(false)
	s.Press(fyne.KeyEnd)
	says(true)
	s.Escape()
	s.Open()
	s.Press(fyne.KeyF5)
	s.Keys("a1")
	s.Picture("count-sparse")
	says(false)
	s.Keys("5000\n")
	says(true)
	s.Picture("count-sparse-last")
	if s.Keys("\n"); !strings.Contains(s.Over(), "Buy-in") || strings.Contains(s.Over(), "End Enter") {
		t.Errorf("Enter does not go on: %s", s.Over())
	}
}

// Where the sum is right and the chips are others than what the opening has to find, the page and what two sign say so; nothing
// opens an incident.
func TestOpeningFindsOtherChips(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n20000\n20000\n10000\n4000\n1000\n1000\n")
	s.Shows("La somma torna, le fiche non sono quelle previste")
	s.Silent("Il conteggio torna", "120", "incidente")
	s.Keys("\n")
	s.Shows("La somma torna, le fiche non sono quelle", "25: contati 160, previsti 120", "10: contati 100, previsti 200")
	s.Silent("contati 200")
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	if len(s.Table().OtherChips()) != 2 || len(s.Table().IncidentBook().OpenIncidents()) != 0 {
		t.Errorf("%+v: %s", s.Table().OtherChips(), s.said())
	}
}

// Without a count where the last closing left one, the manager's code is asked for by
// name, and the inspector's does not lead round in circles.
func TestOpenWithoutACount(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys(screentest.Counted + screentest.CroupierCode + screentest.InspectorCode)
	s.Escape()
	if s.Table().Open {
		t.Fatalf("it is open: %s", s.said())
	}
	s.Keys("\nn")
	s.Shows("Nessun conteggio")
	s.Keys(screentest.CroupierCode)
	s.Shows("Responsabile: numero e PIN, senza conteggio", "Ha firmato Anna Rossi")
	s.Keys(screentest.InspectorCode)
	s.Shows("Ha firmato Anna Rossi", "Responsabile")
	s.Keys(screentest.ManagerCode)
	if !s.Table().Open || s.Table().Desk().Worth().Known {
		t.Errorf("%s", s.said())
	}
}

// A fill takes a few keys: people by their number. Chips that are not those of the slip
// are said in large, row by row, and cannot be signed.
func TestFillFromRequestToVerified(t *testing.T) {
	s := threeBoxes(t)
	keys := 0
	count := func(typed string) { keys += len([]rune(typed)); s.Keys(typed) }
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_fill")
	count("5000\n\n") // five of 1000, nothing else
	s.Shows("5 × 1’000 = 5’000.00")
	count(screentest.InspectorCode)
	slips := s.Table().Slips(tray.Requested)
	if len(slips) != 1 {
		t.Fatalf("%s", s.said())
	}
	verify := func() {
		s.Shell.TypedKey(fyne.KeyF5)
		s.Choose("cash_slips", map[string]any{"N": 1})
		s.Choose("slip_verify", map[string]any{"Name": slips[0].Of(s.Table().Name), "Kind": "Aggiunta", "Amount": "CHF 5’000.00"})
	}
	verify()
	s.Silent("5’000.00 ", "Previsto")
	s.Keys("4000\n\n")
	s.Shows("MANCANO CHF 1’000.00", "−1’000")
	s.Keys("\n") // Enter signs nothing that differs
	s.Shows("Totale CHF 0.00")
	count("5000\n\n")
	s.Keys("215821\n")
	s.Shows("Sembra un codice")
	for range 6 {
		s.Keys("\b")
	}
	count("41\n" + "42x\n" + screentest.InspectorCode + screentest.CroupierCode)
	done := s.Table().Slips(tray.Verified)
	if len(done) != 1 || done[0].Cashier == "41" || done[0].Cashier == "" || done[0].Runner != "42x" {
		t.Fatalf("%+v: %s", done, s.said())
	}
	if keys += 5; keys > 45 { // F5, the line, F5, two lines
		t.Errorf("%d keys", keys)
	}
	t.Logf("%d keys", keys)
}

// Who counts again begins at the top and from nothing. That the first count was another stays
// on the record, stands above the two codes and in the report.
func TestCountedAgain(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n" + "20000\n20000\n10000\n3000\n2000\n500\nr")
	s.Shows("Totale CHF 0.00")
	s.Keys(screentest.Counted)
	s.Shows("Contati CHF 56’000.00", "Prima contati CHF 55’500.00")
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	if c := s.Table().Counts(); len(c) != 1 || len(c[0].First) != 1 || c[0].First[0] != 5_550_000 {
		t.Fatalf("%+v: %s", c, s.said())
	}
	by := reports.ShiftOf(s.Table(), &s.Shell.House.State)
	if len(by.FirstOpening) != 1 || by.FirstOpening[0] != 5_550_000 {
		t.Errorf("the report says %+v", by)
	}
}

// A croupier who is removed while the pad of the closing is open can sign it no more: the pad says that a relief is due,
// whichever code is given, and nothing is closed in their name.
func TestCroupierRemovedWhileThePadIsOpen(t *testing.T) {
	for _, given := range []string{"", screentest.CroupierCode} {
		s := newSeat(t, "LB1", "it")
		s.Open()
		s.Shell.TypedKey(fyne.KeyF10)
		s.Choose("menu_close")
		s.Keys(screentest.Counted + given)
		elena, err := s.Shell.House.SignOn("316931")
		if err == nil {
			err = s.Shell.House.Staff().RemoveStaff("11", elena)
		}
		if err != nil {
			t.Fatal(err)
		}
		codes := []string{screentest.CroupierCode, "124712\n"}
		if given != "" {
			codes = []string{screentest.InspectorCode}
		}
		for _, code := range codes {
			s.Keys(code)
			if !s.Table().Open || !strings.Contains(s.said(), "prima serve il cambio (F9)") {
				t.Errorf("given %q, then %q: open %v, %q", given, code, s.Table().Open, s.said())
			}
		}
	}
}

// What is suggested for the end of a count's incident is about a float, and names no player.
func TestIncidentOfACountEndsWithoutAPlayer(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	for class, says := range map[record.IncidentClass]string{record.DifferenceIncident: "The difference stays", record.DisputeIncident: "Settled with the player"} {
		s.screen.misdeals().endIncident(record.Incident{Class: class})
		s.Shows(says)
		s.Shell.CloseOverlay()
	}
}
