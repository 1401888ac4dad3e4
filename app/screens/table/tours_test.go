package table

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/demo"
	"sabot/app/screens/screentest"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

func tableIn(t *testing.T, lang, name string) *seat {
	t.Helper()
	return newSeat(t, name, lang).inHouse()
}

// Everything around the hands: the opening, the tray, what goes wrong,
// corrections, incidents, the closing and the signing.
func TestPitIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := tableIn(t, lang, "LB1")
		s.Keys("\n")
		s.Look("opening count")
		s.Keys(screentest.Counted)
		s.Look("opening code")
		s.Keys("114711\n")
		s.Look("opening second code")
		s.Keys("215821\n")
		s.Look("new shoe")
		s.Keys("\n")
		s.Press(fyne.KeyF5)
		s.Keys("a10")
		s.Press(fyne.KeyDown)
		s.Keys("25")
		s.Look("buy-in that no chips make")
		s.Press(fyne.KeyEscape, fyne.KeyEscape, fyne.KeyF5)
		s.Keys("c1000")
		s.Press(fyne.KeyEnd)
		s.Keys("\n")
		s.Look("tip is signed")
		s.Keys(screentest.InspectorCode)
		s.Press(fyne.KeyF5)
		s.Keys("ea1000")
		s.Press(fyne.KeyEnd)
		s.Look("slip")
		s.Keys("\nbo")
		s.Look("cashier")
		s.Keys("\nno\n")
		s.Look("slip is signed")
		s.Keys(screentest.CroupierCode)
		s.Look("slip is signed twice")
		s.Keys(screentest.InspectorCode)
		s.skipped()
		s.disputed()
		s.corrected()
		s.closed()
	})
}

