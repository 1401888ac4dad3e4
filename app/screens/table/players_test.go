package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
)

// The window turned to the players takes nothing from the table: keys that the system
// gives it deal on, and once it was touched it is left with Esc or with a finger.
func TestPlayersPanelLeavesTheKeysAtTheTable(t *testing.T) {
	s := banco(t)
	tap := func(what string) {
		t.Helper()
		panel := s.screen.players.panel
		at, there := panel.Where(what)
		if !there {
			t.Fatalf("no %q on the players' panel", what)
		}
		test.TapCanvas(s.screen.players.window.Canvas(), at)
	}
	s.screen.togglePlayers()
	w := s.screen.players.window
	for _, r := range "1\t20" {
		s.Pass(2 * shell.TooFastForHands)
		if r == '\t' {
			s.Shell.TypedKey(fyne.KeyTab)
			continue
		}
		s.Shell.KeyDown(&fyne.KeyEvent{Name: fyne.KeyName(r)})
		w.Canvas().OnTypedRune()(r)
	}
	s.Shell.KeyDown(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if bets := s.Table().Current.Round.Bets; len(bets) != 1 || bets[0].Amount != 2000 {
		t.Fatalf("bets %+v: the keys went astray", bets)
	}
	key := func(name fyne.KeyName) { w.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name}) }
	s.Shell.KeyDown(&fyne.KeyEvent{Name: fyne.KeyF10})
	key(fyne.KeyF10)
	if s.Shell.Overlay() == nil {
		t.Fatal("F10 opens no menu")
	}
	s.Shell.KeyDown(&fyne.KeyEvent{Name: fyne.KeyEscape})
	key(fyne.KeyEscape)
	if s.Shell.Overlay() != nil || s.screen.players.window == nil {
		t.Error("Esc is not the table's, though nobody has touched the panel")
	}
	tap("players")
	key(fyne.KeyF11)
	if !w.FullScreen() || s.Shell.Window.FullScreen() {
		t.Error("F11 is not this window's")
	}
	key(fyne.KeyEscape)
	if w.FullScreen() || s.screen.players.window == nil {
		t.Error("Esc leaves the full screen first")
	}
	key(fyne.KeyEscape)
	if s.screen.players.window != nil {
		t.Error("Esc does not close the panel")
	}

	s.screen.togglePlayers()
	panel := s.screen.players.panel
	tap("players")
	if _, there := panel.Where("Chiudi"); !there {
		t.Fatal("a tap shows no way back")
	}
	s.Pass(keysShown + 1)
	if _, there := panel.Where("Chiudi"); there {
		t.Error("the key that closes stays")
	}
	tap("players")
	tap("Chiudi")
	if s.screen.players.window != nil {
		t.Error("the panel is not closed by touch")
	}
}

// What is asked never looks like a result, and the whole page can be used with a finger.
func TestRoadsByTouch(t *testing.T) {
	s := banco(t)
	s.Keys("1\t20\n\n79kk ")
	s.Shell.TypedKey(fyne.KeyF6)
	drawn := s.Shell.Overlay().Content().(*controls.Drawn)
	texts := func() map[string]bool {
		said := map[string]bool{}
		for _, o := range test.WidgetRenderer(drawn).Objects() {
			said[screentest.DrawnText(o)] = true
		}
		return said
	}
	s.TouchOn(drawn, "Bead Plate")
	if !texts()["9"] || texts()["?"] {
		t.Error("a tap on the bead plate shows no totals")
	}
	s.TouchOn(drawn, "ask player")
	if !texts()["?"] || texts()["0 "] {
		t.Error("the hand that is asked about is not marked as such")
	}
	s.TouchOn(drawn, "ask player")
	s.TouchOn(drawn, "Lettere")
	if !texts()["B"] {
		t.Error("the key brings no letters back")
	}
	for _, road := range []string{"Big Road", "Small Road", "Cockroach Road"} {
		s.TouchOn(drawn, road)
		if texts()["Bead Plate"] {
			t.Errorf("%s is not shown alone", road)
		}
		s.TouchOn(drawn, road)
		if !texts()["Bead Plate"] {
			t.Errorf("after %s a tap does not bring all roads back", road)
		}
	}
	s.TouchOn(drawn, "Small Road")
	s.Shell.TypedKey(fyne.KeyEscape)
	if !texts()["Bead Plate"] || s.Shell.Overlay() == nil {
		t.Error("Esc closes the page where it should bring all roads back")
	}
	s.TouchOn(drawn, "Good Roads")
	s.TouchOn(s.Shell.Overlay().Content().(*controls.Drawn), s.overlayLine("Serie banco"))
	if off := s.Table().Settings.PatternsOff; len(off) != 1 || off[0] != "serie_banco" {
		t.Errorf("patterns off: %v", off)
	}
}

// overlayLine is the line of a menu that ends with a word, as it stands there.
func (s *seat) overlayLine(word string) string {
	s.T.Helper()
	for _, o := range test.WidgetRenderer(s.Shell.Overlay().Content().(*controls.Drawn)).Objects() {
		if line := screentest.DrawnText(o); len(line) >= len(word) && line[len(line)-len(word):] == word {
			return line
		}
	}
	s.T.Fatalf("no line %q", word)
	return ""
}

// A Good Road that is looked for tells itself, on the act line and among what waits; what
// waits behind the first mark can be read.
func TestGoodRoadsTellThemselves(t *testing.T) {
	s := banco(t)
	notice := func() string {
		return s.Shell.Viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Notice.Text
	}
	mark := func() string { return s.Shell.Viewer().TopOf(s.Table(), s.Shell.House.Now()).Mark }
	for range 3 {
		s.Keys("1\t20\n\n79kk ") // the bank wins with a natural
	}
	if notice() != "" || mark() != "" {
		t.Fatalf("after three: %q, %q", notice(), mark())
	}
	s.Keys("1\t20\n\n79kk ")
	if notice() != "Good Road: Serie banco" || mark() != "Good Road: Serie banco" {
		t.Errorf("after four: %q, %q", notice(), mark())
	}
	s.Keys("1\t20\n")
	if notice() != "" || mark() == "" {
		t.Errorf("with the next bets: %q, %q", notice(), mark())
	}
	s.Shell.TypedKey(fyne.KeyF3)
	if mark() != "Ultima mano +1" {
		t.Errorf("two things wait: %q", mark())
	}
	top := s.screen.top
	at, there := top.Where("mark")
	s.Tap(top.Drawn, at, there, "mark")
	drawn := s.Shell.Overlay().Content().(*controls.Drawn)
	said := ""
	for _, o := range test.WidgetRenderer(drawn).Objects() {
		said += screentest.DrawnText(o) + "\n"
	}
	if !strings.Contains(said, "Ultima mano") || !strings.Contains(said, "Serie banco") {
		t.Errorf("a tap on the mark says %s", said)
	}
}

// A table that fills the screen lies over the players' window where there is no other one: it says so.
func TestPlayersWindowBehindTheTableIsSaid(t *testing.T) {
	s := banco(t)
	said := "sta dietro il tavolo"
	s.screen.togglePlayers()
	if strings.Contains(s.Words(), said) {
		t.Error("it is said of a table that fills no screen")
	}
	s.screen.togglePlayers()
	s.Shell.Window.SetFullScreen(true)
	s.screen.togglePlayers()
	s.Says(said)
}
