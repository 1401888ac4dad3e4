package table

import (
	"strings"
	"testing"
	"time"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// The budget of keys and taps of a hand whose bets are repeated: at Lugano a key for each
// card and each decision, and three more; at blackjack, with seven seats, no side bet and
// eight drawn cards, no more than 45. By touch the same.
func TestBudgetOfKeys(t *testing.T) {
	budget := func(t *testing.T, what string, used, most int) {
		t.Helper()
		t.Logf("%s: %d, budget %d", what, used, most)
		if used > most {
			t.Errorf("%s: %d, more than %d", what, used, most)
		}
	}
	closed := func(t *testing.T, s *seat, hands int) {
		t.Helper()
		if n := len(s.Table().History); n != hands {
			t.Fatalf("%d hands closed, want %d; phase %v, %s", n, hands, s.Table().Deal().Phase(), s.said())
		}
	}
	counts := func(s *seat) (cards, decisions int) {
		r := s.Table().History[len(s.Table().History)-1].Round
		return len(r.Laid), len(r.Decisions)
	}
	t.Run("Lugano", func(t *testing.T) {
		s := threeBoxes(t)
		s.Keys("805k304" + "ss" + "x5" + "9 ")
		closed(t, s, 1)
		keys := " \n" + "805k304" + "7" + "s" + "x5" + "9" + " "
		s.Pass(controls.Rhythm)
		s.Keys(keys)
		closed(t, s, 2)
		cards, decisions := counts(s)
		budget(t, "Lugano, keys", len(keys), cards+decisions+3)

		taps := strings.Fields("8 T 5 K 3 T 4")
		taps = append(append([]string{"Ripeti", "Nulla va più"}, taps...), "Box 1: Carta", "7", "Resta", "Raddoppia", "5", "9", "Tutto pagato")
		s.touch(taps...)
		closed(t, s, 3)
		cards, decisions = counts(s)
		budget(t, "Lugano, taps", len(taps), cards+decisions+3)
	})
	t.Run("Blackjack", func(t *testing.T) {
		s := seats(t)
		for box := '1'; box <= '7'; box++ {
			s.Keys(string(box) + "50\n")
		}
		play := "\n" + "5555555" + "6" + "6666669" + "\n" + "9s9s9s9s9s9s" + "24s" + "0" + "5" + " "
		s.Keys(play)
		closed(t, s, 1)
		s.Pass(controls.Rhythm)
		s.Keys(" " + play)
		closed(t, s, 2)
		if cards, _ := counts(s); cards != 7*2+2+8+1 {
			t.Fatalf("%d cards lay", cards)
		}
		budget(t, "blackjack, keys", len(" "+play), 45)

		taps := []string{"Ripeti", "Nulla va più"}
		taps = append(taps, strings.Fields("5 5 5 5 5 5 5 6 6 6 6 6 6 6 9 Coperta")...)
		for range 6 {
			taps = append(taps, "Carta", "9", "Resta")
		}
		taps = append(taps, "Carta", "2", "Carta", "4", "Resta", "T", "5", "Tutto pagato")
		for _, word := range taps {
			if word == "Carta" || word == "Resta" { // the player says it
				s.Pass(time.Second)
			}
			s.touch(word)
		}
		closed(t, s, 3)
		budget(t, "blackjack, taps", len(taps), 45)
	})
}

// A card under the dealer's ten that makes the blackjack he denied: words, and a way out.
func TestHoleThatWasDenied(t *testing.T) {
	s := seats(t)
	s.Keys("150\n\n" + "9k8" + "\n" + "n" + "2s") // nineteen
	if s.Table().Deal().Phase() != hand.Turning {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	seq := s.Table().Seq
	s.Keys("a")
	if s.Table().Seq != seq+1 || !strings.Contains(s.said(), "F4") || strings.Contains(s.said(), "disco") {
		t.Fatalf("says %q", s.said())
	}
	s.Keys("a") // it is noted once
	if notes := s.Table().Notes; len(notes) != 1 || notes[0].Kind != record.HoleDenied || !s.Table().Deal().Contradicted() {
		t.Errorf("noted is %+v", notes)
	}
	s.F4("i" + "Il banco non ha visto il blackjack\n" + screentest.ManagerCode)
	if len(s.Table().History) != 1 || s.Table().History[0].Cancelled == nil {
		t.Fatalf("the manager: phase %v, %q", s.Table().Deal().Phase(), s.said())
	}
	for s.Shell.Overlay() != nil {
		s.Escape()
	}
	s.Keys("150\n\n" + "9k8" + "\n" + "n" + "2s" + "a" + "9 ") // it was typed wrong
	if len(s.Table().History) != 2 {
		t.Fatalf("phase %v, %q", s.Table().Deal().Phase(), s.said())
	}
	s.Settled()
}
