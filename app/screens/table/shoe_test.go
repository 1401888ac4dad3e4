package table

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// habits opens a table of punto banco that the manager gave other habits.
func habits(t *testing.T, change func(*record.Settings)) *seat {
	t.Helper()
	s := newSeat(t, "PB1", "it")
	who, err := s.Shell.House.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	set, _ := s.Shell.House.State.TableNamed("PB1")
	settings := *set.Settings
	change(&settings)
	set.Settings = &settings
	if err := s.Shell.House.Staff().SetTable(set, who); err != nil {
		t.Fatal(err)
	}
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	return s
}

// deck are the cards of seven decks, shuffled: what is left of eight once a card of each is
// out.
func deck() []string {
	var cards []string
	for range 7 {
		for _, rank := range "a23456789tjqk" {
			for _, suit := range "shdc" {
				cards = append(cards, string(rank)+string(suit))
			}
		}
	}
	rand.New(rand.NewSource(44)).Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards
}

// dealt deals cards as long as one is due, and answers what is left.
func (s *seat) dealt(cards []string) []string {
	for s.Table().Deal().Phase() == hand.Dealing {
		s.Keys(cards[0])
		cards = cards[1:]
	}
	return cards
}

// Cards are keyed as they are revealed, the player's first; the act asks for them so.
func TestRevealedSideBySide(t *testing.T) {
	s := habits(t, func(h *record.Settings) { h.Reveal = true })
	s.Keys("3h120\n\n")
	if rules := strings.Join(s.Shell.Viewer().RulesInWords(s.Table()), " "); !strings.Contains(rules, "prima il punto, poi il banco") || !strings.Contains(rules, "Cartoncino a 14 carte dal fondo") {
		t.Errorf("the rules say %q", rules)
	}
	for i, want := range []string{"prima carta", "seconda carta", "prima carta", "seconda carta"} {
		side := []string{"punto", "banco"}[i/2]
		if act := s.act(); !strings.Contains(act, side) || !strings.Contains(act, want) {
			t.Errorf("card %d is asked for with %q, want the %s of %s", i, act, want, side)
		}
		s.Keys([]string{"9", "k", "7", "2"}[i])
	}
	if got := s.call(); got != "Naturale! Pari a 9" && !strings.Contains(got, "9") {
		t.Errorf("it calls %q", got)
	}
	var laid []string
	for _, l := range s.Table().Current.Round.Laid {
		laid = append(laid, l.Card.String()+"@"+l.At.String())
	}
	if got := fmt.Sprint(laid); got != "[9@player 7@banker K@player 2@banker]" {
		t.Errorf("the record has %s", got)
	}
}

// A hand without bets is dealt with a key, counts for the roads and the shoe, and is done
// with Enter; a game whose deal goes by the bets has no such key.
func TestHandDealtWithoutBets(t *testing.T) {
	s := banco(t)
	s.Keys("n9s7dkhkc")
	if got := s.act(); got != "Mano senza puntate: raccogli le carte" || len(s.Table().Deal().Results()) != 0 {
		t.Fatalf("%q, %d results: %s", got, len(s.Table().Deal().Results()), s.said())
	}
	s.Keys("\n")
	if len(s.Table().Deal().Results()) != 1 || s.Table().Current.Round.Number != 2 || s.Table().Deal().Phase() != hand.Betting {
		t.Errorf("%d results, hand %d of the shoe, phase %v", len(s.Table().Deal().Results()), s.Table().Current.Round.Number, s.Table().Deal().Phase())
	}
	s.touch("Senza puntate")
	s.Keys("\b")
	s.Keys("120\nn")
	if s.Table().Current.BetsClosed {
		t.Error("a bet lies, and the hand is dealt without")
	}
	l := newSeat(t, "LB1", "it")
	l.Open()
	l.Keys("n")
	if l.Table().Current.BetsClosed {
		t.Error("Lugano Baccarat is dealt without bets")
	}
}

