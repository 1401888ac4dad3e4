package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/session"
	"sabot/pit/hand"
)

// removedElsewhere removes somebody by another program on the same record.
func removedElsewhere(t *testing.T, house *session.House, number string) {
	t.Helper()
	other, err := session.On(house.Store(), house.Now)
	if err != nil {
		t.Fatal(err)
	}
	elena, err := other.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Staff().RemoveStaff(number, elena); err != nil {
		t.Fatal(err)
	}
}

// Where the croupier on duty was removed at the office, which is another program, the table asks for a relief before the next hand. Closing says so
// too, before anybody counts or gives a code; with the relief it goes on.
func TestTableAsksForReliefOfWhoHasLeft(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Keys("120\t20\n")
	removedElsewhere(t, s.Shell.House, "11")
	s.Keys("\n")
	for s.Table().Hand == 1 {
		s.Keys(map[hand.Phase]string{hand.Dealing: "8", hand.Deciding: "S", hand.Paying: " \n"}[s.Table().Deal().Phase()])
	}
	seq := s.Table().Seq
	const want = "Anna Rossi may not deal any more: a relief comes first (F9)."
	if words := s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice); words.Act != want {
		t.Errorf("the next act is %q", words.Act)
	}
	s.Keys("120\t20\n")
	if s.Table().Seq != seq || !strings.Contains(s.said(), want) {
		t.Errorf("%d entries more, says %q", s.Table().Seq-seq, s.said())
	}
	s.Escape()
	s.screen.counts().closeTable()
	if over := strings.ReplaceAll(s.Words(), "\n", " "); !strings.Contains(over, want) {
		t.Errorf("closing says %q", over)
	}
	s.LeaveOverlays()
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("124712\n")
	s.Keys("120\t20\n")
	if s.Table().Croupier != "12" || s.Table().Seq == seq {
		t.Errorf("%s deals, says %q", s.Table().Croupier, s.said())
	}
}

// Between two hands the table asks for that relief by itself, without anybody touching it.
func TestTableAsksForReliefByItself(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	removedElsewhere(t, s.Shell.House, "11")
	s.screen.Tick()
	const want = "Anna Rossi may not deal any more: a relief comes first (F9)."
	if words := s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice); words.Act != want {
		t.Errorf("the next act is %q", words.Act)
	}
	s.Says(want)
}
