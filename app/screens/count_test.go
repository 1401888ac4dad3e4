package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/pit"
)

// silent demands that the overlay says none of these.
func (s *seat) silent(words ...string) {
	s.t.Helper()
	for _, word := range words {
		if said := s.over(); strings.Contains(said, word) {
			s.t.Errorf("it says %q:\n%s", word, said)
		}
	}
}

// A count is blind: nothing says what there should be before both have counted, digits
// take the place of what stands, and a difference is said and asked about before anybody
// signs. What was typed stays.
func TestCountIsBlind(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.keys("\n")
	s.silent("20", "Previsto", "Differenza")
	s.keys("9")
	s.shell.typedKey(fyne.KeyDown)
	s.shell.typedKey(fyne.KeyUp)
	s.keys("20000\n20000\n10000\n3000\n2000\n900\n") // the largest first; 9 was replaced
	s.shows("MANCANO CHF 100.00", "La differenza apre un incidente")
	s.silent("previsti", "−100", "56’000") // of which chip, only who has counted again hears
	if s.table().Open {
		t.Fatal("it is open")
	}
	s.keys("r") // counted again
	s.shows("Totale CHF 55’900.00")
	s.silent("56’000", "Previsto")
	s.keys("\n\n\n\n\n\n") // each line as it stands
	s.shows("MANCANO CHF 100.00", "Contati CHF 55’900.00, previsti CHF 56’000.00", "−100")
	s.keys("\n")
	s.shows("Contati CHF 55’900.00", "MANCANO CHF 100.00")
	s.keys(croupierCode + inspectorCode)
	if c := s.table().Counts(); len(c) != 1 || c[0].Float.Value() != 5_590_000 || len(s.table().OpenIncidents()) != 1 {
		t.Errorf("%+v, %d incidents: %s", c, len(s.table().OpenIncidents()), s.said())
	}
}

// Without a count where the last closing left one, the manager's code is asked for by
// name, and the inspector's does not lead round in circles.
func TestOpenWithoutACount(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.shell.typedKey(fyne.KeyF10)
	s.choose("menu_close")
	s.keys(counted + croupierCode + inspectorCode)
	s.escape()
	if s.table().Open {
		t.Fatalf("it is open: %s", s.said())
	}
	s.keys("\nn")
	s.shows("Nessun conteggio")
	s.keys(croupierCode)
	s.shows("Responsabile: numero e PIN, senza conteggio", "Ha firmato Anna Rossi")
	s.keys(inspectorCode)
	s.shows("Ha firmato Anna Rossi", "Responsabile")
	s.keys(managerCode)
	if !s.table().Open || s.table().Tray().Known {
		t.Errorf("%s", s.said())
	}
}

// choose touches the line of a menu that says what the key says.
func (s *seat) choose(key string, args ...map[string]any) {
	s.t.Helper()
	word := s.shell.text.T(key, args...)
	drawn := s.shell.overlay.content().(*controls.Drawn)
	p, there := drawn.Board.Where(word)
	s.tap(drawn, p, there, word)
}

// A fill takes a few keys: people by their number. Chips that are not those of the slip
// are said in large, row by row, and cannot be signed.
func TestFillFromRequestToVerified(t *testing.T) {
	s := threeBoxes(t)
	keys := 0
	count := func(typed string) { keys += len([]rune(typed)); s.keys(typed) }
	s.shell.typedKey(fyne.KeyF5)
	s.choose("cash_fill")
	count("5000\n\n") // five of 1000, nothing else
	s.shows("5 × 1’000 = 5’000")
	count(inspectorCode)
	slips := s.table().Slips(pit.Requested)
	if len(slips) != 1 {
		t.Fatalf("%s", s.said())
	}
	verify := func() {
		s.shell.typedKey(fyne.KeyF5)
		s.choose("cash_slips", map[string]any{"N": 1})
		s.choose("slip_verify", map[string]any{"Name": slips[0].String(), "Kind": "Aggiunta", "Amount": "CHF 5’000.00"})
	}
	verify()
	s.silent("5’000.00 ", "Previsto")
	s.keys("4000\n\n")
	s.shows("MANCANO CHF 1’000.00", "−1’000")
	s.keys("\n") // Enter signs nothing that differs
	s.shows("Totale CHF 4’000.00")
	count("5000\n\n")
	s.keys("215821\n")
	s.shows("Questo numero non è di nessuno")
	for range 6 {
		s.keys("\b")
	}
	count("41\n" + "42x\n" + inspectorCode + croupierCode)
	done := s.table().Slips(pit.Verified)
	if len(done) != 1 || done[0].Cashier == "41" || done[0].Cashier == "" || done[0].Runner != "42x" {
		t.Fatalf("%+v: %s", done, s.said())
	}
	if keys += 5; keys > 45 { // F5, the line, F5, two lines
		t.Errorf("%d keys", keys)
	}
	t.Logf("%d keys", keys)
}

// Who counts again begins at the top, and what is typed takes the place of what stands.
func TestCountedAgain(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.keys("\n" + "20000\n20000\n10000\n3000\n2000\n500\nr")
	s.shows("Totale CHF 55’500.00")
	s.keys("19000\n")
	s.shows("Totale CHF 54’500.00")
}
