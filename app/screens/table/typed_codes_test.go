package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// inspectorsDigits are the inspector's code, without Enter.
var inspectorsDigits = strings.TrimSpace(screentest.InspectorCode)

// denied is a hand of blackjack whose dealer said no to an ace or ten below a card, and box 1 has acted.
func denied(t *testing.T, up string) *seat {
	t.Helper()
	s := seats(t).inHouse()
	s.Keys("120\n320\n\n" + "69" + up + "57" + "\n")
	if s.Table().Deal().Phase() == hand.Insuring {
		s.Keys("\n")
	}
	s.Keys("n" + "x8" + "s")
	if s.Table().Deal().Phase() != hand.Turning {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	return s
}

// On the page of a blackjack that was found late one card is asked for, which makes it; a code that is typed before or
// after it is neither a card nor a place.
func TestCodeTypedAtALateBlackjack(t *testing.T) {
	for up, hole := range map[string]string{"a": "k", "k": "a"} {
		t.Run(up, func(t *testing.T) {
			s := denied(t, up)
			s.Shell.TypedKey(fyne.KeyF4)
			s.Choose("irregular_late_blackjack")
			lay := slices.Clone(s.screen.laid.cards)
			for _, code := range []string{inspectorsDigits, "210821"} {
				s.Keys(code)
				if !slices.Equal(s.screen.laid.cards, lay) {
					t.Fatalf("%s was taken for cards: %v", code, s.screen.laid.cards)
				}
				s.Shows(s.Shell.Text.T("lay_code"))
				s.Press(fyne.KeyBackspace)
			}
			seq := s.Table().Seq
			s.Press(fyne.KeyReturn)
			if s.Shows(s.Shell.Text.T("refused_hole_unsaid")); s.Table().Seq != seq {
				t.Fatalf("it is laid out before the card is known: %v", s.screen.laid.cards)
			}
			s.Keys("9")
			if !slices.Equal(s.screen.laid.cards, lay) {
				t.Fatalf("a nine makes no blackjack: %v", s.screen.laid.cards)
			}
			s.Keys(hole)
			lay[s.Table().Deal().Hole()].Card = record.CardName(strings.ToUpper(hole))
			s.Keys(inspectorsDigits)
			if !slices.Equal(s.screen.laid.cards, lay) {
				t.Fatalf("behind the card the code was taken for cards: %v", s.screen.laid.cards)
			}
			s.Shows(s.Shell.Text.T("lay_code"))
			s.Keys(strings.Repeat("\b", len(inspectorsDigits)+1)) // the code, and the card was another
			if s.screen.laid.cards[s.Table().Deal().Hole()].Card != record.FaceDownName {
				t.Errorf("it lies face up still: %v", s.screen.laid.cards)
			}
			s.Keys(hole + "\n" + inspectorsDigits + "\n" + "\nVisto\n" + screentest.InspectorCode)
			if r := s.Table().Current; r.Paused != nil || len(r.Round.Laid) != len(lay) {
				t.Errorf("%+v: %s", r.Round.Laid, s.said())
			}
		})
	}
}

// Behind a card that is burned nothing comes by itself: a code is no card.
func TestCodeTypedBehindABurnedCard(t *testing.T) {
	s := asksFirst(t)
	s.F4("e7")
	lay := slices.Clone(s.screen.laid.cards)
	s.Keys(inspectorsDigits)
	if !slices.Equal(s.screen.laid.cards, lay) {
		t.Fatalf("the code was taken for cards: %v", s.screen.laid.cards)
	}
	s.Shows(s.Shell.Text.T("lay_code"))
	s.Keys(strings.Repeat("\b", len(inspectorsDigits)+1)) // the code, and the card was another
	s.Keys("8")
	lay[len(lay)-1].Card = "8"
	if !slices.Equal(s.screen.laid.cards, lay) {
		t.Fatalf("corrected it is %v, want %v", s.screen.laid.cards, lay)
	}
	s.Keys("x6") // and a second one
	if n := len(lay); len(s.screen.laid.cards) != n+1 || !s.screen.laid.cards[n].Burned || s.screen.laid.cards[n].Card != "6" {
		t.Fatalf("%v", s.screen.laid.cards)
	}
	s.Keys("\nDi troppo\n" + screentest.InspectorCode)
	burned := 0
	for _, l := range s.Table().Current.Round.Laid {
		if l.Burned {
			burned++
		}
	}
	if burned != 2 {
		t.Errorf("%d cards are burned: %s", burned, s.said())
	}
}

// Where one card is asked for, a code is none.
func TestCodeTypedWhereACardIsAsked(t *testing.T) {
	s := seats(t)
	s.Keys("120\n\n" + "968" + "\n")
	s.F4("da" + inspectorsDigits)
	s.Shows(s.Shell.Text.T("lay_code"))
	s.Press(fyne.KeyReturn)
	s.Shows(s.Shell.Text.T("ask_card_none"))
	s.Keys("39\nSeen\n" + screentest.InspectorCode) // the nine, and not the three
	if n := s.Table().Notes; len(n) != 1 || n[0].What != "9" {
		t.Errorf("noted %+v: %s", n, s.said())
	}
}

// What the page of a late blackjack offers is called the same on the page of the reason and where it is approved.
func TestLateBlackjackHasOneWord(t *testing.T) {
	s := denied(t, "k")
	s.Shell.TypedKey(fyne.KeyF4)
	s.Choose("irregular_late_blackjack")
	s.Keys("a" + "\n")
	burn := s.Shell.Text.T("way_burn")
	s.Shows(burn)
	s.Keys("\n")
	s.asks(burn)
	s.Keys("Visto\n")
	s.asks(s.Shell.Text.T("title_approve_burn"))
	if s.Keys(screentest.InspectorCode); s.Table().Current.Paused != nil {
		t.Errorf("it is not done: %s", s.said())
	}
}
