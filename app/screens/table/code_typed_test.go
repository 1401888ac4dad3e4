package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// digitPlaces are the places of a table that take digits: each by how it is come to.
var digitPlaces = map[string]func(t *testing.T) *seat{
	"bets, no box chosen": func(t *testing.T) *seat { s := newSeat(t, "LB1", "it"); s.Open(); return s },
	"bets, an amount":     func(t *testing.T) *seat { s := newSeat(t, "LB1", "it"); s.Open(); s.Keys("1"); return s },
	"bets, a bettor":      func(t *testing.T) *seat { s := banco(t); s.Keys("220\tb"); return s },
	"the deal":            threeBoxes,
	"the third card":      func(t *testing.T) *seat { s := threeBoxes(t); s.Keys("80547"); return s },
	"a box is asked":      asksFirst,
	"a hole card":         func(t *testing.T) *seat { return denied(t, "k") },
	"insurance": func(t *testing.T) *seat {
		s := seats(t)
		s.Keys("120\n320\n620\n\n" + "698" + "a" + "573" + "\n")
		if s.Table().Deal().Phase() != hand.Insuring {
			t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
		}
		return s
	},
	"insurance, bettors behind": func(t *testing.T) *seat {
		s := seats(t)
		for _, box := range []int{1, 2, 5} {
			s.bet(box, "main", "", 20)
			s.bet(box, "behind", "2", 20)
		}
		s.do(pit.OfBets(hand.Bets.Close))
		s.Keys("698" + "a" + "573" + "\n")
		if s.Table().Deal().Phase() != hand.Insuring {
			t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
		}
		return s
	},
	"cards as they lie, a place": func(t *testing.T) *seat {
		s := threeBoxes(t)
		s.Keys("805")
		s.F4("c")
		s.Shell.TypedKey(fyne.KeyHome)
		return s
	},
	"cards as they lie, a card": func(t *testing.T) *seat {
		s := threeBoxes(t)
		s.Keys("805")
		s.F4("c+")
		return s
	},
	"cards in the hand as they lie": func(t *testing.T) *seat {
		m := handHeld(t)
		m.F4("b2\n")
		m.Press(fyne.KeyEnd)
		m.Keys("7bff")
		m.Press(fyne.KeyHome)
		return m.seat
	},
	"a late blackjack": func(t *testing.T) *seat {
		s := denied(t, "k")
		s.Shell.TypedKey(fyne.KeyF4)
		s.Choose("irregular_late_blackjack")
		return s
	},
	"a burned card": func(t *testing.T) *seat { s := asksFirst(t); s.F4("e7"); return s },
	"an exposed card": func(t *testing.T) *seat {
		s := seats(t)
		s.Keys("120\n\n" + "968" + "\n")
		s.F4("da")
		return s
	},
	"boxes that were passed over": func(t *testing.T) *seat { s := threeBoxes(t); s.Keys("805"); s.F4("a"); return s },
	"a disputed box":              func(t *testing.T) *seat { s := threeBoxes(t); s.F4(""); s.Choose("irregular_dispute"); return s },
	"a disputed amount": func(t *testing.T) *seat {
		s := threeBoxes(t)
		s.screen.misdeals().ruleBet(games.Bet{Box: 1, Spot: "59"})
		return s
	},
	"a wrong payout": func(t *testing.T) *seat {
		s := threeBoxes(t)
		s.screen.counts().wronglyPaid(record.WrongPayout{Hand: 1, Box: 1})
		s.Keys("a")
		return s
	},
	"a drop": func(t *testing.T) *seat {
		s := newSeat(t, "LB1", "it")
		s.Open()
		s.screen.money().openDrop()
		return s
	},
	"a count": func(t *testing.T) *seat {
		s := newSeat(t, "LB1", "it")
		s.Open()
		s.screen.money().checkCount()
		return s
	},
	"a tip":    func(t *testing.T) *seat { s := newSeat(t, "LB1", "it"); s.Open(); s.screen.money().openTip(); return s },
	"a reason": func(t *testing.T) *seat { s := threeBoxes(t); s.screen.misdeals().cancelHand(); return s },
	"holders":  func(t *testing.T) *seat { s := seats(t); s.screen.money().openHolders(); return s },
	"keys":     func(t *testing.T) *seat { s := seats(t); s.screen.money().handKeys("keys_over", false, nil); return s },
	"an offer": func(t *testing.T) *seat {
		s := threeBoxes(t)
		s.Keys("805")
		s.screen.misdeals().openExposed()
		return s
	},
}

