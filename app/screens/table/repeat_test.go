package table

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/felt"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// staked is what lies on the boxes, as it was put down.
func (s *seat) staked() string {
	var list []string
	for _, b := range s.Table().Current.Round.Bets {
		list = append(list, fmt.Sprintf("%d:%s=%d", b.Box, b.Spot, b.Amount/100))
	}
	return strings.Join(list, " ")
}

// Space after a hand with bets that were reduced and one that did not stand: what was
// accepted lies again; the next Space doubles up to the limits and says which stopped.
func TestSpaceRepeatsWhatWasAccepted(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("3600\t1500\t200\n45\n\n") // 5 on box 4 is under the minimum
	s.Keys("8k3\ns9 ")
	if s.Table().Deal().Phase() != hand.Betting || len(s.Table().History) != 1 {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Pass(controls.Rhythm)
	s.Keys(" ")
	if got, want := s.staked(), "3:59=500 3:play=1000 3:pair=100"; got != want {
		t.Errorf("repeated lies %s, want %s", got, want)
	}
	if got, want := s.said(), "Puntate ripetute: 3"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	s.Keys("320\t30\n ")
	if got, want := s.staked(), "3:59=40 3:play=60 3:pair=100"; got != want {
		t.Errorf("doubled lies %s, want %s", got, want)
	}
	if got, want := s.said(), "Puntate raddoppiate: 2 · box 3 PAIR ferma a 100"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// A second Space in the rhythm of paying lays no bets: it says what it would do, and does so once that rhythm is over. Where a
// box is chosen, or the hand was paid act by act, it is meant.
func TestSpaceOfPayingLaysNoBets(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n\n" + "8k3" + "\n" + "s9 ")
	for range 2 {
		s.Keys(" ")
		if !s.Table().Current.Empty() || s.said() != s.Shell.Text.T("repeat_again") {
			t.Fatalf("there lies %s: %q", s.staked(), s.said())
		}
		s.Pass(controls.Rhythm / 2)
	}
	s.Pass(controls.Rhythm / 2)
	s.Keys(" ")
	if got := s.staked(); got != "1:59=20 1:play=20" {
		t.Errorf("there lies %s: %q", got, s.said())
	}
	s.Keys("\n" + "8k3" + "\n" + "s9 " + "1 ")
	if got := s.staked(); got != "1:59=20 1:play=20" {
		t.Errorf("of the box that was chosen there lies %s: %q", got, s.said())
	}
}

// A second Space right behind one that laid bets, of habit, doubles none: it says what it would do, and does so once that rhythm
// is over. Where another box is chosen in between, or the bets were taken back, it is meant.
func TestSpaceTwiceDoublesNothing(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n220\t20\n\n" + "88k99" + "\n\nss5 ")
	s.Pass(controls.Rhythm)
	s.Keys(" ")
	for range 2 {
		s.Keys(" ")
		if got, want := s.staked(), "1:59=20 1:play=20 2:59=20 2:play=20"; got != want || s.said() != s.Shell.Text.T("double_again") {
			t.Fatalf("there lies %s, want %s: %q", got, want, s.said())
		}
		s.Pass(controls.Rhythm / 2)
	}
	s.Keys("\b ")
	if got, want := s.staked(), "1:59=20 1:play=20 2:59=20 2:play=20"; got != want {
		t.Errorf("taken back and repeated there lies %s, want %s: %q", got, want, s.said())
	}
	s.Keys("\b1 2 ")
	if got, want := s.staked(), "1:59=20 1:play=20 2:59=20 2:play=20"; got != want {
		t.Errorf("repeated box by box there lies %s, want %s: %q", got, want, s.said())
	}
	s.Keys(" ")
	if got, want := s.staked(), "1:59=20 1:play=20 2:59=20 2:play=20"; got != want || s.said() != s.Shell.Text.T("double_again") {
		t.Errorf("there lies %s, want %s: %q", got, want, s.said())
	}
	s.Pass(controls.Rhythm)
	s.Keys(" ")
	if got, want := s.staked(), "1:59=20 1:play=20 2:59=40 2:play=40"; got != want {
		t.Errorf("box 2 doubled there lies %s, want %s: %q", got, want, s.said())
	}
}

// An Enter in the rhythm of paying begins no shoe: nobody has shuffled it.
func TestEnterOfPayingBeginsNoShoe(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n\n" + "8")
	s.Shell.TypedKey(fyne.KeyF3)
	s.Keys("k3" + "\n" + "s9")
	for s.Table().Deal().Phase() == hand.Paying {
		s.Keys("\n")
	}
	shoe := s.Table().Shoe
	s.Keys("\n")
	if s.Table().Deal().Phase() != hand.Shoeless || s.said() != s.Shell.Text.T("shoe_again") {
		t.Fatalf("phase %v: %q", s.Table().Deal().Phase(), s.said())
	}
	s.Pass(controls.Rhythm)
	s.Keys("\n")
	if s.Table().Shoe != shoe+1 {
		t.Errorf("shoe %d, phase %v: %q", s.Table().Shoe, s.Table().Deal().Phase(), s.said())
	}
}

// A box that was just chosen is repeated and doubled alone, and its keys say so; a bet
// entered on a box does not make Space that box's.
func TestSpaceOfOneBox(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n220\t20\n\n")
	s.Keys("88k99ss5 ")
	labels := func() string {
		var list []string
		for _, b := range s.Shell.Viewer().Of(s.Table(), s.screen.cursor, view.Notice{}).Pad.Buttons[:2] {
			if b.On {
				list = append(list, strings.TrimSpace(b.Label+" "+b.Key))
			}
		}
		return strings.Join(list, ", ")
	}
	s.Keys("2")
	if got, want := labels(), "Box 2: ripeti Spazio"; got != want {
		t.Errorf("the keys say %q, want %q", got, want)
	}
	s.Keys(" ")
	if got, want := s.staked(), "2:59=20 2:play=20"; got != want {
		t.Errorf("box 2 repeated: %s, want %s", got, want)
	}
	if got, want := s.said(), "Box 2, puntate ripetute: 2"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if got, want := labels(), "Box 2: raddoppia Spazio"; got != want {
		t.Errorf("the keys say %q, want %q", got, want)
	}
	s.Pass(controls.Rhythm)
	s.Keys(" ")
	if got, want := s.staked(), "2:59=40 2:play=40"; got != want {
		t.Errorf("box 2 doubled: %s, want %s", got, want)
	}
	s.Keys("350\n") // a bet on a box that had none
	if got, want := labels(), "Ripeti Spazio, Raddoppia"; got != want {
		t.Errorf("the keys say %q, want %q", got, want)
	}
	s.Keys(" ")
	if got, want := s.staked(), "2:59=40 2:play=40 3:59=50 1:59=20 1:play=20"; got != want {
		t.Errorf("the rest repeated: %s, want %s", got, want)
	}
}

// By touch a box is chosen at its number; then its bets are repeated alone.
func TestRepeatOneBoxByTouch(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n220\t20\n\n")
	s.Keys("88k99ss5 ")
	table := s.screen
	p, there := table.felt.Drawn.Board.Where(felt.BoxName(2))
	s.Tap(table.felt.Drawn, p, there, "box 2")
	s.touch("Box 2: ripeti")
	if got, want := s.staked(), "2:59=20 2:play=20"; got != want {
		t.Errorf("box 2 repeated: %s, want %s", got, want)
	}
	s.Pass(time.Second)
	s.touch("Box 2: raddoppia")
	if got, want := s.staked(), "2:59=40 2:play=40"; got != want {
		t.Errorf("box 2 doubled: %s, want %s", got, want)
	}
}

// A word that has no full stop gets one where an alarm stands behind it.
func TestWordBeforeAnAlarmHasItsStop(t *testing.T) {
	s := linked(t, "PB1")
	deal := func(card string) {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
	}
	for dealt := 0; dealt < s.Table().Game.Options().Decks; dealt += 4 {
		s.called()
		for range 4 {
			deal("8s")
		}
		s.do(pit.OfDeal(hand.Deal.PayAll))
	}
	s.called()
	deal("8s")
	for _, card := range []string{"9h", "8d", "Kd", "Kh"} {
		deal(card)
	}
	s.do(pit.OfDeal(hand.Deal.PayAll))
	s.Pass(controls.Rhythm)
	s.Keys(" ")
	said := s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Notice.Text
	if want := s.said() + ". " + s.Shell.Viewer().NextAct().Alarm(s.Table(), s.Table().Alarms[0]); said != want || !strings.HasPrefix(said, "Puntate ripetute: ") {
		t.Errorf("it says %q, want %q", said, want)
	}
}
