package screens

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/games"
)

// breaking is a table with bets on it, and what was told of what broke there.
func breaking(t *testing.T) (s *seat, told *[]string) {
	t.Helper()
	told = &[]string{}
	s = newSeat(t, Options{Demo: true, Table: "LB1", Language: "it", Broke: func(text string) { *told = append(*told, text) }})
	s.open()
	s.keys("120\t20\n")
	return s, told
}

// harm leaves the table in a state that the record does not have, and breaks.
func (s *seat) harm() {
	s.table().Current.Round.Bets = []games.Bet{{Box: 7, Spot: "play", Amount: 1}}
	s.table().Seq = 1
	var nothing *session.Table
	_ = nothing.State.Seq
}

// mended demands that the table is as it was before, that a sentence says what happened,
// and that the next key does what it does.
func (s *seat) mended(before []games.Bet, seq int64, told []string) {
	s.t.Helper()
	if len(told) != 1 || !strings.Contains(told[0], "nil pointer") || !strings.Contains(told[0], "harm") {
		s.t.Errorf("told %q", told)
	}
	if s.table().Seq != seq || !reflect.DeepEqual(s.table().Current.Round.Bets, before) {
		s.t.Errorf("entry %d, bets %v, the record has %d, %v", s.table().Seq, s.table().Current.Round.Bets, seq, before)
	}
	if s.shell.overlay != nil || !strings.Contains(s.said(), "come nel registro") {
		s.t.Errorf("over the table lies %T, it says %q", s.shell.overlay, s.said())
	}
	s.keys("2")
	s.keys("15\t25\n")
	if s.table().Seq <= seq {
		s.t.Errorf("the table takes nothing any more: %q", s.said())
	}
}

// What breaks at a key or a tap ends neither the program nor the hand: the table is read
// anew, at each of the three doors.
func TestWhatBreaksAtADoor(t *testing.T) {
	for door, come := range map[string]func(*seat, fyne.CanvasObject){
		"a character": func(s *seat, _ fyne.CanvasObject) { s.keys("x") },
		"a key":       func(s *seat, _ fyne.CanvasObject) { s.shell.typedKey(fyne.KeyF9) },
		"a tap": func(s *seat, o fyne.CanvasObject) {
			s.pass(time.Second)
			o.(fyne.Tappable).Tapped(&fyne.PointEvent{Position: fyne.NewPos(50, 50)})
		},
	} {
		t.Run(door, func(t *testing.T) {
			s, told := breaking(t)
			bets, seq := s.table().Current.Round.Bets, s.table().Seq
			board := &controls.Board{}
			drawn := controls.NewDrawn(fyne.NewSize(100, 100), func(fyne.Size) []fyne.CanvasObject {
				board.Start(1)
				board.Area("break", 0, 0, 1024, 768, s.harm)
				return board.Objects()
			}, board)
			s.shell.over(pageOf(drawn,
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
	w := newWorker(s.shell.Shell)
	w.once(func() func() { panic("harm in a job: nil pointer") })
	w.wait()
	s.pass(0)
	if len(*told) != 1 || w.busy() || !strings.Contains(s.said(), "come nel registro") {
		t.Errorf("told %q, says %q", *told, s.said())
	}
	begun, goOn, done := make(chan bool), make(chan bool), false
	w.once(func() func() {
		close(begun)
		<-goOn
		done = true
		return func() {}
	})
	<-begun
	w.close()
	ended := make(chan bool)
	go func() {
		s.shell.end()
		s.shell.acting.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		t.Error("the record closes under a job")
	case <-s.shell.ending.Done():
	}
	close(goOn)
	<-ended
	if !done {
		t.Error("the job was not finished")
	}
}
