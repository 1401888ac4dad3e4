package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sabot/app/view"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
)

// lit is what the lit key of the pad says.
func (s *seat) lit() string {
	for _, b := range s.Shell.Viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Pad.Buttons {
		if b.Main {
			return b.Label
		}
	}
	return ""
}

// The lit key says what Enter does: with an amount in hand it puts that down. What is
// typed before that is entered is not taken with it.
func TestLitKeySaysWhatEnterDoes(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	if got := s.lit(); got != "Nulla va più" {
		t.Fatalf("lit: %q", got)
	}
	s.Keys("5\t50")
	if got := s.lit(); got != "Metti 50 su PLAY" {
		t.Errorf("lit: %q", got)
	}
	for _, key := range []string{"g", "a", "k", " "} { // chips, repeat
		s.Keys(key)
		if n := len(s.Table().Current.Round.Bets); n != 0 || s.screen.cursor.Typed != "50" {
			t.Errorf("%q puts %d bets down: %s", key, n, s.said())
		}
	}
	s.Keys("\n")
	if got := s.Table().Current.Round.On(5, "play", ""); got != 5000 || s.lit() != "Nulla va più" {
		t.Errorf("PLAY of box 5 is %d, lit %q", got, s.lit())
	}
	// A suit behind a digit makes a card of it: the amount is gone, and the reader's Enter does nothing.
	s.Keys("5\t238d\n")
	if n := len(s.Table().Current.Round.Bets); n != 1 || s.screen.cursor.Typed != "" || s.Table().Current.BetsClosed || !strings.Contains(s.said(), "Nessuna carta dovuta") {
		t.Errorf("%d bets: %s", n, s.said())
	}
}

// Tab leaves a box behind its last spot: digits are a box there, never more of an amount.
func TestTabLeavesTheBox(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("525\t25\t5\t5\t")
	if c := s.screen.cursor; c.Box != 6 || c.Spot != "" || !strings.Contains(s.act(), "Box 6") {
		t.Fatalf("cursor %+v: %q", c, s.act())
	}
	s.Keys("610\n")
	if got := s.Table().Current.Round.On(6, "59", ""); got != 1000 {
		t.Errorf("59 of box 6 is %d, want 10", got)
	}
	s.Keys("8\t\t\t\t\t")
	if c := s.screen.cursor; c.Box != 9 || c.Spot != "59" || !c.Fresh {
		t.Errorf("the second Tab: %+v", c)
	}
	// Back with Shift: to the box, to the last spot of the one before.
	s.Shell.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	s.Keys("\t")
	if c := s.screen.cursor; c.Box != 9 || c.Spot != "" {
		t.Errorf("Shift and Tab: %+v", c)
	}
	s.Keys("\t\t")
	if c := s.screen.cursor; c.Box != 8 || c.Spot != "pair" {
		t.Errorf("Shift and Tab twice more: %+v", c)
	}
	s.Shell.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
}

// Tab goes through a box as the picture does: the bet behind lies below the main bet, whoever's bets are in hand, and
// what is typed after a Tab lies where the frame is.
func TestTabGoesAsThePicture(t *testing.T) {
	lugano := newSeat(t, "LB1", "it")
	lugano.Open()
	for name, s := range map[string]*seat{"LB1": lugano, "BJ1": seats(t), "PB1": banco(t)} {
		s.Keys("3")
		felt := s.screen.viewer().Of(s.Table(), s.screen.cursor, view.Notice{}).Felt
		places := felt.Boxes[2].Spots
		if felt.Shared {
			places = felt.Panel
		}
		for i, place := range places {
			if c := s.screen.cursor; c.Box != 3 || c.Spot != place.Name {
				t.Errorf("%s: the cursor is at %+v, %d is %s", name, c, i, place.Name)
			}
			s.Keys("\t")
		}
		if c := s.screen.cursor; c.Box != 4 || c.Spot != "" || c.Bettor != "" {
			t.Errorf("%s: after the last spot %+v", name, c)
		}
	}
	s := seats(t)
	s.Keys("3\t25\tg\tg\tg")
	for _, bet := range []games.Bet{{Spot: "behind", Bettor: "2", Amount: 2500}, {Spot: "player_pair"}, {Spot: "dealer_pair"}, {Spot: "21+3"}} {
		if got := s.Table().Current.Round.On(3, bet.Spot, bet.Bettor); got == 0 || bet.Amount > 0 && got != bet.Amount {
			t.Errorf("%d lie on %s: %+v", got, bet.Spot, s.Table().Current.Round.Bets)
		}
	}
	s.Keys("1b20\t")
	if c := s.screen.cursor; c.Box != 1 || c.Spot != "player_pair" || c.Bettor != "" || s.Table().Current.Round.On(1, "behind", "2") != 2000 {
		t.Errorf("Tab from behind a seat: %+v: %s", c, s.said())
	}
}

// The cursor follows an undo: what is typed next is for the spot that lost its bet.
func TestCursorFollowsUndo(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("125\t50\t")
	s.Keys("\b")
	if c := s.screen.cursor; c.Box != 1 || c.Spot != "play" || !strings.Contains(s.act(), "PLAY") || !strings.Contains(s.said(), "box 1 · PLAY 50") {
		t.Fatalf("cursor %+v, %q, %q", c, s.act(), s.said())
	}
	s.Keys("25\n")
	if got := s.Table().Current.Round.On(1, "play", ""); got != 2500 {
		t.Errorf("PLAY is %d", got)
	}
}

