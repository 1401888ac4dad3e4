package screens

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/app/session/papers"
	"sabot/pit/record"
)

// The data directory is taken away while the program stands at a table, and another is there in its place: a sentence says so at
// the table and at the office's door, nothing that the record has not is on the screen, and nothing is made where it was, so
// that it can be put back. Once it is, the table goes on with the same key.
func TestDataDirectoryGone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what is open cannot be taken away there")
	}
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Open()
	s.Keys("120\t20\n")
	seq, bets := s.Table().Seq, len(s.Table().Current.Round.Bets)
	const said = "Il registro è stato tolto o scambiato mentre era aperto: non si scrive più nulla."
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	gone := func() {
		t.Helper()
		s.station.table.Tell("-")
		s.Keys("\n")
		s.Says(said)
		if state := s.Table(); state.Seq != seq || state.Current.BetsClosed || len(state.Current.Round.Bets) != bets {
			t.Errorf("entry %d of %d, bets closed: %v, %d bets of %d", state.Seq, seq, state.Current.BetsClosed, len(state.Current.Round.Bets), bets)
		}
		s.Pass(time.Minute) // and what is done now and then
		s.Rest()
		s.station.openOffice(s.station.backToTable)
		s.Keys(screentest.Codes[record.Manager] + "\n")
		s.Rest()
		if over := strings.ReplaceAll(s.Over(), "\n", " "); !strings.Contains(over, said) {
			t.Errorf("the office's door says %q", over)
		}
		s.Escape()
		s.station.openFloor(s.station.backToTable)
		s.Rest()
		s.Says("LB1")
		s.LeaveOverlays()
		s.Escape()
	}
	away := s.Dir + "-away"
	must(os.Rename(s.Dir, away))
	gone()
	if made, err := os.ReadDir(s.Dir); err == nil {
		t.Errorf("made in its place: %v", made)
	}
	_ = os.Mkdir(s.Dir, 0o700)
	gone()
	must(os.Remove(s.Dir)) // it is empty
	must(os.Rename(away, s.Dir))
	s.Keys("\n")
	if s.Table().Seq <= seq || !s.Table().Current.BetsClosed || strings.Contains(s.Words(), "Il registro è stato tolto") {
		t.Errorf("it is there again and entry %d is the last:\n%s", s.Table().Seq, s.Words())
	}
	checked, err := papers.Of(s.Shell.House).VerifyRecord(t.Context(), func(int64) {})
	must(err)
	for _, c := range checked {
		if c.Fault != nil {
			t.Errorf("%+v", c.Fault)
		}
	}
}
