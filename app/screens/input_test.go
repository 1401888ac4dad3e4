package screens

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sabot/app/controls"
	"sabot/games"
	"sabot/pit"
)

// hold presses a key of the keyboard and holds it: the window hears it go down once, then
// the same character or key again and again.
func (s *seat) hold(name fyne.KeyName, r rune, d time.Duration) {
	s.pass(2 * tooFastForHands)
	s.shell.keyDown(&fyne.KeyEvent{Name: name})
	const delay, every = 250 * time.Millisecond, 33 * time.Millisecond
	for at := time.Duration(0); at <= d; {
		s.shell.keyCame(name)
		if r != 0 {
			s.shell.runeCame(r)
		}
		step := every
		if at == 0 {
			step = delay
		}
		s.pass(step)
		at += step
	}
	s.shell.keyUp(&fyne.KeyEvent{Name: name})
	s.pass(2 * tooFastForHands)
}

// burst is what a reader types, a few milliseconds apart.
func (s *seat) burst(card string) {
	s.pass(2 * tooFastForHands)
	for _, r := range card {
		s.stroke(r)
		s.pass(4 * time.Millisecond)
	}
	s.pass(2 * tooFastForHands)
}

// stroke is one key as a window has it: the key by its name, and what it writes.
func (s *seat) stroke(r rune) {
	name := fyne.KeyName(unicode.ToUpper(r))
	if r == '\n' {
		name = fyne.KeyReturn
	}
	s.shell.keyDown(&fyne.KeyEvent{Name: name})
	s.shell.keyCame(name)
	if r != '\n' {
		s.shell.runeCame(r)
	}
	s.shell.keyUp(&fyne.KeyEvent{Name: name})
}

// A window that draws what a rank did sees what comes meanwhile late. A reader's suit is
// no decision then, because its Enter comes at once behind it; a hand's is one.
func TestReaderAtASlowWindow(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.keys("120\t20\n\n")
	s.keys("85")
	slow := func(keys string) {
		s.stroke('9')
		s.clock().now = s.clock().now.Add(150 * time.Millisecond) // it draws
		for _, r := range keys {
			s.stroke(r)
		}
		s.pass(2 * patience)
	}
	slow("s\n")
	if r := s.table().Current.Round; len(r.Laid) != 3 || len(r.Decisions) != 0 {
		t.Fatalf("%d cards, %d decisions: a reader's suit decided", len(r.Laid), len(r.Decisions))
	}
	s.keys("\b")
	slow("s")
	if r := s.table().Current.Round; len(r.Laid) != 3 || len(r.Decisions) != 1 {
		t.Fatalf("%d cards, %d decisions: a hand's decision was lost", len(r.Laid), len(r.Decisions))
	}
}

// A key that is held is one key: it does not repeat, double, deal, decide, pay, undo nor
// type an amount.
func TestHeldKeysAreOneKey(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.keys("1d\td225\t25\n\n")
	s.keys("8k05k9")
	s.keys(" ") // the first bets
	s.keys("ss5")
	s.hold(fyne.KeySpace, ' ', 1300*time.Millisecond)
	if n := len(s.table().History); n != 1 || len(s.table().Current.Round.Bets) != 0 {
		t.Fatalf("all paid: %d hands, %d bets of the next: %s", n, len(s.table().Current.Round.Bets), s.said())
	}
	s.hold(fyne.KeySpace, ' ', 1300*time.Millisecond)
	if got := s.table().Current.Round.Bets; len(got) != 4 || got[0].Amount != 2500 {
		t.Fatalf("repeated: %+v: %s", got, s.said())
	}
	seq := s.table().Seq
	s.hold(fyne.KeyD, 'd', time.Second) // no box is chosen
	s.keys("3")
	s.hold(fyne.KeyD, 'd', time.Second)
	if got := s.table().Current.On(3, "59", ""); got != 2500 || s.table().Seq != seq+1 {
		t.Errorf("a chip held lays %d", got)
	}
	s.keys("4")
	s.hold(fyne.Key5, '5', time.Second)
	if typed := s.shell.table.cursor.Typed; typed != "5" {
		t.Errorf("a digit held types %q", typed)
	}
	s.keys("\b")
	s.hold(fyne.KeyBackspace, 0, time.Second)
	if got := s.table().Current.On(3, "59", ""); got != 0 || len(s.table().Current.Round.Bets) != 4 {
		t.Errorf("Backspace held for a second takes more than the last bet: %+v", s.table().Current.Round.Bets)
	}
	s.keys("\n")
	s.hold(fyne.Key5, '5', 1200*time.Millisecond)
	if n := len(s.table().Current.Round.Laid); n != 1 {
		t.Errorf("a rank held lays %d cards", n)
	}
	s.keys("5500")
	if s.table().Phase() == pit.Dealing {
		s.keys("9")
	}
	s.hold(fyne.KeyReturn, 0, time.Second)
	if paid := s.table().Current.Paid; paid != 1 {
		t.Errorf("Enter held pays %d", paid)
	}
}

