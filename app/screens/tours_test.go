package screens

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/demo"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// look reads the page that is there now.
func (s *seat) look(page string) {
	s.t.Helper()
	picture(s, page)
	s.readable(page)
}

// eachLanguage plays a tour in Italian and in the language with the longest words; where
// pictures are wanted, in theirs.
func eachLanguage(t *testing.T, tour func(t *testing.T, lang string)) {
	for _, lang := range text.Languages() {
		if pictures == "" && lang != "it" && lang != "de" || pictures != "" && !pictured(lang) {
			continue
		}
		t.Run(lang, func(t *testing.T) { tour(t, lang) })
	}
}

func tableIn(t *testing.T, lang, name string) *seat {
	t.Helper()
	return newSeat(t, Options{Demo: true, Table: name, Language: lang}).inHouse()
}

// Everything around the hands: the first start, the opening, the tray, what goes wrong,
// corrections, incidents, the closing and the signing.
func TestPitIsReadable(t *testing.T) {
	eachLanguage(t, func(t *testing.T, lang string) {
		s := newSeat(t, Options{Language: lang}).inHouse()
		s.look("first start")
		s.keys("b")
		s.look("set up")

		s = tableIn(t, lang, "LB1")
		s.keys("\n")
		s.look("opening count")
		s.keys(counted)
		s.look("opening code")
		s.keys("114711\n")
		s.look("opening second code")
		s.keys("215821\n")
		s.look("new shoe")
		s.keys("\n")
		s.press(fyne.KeyF5)
		s.keys("a10")
		s.press(fyne.KeyDown)
		s.keys("25")
		s.look("buy-in that no chips make")
		s.press(fyne.KeyEscape, fyne.KeyEscape, fyne.KeyF5)
		s.keys("c1000")
		s.press(fyne.KeyEnd)
		s.keys("\n")
		s.look("tip is signed")
		s.keys(inspectorCode)
		s.press(fyne.KeyF5)
		s.keys("ea1000")
		s.press(fyne.KeyEnd)
		s.look("slip")
		s.keys("\nbo")
		s.look("cashier")
		s.keys("\nno\n")
		s.look("slip is signed")
		s.keys(croupierCode)
		s.look("slip is signed twice")
		s.keys(inspectorCode)
		s.skipped()
		s.disputed()
		s.corrected()
		s.closed()
	})
}

// skipped plays a hand in which a box was passed over, and lays it again.
func (s *seat) skipped() {
	s.t.Helper()
	s.keys("125\t25\n225\t25\n325\t25\n425\t25\n\n805")
	s.f4("a")
	s.look("which box")
	s.keys("2\n")
	s.look("the hand as it lies")
	s.keys("\n\x1b")
	s.look("paused")
	s.keys("\nr")
	s.look("reason")
	s.keys("\x1b\nv\n")
	s.look("relay is signed")
	s.keys(croupierCode)
	s.look("a croupier may not")
	s.keys("\b" + inspectorCode)
	if s.table().Phase() != pit.Dealing {
		s.t.Fatalf("laid again the hand is in phase %v: %s", s.table().Phase(), s.said())
	}
	s.keys("7k304")
}

// disputed has the inspector rule on a bet that was paid already.
func (s *seat) disputed() {
	s.t.Helper()
	s.settle()
	s.f4("g")
	s.look("disputed box")
	s.keys("2")
	s.look("disputed bet")
	s.keys("a50\n")
	s.look("ruled amount")
	s.keys("video\n")
	s.look("ruling is signed")
	s.keys(inspectorCode)
	s.look("difference to pay")
	s.keys(" ")
	s.settle()
	if len(s.table().History) != 1 {
		s.t.Fatalf("the hand is not over: %s in phase %v", s.said(), s.table().Phase())
	}
}

// settle plays the hand on to its payments or its end.
func (s *seat) settle() {
	for s.table().Phase() != pit.Paying && s.step() {
	}
}