// skipped plays a hand in which a box was passed over, and lays it again.
func (s *seat) skipped() {
	s.T.Helper()
	s.Keys("125\t25\n225\t25\n325\t25\n425\t25\n\n805")
	s.F4("a")
	s.Look("which box")
	s.Keys("2\n")
	s.Look("the hand as it lies")
	s.Keys("\n\x1b")
	s.Look("paused")
	s.Keys("\nr")
	s.Look("reason")
	s.Keys("\x1b\nv\n")
	s.Look("relay is signed")
	s.Keys(screentest.CroupierCode)
	s.Look("a croupier may not")
	s.Keys("\b" + screentest.InspectorCode)
	if s.Table().Deal().Phase() != hand.Dealing {
		s.T.Fatalf("laid again the hand is in phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("7k304")
}

// disputed has the inspector rule on a bet that was paid already.
func (s *seat) disputed() {
	s.T.Helper()
	s.settle()
	s.F4("g")
	s.Look("disputed box")
	s.Keys("2")
	s.Look("disputed bet")
	s.Keys("a50\n")
	s.Look("ruled amount")
	s.Keys("video\n")
	s.Look("ruling is signed")
	s.Keys(screentest.InspectorCode)
	s.Look("difference to pay")
	s.Keys(" ")
	s.settle()
	if len(s.Table().History) != 1 {
		s.T.Fatalf("the hand is not over: %s in phase %v", s.said(), s.Table().Deal().Phase())
	}
}

// settle plays the hand on to its payments or its end.
func (s *seat) settle() {
	for s.Table().Deal().Phase() != hand.Paying && s.step() {
	}
}

func (s *seat) corrected() {
	s.T.Helper()
	s.F4("h")
	s.Look("which hand")
	s.Keys("\n")
	s.Look("which card")
	s.Keys("\n")
	s.Look("what it was")
	s.Keys("9\n")
	s.Look("comes to")
	s.Keys("f")
	s.Look("reason of a correction")
	s.Keys("a4\n")
	s.Look("correction is signed")
	s.Keys(screentest.InspectorCode)
	s.Look("corrected")
	s.Keys("\x1b\x1b\x1b")
	if h := s.Table().History; len(h[0].Was) != 1 {
		s.T.Errorf("the hand was not corrected: %s", s.said())
	}
	s.Press(fyne.KeyF8)
	s.Look("last hands, one corrected")
	s.Keys("\n")
	s.Look("the corrected hand")
	s.Keys("v")
	s.Look("its first version")
	s.Keys("\x1b\x1b")
	s.F4("ja")
	s.Look("text of an incident")
	s.Keys("ok\n")
	s.Look("class of an incident")
	s.Keys("a")
	s.F4("j")
	s.Look("incidents")
	s.Keys("b")
	s.Look("an incident")
	s.Keys("\x1b\x1b\x1b")
	s.Keys(" \n8")
	s.F4("i")
	s.Look("cancelling")
	s.Keys("x\n")
	s.Look("cancelling is signed")
	s.Keys(screentest.ManagerCode)
	s.Look("cancelled")
	s.Keys("\n")
}

func (s *seat) closed() {
	s.T.Helper()
	s.Press(fyne.KeyEscape, fyne.KeyF10)
	s.Keys("k")
	s.Look("closing count")
	float := demo.Counted(s.Table(), s.Shell.House.State.Chips)
	for i := len(s.Shell.House.State.Chips) - 1; i >= 0; i-- {
		value := s.Shell.House.State.Chips[i]
		if n := float.Pieces(value); n > 0 {
			s.Keys(strconv.FormatInt(int64(value/100)*n, 10))
		}
		s.Keys("\n")
	}
	s.Look("closing is signed")
	s.Keys(screentest.CroupierCode)
	s.Keys(screentest.InspectorCode)
	s.Look("closed")
	s.Keys("a")
	s.Look("result")
	s.Keys("\n")
	s.Look("result is signed")
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	s.Look("signed")
}

// The history where most is on it: split boxes with bets behind, boxes with third cards
// and doubles, fourteen boxes of bets; and the list of closed hands.
func TestHistoryIsReadable(t *testing.T) {
	pages := func(s *seat, about string) {
		s.T.Helper()
		s.everyLanguage(about+", last hands", s.screen.pages().openHistory)
		number := s.Table().History[len(s.Table().History)-1].Number
		s.everyLanguage(about+", a hand", func() { s.screen.pages().hands().Open(number) })
		s.everyLanguage(about+", closed hands", s.screen.counts().openClosedHands)
	}
	t.Run("lugano", func(t *testing.T) {
		s := readableAt(t, "LB1")
		s.Open()
		for box := 1; box <= 9; box++ {
			s.bet(box, "59", "", 500)
			s.bet(box, "play", "", 1000)
		}
		s.do(pit.OfBets(hand.Bets.Close))
		s.toTheEnd("T", "J", "Q", "K")
		pages(s, "nine boxes with three cards")
	})
	t.Run("blackjack", func(t *testing.T) {
		s := readableAt(t, "BJ1")
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		s.burn("3h")
		for box := 1; box <= 7; box++ {
			s.bet(box, "main", "", 1000)
			s.bet(box, "behind", "2", 500)
			s.bet(box, "21+3", "", 100)
		}
		s.do(pit.OfBets(hand.Bets.Close))
		s.deal("8d", "8h", "8c", "8s", "8d", "8h", "8c", "As", "8d", "8h", "8c", "8s", "8d", "8h", "8c")
		if s.Table().Deal().MayHide() {
			s.do(pit.OfDeal(hand.Deal.Hide))
		}
		s.toTheEnd("2d", "2h", "2c", "2s")
		// Fifteen hands leave no place to bets that ride on none of them: their sum stands in a
		// line, so that all that was in play is accounted for.
		s.screen.pages().openHistory()
		s.Reads("seven splits", "in gioco 35’700", "altre puntate ↓4’100", "↑500")
		s.Shell.CloseOverlay()
		pages(s, "seven splits")
	})
	t.Run("soft eighteen", func(t *testing.T) {
		s := readableAt(t, "BJ1")
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		s.burn("3h")
		s.bet(1, "main", "", 100)
		s.do(pit.OfBets(hand.Bets.Close))
		s.deal("Td", "7h", "9c")
		s.do(pit.OfDeal(hand.Deal.Hide))
		for s.Table().Deal().Phase() != hand.Turning && s.step() {
		}
		s.deal("Ac")
		s.everyLanguage("a soft eighteen", nil)
		for s.step() {
		}
		s.screen.pages().openHistory()
		s.Reads("a soft eighteen in the history", "18", "!8/18")
	})
	t.Run("puntobanco", func(t *testing.T) {
		s := fourteen(t)
		s.do(pit.OfBets(hand.Bets.Close))
		s.deal("3", "7", "2", "q")
		s.everyLanguage("fourteen boxes, dealt", nil)
		s.onAndOn()
		pages(s, "fourteen boxes")
	})
}

// toTheEnd plays the hand out with those cards, and with as much on the felt as can be.
func (s *seat) toTheEnd(cards ...string) {
	s.T.Helper()
	for n := 0; s.Table().Deal().Phase() != hand.Betting; n++ {
		if s.wildly(cards...); n > 150 {
			s.T.Fatalf("the hand does not end: phase %v, %+v", s.Table().Deal().Phase(), s.Table().Deal().Next())
		}
	}
}

// wildly does what is due next, with as much on the felt as can be.
func (s *seat) wildly(cards ...string) {
	s.T.Helper()
	switch t := s.Table(); t.Deal().Phase() {
	case hand.Deciding:
		for _, choice := range []games.Action{games.Split, games.Double, games.Stand} {
			if slices.Contains(t.Deal().Next().Offers, choice) {
				s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(choice) })
				return
			}
		}
		s.T.Fatalf("no such choice: %+v", t.Deal().Next())
	case hand.Insuring:
		for box := 1; box <= t.Game.Options().Boxes; box++ {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(box, "") })
		}
		s.do(pit.OfBets(hand.Bets.EndInsurance))
	case hand.Dealing, hand.Turning:
		card := cards[len(t.Current.Round.Laid)%len(cards)]
		if t.Deal().Next().At.Box == 0 { // these alone would never end it
			card = strings.Replace(card, card[:1], "8", 1)
		}
		s.deal(card)
	default:
		if !s.step() && s.Table().Deal().Phase() != hand.Betting {
			s.T.Fatalf("nothing to do in phase %v", s.Table().Deal().Phase())
		}
	}
}
