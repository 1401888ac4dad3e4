package table

import (
	"strings"
	"testing"
	"time"

	"sabot/app/controls"
)

// A hand of Lugano that repeats its bets takes a key a card, one a decision and three
// more: repeat, no more bets, all paid. By touch it takes as many taps.
func TestKeysOfAHand(t *testing.T) {
	for _, c := range []struct{ boxes, cards, decisions, third string }{
		{"2", "8k88" + "0", "ss", "7"},
		{"1", "8k8", "s", "5"},
		{"3", "8k88" + "9" + "70", "sss", "7"},
	} {
		s := newSeat(t, "LB1", "it")
		s.openByTouch()
		s.touch("Nuovo sabot in posizione")
		for _, box := range strings.Split("123"[:len(c.decisions)], "") {
			s.Keys(box + "25\t25\n")
		}
		first := "\n" + c.cards + " " + c.decisions + c.third + " "
		s.Keys(first)
		if n := len(s.Table().History); n != 1 {
			t.Fatalf("%s boxes: %d hands closed; phase %v, %s", c.boxes, n, s.Table().Deal().Phase(), s.said())
		}
		keys := " \n" + c.cards + c.decisions + c.third + " "
		s.Pass(controls.Rhythm)
		s.Keys(keys)
		h := s.Table().History
		if len(h) != 2 {
			t.Fatalf("%s boxes: %d hands closed; phase %v, %s", c.boxes, len(h), s.Table().Deal().Phase(), s.said())
		}
		least := len(h[1].Round.Laid) + len(h[1].Round.Decisions) + 3
		t.Logf("%s boxes: %d keys for %d cards and %d decisions", c.boxes, len(keys), len(h[1].Round.Laid), len(h[1].Round.Decisions))
		if len(keys) != least {
			t.Errorf("%s boxes: %d keys, the budget is %d", c.boxes, len(keys), least)
		}
		taps := 0
		tap := func(words ...string) {
			s.touch(words...)
			taps += len(words)
		}
		tap("Ripeti", "Nulla va più")
		for _, r := range c.cards {
			tap(strings.ReplaceAll(strings.ToUpper(string(r)), "0", "T"))
		}
		for i := range c.decisions {
			word := "Resta"
			if i == 0 { // the first payments are shown: the key names its box
				word = "Box 1: Resta"
			}
			s.Pass(time.Second) // the player says it: no decision follows a tap at its place at once
			tap(word)
		}
		tap(c.third, "Tutto pagato")
		if n := len(s.Table().History); n != 3 || taps != least {
			t.Errorf("%s boxes: %d taps, the budget is %d; %d hands, %s", c.boxes, taps, least, n, s.said())
		}
	}
}