// Number and PIN that are typed where nobody asks for them, with the Enter behind them, do nothing on any page of a table that takes
// digits: nothing of it is on the record, or what was is taken back at once, no card lies otherwise, and the page says so.
func TestCodeTypedWhereDigitsDoSomething(t *testing.T) {
	codes := []string{"215821", "114711", "316931"}
	if testing.Short() {
		codes = codes[:1]
	}
	for place, come := range digitPlaces {
		t.Run(place, func(t *testing.T) {
			for _, code := range codes {
				s := come(t)
				var lay []record.CardLaid
				if l := s.screen.laid; l != nil {
					lay = slices.Clone(l.cards)
				}
				felt, bets, seq := s.Table().Felt().OnFelt(), slices.Clone(s.Table().Current.Round.Bets), s.Table().Seq
				s.Keys(code + "\n")
				said := s.Words() + s.said()
				if l := s.screen.laid; l != nil && l.before != nil { // it asks, and Backspace answers
					s.Keys("\b")
				}
				if l := s.screen.laid; l != nil && !slices.Equal(l.cards, lay) {
					t.Errorf("%s: the page has the cards %v, want %v", code, l.cards, lay)
				}
				if got := s.Table().Felt().OnFelt(); !slices.Equal(got, felt) {
					t.Errorf("%s: on the felt lie %v, want %v", code, got, felt)
				}
				if got := s.Table().Current.Round.Bets; !slices.Equal(got, bets) {
					t.Errorf("%s: the bets are %v, want %v", code, got, bets)
				}
				s.nothingStands(code, seq)
				if silent := []string{"an exposed card", "a disputed box", "holders", "keys", "an offer"}; slices.Contains(silent, place) {
					continue // they ask on, or Enter says more
				}
				if !strings.Contains(said, "Sembra un codice") {
					t.Errorf("%s: it says %s", code, said)
				}
			}
		})
	}
}

// Who sees that a code was wrong on a page types Backspace once for each digit of it, also for those that did nothing, and stops
// anywhere in it. No card of before goes by that.
func TestBackspaceBehindACodeTakesNoCard(t *testing.T) {
	for _, place := range []string{"the third card", "cards as they lie, a place", "cards as they lie, a card", "cards in the hand as they lie"} {
		for _, code := range []string{"215821", "215", "11", "1147", "3169", "316931"} {
			s := digitPlaces[place](t)
			var lay []record.CardLaid
			if l := s.screen.laid; l != nil {
				lay = slices.Clone(l.cards)
			}
			felt := s.Table().Felt().OnFelt()
			s.Keys(code + strings.Repeat("\b", len(code)))
			if l := s.screen.laid; l != nil && !slices.Equal(l.cards, lay) {
				t.Errorf("%s, %s: the page has the cards %v, want %v", place, code, l.cards, lay)
			}
			if got := s.Table().Felt().OnFelt(); !slices.Equal(got, felt) {
				t.Errorf("%s, %s: on the felt lie %v, want %v", place, code, got, felt)
			}
			if s.Keys("\b"); s.screen.laid == nil && len(s.Table().Felt().OnFelt()) != len(felt)-1 {
				t.Errorf("%s, %s: one more takes the last card back: %s", place, code, s.said())
			}
		}
	}
}

// A card whose digit and the first of a code are somebody's number stands: the code begins behind it.
func TestCardBeforeACodeStands(t *testing.T) {
	for _, c := range []struct {
		cards, code string
		stands      int
	}{
		{"82", "114711\n", 2}, // 21 is the inspector's number
		{"82", "114711", 2},
		{"8", "215821\n", 1},
	} {
		s := threeBoxes(t)
		s.Keys(c.cards + c.code)
		if got := len(s.Table().Felt().OnFelt()); got != c.stands {
			t.Errorf("%q behind %q: %v lie, want %d cards", c.code, c.cards, s.Table().Felt().OnFelt(), c.stands)
		}
		s.Says("Sembra un codice")
	}
}

