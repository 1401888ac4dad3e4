package table

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/games"
)

// breaking is a table with bets on it, and what was told of what broke there.
func breaking(t *testing.T) (s *seat, told *[]string) {
	t.Helper()
	told = &[]string{}
	s = newSeat(t, "LB1", "it")
	s.Shell.Broke = func(text string) { *told = append(*told, text) }
	s.Open()
	s.Keys("120\t20\n")
	return s, told
}

// harm leaves the table in a state that the record does not have, and breaks.
func (s *seat) harm() {
	s.Table().Current.Round.Bets = []games.Bet{{Box: 7, Spot: "play", Amount: 1}}
	s.Table().Seq = 1
	var nothing *session.Table
	_ = nothing.State.Seq
}

// mended demands that the table is as it was before, that a sentence says what happened,
// and that the next key does what it does.
func (s *seat) mended(before []games.Bet, seq int64, told []string) {
	s.T.Helper()
	if len(told) != 1 || !strings.Contains(told[0], "nil pointer") || !strings.Contains(told[0], "harm") || !strings.Contains(told[0], "table LB1, entry 1, ") {
		s.T.Errorf("told %q", told)
	}
	if s.Table().Seq != seq || !reflect.DeepEqual(s.Table().Current.Round.Bets, before) {
		s.T.Errorf("entry %d, bets %v, the record has %d, %v", s.Table().Seq, s.Table().Current.Round.Bets, seq, before)
	}
	if s.Shell.Overlay() != nil || !strings.Contains(s.said(), "come nel registro") {
		s.T.Errorf("over the table lies %T, it says %q", s.Shell.Overlay(), s.said())
	}
	s.Keys("2")
	s.Keys("15\t25\n")
	if s.Table().Seq <= seq {
		s.T.Errorf("the table takes nothing any more: %q", s.said())
	}
}

// What breaks at a key or a tap ends neither the program nor the hand: the table is read
// anew, at each of the three doors.
func TestWhatBreaksAtADoor(t *testing.T) {
	for door, come := range map[string]func(*seat, fyne.CanvasObject){
		"a character": func(s *seat, _ fyne.CanvasObject) { s.Keys("x") },
		"a key":       func(s *seat, _ fyne.CanvasObject) { s.Shell.TypedKey(fyne.KeyF9) },
		"a tap": func(s *seat, o fyne.CanvasObject) {
			s.Pass(time.Second)
			o.(fyne.Tappable).Tapped(&fyne.PointEvent{Position: fyne.NewPos(50, 50)})
		},
	} {
		t.Run(door, func(t *testing.T) {
			s, told := breaking(t)
			bets, seq := s.Table().Current.Round.Bets, s.Table().Seq
			board := &controls.Board{}
			drawn := controls.NewDrawn(fyne.NewSize(100, 100), func(fyne.Size) []fyne.CanvasObject {
				board.Start(1)
				board.Area("break", 0, 0, 1024, 768, s.harm)
				return board.Objects()
			}, board)
			s.Shell.Over(shell.PageOf(drawn,
				func(rune) bool { s.harm(); return true },
				func(fyne.KeyName) bool { s.harm(); return true }))
			come(s, drawn)
			s.mended(bets, seq, *told)
		})
	}
}

// A job beside the window that breaks is told at the window; one that leaves something
// behind is done before the record closes, whoever has left the office meanwhile.
func TestJobsAndTheEnd(t *testing.T) {
	s, told := breaking(t)
	w := shell.NewWorker(s.Shell)
	w.Once(func() func() { panic("harm in a job: nil pointer") })
	w.Wait()
	s.Pass(0)
	if len(*told) != 1 || w.Busy() || !strings.Contains(s.said(), "come nel registro") {
		t.Errorf("told %q, says %q", *told, s.said())
	}
	begun, goOn, done := make(chan bool), make(chan bool), false
	w.Once(func() func() {
		close(begun)
		<-goOn
		done = true
		return func() {}
	})
	<-begun
	w.Close()
	ended := make(chan bool)
	go func() {
		s.Shell.Stop()
		close(ended)
	}()
	select {
	case <-ended:
		t.Error("the record closes under a job")
	case <-s.Shell.Ending.Done():
	}
	close(goOn)
	<-ended
	if !done {
		t.Error("the job was not finished")
	}
}
