package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// After a line was lost, after a gap, and after the shoe had a trouble of its own, also one that is over, cards
// are proposed: a person says where they belong, and enters what is missing by hand before.
func TestCardsAreProposed(t *testing.T) {
	for _, e := range [][]shoe.Event{
		{{Kind: shoe.Lost}, {Kind: shoe.Linked, Again: true}},
		{{Kind: shoe.Gap, Code: "missing"}},
		{{Kind: shoe.Fault, Code: "1"}},
		{{Kind: shoe.Fault}, {Kind: shoe.Cleared, Code: "0"}},
	} {
		s := linked(t, "LB1")
		s.Keys("125\t25\n\n")
		s.reads("8s")
		s.shoeSays(e...)
		s.reads("2d 5c")
		if got := s.laidBy(); got != "8@box:1/shoe" {
			t.Fatalf("%s: it entered %s", e, got)
		}
		if w := s.waits(); !w.Bad || len(w.Cards) != 2 {
			t.Errorf("%s: %+v waits", e, w)
		}
		s.Keys("k") // which the shoe did not say
		if got := s.laidBy(); got != "8@box:1/shoe K@bank/key" {
			t.Fatalf("%s: it has %s", e, got)
		}
		s.Keys("\n\n") // and nobody has said that the box draws
		if w := s.waits(); s.laidBy() != "8@box:1/shoe K@bank/key 2@box:1/shoe" || len(w.Cards) != 1 || w.Word != "1 carta: prima la decisione" {
			t.Fatalf("%s: it has %s, %+v waits", e, s.laidBy(), w)
		}
		if s.Keys("h"); strings.Contains(s.laidBy(), "5@") {
			t.Fatalf("%s: the decision lays the card behind it: %s", e, s.laidBy())
		}
		s.Keys("\n")
		if got := s.laidBy(); got != "8@box:1/shoe K@bank/key 2@box:1/shoe 5@box:1/shoe" {
			t.Fatalf("%s: it has %s", e, got)
		}
	}
}

// Who leaves a card out has not said that the next one belongs here, nor has who enters another one for a card that was
// taken back before the line was lost.
func TestLeavingOutConfirmsNothing(t *testing.T) {
	for _, drop := range []string{"reader_drop", "reader_drop_all"} {
		s := linked(t, "LB1")
		s.Keys("125\t25\n\n")
		s.reads("8s")
		s.shoeSays(shoe.Event{Kind: shoe.Lost}, shoe.Event{Kind: shoe.Linked, Again: true})
		s.reads("2d")
		s.Press(fyne.KeyF12)
		s.Choose(drop)
		s.reads("5c Kh")
		if w := s.waits(); s.laidBy() != "8@box:1/shoe" || !w.Bad || len(w.Cards) != 2 {
			t.Fatalf("%s: it has %s, %+v waits", drop, s.laidBy(), w)
		}
		s.Keys("\n\n")
		if got := s.laidBy(); got != "8@box:1/shoe 5@bank/shoe K@box:1/shoe" {
			t.Errorf("%s: it has %s", drop, got)
		}
		s.Press(fyne.KeyBackspace)
		s.Press(fyne.KeyF12)
		s.Choose(drop)
		s.reads("9d")
		if w := s.waits(); !w.Bad || w.Word != "1: "+s.Shell.Text.T("read_held_gap") {
			t.Errorf("%s: %+v waits", drop, w)
		}
	}
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	s.reads("8s")
	s.shoeSays(shoe.Event{Kind: shoe.Lost}, shoe.Event{Kind: shoe.Linked, Again: true})
	s.Press(fyne.KeyBackspace)
	s.Keys("9")
	s.reads("2d")
	if w := s.waits(); s.laidBy() != "8@box:1/shoe undone 9@box:1/key" || !w.Bad || len(w.Cards) != 2 {
		t.Errorf("it has %s, %+v waits", s.laidBy(), w)
	}
}