// A code behind places that were typed in the same row, with Enter or a tap behind it, lays nothing out: nothing of it comes on the
// record.
func TestCodeBehindPlacesLaysNothingOut(t *testing.T) {
	for _, enters := range []string{"Enter", "tap"} {
		s := threeBoxes(t)
		s.Keys("805k30")
		s.F4("c")
		s.Shell.TypedKey(fyne.KeyHome)
		s.Keys("332233")
		want, seq := slices.Clone(s.screen.laid.cards), s.Table().Seq
		s.Keys("215821")
		if enters == "Enter" {
			s.Keys("\n")
		} else {
			for _, w := range s.screen.laid.page.Shown.Ways {
				if w.ID == view.WayLay {
					s.TouchOn(s.OverlayDrawn(), w.Label)
				}
			}
		}
		s.Shows(s.Shell.Text.T("lay_code_sure"))
		s.Keys("\b")
		if got := s.screen.laid.cards; !slices.Equal(got, want) || s.Table().Seq != seq {
			t.Errorf("%s: %d entries, the page has %v, want %v", enters, s.Table().Seq-seq, got, want)
		}
	}
}

// Where the digits of a code were entered at once, the page says that the log has them.
func TestCodeInTheLogIsToBeChanged(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("215821\n")
	s.Says(s.Shell.Text.T("digits_code_logged"))
	s.Picture("code-in-the-log")
	s = newSeat(t, "LB1", "it") // bets are entered by Enter
	s.Open()
	s.Keys("215821\n")
	s.Says(s.Shell.Text.T("digits_code_bets"))
	if box := s.screen.cursor.Box; box != 0 { // none was chosen before
		t.Errorf("box %d is chosen", box)
	}
}

// Who insures is typed in one row, box and bettor: it stands, though it begins as somebody's number.
func TestInsuranceInARowIsNoCode(t *testing.T) {
	s := digitPlaces["insurance, bettors behind"](t)
	s.Keys("111221225152")
	for _, box := range []int{1, 2, 5} {
		for _, bettor := range []string{"", "2"} {
			if s.Table().Bets().InsurancePrice(box, bettor) != 0 {
				t.Errorf("box %d, bettor %q is not insured: %s", box, bettor, s.said())
			}
		}
	}
}

