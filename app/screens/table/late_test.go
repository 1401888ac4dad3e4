package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// asksFirst is a table of blackjack at which box 1 is asked with ten and five.
func asksFirst(t *testing.T) *seat {
	t.Helper()
	s := newSeat(t, "BJ1", "it")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n2h")
	s.bet(1, "main", "", 100)
	s.bet(2, "main", "", 50)
	s.do(pit.OfBets(hand.Bets.Close))
	for s.Table().Deal().Phase() != hand.Deciding {
		switch {
		case s.Table().Deal().MayHide():
			s.do(pit.OfDeal(hand.Deal.Hide))
		case s.Table().Deal().Phase() == hand.Looking:
			s.do(func(p *pit.Table) ([]record.Fact, error) { return p.Deal().Look(false) })
		case s.Table().Deal().Next().At == games.Dealer:
			s.do(func(p *pit.Table) ([]record.Fact, error) { return p.Deal().Card("8h") })
		case len(s.Table().Current.Round.Laid) < 2:
			s.do(func(p *pit.Table) ([]record.Fact, error) { return p.Deal().Card("Th") })
		default:
			s.do(func(p *pit.Table) ([]record.Fact, error) { return p.Deal().Card("5h") })
		}
	}
	return s
}

// asks reports what the page that asks for an approval lacks of some words.
func (s *seat) asks(words ...string) {
	s.T.Helper()
	over := strings.Join(strings.Fields(s.Over()), " ")
	for _, want := range words {
		if !strings.Contains(over, want) {
			s.T.Errorf("it lacks %q: %s", want, over)
		}
	}
}

// "By keyboard a croupier alone turns a hit into a double after the card": h 4, back, back, x 4.
func TestDoubleAfterTheCard(t *testing.T) {
	s := asksFirst(t)
	s.Keys("h4")
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	s.Keys("x")
	s.asks("Box 1: Raddoppia invece di Carta, 100 » 200, dopo una carta vista (4).", "Ispettore: numero e PIN per la modifica")
	if d := s.Table().Current.Round.Decisions; len(d) != 0 {
		t.Fatalf("decided %v before anybody approved it", d)
	}
	s.Escape()
	if s.Shell.Overlay() != nil || !strings.Contains(s.said(), "Solo con l’ispettore") {
		t.Errorf("after Esc: %q", s.said())
	}
	s.Keys("x" + screentest.CroupierCode)
	if d := s.Table().Current.Round.Decisions; len(d) != 0 {
		t.Fatalf("decided %v by the croupier's own code", d)
	}
	s.Escape()
	s.Escape()
	s.Keys("x" + screentest.InspectorCode + "4")
	if r := s.Table().Current.Round; len(r.Decisions) != 1 || r.Decisions[0].Do != games.Double {
		t.Fatalf("decided %v: %s", r.Decisions, s.said())
	}
	if n := s.Table().Notes; len(n) == 0 || n[len(n)-1].Kind != record.LateChange || n[len(n)-1].Approver != "21" {
		t.Errorf("noted %+v", n)
	}
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	s.asks("Mano 1, disfatto: scelta del box 1", "Ispettore: numero e PIN per disfare")
}

// Of a split box the pages that ask for an approval say which hand.
func TestSplitHandIsNamedWhereItsDecisionChanges(t *testing.T) {
	s := seats(t).inHouse()
	s.Keys("120\n\n8" + "68" + "\nn")
	for s.Table().Deal().Phase() != hand.Deciding {
		s.Keys("\n")
	}
	s.Keys("p3" + "s2" + "h9")
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	s.Keys("x")
	s.asks("Box 1, mano sinistra del giocatore: Raddoppia invece di Carta, 20 » 40, dopo una carta vista (9).")
	s.Keys(screentest.InspectorCode)
	s.Press(fyne.KeyBackspace)
	s.asks("disfatto: scelta del box 1, mano sinistra del giocatore")
}