func (s *seat) corrected() {
	s.t.Helper()
	s.f4("h")
	s.look("which hand")
	s.keys("\n")
	s.look("which card")
	s.keys("\n")
	s.look("what it was")
	s.keys("9")
	s.look("comes to")
	s.keys("f")
	s.look("reason of a correction")
	s.keys("a4\n")
	s.look("correction is signed")
	s.keys(inspectorCode)
	s.look("corrected")
	s.keys("\x1b\x1b\x1b")
	if h := s.table().History; len(h[0].Was) != 1 {
		s.t.Errorf("the hand was not corrected: %s", s.said())
	}
	s.press(fyne.KeyF8)
	s.look("last hands, one corrected")
	s.keys("\n")
	s.look("the corrected hand")
	s.keys("v")
	s.look("its first version")
	s.keys("\x1b\x1b")
	s.f4("ja")
	s.look("class of an incident")
	s.keys("a")
	s.look("text of an incident")
	s.keys("ok\n")
	s.f4("j")
	s.look("incidents")
	s.keys("b")
	s.look("an incident")
	s.keys("\x1b\x1b\x1b")
	s.keys(" \n8")
	s.f4("i")
	s.look("cancelling")
	s.keys("x\n")
	s.look("cancelling is signed")
	s.keys(managerCode)
	s.look("cancelled")
	s.keys("\n")
}

func (s *seat) closed() {
	s.t.Helper()
	s.press(fyne.KeyEscape, fyne.KeyF10)
	s.keys("k")
	s.look("closing count")
	float := demo.Counted(s.table(), s.shell.house.State.Chips)
	for i := len(s.shell.house.State.Chips) - 1; i >= 0; i-- {
		value := s.shell.house.State.Chips[i]
		if n := float.Pieces(value); n > 0 {
			s.keys(strconv.FormatInt(int64(value/100)*n, 10))
		}
		s.keys("\n")
	}
	s.look("closing is signed")
	s.keys(croupierCode)
	s.keys(inspectorCode)
	s.look("closed")
	s.keys("a")
	s.look("result")
	s.keys("\n")
	s.look("result is signed")
	s.keys(croupierCode + inspectorCode)
	s.look("signed")
}

// Every page of the office.
func TestOfficeIsReadable(t *testing.T) {
	eachLanguage(t, func(t *testing.T, lang string) {
		s := officeSeat(t, lang).inHouse()
		s.look("which table")
		s.keys("0")
		s.look("the door")
		s.keys(croupierCode)
		s.look("a croupier may not")
		s.keys(managerCode)
		s.office().rest()
		s.look("provisional")
		s.press(fyne.KeyDown)
		s.look("shift")
		for _, kind := range "2345" {
			s.slowly(string(kind))
			s.look("report " + string(kind))
		}
		s.slowly("1d")
		s.look("saved")
		s.slowly("f")
		s.look("signing")
		s.slowly(croupierCode)
		s.slowly(inspectorCode)
		s.look("signed")
		s.slowly("v")
		s.look("reports")
		s.slowly("\n")
		s.look("holds")
		s.press(fyne.KeyEscape, fyne.KeyEscape)
		for _, line := range "abcdfgh" {
			s.slowly("m")
			if s.shell.overlay == nil {
				t.Fatal("no menu")
			}
			if line == 'a' {
				s.look("menu")
			}
			s.slowly(string(line))
			if s.office() == nil || s.shell.overlay == nil {
				if s.office() == nil {
					break
				}
				continue
			}
			s.look("menu " + string(line))
			if line == 'c' {
				s.slowly("n")
				s.look("new person")
			}
			s.leaveOverlays()
		}
		for table := range 3 {
			s.slowly("mf")
			for range table {
				s.press(fyne.KeyDown)
			}
			s.slowly("\n")
			s.look("a table")
			s.leaveOverlays()
		}
	})
}

func (s *seat) leaveOverlays() {
	for range 5 {
		if s.shell.overlay != nil {
			s.press(fyne.KeyEscape)
		}
	}
}

