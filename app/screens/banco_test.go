package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit"
	"sabot/pit/record"
)

// banco is a punto banco table with its shoe in place and the first card burned.
func banco(t *testing.T) *seat {
	s := newSeat(t, Options{Demo: true, Table: "PB1", Language: "it"})
	s.keys("\n" + counted + "114711\n215821\n\n3h")
	if s.table().Phase() != pit.Betting || s.table().CardsOut() != 4 {
		t.Fatalf("phase %v, %d cards out: %s", s.table().Phase(), s.table().CardsOut(), s.said())
	}
	return s
}

func (s *seat) act() string {
	return s.shell.table.viewer().Of(s.table(), s.shell.table.cursor, s.shell.table.notice).Act
}

func (s *seat) call() string {
	return s.shell.viewer().Of(s.table(), s.shell.table.cursor, s.shell.table.notice).Felt.Call
}

// The tableau announces itself: every third card, and who stands.
func TestBancoCalls(t *testing.T) {
	s := banco(t)
	s.keys("1\t50\n\n")
	for _, c := range []struct{ keys, act, call string }{
		{"3", "Prima carta al banco", ""},
		{"7", "Seconda carta al punto", ""},
		{"2", "Seconda carta al banco", ""},
		{"q", "Carta al punto", "Punto 5, banco 7: carta al punto"},
		{"6", "Box 1: paga 50", "Il banco sta. Vince il banco, 7 a 1"},
	} {
		s.keys(c.keys)
		if s.act() != c.act || s.call() != c.call {
			t.Errorf("after %s: %q, %q; want %q, %q", c.keys, s.act(), s.call(), c.act, c.call)
		}
	}
	s.keys(" ")
	if got := s.table().OwedBy(1); got != 250 {
		t.Errorf("box 1 owes %d, want 2.50", got)
	}
	s.keys(" \n")
	s.keys("670k") // the player stands on 6, the banker with 7
	if got := s.call(); got != "Vince il banco, 7 a 6" {
		t.Errorf("call %q", got)
	}
	s.keys(" ")
	s.keys(" \n65kk")
	if got := s.call(); got != "Punto 6, banco 5: il punto sta, carta al banco" {
		t.Errorf("call %q", got)
	}
	s.keys("a")
	if got := s.call(); got != "Pareggio, 6 a 6" {
		t.Errorf("call %q", got)
	}
}

func TestBancoByTouch(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "PB1", Language: "it"})
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "A", "25")
	s.touchSpot(3, "banker")
	s.touchSpot(3, "rest") // opens the box's spots, puts nothing down
	if n := len(s.table().Current.Round.Bets); n != 1 {
		t.Fatalf("%d bets lie, want one", n)
	}
	s.touchSpot(3, "banker_pair")
	s.touch("Altro giocatore")
	s.touchSpot(3, "player")
	if b := s.table().Current.Round.Bets; len(b) != 3 || b[2].Bettor != "2" {
		t.Fatalf("bets %+v", b)
	}
	s.touch("Nulla va più")
	s.touch("9", "7", "K", "K")
	s.touch("Carta pronta", "4")
	if n := len(s.table().Current.Carried); n != 1 {
		t.Fatalf("%d cards are carried", n)
	}
	s.touch("Fatto", "Fatto") // a turn for each of the two players
	if n := len(s.table().History); n != 1 {
		t.Fatalf("%d hands closed; phase %v, %s", n, s.table().Phase(), s.said())
	}
}

// A reader types both letters of a card and Enter within milliseconds.
func TestBancoCardReader(t *testing.T) {
	s := banco(t)
	s.keys("120\n\n")
	for _, burst := range []string{"8s\n", "10h\n", "Qd\n"} {
		s.pass(2 * tooFastForHands)
		for _, r := range burst {
			if r == '\n' {
				s.shell.typedKey(fyne.KeyReturn)
			} else {
				s.shell.typedRune(r)
			}
		}
	}
	if got := s.table().Current.Round.Laid; len(got) != 3 || got[1].Card.String() != "Th" {
		t.Errorf("%+v lie", got)
	}
}

// A third card where the tableau has none: refused, and the way to an irregularity
// is offered; where the game carries cards over, the third that is one too many.
func TestBancoSurplusCard(t *testing.T) {
	s := banco(t)
	s.keys("120\n\n97kk")
	s.keys("45")
	seq := s.table().Seq
	s.keys("6")
	if s.table().Seq != seq || !strings.Contains(s.said(), "F4") {
		t.Fatalf("the third card too many: %q", s.said())
	}
	s.shell.typedKey(fyne.KeyF4)
	s.keys("e6\nx\n") // "a card too many", the card, why
	if s.shell.overlay == nil {
		t.Fatalf("no inspector is asked: %s", s.said())
	}
	s.keys("114711\n") // the croupier himself
	if s.table().Seq != seq {
		t.Fatal("the croupier burned a card alone")
	}
	s.keys("215821\n")
	laid := s.table().Current.Round.Laid
	if last := laid[len(laid)-1]; !last.Burned || last.Card.String() != "6" {
		t.Errorf("%+v lie", laid)
	}
	s.keys(" ")
	if n := len(s.table().History); n != 1 {
		t.Errorf("%d hands closed", n)
	}
}

// perfectPair is 5 on the perfect pair of the chosen box, and no more bets: cards have
// suits then.
const perfectPair = "\t\t\t\t\t\t5\n\n"

