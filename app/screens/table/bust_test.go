package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/pit"
	"sabot/pit/hand"
)

// askedAt16 is a table at which box 1 has 16 and box 2 has 12, and box 1 is asked.
func askedAt16(t *testing.T) *seat {
	t.Helper()
	s := seats(t)
	s.bet(1, "main", "", 25)
	s.bet(2, "main", "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
	s.deal("T", "5", "7", "6", "7")
	s.do(pit.OfDeal(hand.Deal.Hide))
	if s.Table().Deal().Phase() != hand.Deciding {
		t.Fatalf("phase %d", s.Table().Deal().Phase())
	}
	return s
}

// A code that is typed while a seat is asked busts nobody, with its Enter too: a card that busts takes the key of the
// decision.
func TestACodeBustsNobody(t *testing.T) {
	for _, code := range []string{"215821\n", "114711\n", "999999\n", "888888", "258258\n"} {
		s := askedAt16(t)
		s.Keys(code)
		for _, hand := range s.Table().Current.Hands() {
			if hand.At.Box > 0 && hand.Total > 21 {
				t.Errorf("%q: box %d has %d", code, hand.At.Box, hand.Total)
			}
		}
		if rows := len(s.Table().Current.Rows); rows > 0 {
			t.Errorf("%q: %d bets are settled", code, rows)
		}
	}
}

// A card that busts waits for its decision, and is drawn by that key or taken back; one behind the key is drawn at once.
func TestACardThatBustsTakesItsDecision(t *testing.T) {
	s := askedAt16(t)
	before := s.Table().Seq
	s.Keys("8")
	if s.Table().Seq != before || !strings.Contains(s.said(), "8") || !strings.Contains(s.said(), "H") {
		t.Fatalf("%d entries, %q", s.Table().Seq-before, s.said())
	}
	s.Press(fyne.KeyBackspace)
	if s.Table().Seq != before || s.said() != "" {
		t.Fatalf("taken back: %d entries, %q", s.Table().Seq-before, s.said())
	}
	s.Keys("8h")
	if got := s.laidBy(); !strings.HasSuffix(got, "8@box:1/key") || len(s.Table().Current.Rows) == 0 {
		t.Errorf("with its key: %s, %q", got, s.said())
	}
	s = askedAt16(t)
	s.Keys("h8")
	if got := s.laidBy(); !strings.HasSuffix(got, "8@box:1/key") || len(s.Table().Current.Rows) == 0 {
		t.Errorf("behind its key: %s, %q", got, s.said())
	}
	s = askedAt16(t)
	s.Keys("4")
	if got := s.laidBy(); !strings.HasSuffix(got, "4@box:1/key") {
		t.Errorf("one that does not bust: %s, %q", got, s.said())
	}
	s = askedAt16(t)
	if s.Keys("8s"); len(s.Table().Current.Rows) != 0 || s.Table().Deal().Next().At.Box != 2 {
		t.Errorf("another decision: next is %+v, %q", s.Table().Deal().Next(), s.said())
	}
}

// So it is with a finger: the card stays one that was tapped, and is drawn by a tap on its decision or taken back by one on
// the key of undo.
func TestACardThatBustsByTouch(t *testing.T) {
	for _, c := range []struct {
		name string
		acts func(*seat)
		want string // "" where nothing is entered
	}{
		{"the key of the decision", func(s *seat) { s.Keys("h") }, "8@box:1/touch"},
		{"a tap on the decision", func(s *seat) { s.touch("Carta") }, "8@box:1/touch"},
		{"a tap on another decision", func(s *seat) { s.touch("Resta") }, "7@box:2/"},
		{"a tap on undo", func(s *seat) { s.touch(s.Shell.Text.T("button_undo")) }, ""},
	} {
		s := askedAt16(t)
		before := s.Table().Seq
		s.screen.strip.OnRank("8")
		if s.Table().Seq != before || !s.screen.bets().waitsForDecision() {
			t.Fatalf("%s: %d entries, %q", c.name, s.Table().Seq-before, s.said())
		}
		s.Pass(controls.Rhythm)
		c.acts(s)
		switch {
		case s.screen.bets().waitsForDecision():
			t.Errorf("%s: the card waits still", c.name)
		case c.want == "" && s.Table().Seq != before:
			t.Errorf("%s: %d entries, %q", c.name, s.Table().Seq-before, s.said())
		case c.want != "" && !strings.HasSuffix(s.laidBy(), c.want):
			t.Errorf("%s: laid are %s, %q", c.name, s.laidBy(), s.said())
		}
	}
}
