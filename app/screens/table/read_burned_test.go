package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/shoe"
	"sabot/app/text"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// Cards that are burned are of no hand; one that comes before a shoe is in place is none at all.
func TestBurnedCardsOfAShoe(t *testing.T) {
	s := newSeat(t, "PB1", "it")
	s.reads("8s")
	s.Says(s.Shell.Text.T("read_no_shoe"))
	s.Keys("\n" + screentest.Counted + "114711\n215821\n")
	s.reads("9s")
	s.Keys("\n")
	if s.Table().Deal().Phase() != hand.Burning || len(s.waits().Cards) != 0 {
		t.Fatalf("phase %d, %+v waits", s.Table().Deal().Phase(), s.waits())
	}
	s.reads("3s Kh 2d 5c 7h")
	if got := s.laidBy(); got != "3s/shoe" {
		t.Errorf("it has %s", got)
	}
	if w := s.waits(); len(w.Cards) != 1 {
		t.Errorf("%+v waits", w)
	}
}

// A shoe that says which cards it burns, or that it burns them, burns no card of the hand behind them; where it says
// nothing of it and cards are missing, the others wait for a person.
func TestBurnedCardsAndTheHandBehind(t *testing.T) {
	begin := func(cards string) *seat {
		s := newSeat(t, "PB1", "it")
		s.shoeSays(shoe.Event{Kind: shoe.Linked})
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		if phase := s.Table().Deal().Phase(); phase != hand.Burning {
			t.Fatalf("phase %d", phase)
		}
		s.reads(cards)
		return s
	}
	const hand, laid = "9h@player:1 Kh@banker:1 2d@player:2 5c@banker:2", "9h@player/shoe Kh@banker/shoe 2d@player/shoe 5c@banker/shoe"
	for cards, first := range map[string]string{
		"8s@first:1 3c@burned:1 4c@burned:2 5c@burned:3 6c@burned:4 7c@burned:5 8c@burned:6 9c@burned:7 Tc@burned:8": "8s",
		"8s@first:8": "8s", // and how many, which is no card
		"3s@player:1 4c@banker:1 5c@player:2 6c@banker:2": "3s", // it does not know that it burns
		"3s@player:1 4c@burned:1 5c@burned:2 6c@burned:3": "3s",
	} {
		s := begin(cards)
		s.called()
		s.reads(hand)
		if got, want := s.laidBy(), first+"/shoe "+laid; got != want || len(s.waits().Cards) != 0 {
			t.Errorf("%s: it has %s, %+v waits", cards, got, s.waits())
		}
	}

	s := begin("3s 4c")
	s.shoeSays(shoe.Event{Kind: shoe.Lost}, shoe.Event{Kind: shoe.Linked, Again: true})
	s.reads("5c 9h")
	if w := s.waits(); s.laidBy() != "3s/shoe" || !w.Bad || len(w.Cards) != 2 {
		t.Errorf("behind a lost line it has %s, %+v waits", s.laidBy(), w)
	}

	s = begin("3s 4c")
	s.called()
	s.reads("9h Kh")
	if w := s.waits(); s.laidBy() != "3s/shoe" || !w.Bad || len(w.Cards) != 2 {
		t.Errorf("with fewer cards than are burned it has %s, %+v waits", s.laidBy(), w)
	}
	s.Keys("\n\n")
	if got := s.laidBy(); got != "3s/shoe 9h@player/shoe Kh@banker/shoe" {
		t.Errorf("then it has %s", got)
	}
}

// How many cards are still to be burned goes down with each that the shoe says, whether it knows that it burns them or not.
func TestBurnedCardsAreCounted(t *testing.T) {
	for _, c := range []struct{ first, burned string }{{"3s@first:3", "3c@burned:1 4c@burned:2 5c@burned:3"}, {"3s", "3c 4c 5c"}} {
		s := newSeat(t, "PB1", "it")
		s.shoeSays(shoe.Event{Kind: shoe.Linked})
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		s.reads(c.first)
		act := func() string { return s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Act }
		for i, card := range strings.Fields(c.burned) {
			if want := s.Shell.Text.T("act_burn_more", text.Args{"N": 3 - i}); act() != want {
				t.Errorf("%s: after %d it says %q, want %q", c.first, i, act(), want)
			}
			s.reads(card)
		}
		if strings.Contains(act(), "bruciare") || s.screen.feed.Owed(s.Table()) != 0 {
			t.Errorf("%s: after all it says %q", c.first, act())
		}
	}
}

// What a shoe burns where the rules burn nothing is an alarm, and lies nowhere before a person says so.
func TestShoeBurnsAlone(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("8s@first:1 9h@player:1")
	notes := s.Table().Alarms
	if n := len(notes); n == 0 || notes[n-1].Kind != record.ShoeElsewhere || notes[n-1].What != "8s" || notes[n-1].Alarmed.At != "" {
		t.Fatalf("it noted %+v", notes)
	}
	s.Says("Il sabot dice 8 di picche da bruciare, le regole no")
	if w := s.waits(); s.laidBy() != "" || !w.Bad || len(w.Cards) != 2 {
		t.Fatalf("it has %s, %+v waits", s.laidBy(), w)
	}
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop")
	s.Keys("\n")
	if got := s.laidBy(); got != "9h@player/shoe" {
		t.Errorf("it has %s", got)
	}
}