// A card that cannot exist is an alarm that stays until the inspector has seen it.
func TestBancoAlarm(t *testing.T) {
	s := banco(t)
	for range 2 {
		s.keys("120\n" + perfectPair + "9s9s9s9s ")
	}
	s.keys("120\n" + perfectPair + "9s")
	if len(s.table().Alarms) != 1 || !strings.Contains(s.said(), "9 di picche") {
		t.Fatalf("%d alarms: %q", len(s.table().Alarms), s.said())
	}
	s.keys("9hkskdkc ")
	s.keys("120\n\n")
	if s.table().Current.BetsClosed {
		t.Fatal("the next hand began over an alarm")
	}
	s.shell.typedKey(fyne.KeyF4)
	s.keys("l215821\n\n")
	if len(s.table().Alarms) != 0 || !s.table().Current.BetsClosed {
		t.Errorf("%d alarms; %s", len(s.table().Alarms), s.said())
	}
}

func TestBancoLateBetIsNoted(t *testing.T) {
	s := banco(t)
	s.keys("120\n\n")
	s.touchSpot(2, "banker")
	if n := s.table().Notes; len(n) != 1 || n[0].Kind != record.LateBet || len(s.table().Current.Round.Bets) != 1 || !strings.Contains(s.said(), "nulla va più") {
		t.Errorf("%+v, %q", n, s.said())
	}
}

// The cards are due: a new shoe is of new cards, or the inspector lets the old go on.
func TestBancoCardsAreDue(t *testing.T) {
	s := banco(t)
	s.shell.typedKey(fyne.KeyF4)
	s.keys("ka")
	if s.table().Phase() != pit.Shoeless { // no hand begins with cards that lay on the floor
		t.Fatalf("phase %v", s.table().Phase())
	}
	s.keys("a215821\n") // unless the inspector says so
	s.keys("120\n\n9s7dkhkc ")
	if len(s.table().History) != 1 || s.table().Phase() != pit.Betting {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	s.shell.typedKey(fyne.KeyF3)
	s.keys("120\n\n97kk ")
	if s.table().Phase() != pit.Shoeless {
		t.Fatalf("phase %v", s.table().Phase())
	}
	s.keys("k215821\n")
	if s.table().Shoe != 2 || s.table().Due != record.FloorCards {
		t.Fatalf("shoe %d, due %q: %s", s.table().Shoe, s.table().Due, s.said())
	}
	s.keys("2")
	s.shell.typedKey(fyne.KeyF3)
	s.keys("120\n\n97kk \n")
	if s.table().Shoe != 3 || s.table().Due != "" {
		t.Errorf("shoe %d, due %q: %s", s.table().Shoe, s.table().Due, s.said())
	}
}

// The players' window shows the roads and follows the table.
func TestPlayersPanel(t *testing.T) {
	s := banco(t)
	windows := len(fyne.CurrentApp().Driver().AllWindows())
	s.shell.table.togglePlayers()
	if n := len(fyne.CurrentApp().Driver().AllWindows()); n != windows+1 {
		t.Fatalf("%d windows", n)
	}
	s.keys("120\n\n97kk ")
	s.shell.table.togglePlayers()
	if s.shell.table.players.window != nil {
		t.Error("the window stays")
	}
}

// What is left in the shoe is for the inspector only.
func TestCompositionIsTheInspectors(t *testing.T) {
	s := banco(t)
	s.shell.table.openComposition()
	s.keys("114711\n")
	if !strings.Contains(s.said(), "Anna Rossi") {
		t.Fatalf("the croupier sees the composition: %q", s.said())
	}
	s.keys("215821\n")
	rows := s.shell.viewer().Composition(s.table())
	if len(rows) != 13 || rows[2][1] != "1" || rows[2][2] != "31" {
		t.Errorf("rows %v", rows)
	}
}

// One of two players of a box pays alone, and leaves alone.
func TestCommissionOfOneBettor(t *testing.T) {
	s := banco(t)
	s.keys("1\t100b\t60\n\n7s9dkhkc ")
	owed := func() string {
		line := ""
		for _, d := range s.table().Debts() {
			line += s.shell.viewer().Debtor(d) + "; "
		}
		return line
	}
	if owed() != "Box 1 · Giocatore 1: 5; Box 1 · Giocatore 2: 3; " {
		t.Fatalf("owed %q: %s", owed(), s.said())
	}
	s.shell.typedKey(fyne.KeyF7)
	s.keys("e12")
	if owed() != "Box 1 · Giocatore 1: 5; " || s.shell.overlay != nil || !strings.Contains(s.said(), "3") {
		t.Errorf("after player 2 paid: %q, %s", owed(), s.said())
	}
	s.shell.typedKey(fyne.KeyF7)
	s.keys("c11")
	if owed() != "Box 1 · Giocatore 1 · non c'è più: 5; " {
		t.Errorf("after player 1 left: %q, %s", owed(), s.said())
	}
}

// Ranks stay where they are from the first card to the last, whether the next one has a suit
// to be entered or not.
func TestRanksDoNotMoveUnderTheFinger(t *testing.T) {
	s := banco(t)
	s.keys("120\n" + perfectPair)
	if !s.table().Game.ReadsSuits() {
		t.Skip("no bet of this table looks at suits")
	}
	s.keys("\n")
	var rooms []bool
	for _, card := range []string{"3s", "7h", "2d", "qc"} {
		rooms = append(rooms, s.shell.table.pad().Room)
		s.keys(card)
	}
	if s.shell.table.pad().Suits {
		t.Fatal("the fifth card has a suit to be entered")
	}
	for i, room := range append(rooms, s.shell.table.pad().Room) {
		if !room {
			t.Errorf("card %d: the ranks stand where the suits were", i+1)
		}
	}
}
