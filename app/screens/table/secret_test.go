package table

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session/eventlog"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// dealer is the dealer's hand as the felt shows it.
func (s *seat) dealer() view.Side {
	s.T.Helper()
	sides := s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Felt.House
	return sides[len(sides)-1]
}

// readsAndSees has the shoe read cards, and a person see what became of it.
func (s *seat) readsAndSees(cards string) {
	s.T.Helper()
	s.reads(cards)
	s.Pass(time.Second)
}

// A hole card that the shoe has read is not said by an undo: it waits face down again.
func TestUndoSaysNoHoleCard(t *testing.T) {
	s := linked(t, "BJ1")
	s.Keys("150\n350\n\n")
	s.readsAndSees("Ts 5d 7s 8c 6c 4d")
	if s.Table().Deal().Phase() != hand.Deciding {
		t.Fatalf("phase %d, %s", s.Table().Deal().Phase(), s.said())
	}
	s.Press(fyne.KeyBackspace)
	s.Says("Disfatto: carta coperta.")
	if w := s.waits(); len(w.Cards) != 1 || !w.Cards[0].Back {
		t.Errorf("%+v waits", w)
	}
	s.Press(fyne.KeyBackspace) // the box's second card was seen
	s.Says("Disfatto: carta 6 di fiori.")
	s.Keys("\n\n")
	if got := s.laidBy(); s.Table().Deal().Phase() != hand.Deciding || !strings.HasSuffix(got, "6c@box:3/shoe 4d@dealer/shoe") {
		t.Errorf("phase %d, it has %s", s.Table().Deal().Phase(), got)
	}
}

// Insurance is not sold once the blackjack is known: what takes it back is an inspector.
func TestInsuranceAfterABlackjackThatTheShoeSaid(t *testing.T) {
	s := linked(t, "BJ1")
	s.Keys("150\n350\n\n")
	s.readsAndSees("Ts 5d As 8c 6c Kd")
	if d := s.dealer(); s.Table().Deal().Phase() != hand.Insuring || !d.Cards[1].Back || d.Total != s.Shell.Text.T("word_read") {
		t.Fatalf("phase %d, %+v", s.Table().Deal().Phase(), d)
	}
	s.Keys("\n")
	if d := s.dealer(); d.Cards[1].Back {
		t.Fatalf("%+v", d)
	}
	s.Press(fyne.KeyBackspace)
	s.Shows("Ispettore: numero e PIN per disfare")
	s.Press(fyne.KeyEscape)
	s.Says("Disfare: solo con l’ispettore.")
	if s.Keys("1"); s.Table().Deal().Phase() == hand.Insuring || len(s.Table().Current.Round.Decisions) > 0 {
		t.Fatalf("phase %d, decisions %v", s.Table().Deal().Phase(), s.Table().Current.Round.Decisions)
	}
	s.Press(fyne.KeyBackspace)
	s.Keys(screentest.InspectorCode)
	if s.Table().Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %d", s.Table().Deal().Phase())
	}
	list := reports.ShiftOf(s.Table(), &s.Shell.House.State).Irregular
	if len(list) != 1 || list[0].What != "undone" || list[0].Kind != "noinsurance" || list[0].By != "Dario Bianchi\u00a0(21)" {
		t.Errorf("%+v", list)
	}
	s.Press(fyne.KeyBackspace)
	s.Says("Disfatto: carta coperta.")
}

// The dealer's card that the shoe has read is turned once the last box has its last card, not
// while that is still to come.
func TestHoleCardWaitsForTheDouble(t *testing.T) {
	s := linked(t, "BJ1")
	s.Keys("350\n\n")
	s.readsAndSees("5d 7h 6c Kd")
	s.Keys("x")
	if d := s.dealer(); !d.Cards[1].Back || d.Total != s.Shell.Text.T("word_read") {
		t.Fatalf("before the third card it shows %+v", d)
	}
	s.readsAndSees("9d")
	if d := s.dealer(); d.Cards[1].Back || d.Total != "17" {
		t.Errorf("after it %+v", d)
	}
}

