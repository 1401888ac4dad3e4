package view_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// seat is a table of the demo house, without disk or window.
type seat struct {
	t     *testing.T
	table *pit.Table
	view  view.Viewer
}

func newSeat(t *testing.T, lang string) *seat {
	t.Helper()
	h := &house.House{}
	facts, err := house.DemoPlan(lang, "lugano", 1).Facts()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range h.Stamp(time.Now(), "", facts...) {
		h.Apply(e)
	}
	s := &seat{t, pit.NewTable("LB1"), view.Viewer{Text: text.Open(lang, "CHF"), House: h}}
	return s
}

func (s *seat) do(command func(*pit.Table) ([]record.Fact, error)) {
	s.t.Helper()
	facts, err := command(s.table)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range s.table.Stamp(time.Now(), facts...) {
		s.table.Apply(e)
	}
}

func (s *seat) open() {
	s.t.Helper()
	anna, _ := s.view.House.StaffBy("11")
	dario, _ := s.view.House.StaffBy("21")
	set, _ := s.view.House.TableNamed("LB1")
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: set, Croupier: anna, Inspector: dario}, time.Now())
	})
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Now()) })
}

func (s *seat) bet(box int, spot string, amount games.Amount) {
	s.t.Helper()
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().Place(games.Bet{Box: box, Spot: spot, Amount: amount})
	})
}

func (s *seat) cards(names string) {
	s.t.Helper()
	for _, name := range strings.Split(names, "") {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
}

func (s *seat) decide(do games.Action) {
	s.t.Helper()
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) })
}

func (s *seat) screen() view.Screen { return s.view.Of(s.table, view.Cursor{}, view.Notice{}) }

func (s *seat) says(act string, pad view.PadKind) {
	s.t.Helper()
	if got := s.screen(); got.Act != act || got.Pad.Kind != pad {
		s.t.Errorf("the screen says %q on pad %d, want %q on %d", got.Act, got.Pad.Kind, act, pad)
	}
}

// The next physical act, all through a hand, in the house's words.
func TestActs(t *testing.T) {
	s := newSeat(t, "it")
	s.says("Tavolo chiuso", view.StartPad)
	s.open()
	s.says("Fate il vostro gioco", view.ChipPad)
	s.bet(2, "59", 2000)
	s.bet(2, "play", 4000)
	s.bet(7, "59", 2000)
	s.bet(7, "play", 2000)
	s.do(pit.OfBets(hand.Bets.Close))
	s.says("Nulla va più. Prima carta al box 2", view.CardPad)
	s.cards("8")
	s.says("Prima carta al box 7", view.CardPad)
	s.cards("2")
	s.says("Carta al banco, scoperta", view.CardPad)
	s.cards("4")
	s.says("Seconda carta al box 2", view.CardPad)
	s.cards("8K")
	s.says("Box 2: paga 40", view.PayPad)
	s.do(pit.OfDeal(hand.Deal.PayNext))
	s.says("Box 7: incassa 20", view.PayPad)
	s.do(pit.OfDeal(hand.Deal.PayNext))
	s.says("Chiedi al box 2: carta? 6 contro 4", view.ChoicePad)
	s.decide(games.Stand)
	s.decide(games.Double)
	s.says("Box 7: metti 20 · Terza carta al box 7", view.CardPad)
	s.cards("4")
	s.says("Seconda carta al banco", view.CardPad)
	s.cards("K")
	s.says("Terza carta al banco", view.CardPad)
	s.cards("2")
	s.says("Box 2: alla pari, la puntata resta", view.PayPad)
	s.do(pit.OfDeal(hand.Deal.PayNext))
	s.says("Box 7: alla pari, la puntata resta", view.PayPad)
	if got := s.screen().Felt.Boxes[6].Spots[1].Amount; got != "40" {
		t.Errorf("the doubled PLAY of box 7 is shown as %s, want 40", got)
	}
	s.do(pit.OfDeal(hand.Deal.PayNext))
	s.says("Fate il vostro gioco", view.ChipPad)
}

