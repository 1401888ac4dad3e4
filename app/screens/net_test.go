package screens

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/start"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// What breaks at a key is written into the data directory, readable to this user alone: what broke, where the table stood, the calls;
// and no PIN. The table is as on the record, says a word and goes on. The next one is written behind it.
func TestWhatBreaksIsWritten(t *testing.T) {
	dir := t.TempDir()
	broke := start.Crashes(dir)
	said := os.Stderr // what broke is written there too
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null
	}
	t.Cleanup(func() { os.Stderr = said; _ = debug.SetCrashOutput(nil, debug.CrashOptions{}) })
	s := arriveAt(t, dir, Options{Demo: true, Table: "LB1", Language: "it", Broke: broke})
	s.Open()
	s.Keys("120\t20\n")
	for time := 1; time <= 2; time++ {
		seq, bets := s.Table().Seq, slices.Clone(s.Table().Current.Round.Bets)
		page := controls.NewDrawn(fyne.NewSize(100, 100), func(fyne.Size) []fyne.CanvasObject { return nil }, nil)
		s.Shell.Over(shell.PageOf(page, func(rune) bool {
			s.Table().Current.Round.Bets = nil
			panic("a reader that lies")
		}, nil))
		s.Keys("x")
		file := filepath.Join(dir, start.CrashFile)
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode&0o077 != 0 && os.PathSeparator == '/' {
			t.Errorf("others may read it: %v", mode)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"a reader that lies", "table LB1, entry ", "TestWhatBreaksIsWritten", "(*Shell).Caught"} {
			if n := strings.Count(string(text), want); n < time {
				t.Errorf("%q stands there %d times after %d:\n%s", want, n, time, text)
			}
		}
		for _, code := range screentest.Codes {
			if strings.Contains(string(text), code) {
				t.Errorf("it has the code %s", code)
			}
		}
		s.Says("Il tavolo è ora come nel registro: confrontalo con il tappeto prima di continuare.")
		if s.Shell.Overlay() != nil || s.Table().Seq != seq || !reflect.DeepEqual(s.Table().Current.Round.Bets, bets) {
			t.Errorf("entry %d of %d, bets %v, the record has %v", s.Table().Seq, seq, s.Table().Current.Round.Bets, bets)
		}
		s.Keys("320\t20\n")
		if s.Table().Seq <= seq || s.Table().Deal().Phase() == hand.Halted {
			t.Errorf("the table takes nothing any more:\n%s", s.Words())
		}
	}
}

// No window of a test asks the disk of the machine: that one may be nearly full, and its alarm would stand in place of other words.
func TestDiskOfTheMachineIsNotAsked(t *testing.T) {
	now := time.Now()
	screentest.WithRoom(t, 49)
	for name, house := range map[string]*session.House{
		"station": station(t, t.TempDir(), &now, func() time.Duration { return 0 }).Shell.House,
		"member":  member(t, &now),
		"table":   screentest.Sit(t, t.TempDir()).Shell.House,
	} {
		if megabytes, low := house.DiskLow(); !low || megabytes != 49 {
			t.Errorf("%s: %d MB, low %v", name, megabytes, low)
		}
	}
}

// Under a twentieth of the disk the window says so by itself and the table goes on; under a hundredth no shoe begins, with the
// sentence of why, while the hand and the shoe that are there go on to their end.
func TestDiskThatIsNearlyFullAtTheTable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	screentest.WithRoom(t, 9)
	s.Keys("\n" + screentest.Counted + screentest.CroupierCode + screentest.InspectorCode + "\n")
	s.Says("Il disco è quasi pieno (9 MB liberi): nessun nuovo sabot. Avverti l’informatica.")
	if !s.Table().Open || s.Table().Shoe != 0 {
		t.Errorf("open %v, shoe %d", s.Table().Open, s.Table().Shoe)
	}
	screentest.WithRoom(t, 49)
	s.Keys("\n")
	if s.Table().Shoe != 1 || s.Table().Deal().Phase() != hand.Betting {
		t.Fatalf("there is room, and shoe %d, phase %v:\n%s", s.Table().Shoe, s.Table().Deal().Phase(), s.Words())
	}
	screentest.WithRoom(t, 51)
	s = s.again()
	s.station.Ticks()
	if strings.Contains(s.Words(), "quasi pieno") {
		t.Error("an alarm with 5.1 % free")
	}
	screentest.WithRoom(t, 49)
	const alarm = "Allarme: il disco è quasi pieno, 49 MB liberi. Avverti l’informatica."
	s = s.again()
	s.station.Ticks()
	s.Says(alarm)
	s.Keys(screentest.CroupierCode)
	screentest.WithRoom(t, 9)
	s.Keys("120\t20\n\n")
	if len(s.Table().Current.Round.Bets) != 2 || !s.Table().Current.BetsClosed {
		t.Errorf("the shoe that is there does not go on:\n%s", s.Words())
	}
	screentest.WithRoom(t, 49)
	s.Press("F10")
	s.Keys("hj" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	s.Says(alarm)
}