// A card that lies face down is kept with U, is shown as one that lies ready, and is asked
// for as the card that is turned.
func TestUnseenCardIsKept(t *testing.T) {
	s := banco(t)
	s.Keys("120\n\n97kk")
	s.Keys("u")
	if n := s.Table().Deal().DrawnAhead(); n != 1 || s.said() != "Una carta coperta resta per la mano seguente." {
		t.Fatalf("%d cards lie ready: %s", n, s.said())
	}
	s.Keys(" ")
	s.Pass(controls.Rhythm)
	s.Keys(" \n")
	if got := s.act(); got != "Nulla va più. Scopri la carta pronta: è del punto" {
		t.Errorf("the act is %q", got)
	}
	s.Keys("23kk")
	s.touch("6", "4") // six cards: none is left over
	if s.Table().Deal().Phase() != hand.Paying {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("u")
	if s.Table().Deal().DrawnAhead() != 0 {
		t.Errorf("after six cards one more is kept: %s", s.said())
	}
}

// What ends with a hand is said while its bets are open; then its spots are closed, refuse
// a bet, are not repeated, and F2 says so.
func TestCutOffIsSaidAndActs(t *testing.T) {
	s := banco(t)
	standing := func() string { return s.Shell.Viewer().Of(s.Table(), s.screen.cursor, view.Notice{}).Notice.Text }
	cards := deck()
	for n := 1; n < 44; n++ {
		if strings.Contains(standing(), "Ultima mano") {
			t.Fatalf("hand %d: %q", n, standing())
		}
		s.Keys("n")
		cards = s.dealt(cards)
		s.Keys("\n")
	}
	s.Keys("120\t\t\t10\t\t\t\t5\n")
	if got := standing(); got != "Ultima mano di questo sabot con P BONUS, B BONUS." {
		t.Errorf("in hand 44 it says %q", got)
	}
	s.Keys("\n")
	s.dealt(cards)
	s.Keys(" ")
	if s.Table().Current.Round.Number != 45 {
		t.Fatalf("hand %d of the shoe, phase %v: %s", s.Table().Current.Round.Number, s.Table().Deal().Phase(), s.said())
	}
	s.Pass(controls.Rhythm)
	s.Keys(" ")
	if got, want := s.said(), "Puntate ripetute: 2 · box 1 P BONUS no: non ammessa"; got != want {
		t.Errorf("repeated: %q, want %q", got, want)
	}
	s.Keys("2")
	panel := s.Shell.Viewer().Of(s.Table(), s.screen.cursor, view.Notice{}).Felt.Panel
	for _, spot := range panel {
		if over := strings.HasSuffix(spot.Name, "bonus"); spot.Over != over || over && spot.Word != "chiusa" {
			t.Errorf("%s is closed %v, says %q", spot.Name, spot.Over, spot.Word)
		}
	}
	if names := s.screen.bets().spots(); slices.Contains(names, "player_bonus") || !slices.Contains(names, "player_pair") {
		t.Errorf("Tab goes to %v", names)
	}
	s.screen.tapSpot(2, "player_bonus")
	if s.Table().Current.Round.Has(2) || s.said() != "P BONUS non è più ammessa in questo sabot." {
		t.Errorf("a bet on a closed spot: %q", s.said())
	}
	for _, row := range s.Shell.Viewer().Limits(s.Table(), nil) {
		if over := strings.HasSuffix(row.Spot, "BONUS"); over != (row.Pays == "non più in questo sabot") {
			t.Errorf("F2 has %+v", row)
		}
	}
	if top := s.Shell.Viewer().TopOf(s.Table(), s.Table().OnDuty); !strings.Contains(top.Shoe, "Mano 45 · sabot 1, 45ª · uscite ") {
		t.Errorf("the top line has %q", top.Shoe)
	}
}

// A bettor on both sides is told of before the call; what is staked stands on each box and
// below for the whole table.
func TestLowRiskAndTotalsBeforeTheCall(t *testing.T) {
	s := banco(t)
	s.Keys("320\t50\n51000\n")
	screen := s.Shell.Viewer().Of(s.Table(), s.screen.cursor, view.Notice{})
	if got := screen.Notice.Text; got != "Box 3: punta su punto e banco (PUNTO 20). Basso rischio." {
		t.Errorf("it says %q", got)
	}
	if screen.Staked != "Puntate 1’070" || screen.Felt.Boxes[2].Staked != "70" || screen.Felt.Boxes[4].Staked != "1’000" || screen.Felt.Boxes[0].Staked != "" {
		t.Errorf("%q; boxes 3, 5, 1: %q, %q, %q", screen.Staked, screen.Felt.Boxes[2].Staked, screen.Felt.Boxes[4].Staked, screen.Felt.Boxes[0].Staked)
	}
	s.Keys("\n")
	if n := len(s.Table().Notes); n != 1 {
		t.Errorf("%d notes after the call", n)
	}
	l := newSeat(t, "LB1", "it")
	l.Open()
	for _, step := range []struct{ keys, staked string }{
		{"3600\t100\n\n8k8", "600"}, // reduced to 500
		{"s", "100"},                // the 59 is paid, and taken with its stake
	} {
		l.Keys(step.keys)
		screen = l.Shell.Viewer().Of(l.Table(), l.screen.cursor, view.Notice{})
		if screen.Felt.Boxes[2].Staked != step.staked {
			t.Errorf("after %q box 3 has %q as accepted, want %q: %s", step.keys, screen.Felt.Boxes[2].Staked, step.staked, l.said())
		}
	}
}

// A cut card that nobody declared is asked about; F3 answers.
func TestCutCardIsAskedAbout(t *testing.T) {
	s := habits(t, func(h *record.Settings) { h.CutCard = 409 })
	s.Keys("3h") // four of 416 are out
	standing := func() string { return s.Shell.Viewer().Of(s.Table(), s.screen.cursor, view.Notice{}).Notice.Text }
	s.Keys("120\n\n9s7d")
	if strings.Contains(standing(), "cartoncino") {
		t.Errorf("with 410 cards left it says %q", standing())
	}
	s.Keys("kh")
	if got := standing(); got != "Restano 409 carte e dietro il cartoncino ne stanno 409: se è uscito, F3." {
		t.Errorf("it says %q", got)
	}
	s.Shell.TypedKey(fyne.KeyF3)
	if strings.Contains(standing(), "Restano") || !s.Table().Current.CutCard {
		t.Errorf("after F3 it says %q", standing())
	}
}

// A table with a continuous shuffler: no burn, no cut card, and the top line says what it is.
func TestContinuousShufflerAtTheTable(t *testing.T) {
	s := habits(t, func(h *record.Settings) { h.Continuous = true })
	if s.Table().Deal().Phase() != hand.Betting {
		t.Fatalf("phase %v", s.Table().Deal().Phase())
	}
	s.Keys("120\n\n9s7dkhkc ")
	s.Shell.TypedKey(fyne.KeyF3)
	if s.said() != "Mescolatore continuo: non c’è cartoncino." {
		t.Errorf("F3 says %q", s.said())
	}
	if rules := strings.Join(s.Shell.Viewer().RulesInWords(s.Table()), " "); !strings.Contains(rules, "Mescolatore continuo: ogni mano") || strings.Contains(rules, "Cartoncino") {
		t.Errorf("the rules say %q", rules)
	}
	if top := s.Shell.Viewer().TopOf(s.Table(), s.Table().OnDuty); top.Shoe != "Mano 2 · mescolatore continuo" {
		t.Errorf("the top line has %q", top.Shoe)
	}
}

// Source 002: from the 312th card on the maxima of side bets are halved; F2 has "i tuoi
// limiti attuali", and a bet is reduced to them.
func TestHalvedLimitsInF2(t *testing.T) {
	s := newSeat(t, "PB1", "it")
	who, err := s.Shell.House.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	set, _ := s.Shell.House.State.TableNamed("PB1")
	set.Rules = []byte(`{"preset":"pb-first","off":["banker_pair","either_pair","perfect_pair","player_bonus","banker_bonus"],"limits":{"banker":{"min":2000,"max":200000},"tie":{"min":500,"max":10000},"player":{"min":2000,"max":200000},"player_pair":{"min":500,"max":10000}}}`)
	if err := s.Shell.House.Staff().SetTable(set, who); err != nil {
		t.Fatal(err)
	}
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n3h")
	most := func() string {
		for _, row := range s.Shell.Viewer().Limits(s.Table(), nil) {
			if row.Spot == "P PAIR" {
				return row.Max
			}
		}
		return ""
	}
	do := func(c session.Command) {
		if err := s.screen.session.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	said := ""
	for cards := deck(); s.Table().Deal().CardsOut() < 312; {
		if got := most(); got != "100" {
			t.Fatalf("with %d cards out F2 has %s", s.Table().Deal().CardsOut(), got)
		}
		said = s.Shell.Viewer().Of(s.Table(), view.Cursor{}, view.Notice{}).Notice.Text
		do(pit.OfBets(hand.Bets.DealDry))
		for s.Table().Deal().Next().Kind == games.Deal {
			card := cards[0]
			cards = cards[1:]
			do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
		}
		do(pit.OfDeal(hand.Deal.PayAll))
	}
	if !strings.Contains(said, "metà del massimo: P PAIR") {
		t.Errorf("before the last hand it says %q", said)
	}
	if got := most(); got != "50" {
		t.Errorf("with %d cards out F2 has %s", s.Table().Deal().CardsOut(), got)
	}
	s.Keys("120\t\t\t80\n")
	if stakes := s.Table().Game.Stakes(s.Table().Current.Round); len(stakes) != 2 || stakes[1].Amount != 5000 {
		t.Errorf("80 stand for %+v: %s", stakes, s.said())
	}
}

// A shoe that somebody else than the croupier shuffled takes the code of that person, whoever it is of those who may.
func TestPersonWhoShuffledGivesACode(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Keys("\n" + screentest.Counted + screentest.CroupierCode + screentest.InspectorCode)
	shoes := func() (list []record.ShoeStarted, approvals int) {
		t.Helper()
		for e, err := range s.Shell.House.Store().Entries("LB1", 1) {
			if err != nil {
				t.Fatal(err)
			}
			switch f := e.Fact.(type) {
			case record.ShoeStarted:
				list = append(list, f)
			case record.Approved:
				approvals++
			}
		}
		return list, approvals
	}
	_, before := shoes()
	s.Keys("i")
	s.Shows("La persona che ha mescolato: numero e PIN", "mazzi", "mescolato dalla", "persona che dà il codice")
	s.Keys(screentest.CroupierCode) // deals
	s.Keys(screentest.OfficeCode)   // may not
	if list, _ := shoes(); len(list) > 0 {
		t.Fatalf("%+v", list)
	}
	s.Keys(screentest.InspectorCode)
	list, after := shoes()
	if len(list) != 1 || list[0].Shuffler != "21" || list[0].Signed != "21" || after != before+1 {
		t.Errorf("%+v, %d approvals: %s", list, after-before, s.said())
	}
	if s.Shell.Overlay() != nil || s.Table().Deal().Phase() != hand.Betting {
		t.Errorf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("1g\tgg\n8")
}

// A new shoe between two hands is no key alone: where the cut card is not out, the page says what ends and asks.
func TestNewShoeIsAskedAbout(t *testing.T) {
	s := banco(t)
	s.Keys("n9s7dkhkc\n")
	menu := func(keys string) {
		t.Helper()
		s.Shell.TypedKey(fyne.KeyF10)
		s.Keys("a" + keys)
	}
	menu("")
	s.Shows("Un nuovo sabot?", "dopo 1 mano", "strade")
	if s.Table().Shoe != 1 || len(s.Table().Deal().Results()) != 1 {
		t.Fatalf("shoe %d, %d results: %s", s.Table().Shoe, len(s.Table().Deal().Results()), s.said())
	}
	s.Keys("a")
	if s.Table().Shoe != 1 || s.Shell.Overlay() != nil {
		t.Fatalf("shoe %d: %s", s.Table().Shoe, s.said())
	}
	menu("b" + screentest.CroupierCode) // of whom nobody else knows
	s.Shows("Ispettore: numero e PIN per finire il sabot prima", "dopo 1", "non può: serve un ispettore")
	if s.Table().Shoe != 1 {
		t.Fatalf("the croupier ended the shoe alone: %s", s.said())
	}
	s.Shell.CloseOverlay()
	menu("c" + screentest.InspectorCode) // somebody else shuffled, who answers for that too
	if early := s.Table().EarlyShoes; len(early) != 1 || s.Table().Shoe != 2 || len(s.Table().Deal().Results()) != 0 {
		t.Fatalf("shoe %d: %s", s.Table().Shoe, s.said())
	}
	menu("b")
	if s.Table().Shoe != 3 || s.Shell.Overlay() != nil {
		t.Fatalf("shoe %d: %s", s.Table().Shoe, s.said())
	}
	s.Keys("3hn")
	s.Shell.TypedKey(fyne.KeyF3)
	s.Keys("9s7dkhkc\n")
	if s.Table().Deal().Phase() != hand.Shoeless {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	menu("") // the cut card is out: nothing to ask
	if s.Table().Shoe != 4 || s.Shell.Overlay() != nil {
		t.Errorf("shoe %d: %s", s.Table().Shoe, s.said())
	}
}
