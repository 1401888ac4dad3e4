package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// While payments are made help says what stands on the pad, and its title is no number of a program.
func TestHelpWhilePaying(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := newSeat(t, "LB1", lang)
		s.Open()
		s.bet(1, "59", "", 25)
		s.bet(1, "play", "", 25)
		s.do(pit.OfBets(hand.Bets.Close))
		s.deal("9", "4", "4")
		s.Shell.TypedKey(fyne.KeyF1)
		for _, line := range s.screen.viewer().HelpPage("help_pays") {
			s.Shows(line.Key, line.What)
		}
		s.Shows(s.Shell.Text.T("help_paid"), s.Shell.Text.T("help_paid_all"))
		if title := s.Shell.Text.T("title_help"); !slices.Contains(strings.Split(s.Over(), "\n"), title) {
			t.Errorf("%s: the title is not %q alone:\n%s", lang, title, s.Over())
		}
		s.Look("help-while-paying")
	}
}

// The help of the table names the keys as they stand on the strip, and no key of another
// game.
func TestHelpIsOfThisGame(t *testing.T) {
	keys := func(s *seat) map[string]bool {
		now, always := s.screen.viewer().Help(s.Table(), s.screen.cursor)
		all := map[string]bool{}
		for _, rows := range [][]view.HelpRow{now, always} {
			for _, r := range rows {
				all[r.Key] = true
			}
		}
		return all
	}
	lugano := newSeat(t, "LB1", "it")
	lugano.Open()
	lugano.Keys("1g\tg")
	for _, key := range []string{"1–9", "A F G J K L", "U", "Enter", "F4"} {
		if !keys(lugano)[key] {
			t.Errorf("Lugano's betting does not name %q", key)
		}
	}
	for _, key := range []string{"F6", "F7", "B", "E", "0 1–9"} {
		if keys(lugano)[key] {
			t.Errorf("Lugano's betting names %q", key)
		}
	}
	lugano.Shell.TypedKey(fyne.KeyF7)
	if lugano.Shell.Overlay() != nil || !strings.Contains(lugano.said(), "F7") {
		t.Errorf("F7 at a table without commission: %q", lugano.said())
	}
	lugano.Keys("\n8k8")
	for _, key := range []string{"S", "D", "X"} {
		if !keys(lugano)[key] {
			t.Errorf("a decision does not name %q", key)
		}
	}
	punto := banco(t)
	punto.Keys("1")
	if pb := keys(punto); !pb["F6"] || !pb["F7"] || !pb["B"] {
		t.Errorf("punto banco: %v", pb)
	}
}

// F2 has the limits, and one key further the rules of this table in words; what the house
// gains is on neither.
func TestRulesOfTheTable(t *testing.T) {
	s := banco(t)
	s.Shell.TypedKey(fyne.KeyF2)
	s.Reads("limits", "PUNTO", "Regole del tavolo", "!Vantaggio casa")
	s.Keys("\n")
	s.Reads("rules", "Banco con 6: tira se la terza carta del punto vale 6 7.", "Coppie fino alla mano 60 del sabot.")
	s.Escape()
	s.Escape()
	s.screen.pages().openEdge()
	s.Keys(screentest.CroupierCode)
	if !strings.Contains(s.said(), "serve ") {
		t.Errorf("a croupier sees the edge: %s", s.said())
	}
	s.Keys(screentest.InspectorCode)
	s.Reads("edge", "Vantaggio casa", "BANCO")
}

// The help of the betting names undo, the player of a box and the tap that takes a chip
// off; that of a hand as it lies only the places that the game has.
func TestHelpNamesWhatThereIs(t *testing.T) {
	s := seats(t)
	s.Keys("150\n")
	s.Shell.TypedKey(fyne.KeyF1)
	s.Shows("Disfa l’ultima cosa", "chi tiene il box scelto", "toglie una fiche dalla casella", "3 secondi: via tutte le puntate", "quel che un box decide prima del suo turno")
	s.Shell.TypedKey(fyne.KeyF1)
	s.Keys("\n968" + "\n")
	for _, c := range []struct {
		table      *seat
		has, lacks string
	}{
		{s, "la carta scelta sta a: BANCO", "PUNTO"}, {banco(t), "la carta scelta sta a: BANCO, PUNTO", "il box dove sta"}, {threeBoxes(t), "il box dove sta la carta scelta", "PUNTO"},
	} {
		if c.table.screen.session.State.Current.BetsClosed == false {
			c.table.Keys("1\t50\n\n")
		}
		c.table.screen.misdeals().openRelay()
		c.table.Shell.TypedKey(fyne.KeyF1)
		c.table.Shows(c.has, "End +", "il posto della carta seguente")
		c.table.Silent(c.lacks)
	}
	asks := seats(t)
	asks.screen.approvals().amount("Drop", "", func(games.Amount) {})
	asks.Shell.TypedKey(fyne.KeyF1)
	asks.Shows("l’importo")
	asks.Silent("il campo seguente")
}

// Limits and rules are read before a table has ever opened, and after it has closed.
func TestLimitsWhileTheTableIsClosed(t *testing.T) {
	s := newSeat(t, "BJ1", "it")
	s.Press(fyne.KeyF10)
	s.TouchOn(s.OverlayDrawn(), "Limiti e quote")
	s.Reads("limits", "PUNTATA", "Regole del tavolo")
	s.Keys("\n")
	s.Reads("rules", "8 mazzi, 7 box.")
}

// On a menu F1 says what each line does, in every language.
func TestHelpOnAMenuSaysWhatItsLinesDo(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := threeBoxesIn(t, lang)
		s.inHouse()
		for key, says := range map[fyne.KeyName]string{fyne.KeyF10: "about_menu_relief", fyne.KeyF5: "about_cash_change", fyne.KeyF4: "about_irregular_exposed"} {
			s.Press(key)
			s.Press(fyne.KeyF1)
			s.Look("keys of a menu")
			if said := strings.Join(strings.Fields(s.Over()), " "); !strings.Contains(said, strings.Join(strings.Fields(s.Shell.Text.T(says))[:3], " ")) {
				t.Errorf("%s: %q is not on\n%s", lang, s.Shell.Text.T(says), said)
			}
			s.Escape()
			s.Escape()
		}
	}
}
