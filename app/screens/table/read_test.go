package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/view"
	"sabot/pit/record"
)

// Cards that the shoe reads are entered where one is due, by whom they came stands with each;
// those that come early wait and are seen, and are entered once they are due.
func TestCardsOfAShoe(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n")
	s.reads("8s Kh")
	if w := s.waits(); len(w.Cards) != 2 || w.Bad || w.Cards[0] != (view.Card{Back: true}) {
		t.Fatalf("before the call %+v waits", w)
	}
	s.Says("2 carte lette, in attesa")
	s.Keys("\n")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe" {
		t.Fatalf("it has %s", got)
	}
	s.reads("2d")
	s.Keys("5")
	if got := s.laidBy(); !strings.HasPrefix(got, "8@box:1/shoe K@bank/shoe 2@box:1/shoe") {
		t.Fatalf("it has %s", got)
	}
	if len(s.waits().Cards) != 0 {
		t.Errorf("%+v waits", s.waits())
	}
}

// What somebody enters says by which way it came.
func TestSourceOfACard(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("125\t25\n\n8")
	s.screen.strip.OnRank("K")
	s.Keys("5")
	if got := s.laidBy(); !strings.HasPrefix(got, "8@box:1/key K@bank/touch 5@box:1/key") {
		t.Errorf("it has %s", got)
	}
}

// A card that the croupier takes back waits until a person says that it was right after all, or
// enters another one: then both stand on the record.
func TestCardOfAShoeTakenBack(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	s.reads("8s Kh")
	s.Press(fyne.KeyBackspace)
	if w := s.waits(); !w.Bad || w.Word != "1: "+s.Shell.Text.T("read_held_back") || len(w.Cards) != 1 {
		t.Fatalf("%+v waits", w)
	}
	s.reads("2d")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe undone" {
		t.Fatalf("what came behind it went on: %s", got)
	}
	s.Keys("9")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe undone 9@bank/key" || s.queued() != "Kh 2d back" {
		t.Fatalf("instead of it, or before? It has %s, %s waits", got, s.queued())
	}
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop")
	s.Keys("\n")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe undone 9@bank/key 2@box:1/shoe" || s.alarmed() != "left_out Kh" {
		t.Fatalf("it has %s, alarms %s", got, s.alarmed())
	}
	s.Press(fyne.KeyBackspace)
	s.Keys("\n")
	if got := s.laidBy(); !strings.HasSuffix(got, "2@box:1/shoe undone 2@box:1/shoe") {
		t.Fatalf("it has %s", got)
	}
}

// Who saw the cut card, the shoe or a croupier, stands with it.
func TestWhoSaysTheCutCard(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	said := func() (last record.CutCardOut) {
		t.Helper()
		for e, err := range s.Shell.House.Store().Entries(s.Table().Name, 1) {
			if err != nil {
				t.Fatal(err)
			}
			if f, ok := e.Fact.(record.CutCardOut); ok {
				last = f
			}
		}
		return last
	}
	s.reads("X")
	if got := said(); got.Source != record.ByShoe || got.Telegram == "" {
		t.Errorf("the shoe's is %+v", got)
	}
	s.Press(fyne.KeyBackspace)
	s.Press(fyne.KeyF3)
	if got := said().Reading; got != (record.Reading{Source: record.ByKey}) {
		t.Errorf("that of a key is %+v", got)
	}
	for want, chosen := range map[record.Source]func(){
		record.ByKey:   func() { s.Keys("a") },
		record.ByTouch: func() { s.Choose("menu_cut_card") },
	} {
		s.Press(fyne.KeyBackspace, fyne.KeyF10)
		s.Choose("menu_more")
		chosen()
		if got := said().Reading; got != (record.Reading{Source: want}) || !s.Table().Current.CutCard {
			t.Errorf("from the menu by %s it is %+v", want, got)
		}
	}
}

// Cards that lie face down are seen by nobody while they wait, and are entered in the order in which they
// come to be known, each at the place at which it lies.
func TestCoveredCardsOfAShoe(t *testing.T) {
	s := habits(t, func(h *record.Settings) { h.Reveal = true })
	s.burn("3h")
	s.called()
	s.reads("8s Kh 2d 5c")
	w := s.waits()
	if len(w.Cards) != 4 || slices.ContainsFunc(w.Cards, func(c view.Card) bool { return !c.Back || c.Rank != "" }) {
		t.Fatalf("%+v waits", w)
	}
	if got := s.laidBy(); got != "" {
		t.Fatalf("it entered %s", got)
	}
	s.Keys("\n\n\n\n")
	if got := s.laidBy(); got != "8s@player/shoe 2d@player/shoe Kh@banker/shoe 5c@banker/shoe" {
		t.Fatalf("it has %s", got)
	}
}