// Amounts that no chips of the house make are refused with the reason.
func TestAmountsThatNoChipsMake(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	for _, amount := range []string{"13", "7.50", "25.05", "1"} {
		s.Keys("1" + amount + "\n")
		if n := len(s.Table().Current.Round.Bets); n != 0 || !strings.Contains(s.said(), "Nessuna fiche fa questo importo: la più piccola è da 5") {
			t.Errorf("%s: %d bets, %q", amount, n, s.said())
		}
		s.Shell.TypedKey(fyne.KeyEscape)
	}
}

// The first screen of bets says to choose a box, and the chip in hand is one that a
// minimum takes.
func TestFirstBets(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	screen := s.Shell.Viewer().Of(s.Table(), s.screen.cursor, view.Notice{})
	if !strings.Contains(screen.Notice.Text, "Scegli un box") {
		t.Errorf("it says %q", screen.Notice.Text)
	}
	for _, c := range []struct {
		game, rules string
		want        games.Amount
	}{
		{"lugano", `{"preset":"lugano","limits":{"59":{"min":1000},"play":{"min":1000},"pair":{"min":1000},"plus8":{"min":1000}}}`, 1000},
		{"lugano", `{"preset":"lugano","limits":{"59":{"min":1000},"play":{"min":1000},"pair":{"min":500},"plus8":{"min":500}}}`, 500},
		{"lugano", `{"preset":"lugano","limits":{"59":{"min":2000},"play":{"min":2000},"pair":{"min":2000},"plus8":{"min":2000}}}`, 2500},
	} {
		g, err := handfile.ParseRules(c.game, []byte(c.rules))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Shell.House.State.Chips[s.Shell.Viewer().NextAct().FirstChip(&pit.Table{Game: g})]; got != c.want {
			t.Errorf("%s: the chip in hand is %d, want %d", c.rules, got, c.want)
		}
	}
}

// By touch: an amount on digits, one bet taken away, one chip with Shift, and all of them
// only when it is asked for twice.
func TestBetsByTouch(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "amount")
	s.touchSpot(3, "59")
	if n := len(s.Table().Current.Round.Bets); n != 0 {
		t.Fatal("with digits in place of the chips a tap puts a chip down")
	}
	s.touch("2", "3", "⌫", "5", "Metti 25 su 59")
	s.touchSpot(3, "play")
	s.touch("5", "0")
	s.touchSpot(3, "pair") // what was typed lies, as with Tab
	s.touch("1", "0", "Metti 10 su PAIR", "amount", "25")
	if got, want := s.staked(), "3:59=25 3:play=50 3:pair=10"; got != want {
		t.Fatalf("%s lie, want %s: %s", got, want, s.said())
	}
	s.touch("Togli…")
	s.touchSpot(3, "pair")
	if got, want := s.staked(), "3:59=25 3:play=50"; got != want {
		t.Errorf("%s lie, want %s: %s", got, want, s.said())
	}
	shift := func(mod fyne.KeyModifier) {
		s.screen.felt.MouseDown(&desktop.MouseEvent{Modifier: mod})
	}
	shift(fyne.KeyModifierShift)
	s.touchSpot(3, "play")
	shift(0)
	if got, want := s.staked(), "3:59=25 3:play=25"; got != want {
		t.Errorf("one chip away: %s lie, want %s", got, want)
	}
	s.touchSpot(3, "59")
	if got, want := s.staked(), "3:59=50 3:play=25"; got != want {
		t.Errorf("a chip put down: %s lie, want %s", got, want)
	}
	s.touch("Togli…")
	s.Pass(100)
	s.TapAgain()
	if len(s.Table().Current.Round.Bets) != 2 {
		t.Error("a double tap took all bets away")
	}
	s.touch("Togli tutto")
	if len(s.Table().Current.Round.Bets) != 0 || s.Table().Deal().Phase() != hand.Betting {
		t.Errorf("%s lie", s.staked())
	}
}

// A PLAY that is put down before its 59 says at once that the 59 is missing, and nothing once it lies.
func TestPlayBeforeItsFiftyNine(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("3\t20\n")
	want := s.Shell.Text.T("refused_box_lacks", map[string]any{"Box": 3, "What": "59"})
	if got := s.line(); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	s.Look("play-before-59")
	s.Keys("320\n")
	if got := s.line(); got != "" {
		t.Errorf("with both it says %q", got)
	}
	s.Keys("420\n") // in its order nothing is said of the PLAY that follows
	if got := s.line(); got != "" {
		t.Errorf("of a 59 alone it says %q", got)
	}
}

// A box of Lugano Baccarat has one player (source 004, section 1): B enters no other one, and a word says so.
func TestLuganoBoxHasOnePlayer(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Keys("2b")
	s.Says("In this game a box has one player.")
	s.Keys("20\n")
	if bets := s.Table().Current.Round.Bets; len(bets) != 1 || bets[0].Box != 2 || bets[0].Bettor != "" {
		t.Errorf("behind B the bets are %+v", bets)
	}
	_, err := s.Table().Bets().Place(games.Bet{Box: 3, Spot: "59", Bettor: "2", Amount: 2000})
	if !house.RefusedFor(err, house.OnePlayer) {
		t.Errorf("a second player alone at a box: %v", err)
	}
}