// An undo key that is held for three seconds takes all bets away, whichever it is (source
// 002: "CTRL+Z (CMD+Z), ELIMINA, BACKSPACE … Tenere premuto per 3 secondi per rimuovere
// tutte le puntate").
func TestUndoKeysHeldClearAllBets(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	lay := func() {
		t.Helper()
		s.keys("120\t20\n\x1b")
		if len(s.table().Current.Round.Bets) == 0 {
			t.Fatal("nothing lies")
		}
	}
	for _, key := range []fyne.KeyName{fyne.KeyBackspace, fyne.KeyDelete} {
		lay()
		s.hold(key, 0, 3200*time.Millisecond)
		if n := len(s.table().Current.Round.Bets); n != 0 {
			t.Errorf("%s held: %d bets lie", key, n)
		}
	}
	lay()
	s.shell.keyDown(&fyne.KeyEvent{Name: desktop.KeyControlLeft})
	s.shell.keyDown(&fyne.KeyEvent{Name: fyne.KeyZ})
	for range 90 {
		s.shell.undoCame()
		s.pass(34 * time.Millisecond)
	}
	if n := len(s.table().Current.Round.Bets); n != 0 {
		t.Errorf("Ctrl+Z held: %d bets lie", n)
	}
}

// A reader's burst is one event wherever it comes: never a bet, a decision, a digit of a
// PIN nor an Enter.
func TestReaderWhereNoCardIsDue(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	nothing := func(where string, words string) {
		t.Helper()
		for _, card := range []string{"8s\n", "10h\n", "Ad", "2d\n", "Kc\n", "As\n"} {
			seq, top, cursor := s.table().Seq, s.shell.top().content(), s.shell.table.cursor
			s.burst(card)
			if s.table().Seq != seq || s.shell.top().content() != top || s.shell.table.cursor != cursor {
				t.Fatalf("%s: %q records %d entries, cursor %+v", where, card, s.table().Seq-seq, s.shell.table.cursor)
			}
			if said := s.said() + s.shell.word; !strings.Contains(said, words) {
				t.Errorf("%s: %q says %q", where, card, said)
			}
		}
	}
	nothing("a table that is shut", "Nessuna carta dovuta")
	s.open()
	nothing("betting", "Nessuna carta dovuta")
	s.keys("1")
	nothing("a box is chosen", "Nessuna carta dovuta")
	s.keys("2")
	nothing("an amount is typed", "Nessuna carta dovuta")
	s.keys("5\t25\n225\t25\n")
	s.shell.typedKey(fyne.KeyF10)
	nothing("a menu", "Carta letta")
	s.keys("\x1b")
	s.shell.closeOverlay()
	s.shell.typedKey(fyne.KeyF9)
	s.keys("12")
	nothing("a PIN", "Carta letta")
	s.keys("4712\n")
	if s.table().Croupier != "12" {
		t.Errorf("what a reader typed stands in the PIN: %s", s.said())
	}
	s.shell.table.ask("Perché", "", nil, func(string) { t.Error("a reader's Enter ends a text") })
	s.burst("8s\n")
	s.burst("8s") // a hand that types fast: letters of a word
	s.shell.closeOverlay()
	s.keys("\n")
	s.burst("8s\n")
	s.burst("10h\n")
	s.burst("5c\n")
	s.burst("8d\n")
	s.burst("2d")
	if s.table().Phase() != pit.Deciding && s.table().Phase() != pit.Paying {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	// A box that is asked and may draw draws the card that was read, whatever its suit.
	s.keys(" ")
	for _, card := range []string{"2s\n", "3d"} {
		s.burst(card)
	}
	r := s.table().Current.Round
	if n := len(r.Decisions); n != 2 || r.Decisions[0].Do != games.Draw || r.Decisions[1].Do != games.Draw || len(r.Laid) != 7 {
		t.Fatalf("%d cards lie, decisions %+v: %s", len(r.Laid), r.Decisions, s.said())
	}
	s.burst("9c\n")
	s.burst("7h\n") // the bank has its third card or the hand is being paid
	if s.table().Phase() != pit.Paying {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	nothing("payments", "")
}

// A tap that comes right after what it hits came under the finger does not count, and a
// double tap is one; chips, which stay where they are, count as often as they are tapped.
func TestTapsTooSoonDoNotCount(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "25")
	again := func() { // the same place once more, as a finger that trembles
		s.pass(120 * time.Millisecond)
		s.tapAgain()
	}
	s.touchSpot(2, "59")
	for range 4 {
		s.pass(60 * time.Millisecond)
		s.tapAgain()
	}
	if got := s.table().Current.On(2, "59", ""); got != 12500 {
		t.Fatalf("five taps with the chip of 25 lay %d", got)
	}
	s.touchSpot(2, "play")
	s.touch("Nulla va più")
	again()
	if s.table().Current.CutCard || len(s.table().Current.Round.Laid) > 0 {
		t.Fatalf("the second tap of the last call hit the card pad: %s", s.said())
	}
	s.touch("8", "K")
	s.touch("3")
	again()
	if n := len(s.table().Current.Round.Laid); n != 3 {
		t.Fatalf("a double tap on a card lays %d", n-2)
	}
	s.touch("Tutto pagato")
	s.touch("Carta")
	again()
	if n := len(s.table().Current.Round.Laid); n != 3 {
		t.Errorf("the second tap of a decision laid a card")
	}
}

// tapAgain taps where the last tap was.
func (s *seat) tapAgain() { tapAt(s.shell.window, s.tapped) }

// What lay under an overlay takes no tap right after it closed.
func TestTapThroughAnOverlayThatCloses(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "25")
	s.shell.typedKey(fyne.KeyF2)
	s.touchOn(s.shell.overlay.content().(*controls.Drawn), "Chiudi")
	s.pass(100 * time.Millisecond)
	seq := s.table().Seq
	s.tapAgain()
	if s.shell.overlay != nil || s.table().Seq != seq {
		t.Errorf("the second tap on %q did something: %d entries", "Chiudi", s.table().Seq-seq)
	}
}
