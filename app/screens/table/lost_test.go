package table

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// A tap on a decision that comes too soon behind another one enters nothing, and says so.
func TestTapOnADecisionThatIsLostIsSaid(t *testing.T) {
	s := asksFirst(t)
	stand := s.Shell.Text.T("choice_stand")
	s.TouchOn(s.screen.strip.Drawn, stand)
	seq := s.Table().Seq
	p, there := s.screen.strip.Board.Where(stand)
	if !there {
		t.Fatalf("nobody is asked: %s", s.said())
	}
	s.Pass(130 * time.Millisecond)
	s.screen.strip.Drawn.Tapped(&fyne.PointEvent{Position: p})
	if s.Table().Seq != seq || s.said() != s.Shell.Text.T("tap_again") {
		t.Errorf("%d entries, it says %q", s.Table().Seq-seq, s.said())
	}
}

// A key that is held, since it may begin a reader's card, and is dropped because the page changed by itself, is said to be lost.
func TestHeldKeyThatIsLostIsSaid(t *testing.T) {
	s := asksFirst(t)
	seq := s.Table().Seq
	s.Shell.TypedRune('5')
	if s.Table().Seq != seq {
		t.Fatal("it is not held")
	}
	s.Shell.Clock.Later(s.Shell.Changed)
	s.Pass(time.Second)
	if s.Table().Seq != seq || s.said() != s.Shell.Text.T("changed_by_itself") {
		t.Errorf("%d entries, it says %q", s.Table().Seq-seq, s.said())
	}
}
