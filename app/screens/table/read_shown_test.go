package table

import (
	"strings"
	"testing"

	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
)

// Who says that a card belongs to a box sees which it is where it lies open there; those behind it are backs, and so is what
// may be the dealer's card that lies face down. Beside a box that is asked nothing is shown.
func TestAProposedCardThatLiesOpenIsShown(t *testing.T) {
	s := linked(t, "BJ1")
	s.bet(1, "main", "", 25)
	s.bet(2, "main", "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
	s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	s.reads("Kd 7s")
	w := s.waits()
	if len(w.Cards) != 2 || w.Cards[0] != (view.Card{Rank: "K", Suit: "d"}) || w.Cards[1] != (view.Card{Back: true}) {
		t.Errorf("%+v waits", w.Cards)
	}
	if b := s.screen.pad().Buttons[0]; b.ID != view.ButtonRead || !strings.Contains(b.Label, "K") {
		t.Errorf("the key is %+v", b)
	}
	s.Keys("\n")
	if w := s.waits(); s.laidBy() != "Kd@box:1/shoe" || len(w.Cards) != 1 || w.Cards[0] != (view.Card{Rank: "7", Suit: "s"}) || !w.Bad {
		t.Fatalf("one Enter is one card: %s lies, %+v waits", s.laidBy(), w)
	}
	s.Keys("\n")
	s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	s.reads("9c")
	s.Keys("\n")
	s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	s.reads("5h") // box 1's second card, or the one that lies face down
	if w := s.waits(); len(s.Table().Current.Round.Laid) != 3 || len(w.Cards) != 1 || w.Cards[0] != (view.Card{Back: true}) {
		t.Errorf("%s lies, %+v waits", s.laidBy(), w.Cards)
	}
}
