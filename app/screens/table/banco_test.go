package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// banco is a punto banco table with its shoe in place and the first card burned.
func banco(t *testing.T) *seat {
	s := newSeat(t, "PB1", "it")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n3h")
	if s.Table().Deal().Phase() != hand.Betting || s.Table().Deal().CardsOut() != 4 {
		t.Fatalf("phase %v, %d cards out: %s", s.Table().Deal().Phase(), s.Table().Deal().CardsOut(), s.said())
	}
	return s
}

func (s *seat) act() string {
	return s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Act
}

func (s *seat) call() string {
	return s.Shell.Viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Felt.Call
}

// The tableau announces itself: every third card, and who stands.
func TestBancoCalls(t *testing.T) {
	s := banco(t)
	s.Keys("1\t50\n\n")
	for _, c := range []struct{ keys, act, call string }{
		{"3", "Prima carta al banco", ""},
		{"7", "Seconda carta al punto", ""},
		{"2", "Seconda carta al banco", ""},
		{"q", "Carta al punto", "Punto 5, banco 7: carta al punto"},
		{"6", "Box 1: paga 50", "Il banco sta. Vince il banco, 7 a 1"},
	} {
		s.Keys(c.keys)
		if s.act() != c.act || s.call() != c.call {
			t.Errorf("after %s: %q, %q; want %q, %q", c.keys, s.act(), s.call(), c.act, c.call)
		}
	}
	s.Keys(" ")
	if got := s.Table().OwedBy(1); got != 250 {
		t.Errorf("box 1 owes %d, want 2.50", got)
	}
	s.Pass(controls.Rhythm)
	s.Keys(" \n")
	s.Keys("670k") // the player stands on 6, the banker with 7
	if got := s.call(); got != "Vince il banco, 7 a 6" {
		t.Errorf("call %q", got)
	}
	s.Keys(" ")
	s.Pass(controls.Rhythm)
	s.Keys(" \n65kk")
	if got := s.call(); got != "Punto 6, banco 5: il punto sta, carta al banco" {
		t.Errorf("call %q", got)
	}
	s.Keys("a")
	if got := s.call(); got != "Pareggio, 6 a 6" {
		t.Errorf("call %q", got)
	}
}

func TestBancoByTouch(t *testing.T) {
	s := newSeat(t, "PB1", "it")
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "A", "25")
	s.touchSpot(3, "banker")
	s.touchSpot(3, "rest") // opens the box's spots, puts nothing down
	if n := len(s.Table().Current.Round.Bets); n != 1 {
		t.Fatalf("%d bets lie, want one", n)
	}
	s.touchSpot(3, "banker_pair")
	s.touch("Altro giocatore")
	s.touchSpot(3, "player")
	if b := s.Table().Current.Round.Bets; len(b) != 3 || b[2].Bettor != "2" {
		t.Fatalf("bets %+v", b)
	}
	s.touch("Nulla va più")
	s.touch("9", "7", "K", "K")
	s.touch("Carta pronta", "4")
	if n := len(s.Table().Current.Carried); n != 1 {
		t.Fatalf("%d cards are carried", n)
	}
	s.touch("Fatto", "Fatto") // a turn for each of the two players
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands closed; phase %v, %s", n, s.Table().Deal().Phase(), s.said())
	}
}

// A reader types both letters of a card and Enter within milliseconds.
func TestBancoCardReader(t *testing.T) {
	s := banco(t)
	s.Keys("120\n\n")
	for _, burst := range []string{"8s\n", "10h\n", "Qd\n"} {
		s.Burst(burst)
	}
	if got := s.Table().Current.Round.Laid; len(got) != 3 || got[1].Card.String() != "Th" {
		t.Errorf("%+v lie", got)
	}
}