// The page of a hand as it lies shows no hole card either, nor does the shoe's composition.
func TestHandAsItLiesHidesTheHoleCard(t *testing.T) {
	s := linked(t, "BJ1")
	s.Keys("350\n\n")
	s.readsAndSees("5d 7h 6c Kd")
	s.screen.misdeals().openRelay()
	for n := range s.screen.laid.cards {
		s.screen.laid.choose(n)
		s.screen.laid.show()
		p := s.screen.laid.page
		if got := p.Shown.Cards[n].Back; got != (n == 3) {
			t.Errorf("card %d face down: %t", n, got)
		}
		if strings.Contains(p.Ask, "di quadri") != (n == 0) {
			t.Errorf("card %d: %q", n, p.Ask)
		}
	}
	for _, row := range s.screen.laid.page.Shown.Rows {
		for _, c := range slices.Concat(row.Before, row.After) {
			if c.Rank == "K" {
				t.Errorf("%s shows the king", row.Place)
			}
		}
	}
	king := s.Shell.Viewer().Composition(s.Table())[games.King-games.Ace]
	if king[1] != "0" {
		t.Errorf("the composition has %v", king)
	}
}

// The log that the office shows tells the cards of an open hand once it is closed: what was taken
// back too.
func TestLogOfAnOpenHandTellsNoHoleCard(t *testing.T) {
	s := linked(t, "BJ1")
	s.Keys("350\n\n")
	s.readsAndSees("5d 7h 6c Kd")
	s.Press(fyne.KeyBackspace)
	s.Keys("\n")
	kings := func() (n int) {
		found, err := eventlog.Of(s.Shell.House).Shown("BJ1", shifts.LogQuery{Most: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range found {
			if strings.Contains(e.Line(&s.Shell.House.State).Said(s.Shell.Text), "K♦") {
				n++
			}
		}
		return n
	}
	if n := kings(); n != 0 {
		t.Errorf("%d entries tell it while the box is asked", n)
	}
	s.Keys("s")
	s.do(pit.OfDeal(hand.Deal.PayAll))
	if n := kings(); n != 3 { // laid, taken back, laid again
		t.Errorf("%d entries tell it once the hand is closed", n)
	}
}

// Of a hole card that cannot be the table is told that it cannot, and not which it is.
func TestImpossibleHoleCardIsNotNamed(t *testing.T) {
	s := linked(t, "BJ1")
	state := s.Table()
	for range state.Game.Options().Decks / 2 { // two kings of diamonds at a time, until the shoe has none
		s.bet(3, "main", "", 50)
		s.do(pit.OfBets(hand.Bets.Close))
		for _, card := range []string{"Kd", "7h", "Kd", "2c"} {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
		}
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
		for state.Deal().Phase() == hand.Dealing {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("5s") })
		}
		s.do(pit.OfDeal(hand.Deal.PayAll))
	}
	s.bet(3, "main", "", 50)
	s.do(pit.OfBets(hand.Bets.Close))
	s.readsAndSees("5d 7h 6c Kd")
	if alarms := state.Alarms; len(alarms) != 1 || alarms[0].What != "Kd" {
		t.Fatalf("alarms %+v", alarms)
	}
	s.Says("quella coperta è già uscita")
	s.Keys("\n")
	if said := s.Shell.Text.T("read_held_impossible") + s.said(); strings.Contains(said, "K di") {
		t.Errorf("it says %s", said)
	}
}

// Nor is it named where the shoe says that it burns it.
func TestHoleCardThatTheShoeBurnsIsNotNamed(t *testing.T) {
	s := linked(t, "BJ1")
	s.Keys("350\n\n")
	s.readsAndSees("5d 7h 6c Kd@first:1")
	s.Says("Il sabot dice la carta coperta da bruciare, le regole no: confermare o F12.")
	if notes := s.Table().Alarms; len(notes) == 0 || notes[len(notes)-1].What != "Kd" {
		t.Errorf("%+v", notes)
	}
}