// One key that cannot be meant is a slip: what was entered in the same row stands, and the Enter behind it says that nobody else insures.
func TestASlipWhileInsuringIsNoCode(t *testing.T) {
	s := digitPlaces["insurance, bettors behind"](t)
	s.Keys("1112" + "3" + "2151")
	s.Keys("\n")
	for bettor, boxes := range map[string][]int{"": {1, 2, 5}, "2": {1}} {
		for _, box := range boxes {
			if s.Table().Bets().InsurancePrice(box, bettor) != 0 {
				t.Errorf("box %d, bettor %q is not insured: %s", box, bettor, s.said())
			}
		}
	}
	if s.Table().Deal().Phase() != hand.Looking {
		t.Errorf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
}

// What was entered before somebody began to type a code stands: the code takes back what its own digits did.
func TestInsuranceBeforeACodeStands(t *testing.T) {
	s := digitPlaces["insurance, bettors behind"](t)
	s.Keys("11")
	seq := s.Table().Seq
	s.Pass(apart)
	s.Keys("215821\n")
	s.nothingStands("215821", seq)
	if s.Table().Bets().InsurancePrice(1, "") != 0 || s.Table().Deal().Phase() != hand.Insuring {
		t.Errorf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Says(s.Shell.Text.T("digits_code_logged"))
}

// Cards that are entered one by one stand beside a slip, though they begin as somebody's number; those of a code do not.
func TestASlipWhileDealingIsNoCode(t *testing.T) {
	s := threeBoxes(t)
	for _, key := range "215896" {
		s.Pass(apart)
		s.Keys(string(key))
	}
	if got := len(s.Table().Felt().OnFelt()); got < 4 {
		t.Errorf("%v lie: %s", s.Table().Felt().OnFelt(), s.said())
	}
}

// nothingStands demands that all entries behind another one were taken back.
func (s *seat) nothingStands(code string, behind int64) {
	s.T.Helper()
	var stand []record.Entry
	for e, err := range s.Shell.House.Store().Entries(s.Table().Name, behind+1) {
		if err != nil {
			s.T.Fatal(err)
		}
		if f, undone := e.Fact.(record.Undone); undone {
			stand = slices.DeleteFunc(stand, func(e record.Entry) bool { return e.Seq >= f.Seq })
			continue
		}
		stand = append(stand, e)
	}
	for _, e := range stand {
		s.T.Errorf("%s: on the record is %s %+v", code, record.KindOf(e.Fact), e.Fact)
	}
}

// What the digits of places did stands where they are nobody's code, and where a key lies between them.
func TestDigitsThatAreNoCodeMoveCards(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("805")
	s.F4("c")
	s.Shell.TypedKey(fyne.KeyHome)
	s.Keys("321")
	if got := s.screen.laid.cards; got[0].At != "box:3" || got[1].At != "box:2" || got[2].At != "box:1" {
		t.Errorf("%v", got)
	}
}

// highSpots is a table whose spots take 30,000, with box 2 in hand by the first digit that is typed.
func highSpots(t *testing.T) *seat {
	t.Helper()
	s := newSeat(t, "LB1", "it")
	manager, err := s.Shell.House.SignOn(screentest.ManagerCode[:6])
	if err != nil {
		t.Fatal(err)
	}
	set, _ := s.Shell.House.State.TableNamed("LB1")
	set.Rules = []byte(`{"preset":"lugano","limits":{"59":{"min":1000,"max":3000000},"play":{"min":1000,"max":3000000},"pair":{"min":500,"max":100000},"plus8":{"min":500,"max":100000}}}`)
	if err := s.Shell.House.Staff().SetTable(set, manager); err != nil {
		t.Fatal(err)
	}
	s.Open()
	return s
}

// An amount that the spot takes is a bet, though it begins, with its box before it, as somebody's number.
func TestBetAfterItsBoxIsNoCode(t *testing.T) {
	for typed, lie := range map[string][]games.Amount{"210000\n": {1000000}, "211500\t12000\t": {1150000, 1200000}} {
		s := highSpots(t)
		s.Keys(typed)
		var got []games.Amount
		for _, b := range s.Table().Current.Round.Bets {
			got = append(got, b.Amount)
		}
		if !slices.Equal(got, lie) {
			t.Errorf("%q: on box 2 lie %v, want %v: %s", typed, got, lie, s.said())
		}
	}
	s := newSeat(t, "PB1", "it")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n21")
	s.Keys("1000\n") // behind the card that is burned first
	if got := s.Table().Current.Round.Bets; len(got) != 1 || got[0].Box != 1 || got[0].Amount != 100000 || s.Table().Deal().CardsOut() == 0 {
		t.Errorf("behind a burned card the bets are %v, %d cards are out: %s", got, s.Table().Deal().CardsOut(), s.said())
	}
	s = highSpots(t)
	s.Keys("21987654") // over the maximum: nobody's bet
	s.Says(s.Shell.Text.T("digits_code_bets"))
}

// sixBoxesAsTheyLie returns a seat with the page of a hand as it lies: six boxes play, their first cards are there, and the first one is
// chosen. Cards are those of the page.
func sixBoxesAsTheyLie(t *testing.T) (s *seat, cards []record.CardLaid) {
	t.Helper()
	s = newSeat(t, "LB1", "it")
	s.Open()
	for box := 1; box <= 6; box++ {
		s.bet(box, "59", "", 25)
		s.bet(box, "play", "", 25)
	}
	s.do(pit.OfBets(hand.Bets.Close))
	s.Keys("8057290")
	s.F4("c")
	s.Shell.TypedKey(fyne.KeyHome)
	return s, slices.Clone(s.screen.laid.cards)
}

// Cards and places that are typed in one row on the page of a wrong deal lie, also where the row begins as somebody's number.
func TestCardsAndPlacesInARowAreNoCode(t *testing.T) {
	s, before := sixBoxesAsTheyLie(t)
	s.Keys("213456") // 21 is the inspector's number
	if got := s.screen.laid.cards; got[0].At != "box:2" || got[1].At != "box:1" || got[5].At != "box:6" {
		t.Errorf("from %v: %v", before, got)
	}
	seq := s.Table().Seq
	s.Keys("\n")
	s.Shows(s.Shell.Text.T("lay_code_sure"))
	if s.Table().Seq != seq {
		t.Error("cards that may be a code are laid out by one Enter")
	}
	if s.Keys("\n"); s.Table().Seq == seq {
		t.Errorf("cards are not laid out: %s", s.said())
	}
}

// Where a person is asked for by number or name, a code is told as one and forgotten; a number that nobody has is told as that.
func TestCodeIsNobodysNumber(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.screen.money().askPerson("Cassiere", "", func(tray.Slip) string { return "" }, "", func(name string) { t.Errorf("taken: %q", name) })
	for typed, says := range map[string]string{"21693175": "name_code", "215821": "name_code", "Rita 215821": "name_code", "99": "person_unknown", "9999": "person_unknown"} {
		s.Keys(typed + "\n")
		s.Shows(s.Shell.Text.T(says))
		s.Silent(typed)
	}
}
