package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit/record"
)

// onFelt returns what is drawn on a spot of a box: an amount that does not lie yet, and what lies there.
func (s *seat) onFelt(box int, spot string) (pending, amount string) {
	for _, b := range s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Felt.Boxes {
		for _, on := range b.Spots {
			if b.Number == box && on.Name == spot {
				return on.Pending, on.Amount
			}
		}
	}
	return "", ""
}

// Digits that were meant as boxes are seen as an amount before it lies: on the spot where it is about to lie, and in
// the sentence. Nothing else has any.
func TestDigitsMeantAsBoxesAreSeen(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("34")
	if pending, amount := s.onFelt(3, "59"); pending != "4" || amount != "" {
		t.Errorf("on box 3: %q is pending, %q lies", pending, amount)
	}
	if act := s.act(); act != "Box 3 · 59: 4, non ancora messo" {
		t.Errorf("it says %q", act)
	}
	s.Says("4 ?") // drawn where it would lie
	s.Keys("5")
	if pending, _ := s.onFelt(3, "59"); pending != "45" {
		t.Errorf("on box 3: %q is pending", pending)
	}
	if pending, _ := s.onFelt(4, "59"); pending != "" {
		t.Errorf("on box 4: %q is pending", pending)
	}
	s.Keys("\t")
	if pending, amount := s.onFelt(3, "59"); pending != "" || amount != "45" {
		t.Errorf("laid on box 3: %q is pending, %q lies", pending, amount)
	}
}

// Cards that are typed as if no bets were open become an amount that no table takes: it is said with the digit that
// makes it one, before anything lies, and until it is taken away.
func TestCardsTypedAsBetsAreSaid(t *testing.T) {
	s := banco(t)
	const said = "supera il massimo"
	s.Keys("7365")
	if notice := s.notice(); strings.Contains(notice, said) {
		t.Errorf("of an amount that can lie it says %q", notice)
	}
	s.Keys("2")
	if notice := s.notice(); !strings.Contains(notice, "3652 "+said) {
		t.Errorf("it says %q", notice)
	}
	s.Keys("4")
	s.Says("36524 " + said)
	if len(s.Table().Current.Round.Bets) != 0 {
		t.Error("something lies")
	}
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	if notice := s.notice(); strings.Contains(notice, said) {
		t.Errorf("taken away, it says %q", notice)
	}
}

// That an amount does not lie yet is said of the amount that is typed, and no longer.
func TestWordOfAnAmountGoesWithIt(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	for _, away := range []func(){
		func() { s.Press(fyne.KeyBackspace) },
		func() { s.Press(fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace) },
		func() { s.Keys("5") },
	} {
		s.screen.bets().chooseBox(3)
		s.Keys("692")
		s.screen.bets().untyped()
		if notice := s.notice(); !strings.Contains(notice, "692") {
			t.Errorf("it says %q", notice)
		}
		if away(); strings.Contains(s.notice(), "692 ") {
			t.Errorf("of %q it says %q", s.screen.cursor.Typed, s.notice())
		}
	}
}

// notice is the word below the sentence.
func (s *seat) notice() string {
	return s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Notice.Text
}

// A warning stands under the sentence until a card lies, also where cards lie face down: no sign of a warning stands
// without a word, and none comes back with the next card.
func TestWarningsGoWithTheNextAct(t *testing.T) {
	hand := newMisdeals(t, misdealGames[1].game, misdealGames[1].rules, record.Settings{}, 1)
	for _, s := range []*seat{newSeat(t, "LB1", "it"), hand.seat} {
		if s != hand.seat {
			s.Open()
		}
		var warned, carded bool
		for _, key := range "125\t25\n225\t5\n\n64857\n\n" {
			s.Keys(string(key))
			for _, line := range strings.Split(s.Words(), "\n") {
				if strings.TrimSpace(line) == "!" {
					t.Errorf("after %q the line below the sentence has a lone sign: %s", key, s.act())
				}
			}
			h := &s.Table().Current
			warned = warned || s.notice() != ""
			if len(h.Round.Laid)+len(h.Open) > 0 {
				if carded = true; strings.Contains(s.notice(), "sotto il minimo") {
					t.Errorf("after %q it says %q", key, s.notice())
				}
			}
		}
		if !warned || !carded {
			t.Errorf("nothing was tried: warned %v, carded %v", warned, carded)
		}
	}
}

// A 0 that was meant as another box takes no bet away: it is refused with a word, and so is 0.00.
func TestZeroTakesNoBetAway(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t")
	for _, zero := range []string{"0", "00", "0.00"} {
		s.screen.bets().empty()
		s.Keys("3A1" + zero + "\t")
		if _, amount := s.onFelt(1, "59"); amount != "20" {
			t.Errorf("after %q %q lies on box 1", zero, amount)
		}
		if !strings.Contains(s.notice(), "«"+zero+"»") {
			t.Errorf("of %q it says %q", zero, s.notice())
		}
	}
}