// Carte alla mano: the words are those of cards that lie face down.
func TestActsWithCardsInTheHand(t *testing.T) {
	s := newSeat(t, "it")
	s.view.House.Tables[0].Rules = []byte(`{"preset":"lugano-hand"}`)
	s.open()
	if n := len(s.screen().Felt.Boxes[0].Spots); n != 2 {
		t.Errorf("%d spots, want 59 and PLAY alone", n)
	}
	s.bet(3, "59", 2000)
	s.bet(3, "play", 2000)
	s.do(pit.OfBets(hand.Bets.Close))
	s.says("Nulla va più. Carte coperte ai box. Carta del banco, scoperta", view.CardPad)
	if cards := s.screen().Felt.Boxes[2].Cards; len(cards) != 0 {
		t.Errorf("nobody knows yet how far the deal has come: %+v", cards)
	}
	s.cards("4")
	if cards := s.screen().Felt.Boxes[2].Cards; len(cards) != 2 || !cards[0].Back || !cards[1].Back {
		t.Errorf("two cards lie face down at box 3: %+v", cards)
	}
	s.says("Il box 3 scopre: prima carta", view.CardPad)
	s.cards("2")
	s.says("Il box 3 scopre: seconda carta", view.CardPad)
	if f := s.screen().Felt; len(f.House[0].Cards) != 1 || len(f.Boxes[2].Cards) != 2 || !f.Boxes[2].Cards[1].Back || f.Boxes[2].Total != "" {
		t.Errorf("the felt shows %+v and %+v", f.House[0], f.Boxes[2])
	}
	s.cards("K")
	s.says("Box 3: incassa 20", view.PayPad)
	s.decide(games.Draw)
	s.says("Terza carta al box 3, coperta: il box scopre", view.CardPad)
}

// design.md: an error says what is wrong, where, and what was done.
func TestReductionInViewOfEveryone(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	s.bet(3, "59", 5000)
	s.bet(3, "play", 12000)
	screen := s.screen()
	if want := "Box 3: 120 on PLAY is more than twice the 59 (50). Reduced to 100."; screen.Notice.Text != want || !screen.Notice.Bad {
		t.Errorf("says %q, want %q", screen.Notice.Text, want)
	}
	if spot := screen.Felt.Boxes[2].Spots[1]; spot.Amount != "100" || spot.Mark != view.Warned || spot.Word == "" {
		t.Errorf("the spot shows %+v", spot)
	}
	s.bet(4, "59", 500)
	screen = s.screen()
	if want := "Box 4: 5 on 59 is under the minimum of 10. It does not play."; screen.Notice.Text != want {
		t.Errorf("says %q, want %q", screen.Notice.Text, want)
	}
	if spot := screen.Felt.Boxes[3].Spots[0]; spot.Amount != "5" || spot.Mark != view.Inactive {
		t.Errorf("the spot shows %+v", spot)
	}
}

// That a bet was reduced was true until no more bets were taken: what lies then is the bet.
func TestReducedIsSaidUntilTheCall(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := newSeat(t, lang)
		s.open()
		s.bet(3, "59", 5000)
		s.bet(3, "play", 12000)
		s.do(pit.OfBets(hand.Bets.Close))
		if spot := s.screen().Felt.Boxes[2].Spots[1]; spot.Amount == "" || spot.Mark != view.Plain || spot.Word != "" {
			t.Errorf("%s: behind the call the spot shows %+v", lang, spot)
		}
		s.cards("942")
		if spot := s.screen().Felt.Boxes[2].Spots[1]; spot.Word != "" {
			t.Errorf("%s: behind the cards the spot shows %+v", lang, spot)
		}
	}
}

// Payments box by box, as amount and as chips of the tray.
func TestPayments(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	s.bet(1, "59", 3500)
	s.bet(1, "play", 3500)
	s.bet(1, "pair", 500)
	s.do(pit.OfBets(hand.Bets.Close))
	s.cards("959")
	pays := s.screen().Pad.Pays
	if len(pays) != 1 || len(pays[0].Sums) != 1 || pays[0].Sums[0].Text != "paga 220" || !pays[0].Now {
		t.Fatalf("payments %+v", pays)
	}
	for i, want := range []view.PayLine{
		{Text: "59 paga 2:1", Sum: "↑70", Chips: "2×25 + 2×10", Mark: view.Won}, {Text: "PAIR paga 30:1", Sum: "↑150", Chips: "1×100 + 2×25", Mark: view.Won},
	} {
		if pays[0].Lines[i] != want {
			t.Errorf("line %+v, want %+v", pays[0].Lines[i], want)
		}
	}
	if lit := s.screen().Felt.Boxes[0].Lit; !lit {
		t.Error("the box whose turn it is is not lit")
	}
}

