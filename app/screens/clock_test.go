package screens

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/pit/house"
	"sabot/pit/record"
)

// seesAll demands that table, floor and office say a sentence, and the table its mark, or that none does.
func (s *guest) seesAll(there bool, mark, sentence string) {
	s.T.Helper()
	sees := func(where, words string) {
		s.T.Helper()
		s.Pass(5 * time.Second)
		if got := strings.Contains(strings.ReplaceAll(s.Words(), "\n", " "), words); got != there {
			s.T.Errorf("%s: %q is there: %v\n%s", where, words, got, s.Words())
		}
	}
	sees("table", mark)
	s.station.table.Tell("-") // what is said next takes the sentence away; the mark stays
	sees("table", mark)
	if there {
		s.touch("mark")
		s.Shows(sentence)
		s.Escape()
	}
	s.station.openFloor(s.station.backToTable)
	s.Rest()
	sees("floor", sentence)
	s.Escape()
	s.station.openOffice(s.station.backToTable)
	s.Keys(screentest.Codes[record.Manager] + "\n")
	s.Rest()
	sees("office", sentence)
	s.Escape()
	s.Rest()
}

// touch taps a place of the page.
func (s *guest) touch(word string) {
	s.T.Helper()
	for _, o := range test.LaidOutObjects(s.Shell.Window.Canvas().Content()) {
		if d, drawn := o.(*controls.Drawn); drawn && d.Board != nil {
			if p, there := d.Board.Where(word); there {
				s.Tap(d, p, there, word)
				return
			}
		}
	}
	s.T.Fatalf("there is no %q to touch", word)
}

// A clock that is set back or jumps ahead at a house of one machine is told at table, floor and office, with what it should show,
// until it is right again. What is entered meanwhile keeps its order, and nothing stops.
func TestClockThatIsWrongIsTold(t *testing.T) {
	for why, c := range map[house.PitWhy]struct {
		by   time.Duration
		mark string
		says string
	}{
		house.ClockBack:  {-2 * time.Hour, "Orologio messo indietro", "Orologio messo indietro: dovrebbe segnare circa 21.11.2026 20:30. Farlo controllare"},
		house.ClockAhead: {2 * time.Hour, "Orologio saltato avanti", "Orologio saltato avanti: dovrebbe segnare circa 21.11.2026 20:30. Farlo controllare"},
	} {
		t.Run(string(why), func(t *testing.T) {
			now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
			on := time.Duration(0)
			s := station(t, t.TempDir(), &now, func() time.Duration { return on })
			s.Open()
			s.seesAll(false, c.mark, c.says)
			now = now.Add(c.by)
			s.Pass(5 * time.Second)
			s.Says(c.says) // at the table, by itself
			s.Keys("120\t20\n")
			if why := s.Shell.House.State.Pit.Why; !why.OwnClock() {
				t.Fatalf("after an entry: %q", why)
			}
			s.seesAll(true, c.mark, c.says)
			now = now.Add(-c.by)
			s.seesAll(false, c.mark, c.says)
			if bets := len(s.Table().Current.Round.Bets); bets != 2 {
				t.Errorf("%d bets lie", bets)
			}
		})
	}
}

// A clock that was set back before Sabot was opened is told by what the record already has. A machine that only
// slept, or was away for a week, has no mark.
func TestClockBehindTheRecordIsTold(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	on := time.Duration(0)
	ran := func() time.Duration { return on }
	s := station(t, dir, &now, ran)
	s.Open()
	closed := func() {
		t.Helper()
		if err := s.station.Release(); err != nil {
			t.Fatal(err)
		}
	}
	closed()
	const mark, says = "Orologio dietro al registro", "L’orologio è dietro al registro, che arriva al 21.11.2026 20:30"
	now = now.Add(-3 * time.Hour)
	s = station(t, dir, &now, ran)
	s.Pass(5 * time.Second)
	s.Says(says)
	s.Keys(screentest.CroupierCode)
	s.seesAll(true, mark, says)
	now, on = now.Add(3*time.Hour), on+3*time.Hour
	s.seesAll(false, mark, says)
	closed()
	now = now.Add(7 * 24 * time.Hour)
	s = station(t, dir, &now, ran)
	s.Keys(screentest.CroupierCode)
	now, on = now.Add(8*time.Hour), on+8*time.Hour
	s.Pass(5 * time.Second)
	if why := s.Shell.House.State.Pit.Why; why != "" {
		t.Errorf("a week later and after a sleep: %q", why)
	}
}

// Whatever is wrong with a clock can be read in each language at table, floor and office, with what it should show.
func TestClockTroubleIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		for _, trouble := range []house.PitTrouble{{Why: house.ClockBack, Apart: -time.Hour}, {Why: house.ClockAhead, Apart: time.Hour}, {Why: house.ClockBehind, Since: time.Now().Add(time.Hour)}} {
			s := arrive(t, Options{Demo: true, Table: "LB1", Language: lang}).inHouse()
			s.Open()
			own := &s.station.clock
			if own.began = own.began.Add(-trouble.Apart); trouble.Why == house.ClockBehind {
				own.last = trouble.Since
			}
			s.Pass(5 * time.Second)
			should := s.Shell.House.State.Wall(time.Now().Add(-trouble.Apart)).Format("02.01.2006 15:")
			if trouble.Why == house.ClockBehind {
				should = s.Shell.House.State.Wall(trouble.Since).Format("02.01.2006 15:")
			}
			if is := s.Shell.House.State.Pit; is.Why != trouble.Why {
				t.Fatalf("%+v, want %+v", is, trouble)
			}
			s.Says(should)
			s.Look("clock " + string(trouble.Why))
			s.touch("mark")
			s.Look("what waits")
			s.Escape()
			s.station.openFloor(s.station.backToTable)
			s.Rest()
			s.Says(should)
			s.Look("floor")
			s.Escape()
			s.station.openOffice(s.station.backToTable)
			s.Keys(screentest.Codes[record.Manager] + "\n")
			s.Rest()
			s.Pass(5 * time.Second)
			s.Says(should)
			s.Look("office")
		}
	})
}