// A third card where the tableau has none: refused, and the way to an irregularity
// is offered; where the game carries cards over, the third that is one too many.
func TestBancoSurplusCard(t *testing.T) {
	s := banco(t)
	s.Keys("120\n\n97kk")
	s.Keys("45")
	seq := s.Table().Seq
	s.Keys("6")
	if s.Table().Seq != seq || !strings.Contains(s.said(), "F4") {
		t.Fatalf("the third card too many: %q", s.said())
	}
	s.Shell.TypedKey(fyne.KeyF4)
	s.Keys("e6\nx\n") // "a card too many", the card, why
	if s.Shell.Overlay() == nil {
		t.Fatalf("no inspector is asked: %s", s.said())
	}
	s.Keys("114711\n") // the croupier himself
	if s.Table().Seq != seq {
		t.Fatal("the croupier burned a card alone")
	}
	s.Keys("215821\n")
	laid := s.Table().Current.Round.Laid
	if last := laid[len(laid)-1]; !last.Burned || last.Card.String() != "6" {
		t.Errorf("%+v lie", laid)
	}
	s.Keys(" ")
	if n := len(s.Table().History); n != 1 {
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
		s.Keys("120\n" + perfectPair + "9s9s9s9s ")
	}
	s.Keys("120\n" + perfectPair + "9s")
	if len(s.Table().Alarms) != 1 || !strings.Contains(s.said(), "9 di picche") {
		t.Fatalf("%d alarms: %q", len(s.Table().Alarms), s.said())
	}
	s.Keys("9hkskdkc ")
	s.Keys("120\n\n")
	if s.Table().Current.BetsClosed {
		t.Fatal("the next hand began over an alarm")
	}
	s.Shell.TypedKey(fyne.KeyF4)
	s.Keys("l215821\n\n")
	if len(s.Table().Alarms) != 0 || !s.Table().Current.BetsClosed {
		t.Errorf("%d alarms; %s", len(s.Table().Alarms), s.said())
	}
}

// A tap alone notes no late bet: it asks, and says for which box, spot and amount.
func TestBancoLateBetIsNoted(t *testing.T) {
	s := banco(t)
	s.Keys("120\n\n")
	s.tapCards(2) // its spots have no bet, and are not drawn
	s.Keys("b")
	if len(s.Table().Notes) != 0 {
		t.Fatalf("a tap alone noted %+v", s.Table().Notes)
	}
	s.Shows("Box 2", "BANCO", "nulla va più")
	s.Escape()
	if s.Table().Deal().Phase() != hand.Dealing || len(s.Table().Notes) != 0 {
		t.Fatalf("left alone: phase %v, %+v", s.Table().Deal().Phase(), s.Table().Notes)
	}
	s.tapCards(2)
	s.Keys("ba")
	if n := s.Table().Notes; len(n) != 1 || n[0].Kind != record.LateBet || len(s.Table().Current.Round.Bets) != 1 || !strings.Contains(s.said(), "nulla va più") {
		t.Errorf("%+v, %q", n, s.said())
	}
}

