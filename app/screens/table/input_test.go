package table

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/games"
	"sabot/pit/hand"
)

// A window that draws what a rank did sees what comes meanwhile late. A reader's suit is
// no decision then, because its Enter comes at once behind it; a hand's is one.
func TestReaderAtASlowWindow(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n\n")
	s.Keys("85")
	slow := func(keys string) {
		s.Stroke('9')
		s.Clock().Time = s.Clock().Time.Add(150 * time.Millisecond) // it draws
		for _, r := range keys {
			s.Stroke(r)
		}
		s.Pass(2 * shell.Patience)
	}
	slow("s\n")
	if r := s.Table().Current.Round; len(r.Laid) != 3 || len(r.Decisions) != 0 {
		t.Fatalf("%d cards, %d decisions: a reader's suit decided", len(r.Laid), len(r.Decisions))
	}
	s.Keys("\b")
	slow("s")
	if r := s.Table().Current.Round; len(r.Laid) != 3 || len(r.Decisions) != 1 {
		t.Fatalf("%d cards, %d decisions: a hand's decision was lost", len(r.Laid), len(r.Decisions))
	}
}

// A key that is held is one key: it does not repeat, double, deal, decide, pay, undo nor
// type an amount.
func TestHeldKeysAreOneKey(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("1g\tg225\t25\n\n")
	s.Keys("8k05k9")
	s.Keys(" ") // the first bets
	s.Keys("ss5")
	s.Hold(fyne.KeySpace, ' ', 1300*time.Millisecond)
	if n := len(s.Table().History); n != 1 || len(s.Table().Current.Round.Bets) != 0 {
		t.Fatalf("all paid: %d hands, %d bets of the next: %s", n, len(s.Table().Current.Round.Bets), s.said())
	}
	s.Hold(fyne.KeySpace, ' ', 1300*time.Millisecond)
	if got := s.Table().Current.Round.Bets; len(got) != 4 || got[0].Amount != 2500 {
		t.Fatalf("repeated: %+v: %s", got, s.said())
	}
	seq := s.Table().Seq
	s.Hold(fyne.KeyG, 'g', time.Second) // no box is chosen
	s.Keys("3")
	s.Hold(fyne.KeyG, 'g', time.Second)
	if got := s.Table().Current.Round.On(3, "59", ""); got != 2500 || s.Table().Seq != seq+1 {
		t.Errorf("a chip held lays %d", got)
	}
	s.Keys("4")
	s.Hold(fyne.Key5, '5', time.Second)
	if typed := s.screen.cursor.Typed; typed != "5" {
		t.Errorf("a digit held types %q", typed)
	}
	s.Keys("\b")
	s.Hold(fyne.KeyBackspace, 0, time.Second)
	if got := s.Table().Current.Round.On(3, "59", ""); got != 0 || len(s.Table().Current.Round.Bets) != 4 {
		t.Errorf("Backspace held for a second takes more than the last bet: %+v", s.Table().Current.Round.Bets)
	}
	s.Keys("\n")
	s.Hold(fyne.Key5, '5', 1200*time.Millisecond)
	if n := len(s.Table().Current.Round.Laid); n != 1 {
		t.Errorf("a rank held lays %d cards", n)
	}
	s.Keys("5500")
	if s.Table().Deal().Phase() == hand.Dealing {
		s.Keys("9")
	}
	s.Hold(fyne.KeyReturn, 0, time.Second)
	if paid := s.Table().Current.Paid; paid != 1 {
		t.Errorf("Enter held pays %d", paid)
	}
}

// An undo key that is held for three seconds takes all bets away, whichever it is (source
// 002: "CTRL+Z (CMD+Z), ELIMINA, BACKSPACE … Tenere premuto per 3 secondi per rimuovere
// tutte le puntate").
func TestUndoKeysHeldClearAllBets(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	lay := func() {
		t.Helper()
		s.Keys("120\t20\n\x1b")
		if len(s.Table().Current.Round.Bets) == 0 {
			t.Fatal("nothing lies")
		}
	}
	for _, key := range []fyne.KeyName{fyne.KeyBackspace, fyne.KeyDelete} {
		lay()
		s.Hold(key, 0, 3200*time.Millisecond)
		if n := len(s.Table().Current.Round.Bets); n != 0 {
			t.Errorf("%s held: %d bets lie", key, n)
		}
	}
	lay()
	s.Shell.KeyDown(&fyne.KeyEvent{Name: desktop.KeyControlLeft})
	s.Shell.KeyDown(&fyne.KeyEvent{Name: fyne.KeyZ})
	for range 90 {
		s.Shell.UndoCame()
		s.Pass(34 * time.Millisecond)
	}
	if n := len(s.Table().Current.Round.Bets); n != 0 {
		t.Errorf("Ctrl+Z held: %d bets lie", n)
	}
}