// The history where most is on it: split boxes with bets behind, boxes with third cards
// and doubles, fourteen boxes of bets; and the list of closed hands.
func TestHistoryIsReadable(t *testing.T) {
	pages := func(s *seat, about string) {
		s.t.Helper()
		s.everyLanguage(about+", last hands", s.shell.table.openHistory)
		number := s.table().History[len(s.table().History)-1].Number
		s.everyLanguage(about+", a hand", func() { s.shell.table.hands().open(number) })
		s.everyLanguage(about+", closed hands", s.shell.table.openClosedHands)
	}
	t.Run("lugano", func(t *testing.T) {
		s := readableAt(t, "LB1")
		s.open()
		for box := 1; box <= 9; box++ {
			s.bet(box, "59", "", 500)
			s.bet(box, "play", "", 1000)
		}
		s.do((*pit.Table).CloseBets)
		for n := 0; s.table().Phase() != pit.Betting; n++ {
			if s.wildly("T", "J", "Q", "K"); n > 150 {
				t.Fatalf("the hand does not end: phase %v, %+v", s.table().Phase(), s.table().Next())
			}
		}
		pages(s, "nine boxes with three cards")
	})
	t.Run("blackjack", func(t *testing.T) {
		s := readableAt(t, "BJ1")
		s.keys("\n" + counted + "114711\n215821\n\n")
		s.burn("3h")
		for box := 1; box <= 7; box++ {
			s.bet(box, "main", "", 1000)
			s.bet(box, "behind", "2", 500)
			s.bet(box, "21+3", "", 100)
		}
		s.do((*pit.Table).CloseBets)
		s.deal("8d", "8h", "8c", "8s", "8d", "8h", "8c", "As", "8d", "8h", "8c", "8s", "8d", "8h", "8c")
		if s.table().MayHide() {
			s.do((*pit.Table).HideCard)
		}
		for n := 0; s.table().Phase() != pit.Betting; n++ {
			if s.wildly("2d", "2h", "2c", "2s"); n > 150 {
				t.Fatalf("the hand does not end: phase %v, %+v", s.table().Phase(), s.table().Next())
			}
		}
		pages(s, "seven splits")
	})
	t.Run("soft eighteen", func(t *testing.T) {
		s := readableAt(t, "BJ1")
		s.keys("\n" + counted + "114711\n215821\n\n")
		s.burn("3h")
		s.bet(1, "main", "", 100)
		s.do((*pit.Table).CloseBets)
		s.deal("Td", "7h", "9c")
		s.do((*pit.Table).HideCard)
		for s.table().Phase() != pit.Turning && s.step() {
		}
		s.deal("Ac")
		s.everyLanguage("a soft eighteen", nil)
		for s.step() {
		}
		s.shell.table.openHistory()
		s.reads("a soft eighteen in the history", "18", "!8/18")
	})
	t.Run("puntobanco", func(t *testing.T) {
		s := fourteen(t)
		s.do((*pit.Table).CloseBets)
		s.deal("3", "7", "2", "q")
		s.everyLanguage("fourteen boxes, dealt", nil)
		s.onAndOn()
		pages(s, "fourteen boxes")
	})
}

// wildly does what is due next, with as much on the felt as can be.
func (s *seat) wildly(cards ...string) {
	s.t.Helper()
	switch t := s.table(); t.Phase() {
	case pit.Deciding:
		for _, choice := range []games.Action{games.Split, games.Double, games.Stand} {
			if slices.Contains(t.Next().Offers, choice) {
				s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Decide(choice) })
				return
			}
		}
		s.t.Fatalf("no such choice: %+v", t.Next())
	case pit.Insuring:
		for box := 1; box <= t.Game.Options().Boxes; box++ {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Insure(box, "") })
		}
		s.do((*pit.Table).EndInsurance)
	case pit.Dealing, pit.Turning:
		card := cards[len(t.Current.Round.Laid)%len(cards)]
		if t.Next().At.Box == 0 { // these alone would never end it
			card = strings.Replace(card, card[:1], "8", 1)
		}
		s.deal(card)
	default:
		if !s.step() && s.table().Phase() != pit.Betting {
			s.t.Fatalf("nothing to do in phase %v", s.table().Phase())
		}
	}
}

// fourteen is a table of punto banco with bets on all of its fourteen boxes, those of two
// bettors on one of them.
func fourteen(t *testing.T) *seat {
	t.Helper()
	s := newSeat(t, Options{Demo: true, Table: "PB1", Language: "it"}).inHouse()
	manager, err := s.shell.house.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	set, _ := s.shell.house.State.TableNamed("PB1")
	set.Rules = []byte(`{"preset":"pb-first-nc","limits":{"player":{"min":2000},"super6":{"min":500}}}`)
	if err := s.shell.house.SetTable(set, manager); err != nil {
		t.Fatal(err)
	}
	s.keys("\n" + counted + "114711\n215821\n\n")
	if s.table().Phase() == pit.Burning {
		s.burn("3")
	}
	for box := 1; box <= 14; box++ {
		s.bet(box, "player", "", 1250)
		s.bet(box, "banker", "", 5000)
		s.bet(box, "tie", "", 100)
		s.bet(box, "super6", "", 50)
	}
	s.bet(4, "banker", "2", 2500)
	s.shell.table.chooseBox(4)
	s.everyLanguage("fourteen boxes", nil)
	return s
}
