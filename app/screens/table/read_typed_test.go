package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// telegramsOf are the cards of the record that somebody entered or the shoe did, with the telegram that each has.
func (s *seat) telegramsOf() string {
	var out []string
	for e, err := range s.Shell.House.Store().Entries(s.Table().Name, 1) {
		if err != nil {
			s.T.Fatal(err)
		}
		if reading, card := record.ReadingOf([]record.Fact{e.Fact}); card != "" && reading.Telegram != "" {
			out = append(out, string(card)+":"+reading.Telegram)
		}
	}
	return strings.Join(out, " ")
}

// paired is a punto banco table at which a bet asks for suits.
func paired(t *testing.T) *seat {
	s := linked(t, "PB1")
	s.bet(1, "player", "", 25)
	s.bet(1, "perfect_pair", "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
	return s
}

// Who types the rank alone of a card that waits means that card, and its suit is the shoe's: no bet of the next hand asks
// for it any more.
func TestTheSuitIsTheShoes(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("9h Kh Ks 2d 6d")
	if s.Table().Deal().Phase() != hand.Paying || s.queued() != "6d" {
		t.Fatalf("phase %d, %s waits", s.Table().Deal().Phase(), s.queued())
	}
	s.Keys("6")
	if c := s.Table().Current.Carried; len(c) != 1 || c[0].String() != "6d" || s.queued() != "" || !strings.HasSuffix(s.telegramsOf(), " 6d:5") {
		t.Fatalf("%v go over, %s waits, %s", c, s.queued(), s.telegramsOf())
	}
	s.toTheEnd()
	s.bet(1, "player", "", 25)
	s.bet(1, "perfect_pair", "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
	if step := s.Table().Deal().Next(); step.Kind == games.ReadSuit || s.felt() != "6d@player" || s.alarmed() != "" {
		t.Errorf("next is %+v, it has %s, alarms %s", step, s.felt(), s.alarmed())
	}
	(&misdeals{seat: s}).holds()

	// A reader that types behind it what the shoe said says nothing new; another suit is another card.
	for burst, want := range map[string]string{"6d": "", "6h": "overruled 6d 6h"} {
		s := linked(t, "PB1")
		s.called()
		s.reads("9h Kh Ks 2d 6d")
		s.Burst(burst + "\n")
		if c := s.Table().Current.Carried; len(c) != 1 || c[0].String() != burst || s.alarmed() != want || s.queued() != "" {
			t.Errorf("%s: %v go over, alarms %q, %s waits: %s", burst, c, s.alarmed(), s.queued(), s.said())
		}
	}

	s = paired(t)
	s.reads("6d")
	s.Press(fyne.KeyBackspace)
	s.Keys("6h")
	if got := s.laidBy(); got != "6d@player/shoe undone 6h@player/key/6d" || s.alarmed() != "overruled 6d 6h" || s.queued() != "" {
		t.Errorf("it has %s, alarms %s, %s waits", got, s.alarmed(), s.queued())
	}
}

// A card that somebody enters takes the telegram of the one that it is, and of no other; what nobody has said waits on.
func TestWhichCardIsMeant(t *testing.T) {
	for _, c := range []struct {
		name, reads string
		back        int // so many are taken back
		more        string
		keys        string
		laid, queue string // behind what was undone, and what waits then
		alarms      string
	}{
		{"the card that was taken back", "7d 4h Jd", 3, "", "7d", "7d@player/key 4h@banker/shoe Jd@player/shoe", "", ""},
		{"what it was, by Enter", "7d 4h Jd", 3, "", "\n", "7d@player/shoe", "4h Jd back", ""},
		{"all that it was, an Enter each", "7d 4h Jd", 3, "", "\n\n\n", "7d@player/shoe 4h@banker/shoe Jd@player/shoe", "", ""},
		{"one that is missing before", "7d 4h Jd", 1, "5d 2d", "4s", "4s@player/key", "Jd 5d 2d back", ""},
		{"that, and then what was taken back", "7d 4h Jd", 1, "", "4s\n", "4s@player/key Jd@banker/shoe", "", ""},
		{"one that waits behind it", "7d 4h Jd", 1, "5d 2d", "5d", "5d@player/key", "Jd 2d back", ""},
		{"another suit", "7d 4h Jd", 1, "5d", "js", "Js@player/key/Jd 5d@banker/shoe", "", "overruled Jd Js"},
	} {
		s := paired(t)
		s.reads(c.reads)
		for range c.back {
			s.Press(fyne.KeyBackspace)
		}
		s.reads(c.more)
		s.Keys(c.keys)
		got := s.laidBy()
		if i := strings.LastIndex(got, "undone "); i >= 0 {
			got = got[i+len("undone "):]
		}
		if got != c.laid || s.queued() != c.queue || s.alarmed() != c.alarms {
			t.Errorf("%s: it has %s, %q waits, alarms %q; want %s, %q, %q", c.name, got, s.queued(), s.alarmed(), c.laid, c.queue, c.alarms)
		}
		(&misdeals{seat: s}).holds()
	}
}

// Where a card was entered instead of the shoe's and is taken back, the shoe's is proposed again, as is one that was typed.
func TestTheShoesCardIsProposedAgain(t *testing.T) {
	s := paired(t)
	s.reads("7d")
	s.Press(fyne.KeyBackspace)
	s.Keys("7s")
	s.reads("4h Jd")
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace)
	if got := s.queued(); got != "7d 4h Jd back" || len(s.Table().Current.Round.Laid) != 0 {
		t.Fatalf("%s waits, it has %s", got, s.laidBy())
	}
	s.Says("Prendi: 7 di quadri")
	s.Keys("7d")
	if got := s.felt(); got != "7d@player 4h@banker Jd@player" || s.alarmed() != "overruled 7d 7s" || !strings.HasSuffix(s.telegramsOf(), " 7d:1 4h:2 Jd:3") {
		t.Errorf("it has %s, alarms %s, %s", got, s.alarmed(), s.telegramsOf())
	}
}

// A card that was taken back and that nobody enters again is left out, and noted so when the cards of the hand are out; one
// that was drawn ahead is not of the hand.
func TestATakenBackCardIsNotForgotten(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("9h Kh Ks 2d")
	s.Press(fyne.KeyBackspace)
	s.Keys("3")
	s.Pass(0)
	if got := s.alarmed(); got != "left_out 2d" || s.queued() != "2d back" || s.Table().Deal().Phase() != hand.Paying {
		t.Errorf("alarms %s, %s waits, phase %d", got, s.queued(), s.Table().Deal().Phase())
	}

	s = linked(t, "PB1")
	s.called()
	s.reads("9h Kh Ks 2d 6d")
	s.Keys("6")
	s.Press(fyne.KeyBackspace)
	s.screen.Tick()
	if got := s.alarmed(); got != "" || s.queued() != "6d back" {
		t.Errorf("alarms %s, %s waits", got, s.queued())
	}
}

// Cards that are burned and that the shoe has not said are told when bets are closed; what comes then may be one of them.
func TestBurnedCardsAreOwed(t *testing.T) {
	s := newSeat(t, "PB1", "it")
	s.shoeSays(shoe.Event{Kind: shoe.Linked})
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	s.reads("3s 4c")
	s.called()
	s.Says("Carte da bruciare che il sabot non ha detto: 2")
	s.reads("9h Kh")
	if w := s.waits(); w.Word != "2: "+s.Shell.Text.T("read_held_burned") || s.queued() != "9h Kh "+string(view.HeldBurned) {
		t.Errorf("%+v waits", w)
	}

	s = newSeat(t, "PB1", "it")
	s.shoeSays(shoe.Event{Kind: shoe.Linked})
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	s.reads("3s 4c 5c 6c")
	if s.called(); s.screen.notice.Bad {
		t.Errorf("all are burned, and it says %q", s.said())
	}
}

// While chips are to be moved F12 has a card that waits open the next hand; Enter is the chips'.
func TestF12DrawsAhead(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("9h Kh Ks 2d 6d 7c")
	if !s.Table().Current.ChipsDue() || s.queued() != "6d 7c" {
		t.Fatalf("%s waits", s.queued())
	}
	s.Press(fyne.KeyF12)
	s.Choose("reader_take")
	if c := s.Table().Current.Carried; len(c) != 1 || c[0].String() != "6d" || s.queued() != "7c" || !s.Table().Current.ChipsDue() {
		t.Errorf("%v go over, %s waits: %s", c, s.queued(), s.said())
	}
}
