package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
)

// The window turned to the players takes nothing from the table: keys that the system
// gives it deal on, and once it was touched it is left with Esc or with a finger.
func TestPlayersPanelLeavesTheKeysAtTheTable(t *testing.T) {
	s := banco(t)
	tap := func(what string) {
		t.Helper()
		panel := s.shell.table.players.panel
		at, there := panel.Where(what)
		if !there {
			t.Fatalf("no %q on the players' panel", what)
		}
		test.TapCanvas(s.shell.table.players.window.Canvas(), at)
	}
	s.shell.table.togglePlayers()
	w := s.shell.table.players.window
	for _, r := range "1\t20" {
		s.pass(2 * tooFastForHands)
		if r == '\t' {
			s.shell.typedKey(fyne.KeyTab)
			continue
		}
		s.shell.keyDown(&fyne.KeyEvent{Name: fyne.KeyName(r)})
		w.Canvas().OnTypedRune()(r)
	}
	s.shell.keyDown(&fyne.KeyEvent{Name: fyne.KeyReturn})
	w.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if bets := s.table().Current.Round.Bets; len(bets) != 1 || bets[0].Amount != 2000 {
		t.Fatalf("bets %+v: the keys went astray", bets)
	}
	key := func(name fyne.KeyName) { w.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name}) }
	s.shell.keyDown(&fyne.KeyEvent{Name: fyne.KeyF10})
	key(fyne.KeyF10)
	if s.shell.overlay == nil {
		t.Fatal("F10 opens no menu")
	}
	s.shell.keyDown(&fyne.KeyEvent{Name: fyne.KeyEscape})
	key(fyne.KeyEscape)
	if s.shell.overlay != nil || s.shell.table.players.window == nil {
		t.Error("Esc is not the table's, though nobody has touched the panel")
	}
	tap("players")
	key(fyne.KeyF11)
	if !w.FullScreen() || s.shell.window.FullScreen() {
		t.Error("F11 is not this window's")
	}
	key(fyne.KeyEscape)
	if w.FullScreen() || s.shell.table.players.window == nil {
		t.Error("Esc leaves the full screen first")
	}
	key(fyne.KeyEscape)
	if s.shell.table.players.window != nil {
		t.Error("Esc does not close the panel")
	}

	s.shell.table.togglePlayers()
	panel := s.shell.table.players.panel
	tap("players")
	if _, there := panel.Where("Chiudi"); !there {
		t.Fatal("a tap shows no way back")
	}
	s.pass(keysShown + 1)
	if _, there := panel.Where("Chiudi"); there {
		t.Error("the key that closes stays")
	}
	tap("players")
	tap("Chiudi")
	if s.shell.table.players.window != nil {
		t.Error("the panel is not closed by touch")
	}
}

// What is asked never looks like a result, and the whole page can be used with a finger.
func TestRoadsByTouch(t *testing.T) {
	s := banco(t)
	s.keys("1\t20\n\n79kk ")
	s.shell.typedKey(fyne.KeyF6)
	drawn := s.shell.overlay.content().(*controls.Drawn)
	texts := func() map[string]bool {
		said := map[string]bool{}
		for _, o := range test.WidgetRenderer(drawn).Objects() {
			said[drawnText(o)] = true
		}
		return said
	}
	s.touchOn(drawn, "Bead Plate")
	if !texts()["9"] || texts()["?"] {
		t.Error("a tap on the bead plate shows no totals")
	}
	s.touchOn(drawn, "ask player")
	if !texts()["?"] || texts()["0 "] {
		t.Error("the hand that is asked about is not marked as such")
	}
	s.touchOn(drawn, "ask player")
	s.touchOn(drawn, "Lettere")
	if !texts()["B"] {
		t.Error("the key brings no letters back")
	}
	for _, road := range []string{"Big Road", "Small Road", "Cockroach Road"} {
		s.touchOn(drawn, road)
		if texts()["Bead Plate"] {
			t.Errorf("%s is not shown alone", road)
		}
		s.touchOn(drawn, road)
		if !texts()["Bead Plate"] {
			t.Errorf("after %s a tap does not bring all roads back", road)
		}
	}
	s.touchOn(drawn, "Small Road")
	s.shell.typedKey(fyne.KeyEscape)
	if !texts()["Bead Plate"] || s.shell.overlay == nil {
		t.Error("Esc closes the page where it should bring all roads back")
	}
	s.touchOn(drawn, "Good Roads")
	s.touchOn(s.shell.overlay.content().(*controls.Drawn), s.shell.overlayLine(t, "Serie banco"))
	if off := s.table().Settings.PatternsOff; len(off) != 1 || off[0] != "serie_banco" {
		t.Errorf("patterns off: %v", off)
	}
}

// overlayLine is the line of a menu that ends with a word, as it stands there.
func (s *Station) overlayLine(t *testing.T, word string) string {
	t.Helper()
	for _, o := range test.WidgetRenderer(s.overlay.content().(*controls.Drawn)).Objects() {
		if line := drawnText(o); len(line) >= len(word) && line[len(line)-len(word):] == word {
			return line
		}
	}
	t.Fatalf("no line %q", word)
	return ""
}

// A Good Road that is looked for tells itself, on the act line and among what waits; what
// waits behind the first mark can be read.
func TestGoodRoadsTellThemselves(t *testing.T) {
	s := banco(t)
	notice := func() string {
		return s.shell.viewer().Of(s.table(), s.shell.table.cursor, s.shell.table.notice).Notice.Text
	}
	mark := func() string { return s.shell.viewer().TopOf(s.table(), s.shell.house.Now()).Mark }
	for range 3 {
		s.keys("1\t20\n\n79kk ") // the bank wins with a natural
	}
	if notice() != "" || mark() != "" {
		t.Fatalf("after three: %q, %q", notice(), mark())
	}
	s.keys("1\t20\n\n79kk ")
	if notice() != "Good Road: Serie banco" || mark() != "Good Road: Serie banco" {
		t.Errorf("after four: %q, %q", notice(), mark())
	}
	s.keys("1\t20\n")
	if notice() != "" || mark() == "" {
		t.Errorf("with the next bets: %q, %q", notice(), mark())
	}
	s.shell.typedKey(fyne.KeyF3)
	if mark() != "Ultima mano +1" {
		t.Errorf("two things wait: %q", mark())
	}
	top := s.shell.table.top
	at, there := top.Where("mark")
	s.tap(top.Drawn, at, there, "mark")
	drawn := s.shell.overlay.content().(*controls.Drawn)
	said := ""
	for _, o := range test.WidgetRenderer(drawn).Objects() {
		said += drawnText(o) + "\n"
	}
	if !strings.Contains(said, "Ultima mano") || !strings.Contains(said, "Serie banco") {
		t.Errorf("a tap on the mark says %s", said)
	}
}