// A reader's burst is one event wherever it comes: never a bet, a decision, a digit of a
// PIN nor an Enter.
func TestReaderWhereNoCardIsDue(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	nothing := func(where string, words string) {
		t.Helper()
		for _, card := range []string{"8s\n", "10h\n", "Ad\n", "2d\n", "Kc\n", "As\n"} {
			seq, top, cursor, laid := s.Table().Seq, s.Shell.Top().Content(), s.screen.cursor, len(s.Table().Current.Round.Bets)
			s.Burst(card)
			if s.Table().Deal().Phase() == hand.Betting && s.Shell.Overlay() == nil && cursor.Box > 0 && cursor.Typed == "" && strings.Contains("AK", card[:1]) {
				seq += 2 // the chip with that letter, and that it was taken back
			}
			if where == "an amount is typed" && s.screen.cursor.Typed == "" {
				cursor.Typed = "" // it is gone: a digit behind it may have been its own
			}
			if s.Table().Seq != seq || s.Shell.Top().Content() != top || s.screen.cursor != cursor || len(s.Table().Current.Round.Bets) > laid {
				t.Fatalf("%s: %q records %d entries, cursor %+v", where, card, s.Table().Seq-seq, s.screen.cursor)
			}
			if said := s.said() + s.Shell.Word; !strings.Contains(said, words) {
				t.Errorf("%s: %q says %q", where, card, said)
			}
		}
	}
	nothing("a table that is shut", "Nessuna carta dovuta")
	s.Open()
	nothing("betting", "Nessuna carta dovuta")
	s.Keys("1")
	nothing("a box is chosen", "Nessuna carta dovuta")
	s.Keys("2")
	nothing("an amount is typed", "Nessuna carta dovuta")
	s.Keys("25\t25\n225\t25\n")
	s.Shell.TypedKey(fyne.KeyF10)
	nothing("a menu", "Carta letta")
	s.Keys("\x1b")
	s.Shell.CloseOverlay()
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("12")
	nothing("a PIN", "Carta letta")
	s.Keys("4712\n")
	if s.Table().Croupier != "12" {
		t.Errorf("what a reader typed stands in the PIN: %s", s.said())
	}
	s.screen.approvals().ask("Perché", "", nil, func(string) { t.Error("a reader's Enter ends a text") })
	s.Burst("8s\n")
	s.Burst("8s") // a hand that types fast: letters of a word
	s.Shell.CloseOverlay()
	s.Keys("\n")
	s.Burst("8s\n")
	s.Burst("10h\n")
	s.Burst("5c\n")
	s.Burst("8d\n")
	s.Burst("2d\n")
	if s.Table().Deal().Phase() != hand.Deciding && s.Table().Deal().Phase() != hand.Paying {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	// A box that is asked and may draw draws the card that was read, whatever its suit.
	s.Keys(" ")
	for _, card := range []string{"2s\n", "3d\n"} {
		s.Burst(card)
	}
	r := s.Table().Current.Round
	if n := len(r.Decisions); n != 2 || r.Decisions[0].Do != games.Draw || r.Decisions[1].Do != games.Draw || len(r.Laid) != 7 {
		t.Fatalf("%d cards lie, decisions %+v: %s", len(r.Laid), r.Decisions, s.said())
	}
	s.Burst("9c\n")
	s.Burst("7h\n") // the bank has its third card or the hand is being paid
	if s.Table().Deal().Phase() != hand.Paying {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	nothing("payments", "")
}

// A tap that comes right after what it hits came under the finger does not count, and a
// double tap is one; chips, which stay where they are, count as often as they are tapped.
func TestTapsTooSoonDoNotCount(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "25")
	again := func() { // the same place once more, as a finger that trembles
		s.Pass(120 * time.Millisecond)
		s.TapAgain()
	}
	s.touchSpot(2, "59")
	for range 4 {
		s.Pass(60 * time.Millisecond)
		s.TapAgain()
	}
	if got := s.Table().Current.Round.On(2, "59", ""); got != 12500 {
		t.Fatalf("five taps with the chip of 25 lay %d", got)
	}
	s.touchSpot(2, "play")
	s.touch("Nulla va più")
	again()
	if s.Table().Current.CutCard || len(s.Table().Current.Round.Laid) > 0 {
		t.Fatalf("the second tap of the last call hit the card pad: %s", s.said())
	}
	s.touch("8", "K")
	s.touch("3")
	again()
	if n := len(s.Table().Current.Round.Laid); n != 3 {
		t.Fatalf("a double tap on a card lays %d", n-2)
	}
	s.touch("Tutto pagato")
	s.touch("Carta")
	again()
	if n := len(s.Table().Current.Round.Laid); n != 3 {
		t.Errorf("the second tap of a decision laid a card")
	}
}

// What lay under an overlay takes no tap right after it closed.
func TestTapThroughAnOverlayThatCloses(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "25")
	s.Shell.TypedKey(fyne.KeyF2)
	s.TouchOn(s.Shell.Overlay().Content().(*controls.Drawn), "Chiudi")
	s.Pass(100 * time.Millisecond)
	seq := s.Table().Seq
	s.TapAgain()
	if s.Shell.Overlay() != nil || s.Table().Seq != seq {
		t.Errorf("the second tap on %q did something: %d entries", "Chiudi", s.Table().Seq-seq)
	}
}

// A letter behind a tap is no suit of the digit before it, and takes no chip off that was tapped. Nor does one take back
// what came onto the record otherwise since.
func TestALetterTakesNothingBackThatItsDigitDidNot(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("2")
	s.touchSpot(2, "59")
	lies := s.Table().Current.Round.On(2, "59", "")
	s.Keys("d")
	if on := s.Table().Current.Round.On(2, "59", ""); lies == 0 || on != lies {
		t.Errorf("%d of %d lie on box 2, it says %q", on, lies, s.said())
	}
	s.Keys("3")
	s.bet(1, "59", "", 20)
	s.Burst("d")
	if on := s.Table().Current.Round.On(1, "59", ""); on != 2000 {
		t.Errorf("%d lie on box 1, it says %q", on, s.said())
	}
}
