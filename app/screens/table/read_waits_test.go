package table

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
)

// that waited, and the cards are counted. Whoever types it means the one that waits.
func TestWhatWaitsDecidesNothing(t *testing.T) {
	begin := func() *seat {
		s := linked(t, "BJ1")
		s.bet(1, "main", "", 25)
		s.bet(2, "main", "", 25)
		s.do(pit.OfBets(hand.Bets.Close))
		s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
		s.reads("5s 6h 9d 4c 5d 8h 7c 2s")
		if w := s.waits(); w.Word != "8: "+s.Shell.Text.T("read_held_gap") || len(s.Table().Current.Round.Laid) != 0 {
			t.Fatalf("%+v waits, it has %s", w, s.laidBy())
		}
		for range 6 {
			s.Keys("\n")
		}
		return s
	}
	s := begin()
	dealt, w := s.laidBy(), s.waits()
	if n := len(s.Table().Current.Round.Decisions); s.Table().Deal().Phase() != hand.Deciding || n != 0 || len(w.Cards) == 0 || !w.Bad || !strings.Contains(w.Word, "prima la decisione") {
		t.Fatalf("%d decisions, it has %s, %+v waits", n, dealt, w)
	}
	first := s.screen.feed.Queue()[0]
	if s.Keys("\n"); s.laidBy() != dealt {
		t.Fatalf("Enter decides: %s", s.laidBy())
	}
	if s.Keys("h"); s.laidBy() != dealt {
		t.Fatalf("the decision lays the card behind it: %s", s.laidBy())
	}
	s.Keys("\n")
	if d := s.Table().Current.Round.Decisions; len(d) == 0 || !strings.HasPrefix(s.laidBy(), dealt+" "+first.String()+"@box:1/shoe") {
		t.Errorf("after the decision it has %s", s.laidBy())
	}

	s = begin()
	dealt, n := s.laidBy(), len(s.screen.feed.Queue())
	first = s.screen.feed.Queue()[0]
	s.Keys(strings.ToLower(first.Rank().String()))
	if got := s.laidBy(); !strings.HasPrefix(got, dealt+" "+first.String()+"@box:1/key") || len(s.screen.feed.Queue()) != n-1 {
		t.Errorf("typed it has %s, %d wait of %d", got, len(s.screen.feed.Queue()), n)
	}

	s = linked(t, "BJ1") // at the dealer's own pace
	s.bet(1, "main", "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
	for s.Table().Deal().Phase() == hand.Dealing {
		s.reads("4c")
	}
	dealt = s.laidBy()
	if s.reads("2s"); s.Table().Deal().Phase() != hand.Deciding || s.laidBy() == dealt || len(s.waits().Cards) != 0 {
		t.Errorf("phase %d, it has %s behind %s, %+v waits", s.Table().Deal().Phase(), s.laidBy(), dealt, s.waits())
	}
}

// Cards that come early are seen by nobody before no more bets, in every game; the cut card is.
func TestEarlyCardsAreBacks(t *testing.T) {
	for _, table := range []string{"LB1", "PB1", "BJ1"} {
		s := linked(t, table)
		backs := func() bool {
			w := s.waits()
			return len(w.Cards) == 3 && w.Cards[0] == view.Card{Back: true} && w.Cards[1] == view.Card{Back: true} && w.Cards[2] == view.Card{Cut: true}
		}
		s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
		s.reads("8s Kh X")
		if !backs() {
			t.Errorf("%s: %+v waits", table, s.waits())
		}
		s.bet(1, s.Table().Game.Spots()[0].Name, "", 25)
		if !backs() {
			t.Errorf("%s: with a bet %+v waits", table, s.waits())
		}
	}
}

// What the shoe reads waits beside chips that are announced until they are moved, and then decides nothing.
func TestChipsBeforeTheShoesCard(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n325\t25\n\n")
	s.reads("2s 3d 7h 3c 4d")
	if !s.Table().Current.ChipsDue() || s.Table().Deal().Phase() != hand.Deciding {
		t.Fatalf("phase %d, it has %s", s.Table().Deal().Phase(), s.laidBy())
	}
	dealt, acts := s.laidBy(), s.screen.pad().Upto
	s.reads("2c 7s")
	if w := s.waits(); s.laidBy() != dealt || len(w.Cards) != 2 || w.Word != "2 carte: prima le fiche" || s.Table().Current.Done() == acts {
		t.Fatalf("it has %s, %+v waits", s.laidBy(), w)
	}
	for s.Table().Current.ChipsDue() {
		s.Pass(time.Second)
		s.Keys("\n")
	}
	if w := s.waits(); s.laidBy() != dealt || len(w.Cards) != 2 || w.Word != "2 carte: prima la decisione" {
		t.Fatalf("nobody has said a decision: it has %s, %+v waits", s.laidBy(), w)
	}
	s.Pass(time.Second)
	s.Keys("h")
	if got := s.laidBy(); got != dealt+" 2@box:1/shoe" || s.Table().Deal().Phase() == hand.Deciding && len(s.waits().Cards) != 1 {
		t.Errorf("it has %s, %+v waits", got, s.waits())
	}
}

// drawn ahead.
func TestEnterAtTheEndOfAHand(t *testing.T) {
	for _, take := range []bool{false, true} {
		s := linked(t, "PB1")
		s.called()
		s.reads("9h Kh Ks 2d")
		s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
		s.reads("5c")
		reads := func() bool {
			return slices.ContainsFunc(s.screen.pad().Buttons, func(b view.Button) bool { return b.ID == view.ButtonRead })
		}
		if s.Table().Deal().Phase() != hand.Paying || !s.Table().Current.ChipsDue() || reads() {
			t.Fatalf("phase %d, it has %s, %+v", s.Table().Deal().Phase(), s.laidBy(), s.screen.pad().Buttons)
		}
		if s.Keys("\n"); s.Table().Deal().Phase() != hand.Betting || len(s.waits().Cards) != 1 {
			t.Fatalf("paid, phase %d, %+v waits", s.Table().Deal().Phase(), s.waits())
		}
		s.Pass(time.Second)
		s.do(pit.OfBets(hand.Bets.DealDry))
		s.Keys("\n") // the first card of the hand is the one that waited
		s.reads("2d 4h Kh")
		s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
		s.reads("7c")
		if s.Table().Deal().Phase() != hand.Paying || reads() != s.Table().Deal().MayCarry() || !reads() {
			t.Fatalf("phase %d, it has %s, %+v", s.Table().Deal().Phase(), s.laidBy(), s.screen.pad().Buttons)
		}
		if take {
			s.Press(fyne.KeyF12)
			s.Choose("reader_take")
			if c := s.Table().Current.Carried; len(c) != 1 || len(s.waits().Cards) != 0 {
				t.Errorf("%d cards go over, %+v waits", len(c), s.waits())
			}
			continue
		}
		if s.Keys("\n"); s.Table().Deal().Phase() != hand.Betting || len(s.waits().Cards) != 1 {
			t.Errorf("phase %d, %+v waits", s.Table().Deal().Phase(), s.waits())
		}
	}
}