// Sums that are read as a column have centimes all of them, where one has some: of a turn's lines, and of the boxes.
func TestSumsOfPaymentsAreAlike(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	for box, stake := range []games.Amount{3500, 1250} {
		s.bet(box+1, "59", stake)
		s.bet(box+1, "play", stake)
	}
	s.bet(1, "pair", 500)
	s.do(pit.OfBets(hand.Bets.Close))
	s.cards("98496")
	pays := s.screen().Pad.Pays
	if len(pays) != 2 || pays[0].Lines[0].Sum != "↑70" || pays[0].Sums[0].Text != "paga 220" {
		t.Fatalf("payments %+v", pays)
	}
	if a, b := pays[0].Sums[0].Short, pays[1].Sums[0].Short; a != "↑220.00" || b != "↓12.50" {
		t.Errorf("the boxes have %q and %q", a, b)
	}
}

// Exactly one place is lit wherever a card or an answer is due.
func TestOnePlaceIsLit(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	s.bet(1, "59", 2000)
	s.bet(1, "play", 2000)
	s.bet(9, "59", 2000)
	s.bet(9, "play", 2000)
	s.do(pit.OfBets(hand.Bets.Close))
	one := func() {
		t.Helper()
		n := 0
		f := s.screen().Felt
		for _, b := range f.Boxes {
			if b.Lit {
				n++
			}
		}
		for _, side := range f.House {
			if side.Lit {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%q: %d places are lit, want one", s.screen().Act, n)
		}
	}
	for _, card := range strings.Split("92K53", "") {
		one()
		s.cards(card)
	}
	one()
	s.decide(games.Stand)
	one()
	s.decide(games.Stand)
	one()
	s.cards("7")
	one()
}

// A game that this program does not play, as a newer record might hold: the screen
// says so and nothing panics.
func TestUnknownGame(t *testing.T) {
	s := newSeat(t, "it")
	s.table.Apply(s.table.Stamp(time.Now(), record.Opened{Game: "sic-bo", Rules: []byte(`"sic-bo"`), Croupier: "11", Inspector: "21"})[0])
	s.says("Mano ferma: chiama l’ispettore", view.NoPad)
	s.view.TopOf(s.table, time.Now())
	s.view.Help(s.table, view.Cursor{})
	s.view.Limits(s.table, nil)
}

func TestHistoryAndLimits(t *testing.T) {
	s := newSeat(t, "it")
	if rows := s.view.Log().History(s.table); len(rows) != 0 {
		t.Errorf("history %v before any hand", rows)
	}
	if rows := s.view.Limits(s.table, s.view.Game(s.table).(games.Analysed).SpotOdds()); len(rows) != 4 || rows[1].Max != "1’000" || rows[0].Edge != "2.94\u00a0%" || rows[1].Edge != "−0.37\u00a0%" {
		t.Errorf("limits of the closed table: %+v", rows)
	}
	s.playsBox5()
	rows := s.view.Log().History(s.table)
	if len(rows) != 1 || rows[0].Staked != "40" || len(rows[0].Places) != 2 {
		t.Fatalf("history %+v", rows)
	}
	bank, box := rows[0].Places[0], rows[0].Places[1]
	if bank.Name != "BANCO" || bank.Total != "5" || box.Name != "5" || box.Total != "6" || box.Said != "Resta" || box.Staked != "40" || fmt.Sprint(box.Nets) != fmt.Sprint([]view.Net{{Text: "↑60", Mark: view.Won}}) {
		t.Errorf("bank %+v, box %+v", bank, box)
	}
	for _, l := range rows[0].Places {
		for _, c := range l.Cards {
			if c.Suit != "" {
				t.Errorf("%s has a suit that nobody read: %+v", l.Name, c)
			}
		}
	}
}

// What a box lost and what it won stand beside each other in the list of hands.
func TestListOfHandsNetsNothing(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	s.bet(1, "59", 2000)
	s.bet(1, "play", 3000)
	s.bet(1, "pair", 500)
	s.do(pit.OfBets(hand.Bets.Close))
	s.cards("K58")
	s.decide(games.Stand)
	s.cards("T")
	s.do(pit.OfDeal(hand.Deal.PayAll))
	box := s.view.Log().History(s.table)[0].Places[1]
	if got, want := fmt.Sprint(box.Nets), fmt.Sprint([]view.Net{{Text: "↓5", Mark: view.Lost}, {Text: "↑50", Mark: view.Won}}); got != want || box.Staked != "55" {
		t.Errorf("%s of %s, want %s", got, box.Staked, want)
	}
}

// stakes puts 20 on the 59 and 20 on PLAY of some boxes, and closes the bets.
func (s *seat) stakes(boxes ...int) {
	for _, box := range boxes {
		s.bet(box, "59", 2000)
		s.bet(box, "play", 2000)
	}
	s.do(pit.OfBets(hand.Bets.Close))
}

// playsBox5 opens the table and plays a hand of box 5.
func (s *seat) playsBox5() {
	s.open()
	s.stakes(5)
	s.cards("8K8")
	s.decide(games.Stand)
	s.cards("5")
	s.do(pit.OfDeal(hand.Deal.PayAll))
}

// What a cancelled hand gives back stands in the order in which it is given: what lies, and
// what was paid or collected before.
func TestRefundsInTurn(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	s.stakes(4, 2)
	s.cards("KK527")
	s.do(pit.OfDeal(hand.Deal.PayAll)) // box 2 lost its 59, box 4 won it
	elena, _ := s.view.House.StaffBy("31")
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "rissa") })
	got := fmt.Sprint(s.view.Reconstruction().Refunds(s.table, &s.table.History[0]))
	if want := "[[2 59   ↑20] [2 PLAY  20 ] [4 59  già al giocatore ↓20] [4 PLAY  20 ]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Chips that were collected or paid have left the felt; a push stays; what the last hand came