// A card that a box draws is its decision: it is asked for first, and follows by itself.
func TestCardInsteadOfAStand(t *testing.T) {
	s := asksFirst(t)
	s.Keys("s4") // box 2 draws it
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	if d := s.Table().Current.Round.Decisions; len(d) != 0 {
		t.Fatalf("decided %v", d)
	}
	s.Keys("4")
	s.asks("Box 1: Carta invece di Resta, dopo una carta vista (4).")
	s.Keys(screentest.InspectorCode)
	if r := s.Table().Current.Round; len(r.Decisions) != 1 || r.Decisions[0].Do != games.Hit || r.Laid[len(r.Laid)-1].Card.String() != "4" {
		t.Errorf("%+v: %s", r, s.said())
	}
}

// The same answer once more asks nobody.
func TestSameDecisionAfterTheCard(t *testing.T) {
	s := asksFirst(t)
	s.Keys("h4")
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	s.Keys("h5")
	if s.Shell.Overlay() != nil || len(s.Table().Notes)+len(s.Table().Alarms) != 0 {
		t.Errorf("%q: %+v", s.said(), s.Table().Notes)
	}
}

// Even money is paid, nobody else insures and the dealer has none. The end of insurance taken back moves nothing, and
// nobody is told to take back what was paid; the dealer's answer entered otherwise takes the inspector.
func TestAnswerOfTheDealerOtherwise(t *testing.T) {
	s := seats(t)
	s.Keys("125\n450\n\n" + "a5a" + "k6" + "\n" + "1" + "\n")
	s.Pass(controls.Rhythm)
	s.Keys("\n" + "n")
	if h := s.Table().Current; !h.TookEven(1) || h.Done() != 1 || s.Table().Deal().Phase() != hand.Deciding {
		t.Fatalf("phase %v, done %d: %s", s.Table().Deal().Phase(), h.Done(), s.said())
	}
	s.Press(fyne.KeyBackspace)
	s.Keys("b")
	s.asks("BANCO: blackjack invece di nessun blackjack, quando se ne sapeva già di più.")
	s.Escape()
	if said := s.said(); !strings.Contains(said, "Prima era diverso. Solo con l’ispettore.") {
		t.Errorf("after Esc: %q", said)
	}
	s.Press(fyne.KeyBackspace)
	s.asks("fine dell’assicurazione")
	if over := s.Over(); strings.Contains(over, "ritirare") {
		t.Errorf("it takes back: %s", over)
	}
	s.Keys(screentest.InspectorCode + "4")
	s.asks("Box 4: ASSIC., 0 » 25, quando se ne sapeva già di più.")
	if s.Table().Bets().InsurancePrice(4, "") == 0 {
		t.Error("it lies before anybody approved it")
	}
	s.Keys(screentest.InspectorCode + "n")
	if n := slices.Concat(s.Table().Notes, s.Table().Alarms); len(n) != 1 || n[0].Kind != record.LateChange || n[0].Box != 4 || n[0].Amount != 2500 {
		t.Errorf("noted is %+v", n)
	}
}

// Bets that were left out after a card was seen are all named once they are closed again, and stay named until a card lies; of
// more than there is room for the line says how many.
func TestEveryLateBetIsNamed(t *testing.T) {
	for boxes, want := range map[int]string{
		1: "Box 1: 59, 20 » 0, dopo una carta vista (7). Box 1: PLAY, 20 » 0, dopo una carta vista (7).",
		3: "Box 1: 59, 20 » 0, dopo una carta vista (7). E altre 5.",
	} {
		s := newSeat(t, "LB1", "it")
		s.Open()
		for box := range 4 {
			s.bet(box+1, "59", "", 20)
			s.bet(box+1, "play", "", 20)
		}
		s.Keys("\n" + "7")
		s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
		s.Keys(screentest.InspectorCode)
		for box := range boxes {
			s.bet(box+1, "play", "", 0)
			s.bet(box+1, "59", "", 0)
		}
		s.Keys("\n")
		s.asks(fmt.Sprintf("Box %d: PLAY, 20 » 0, dopo una carta vista (7).", boxes))
		s.Keys(screentest.InspectorCode)
		s.stands("bets closed again", want)
		s.screen.notice = view.Notice{}
		s.stands("later", want)
	}
}
