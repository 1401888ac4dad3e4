package table

import (
	"fmt"
	"strings"
	"testing"

	"sabot/app/screens/shell"
	"sabot/app/view"
	"sabot/pit/hand"
)

// atOnce has a window that stood still deal with keys in one go, however slowly they were typed.
func (s *seat) atOnce(keys string) {
	for _, r := range keys {
		s.Stroke(r)
	}
	s.Pass(4 * shell.Patience)
}

// decidingSeats are tables at which players decide: a box is asked, its card is due, and the last card of the deal is due.
var decidingSeats = map[string]func(*testing.T) *seat{
	"Lugano, asked": func(t *testing.T) *seat {
		s := newSeat(t, "LB1", "it")
		s.Open()
		s.Keys("120\t20\n320\t20\n520\t20\n\n" + "222" + "k" + "222")
		s.Keys(" ")
		return s
	},
	"Lugano, drawing": func(t *testing.T) *seat {
		s := newSeat(t, "LB1", "it")
		s.Open()
		s.Keys("120\t20\n320\t20\n520\t20\n\n" + "222" + "k" + "222" + " " + "x")
		return s
	},
	"Lugano, the last card": func(t *testing.T) *seat {
		s := newSeat(t, "LB1", "it")
		s.Open()
		s.Keys("120\t20\n320\t20\n\n" + "22" + "k" + "2")
		return s
	},
	"blackjack, asked": func(t *testing.T) *seat {
		s := seats(t)
		s.Keys("120\n320\n\n" + "22" + "6" + "22" + "\n")
		return s
	},
	"blackjack, drawing": func(t *testing.T) *seat {
		s := seats(t)
		s.Keys("120\n320\n\n" + "22" + "6" + "22" + "\n" + "h")
		return s
	},
	"blackjack, doubling": func(t *testing.T) *seat {
		s := seats(t)
		s.Keys("120\n320\n\n" + "22" + "6" + "32" + "\n" + "x")
		return s
	},
}

// Keys that a late window deals with in one go are the keys that were typed: a letter behind a rank is its suit only where Enter is the
// next key.
func TestKeysDealtWithLateAreNoCards(t *testing.T) {
	said := func(s *seat) string {
		r := s.Table().Current.Round
		return fmt.Sprintf("%v %v %s", r.Laid, r.Decisions, s.act())
	}
	for name, sits := range decidingSeats {
		for _, keys := range []string{"3s", "3d", "3h", "5h", "3x", "10s", "3sk", "kd9", "4c"} {
			slow, late := sits(t), sits(t)
			slow.Keys(keys)
			late.atOnce(keys)
			if want, got := said(slow), said(late); got != want {
				t.Errorf("%s, %q: typed %s\ndealt with at once %s", name, keys, want, got)
			}
		}
	}
}

// With Enter behind it nobody knows whether it was a reader: then nothing stands that nobody decided, a word is said, and a card that a
// hand enters next waits for the decision.
func TestASuitThatMayBeADecision(t *testing.T) {
	for name, sits := range decidingSeats {
		for _, keys := range []string{"3s\n", "3d\n", "3h\n", "5h\n", "10s\n", "ks\n"} {
			slow, late := sits(t), sits(t)
			slow.Keys(keys[:len(keys)-2])
			late.atOnce(keys)
			want, got := fmt.Sprint(slow.Table().Current.Round.Decisions), fmt.Sprint(late.Table().Current.Round.Decisions)
			if got != want || len(late.Table().Current.Round.Laid) != len(slow.Table().Current.Round.Laid) {
				t.Errorf("%s, %q: %s, want %s", name, keys, got, want)
			}
			letter := strings.ToUpper(keys[len(keys)-2 : len(keys)-1])
			if late.Table().Deal().Phase() != hand.Deciding || view.ChoiceOf(late.Table(), letter) == "" {
				continue
			}
			if word := late.said(); !strings.Contains(word, letter+" letta come seme") {
				t.Errorf("%s, %q: it says %q", name, keys, word)
			}
			late.Keys("4")
			if got := fmt.Sprint(late.Table().Current.Round.Decisions); got != want || !strings.Contains(late.said(), letter) {
				t.Errorf("%s, %q: a card behind it decides: %s, %q", name, keys, got, late.said())
			}
			before := len(late.Table().Current.Round.Decisions)
			late.Burst("4c\n")
			if len(late.Table().Current.Round.Decisions) != before+1 {
				t.Errorf("%s, %q: a reader's card is refused: %q", name, keys, late.said())
			}
		}
	}
}