// The cut card is proposed like any other while a person has to say something, and is seen: it blocks nothing, who takes
// it has said nothing of the cards behind it, and one that comes out by a key waits no more.
func TestCutCardIsProposed(t *testing.T) {
	held := func() *seat {
		s := linked(t, "LB1")
		s.Keys("125\t25\n\n")
		s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
		s.reads("X 8s Kh")
		if w := s.waits(); !w.Bad || len(w.Cards) != 3 || w.Cards[0] != (view.Card{Cut: true}) || s.Table().Current.CutCard || s.laidBy() != "" {
			t.Fatalf("%+v waits, the cut card is out: %v, it has %s", w, s.Table().Current.CutCard, s.laidBy())
		}
		return s
	}
	s := held()
	s.Says("Prendi: Cartoncino")
	s.Keys("\n")
	if w := s.waits(); !s.Table().Current.CutCard || !w.Bad || len(w.Cards) != 2 || s.laidBy() != "" {
		t.Errorf("taken, the cut card is out: %v, %+v waits, it has %s", s.Table().Current.CutCard, w, s.laidBy())
	}
	s.Keys("\n\n")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe" || len(s.waits().Cards) != 0 {
		t.Errorf("behind it it has %s, %+v waits", got, s.waits())
	}

	s = held()
	s.Press(fyne.KeyF12)
	s.Choose("reader_take")
	if !s.Table().Current.CutCard {
		t.Error("F12 does not take it")
	}

	s = held()
	s.Keys("8")
	if w := s.waits(); s.laidBy() != "8@box:1/key" || len(w.Cards) != 2 || w.Cards[0] != (view.Card{Cut: true}) {
		t.Errorf("by hand it has %s, %+v waits", s.laidBy(), w)
	}
	s.Press(fyne.KeyF3)
	if w := s.waits(); !s.Table().Current.CutCard || len(w.Cards) != 1 || w.Cards[0] != (view.Card{Rank: "K"}) {
		t.Errorf("with F3 the cut card is out: %v, %+v waits", s.Table().Current.CutCard, w)
	}
}

// A place that the rules do not have is an alarm: nothing is entered, nothing that lies is changed, and
// a person decides.
func TestShoeDisagrees(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("8s@player:1 Kh@banker:1 2d@banker:2")
	if got := s.laidBy(); got != "8s@player/shoe Kh@banker/shoe" {
		t.Fatalf("it has %s", got)
	}
	notes := s.Table().Alarms
	if n := len(notes); n == 0 || notes[n-1].Kind != record.ShoeElsewhere || notes[n-1].What != "2d" || notes[n-1].Alarmed.At != "banker" {
		t.Fatalf("it noted %+v", notes)
	}
	s.Says("Il sabot dice 2 di quadri a BANCO, le regole no")
	s.reads("5c@banker:3")
	s.Keys("\n\n")
	if got := s.laidBy(); got != "8s@player/shoe Kh@banker/shoe 2d@player/shoe 5c@banker/shoe" {
		t.Fatalf("it has %s", got)
	}
}

// A card of which the shoe holds no more copy is an alarm, and does not lie.
func TestShoeReadsAnImpossibleCard(t *testing.T) {
	s := linked(t, "PB1")
	state := s.Table()
	for dealt := 0; dealt < state.Game.Options().Decks; dealt += 4 { // six against six: nobody draws
		s.called()
		for range 4 {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8s") })
		}
		s.do(pit.OfDeal(hand.Deal.PayAll))
	}
	s.called()
	s.reads("8s 2d")
	if got := s.laidBy(); len(state.Alarms) != 1 || got != "" {
		t.Fatalf("it has %q, alarms %+v", got, state.Alarms)
	}
	if w := s.waits(); !w.Bad || w.Word != "2: "+s.Shell.Text.T("read_held_impossible") || len(w.Cards) != 2 {
		t.Errorf("%+v waits", w)
	}
	s.Keys("9s")
	if got := s.laidBy(); got != "9s@player/key/8s 2d@banker/shoe" && got != "9@player/key/8s 2d@banker/shoe" {
		t.Errorf("it has %s", got)
	}
}