// The cards are due: a new shoe is of new cards, or the inspector lets the old go on.
func TestBancoCardsAreDue(t *testing.T) {
	s := banco(t)
	s.Shell.TypedKey(fyne.KeyF4)
	s.Keys("ka")
	if s.Table().Deal().Phase() != hand.Shoeless { // no hand begins with cards that lay on the floor
		t.Fatalf("phase %v", s.Table().Deal().Phase())
	}
	s.Keys("a215821\n") // unless the inspector says so
	s.Keys("120\n\n9s7dkhkc ")
	if len(s.Table().History) != 1 || s.Table().Deal().Phase() != hand.Betting {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Shell.TypedKey(fyne.KeyF3)
	s.Keys("120\n\n97kk ")
	if s.Table().Deal().Phase() != hand.Shoeless {
		t.Fatalf("phase %v", s.Table().Deal().Phase())
	}
	s.Keys("k215821\n")
	if s.Table().Shoe != 2 || s.Table().Due != record.FloorCards {
		t.Fatalf("shoe %d, due %q: %s", s.Table().Shoe, s.Table().Due, s.said())
	}
	s.Keys("2")
	s.Shell.TypedKey(fyne.KeyF3)
	s.Keys("120\n\n97kk ")
	s.Pass(controls.Rhythm)
	s.Keys("\n")
	if s.Table().Shoe != 3 || s.Table().Due != "" {
		t.Errorf("shoe %d, due %q: %s", s.Table().Shoe, s.Table().Due, s.said())
	}
}

// The players' window shows the roads and follows the table.
func TestPlayersPanel(t *testing.T) {
	s := banco(t)
	windows := len(fyne.CurrentApp().Driver().AllWindows())
	s.screen.togglePlayers()
	if n := len(fyne.CurrentApp().Driver().AllWindows()); n != windows+1 {
		t.Fatalf("%d windows", n)
	}
	s.Keys("120\n\n97kk ")
	s.screen.togglePlayers()
	if s.screen.players.window != nil {
		t.Error("the window stays")
	}
}

// What is left in the shoe is for the inspector only.
func TestCompositionIsTheInspectors(t *testing.T) {
	s := banco(t)
	s.screen.pages().openComposition()
	s.Keys("114711\n")
	if !strings.Contains(s.said(), "Anna Rossi") {
		t.Fatalf("the croupier sees the composition: %q", s.said())
	}
	s.Keys("215821\n")
	rows := s.Shell.Viewer().Composition(s.Table())
	if len(rows) != 13 || rows[2][1] != "1" || rows[2][2] != "31" {
		t.Errorf("rows %v", rows)
	}
}

// One of two players of a box pays alone, and leaves alone.
func TestCommissionOfOneBettor(t *testing.T) {
	s := banco(t)
	s.Keys("1\t100b\t60\n\n7s9dkhkc ")
	owed := func() string {
		line := ""
		for _, d := range s.Table().Debts() {
			line += s.Shell.Viewer().Log().Debtor(s.Table(), d) + "; "
		}
		return line
	}
	if owed() != "Box 1 · Giocatore 1: 5; Box 1 · Giocatore 2: dovuti 3, incassa 5; " {
		t.Fatalf("owed %q: %s", owed(), s.said())
	}
	s.Shell.TypedKey(fyne.KeyF7)
	s.Keys("e12")
	if owed() != "Box 1 · Giocatore 1: 5; " || s.Shell.Overlay() != nil || !strings.Contains(s.said(), "5") {
		t.Errorf("after player 2 paid: %q, %s", owed(), s.said())
	}
	s.Shell.TypedKey(fyne.KeyF7)
	s.Keys("c11")
	if owed() != "Box 1 · Giocatore 1 · non c’è più: 5; " {
		t.Errorf("after player 1 left: %q, %s", owed(), s.said())
	}
}

// The page of what is given up says that, and nothing of what would be collected.
func TestWaiverIsTitledByItself(t *testing.T) {
	s := banco(t)
	s.Keys("1\t100b\t60\n\n7s9dkhkc ")
	s.Shell.TypedKey(fyne.KeyF7)
	s.Choose("commission_waive")
	s.Keys("1")
	s.Silent("incassa")
	s.Keys("2")
	s.Shows("Abbuono, Box 1 · Giocatore 2: 3")
	s.Picture("waiver")
	s.Silent("incassa")
}

// Ranks stay where they are from the first card to the last, whether the next one has a suit
// to be entered or not.
func TestRanksDoNotMoveUnderTheFinger(t *testing.T) {
	s := banco(t)
	s.Keys("120\n" + perfectPair)
	if !s.Table().Game.ReadsSuits() {
		t.Skip("no bet of this table looks at suits")
	}
	s.Keys("\n")
	var rooms []bool
	for _, card := range []string{"3s", "7h", "2d", "qc"} {
		rooms = append(rooms, s.screen.pad().Room)
		s.Keys(card)
	}
	if s.screen.pad().Suits {
		t.Fatal("the fifth card has a suit to be entered")
	}
	for i, room := range append(rooms, s.screen.pad().Room) {
		if !room {
			t.Errorf("card %d: the ranks stand where the suits were", i+1)
		}
	}
}