// to stays in view until the first new bet.
func TestChipsLeaveTheFelt(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	s.bet(1, "59", 2000)
	s.bet(1, "play", 3000)
	s.bet(1, "pair", 500)
	s.do(pit.OfBets(hand.Bets.Close))
	lies := func() string {
		var words []string
		for _, spot := range s.screen().Felt.Boxes[0].Spots {
			words = append(words, spot.Amount+"|"+spot.Word)
		}
		return strings.Join(words, " ")
	}
	s.cards("K58")
	if got := lies(); got != "20|↑20 30| 5|↓5 |" {
		t.Errorf("before the payment: %s", got)
	}
	s.do(pit.OfDeal(hand.Deal.PayNext))
	if got := lies(); got != "|↑20 30| |↓5 |" {
		t.Errorf("after it: %s", got)
	}
	s.decide(games.Double)
	s.cards("KT")
	if got := lies(); got != "|↑20 60|↑60 |↓5 |" { // 8 against 5
		t.Errorf("at the end: %s", got)
	}
	s.do(pit.OfDeal(hand.Deal.PayAll))
	if got := lies(); !strings.HasPrefix(got, "|↑20 |") || s.table.Deal().Phase() != hand.Betting {
		t.Errorf("after the hand: %s", got)
	}
	s.bet(2, "59", 2000)
	if got := lies(); got != "| | | |" {
		t.Errorf("with a new bet: %s", got)
	}
}

// After a restore a table says that nobody has signed yet for what is lost, closed or open.
func TestLossThatNobodySignedIsMarked(t *testing.T) {
	s := newSeat(t, "en")
	enter := func(f record.Fact) {
		for _, e := range s.view.House.Stamp(time.Now(), "31", f) {
			s.view.House.Apply(e)
		}
	}
	enter(record.RestoredFrom{Backup: "s.db", Left: []string{"a head"}, By: "31"})
	restore := s.view.House.Seq
	if top := s.view.TopOf(s.table, time.Now()); top.Mark != "Loss not signed" {
		t.Errorf("closed: %q", top.Mark)
	}
	s.open()
	if marks := s.view.Marks(s.table, s.table.Last()); !slices.Contains(marks, "Loss not signed") {
		t.Errorf("open: %q", marks)
	}
	enter(record.LossSigned{Restore: restore, Inspector: "21", Manager: "31"})
	if marks := s.view.Marks(s.table, s.table.Last()); slices.Contains(marks, "Loss not signed") {
		t.Errorf("signed: %q", marks)
	}
}

// No chip's letter is a suit's: a rank with a suit behind it is always a card. Nor is it a decision's.
func TestChipKeysMeanNothingElse(t *testing.T) {
	taken := "SHDC"
	for _, preset := range handfile.Presets() {
		game, _ := handfile.Preset(preset)
		for _, a := range game.Layout().Answers {
			taken += a.Key + a.Was
		}
	}
	if !strings.HasPrefix(view.ChipKeys, "AFGJKL") || strings.ContainsAny(view.ChipKeys, taken) {
		t.Errorf("chips have the keys %s, suits and decisions %s", view.ChipKeys, taken)
	}
}
