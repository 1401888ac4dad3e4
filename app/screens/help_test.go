package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/view"
	"sabot/games"
)

// F1 says on every page what the keys do there, and goes back to it.
func TestHelpIsEverywhere(t *testing.T) {
	s := newSeat(t, Options{Language: "it"})
	help := func(about, word string) {
		t.Helper()
		before := s.shell.top()
		s.shell.typedKey(fyne.KeyF1)
		if !strings.Contains(s.written(), word) {
			t.Errorf("%s: no %q in the help\n%s", about, word, s.written())
		}
		s.shell.typedKey(fyne.KeyF1)
		if _, same := before.(paged); !same && s.shell.top() != before || s.shell.overlay != nil && s.written() == "" {
			t.Errorf("%s: F1 does not go back", about)
		}
	}
	help("first page", "la riga che comincia con quel tasto")
	s.shell.show(s.shell.setupPage())
	form := s.shell.newSetupForm()
	form.name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1})
	s.reads("a field", "il campo seguente")

	s = newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.shell.show(s.shell.pickPage())
	help("choosing a table", "la riga che comincia con quel tasto")
	s.shell.show(s.shell.table)
	help("closed table", "Apri il tavolo")
	s.keys("\n")
	help("count", "importo del taglio scelto")
	s.keys(counted)
	help("PIN pad", "numero e PIN, di seguito")
	s.keys("114711\n215821\n\n")
	for key, word := range map[fyne.KeyName]string{
		fyne.KeyF4: "la riga che comincia con quel tasto", fyne.KeyF8: "la mano con quel numero", fyne.KeyF2: "scorre", fyne.KeyF9: "numero e PIN, di seguito",
	} {
		s.shell.typedKey(key)
		help(string(key), word)
		s.escape()
	}
	s.shell.openOffice(s.shell.backToTable)
	s.keys(managerCode)
	help("office", "un altro turno")
}

// The help of the table names the keys as they stand on the strip, and no key of another
// game.
func TestHelpIsOfThisGame(t *testing.T) {
	keys := func(s *seat) map[string]bool {
		now, always := s.shell.table.viewer().Help(s.table(), s.shell.table.cursor)
		all := map[string]bool{}
		for _, rows := range [][]view.HelpRow{now, always} {
			for _, r := range rows {
				all[r.Key] = true
			}
		}
		return all
	}
	lugano := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	lugano.open()
	lugano.keys("1d\td")
	for _, key := range []string{"1–9", "A S D F G H", "U", "Enter", "F4"} {
		if !keys(lugano)[key] {
			t.Errorf("Lugano's betting does not name %q", key)
		}
	}
	for _, key := range []string{"F6", "F7", "B", "E", "0 1–9"} {
		if keys(lugano)[key] {
			t.Errorf("Lugano's betting names %q", key)
		}
	}
	lugano.shell.typedKey(fyne.KeyF7)
	if lugano.shell.overlay != nil || !strings.Contains(lugano.said(), "F7") {
		t.Errorf("F7 at a table without commission: %q", lugano.said())
	}
	lugano.keys("\n8k8")
	for _, key := range []string{"S", "D", "X"} {
		if !keys(lugano)[key] {
			t.Errorf("a decision does not name %q", key)
		}
	}
	punto := banco(t)
	punto.keys("1")
	if pb := keys(punto); !pb["F6"] || !pb["F7"] || !pb["B"] {
		t.Errorf("punto banco: %v", pb)
	}
}

// F2 has the limits, and one key further the rules of this table in words; what the house
// gains is on neither.
func TestRulesOfTheTable(t *testing.T) {
	s := banco(t)
	s.shell.typedKey(fyne.KeyF2)
	s.reads("limits", "PUNTO", "Regole del tavolo", "!Vantaggio casa")
	s.keys("\n")
	s.reads("rules", "Banco con 6: tira se la terza carta del punto vale 6 7.", "Coppie fino alla mano 60 del sabot.")
	s.escape()
	s.escape()
	s.shell.table.openEdge()
	s.keys(croupierCode)
	if !strings.Contains(s.said(), "serve ") {
		t.Errorf("a croupier sees the edge: %s", s.said())
	}
	s.keys(inspectorCode)
	s.reads("edge", "Vantaggio casa", "BANCO")
}

// The help of the betting names undo, the player of a box and the tap that takes a chip
// off; that of a hand as it lies only the places that the game has.
func TestHelpNamesWhatThereIs(t *testing.T) {
	s := seats(t)
	s.keys("150\n")
	s.shell.typedKey(fyne.KeyF1)
	s.shows("indietro: l'ultima cosa", "Posti dello stesso giocatore", "toglie una fiche dalla casella", "3 secondi: via tutte le puntate", "quel che un box decide prima del suo turno")
	s.shell.typedKey(fyne.KeyF1)
	s.keys("\n968" + "\n")
	for _, c := range []struct {
		table      *seat
		has, lacks string
	}{
		{s, "la carta scelta sta a: BANCO", "PUNTO"}, {banco(t), "la carta scelta sta a: BANCO, PUNTO", "il box dove sta"}, {threeBoxes(t), "il box dove sta la carta scelta", "PUNTO"},
	} {
		if c.table.shell.table.session.State.Current.BetsClosed == false {
			c.table.keys("1\t50\n\n")
		}
		c.table.shell.table.openRelay()
		c.table.shell.typedKey(fyne.KeyF1)
		c.table.shows(c.has)
		c.table.silent(c.lacks)
	}
	asks := seats(t)
	asks.shell.table.amount("Drop", "", func(games.Amount) {})
	asks.shell.typedKey(fyne.KeyF1)
	asks.shows("l'importo")
	asks.silent("il campo seguente")
}
