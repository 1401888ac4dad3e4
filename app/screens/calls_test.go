package screens

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/record"
)

// timed is a demo table whose bets are taken for so many seconds.
func timed(t *testing.T, table string, settings record.Settings) *seat {
	t.Helper()
	s := newSeat(t, Options{Demo: true, Table: table, Language: "it"})
	manager, err := s.shell.house.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	set, _ := s.shell.house.State.TableNamed(table)
	if set.Settings != nil {
		settings.Burn, settings.Float = set.Settings.Burn, set.Settings.Float
	}
	set.Settings = &settings
	if err := s.shell.house.SetTable(set, manager); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *seat) announced() view.Announced { return s.shell.table.viewer().Announce(s.table()) }

// "PLACE YOUR BETS - 10", "ULTIME PUNTATE viene visualizzato quando rimangono solo 5
// secondi" (source 000): the time to bet runs by the window's clock, and closes nothing by
// itself.
func TestTimeToBet(t *testing.T) {
	s := timed(t, "LB1", record.Settings{BetTime: 30})
	s.open()
	if a := s.announced(); a.Timed || a.Kind != view.BetsOpen || a.Text != "Fate il vostro gioco" {
		t.Fatalf("without a bet: %+v", a)
	}
	s.keys("1d\td")
	start := s.clock().now
	at := func(second int) view.Announced {
		s.pass(start.Add(time.Duration(second) * time.Second).Sub(s.clock().now))
		return s.announced()
	}
	for _, c := range []struct {
		second int
		kind   view.AnnouncedKind
		left   [2]int // at least, at most: the keys took some of a second
	}{{5, view.BetsOpen, [2]int{24, 25}}, {24, view.BetsOpen, [2]int{6, 6}}, {26, view.LastBets, [2]int{4, 4}}, {31, view.TimeOver, [2]int{0, 0}}} {
		a := at(c.second)
		if !a.Timed || a.Kind != c.kind || a.Seconds < c.left[0] || a.Seconds > c.left[1] {
			t.Errorf("after %d seconds: %+v", c.second, a)
		}
	}
	if s.act() != "Tempo scaduto: annuncia «Nulla va più»" || s.table().Phase() != pit.Betting {
		t.Errorf("at its end: %q in phase %v", s.act(), s.table().Phase())
	}
	s.keys("\n")
	if a := s.announced(); a.Timed || a.Kind != view.NoMoreBets || s.act() != "Nulla va più. Prima carta al box 1" {
		t.Errorf("after the call: %+v, %q", a, s.act())
	}
	s.keys("8")
	if s.act() != "Carta al banco, scoperta" {
		t.Errorf("then: %q", s.act())
	}
}

// Where the house has it so, no more bets comes by itself; while the table is paused the
// time stands.
func TestTimeToBetEndsByItself(t *testing.T) {
	s := timed(t, "LB1", record.Settings{BetTime: 30, BetTimeEnds: true})
	s.open()
	s.keys("1d\td")
	s.pass(10 * time.Second)
	left := s.announced().Seconds
	s.f4("ma")
	if s.table().Phase() != pit.Paused {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	s.pass(time.Hour)
	s.keys("\n" + "riparato\n" + inspectorCode)
	if a := s.announced(); a.Kind != view.BetsOpen || a.Seconds < left-2 || a.Seconds > left {
		t.Errorf("after the pause %d seconds are left of %d: %+v", a.Seconds, left, a)
	}
	s.pass(30 * time.Second)
	if s.table().Phase() != pit.Dealing {
		t.Errorf("phase %v when the time is over", s.table().Phase())
	}
}

func TestLastBetsAreAnnounced(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.keys("1d\tdu")
	if a := s.announced(); a.Kind != view.LastBets || a.Text != "Ultime puntate" || s.table().Current.LastBets.IsZero() {
		t.Fatalf("%+v: %s", a, s.said())
	}
	s.keys("2d\td\b\b\b")
	if a := s.announced(); a.Kind != view.BetsOpen {
		t.Errorf("taken back: %+v, %s", a, s.said())
	}
	s.touch("Ultime puntate")
	if a := s.announced(); a.Kind != view.LastBets {
		t.Errorf("by touch: %+v", a)
	}
}

// The table is paused from F4 in every phase, says so in large, and takes nothing but the
// inspector who has it go on.
func TestTableIsPausedFromTheScreen(t *testing.T) {
	for _, c := range []struct {
		table string
		way   []string
	}{
		{"LB1", []string{"1d\td", "\n", "8k8", "s"}},
		{"PB1", []string{"1\t20\n", "\n", "7s9d", "khkc"}},
		{"BJ1", []string{"1d", "\n", "8h9s", "\n"}},
	} {
		s := newSeat(t, Options{Demo: true, Table: c.table, Language: "it"})
		s.keys("\n" + counted + "114711\n215821\n\n")
		if s.table().Phase() == pit.Burning {
			s.keys("3h")
		}
		for step, keys := range append([]string{""}, c.way...) {
			s.keys(keys)
			phase, act := s.table().Phase(), s.act()
			s.shell.typedKey(fyne.KeyEscape)
			s.f4("mb")
			if s.table().Phase() != pit.Paused || !s.shell.table.pause.Visible() || s.act() != "Gioco in pausa: telecamere fuori servizio" {
				t.Fatalf("%s, step %d: phase %v, %q, %s", c.table, step, s.table().Phase(), s.act(), s.said())
			}
			seq := s.table().Seq
			s.keys("1d8hs \n") // the last one asks what was done
			s.shell.typedKey(fyne.KeyEscape)
			if s.table().Seq != seq {
				t.Fatalf("%s, step %d: something goes on in the pause", c.table, step)
			}
			s.f4("avisto\n" + croupierCode)
			if s.table().Phase() != pit.Paused {
				t.Fatalf("%s, step %d: the croupier has it go on", c.table, step)
			}
			s.keys(inspectorCode)
			if s.table().Phase() != phase || s.shell.table.pause.Visible() || s.act() != act && phase != pit.Betting {
				t.Fatalf("%s, step %d: phase %v, was %v; %q, was %q; %s", c.table, step, s.table().Phase(), phase, s.act(), act, s.said())
			}
		}
	}
}

// The first card of a shoe says how many are burned; that is the next act, until somebody
// bets.
func TestBurningIsTheNextAct(t *testing.T) {
	s := banco(t)
	if s.act() != "Da bruciare coperte: 3" {
		t.Errorf("%q", s.act())
	}
	s.keys("1\t20\n")
	s.shell.typedKey(fyne.KeyEscape)
	if s.act() != "Fate il vostro gioco" {
		t.Errorf("with a bet: %q", s.act())
	}
}

// A time to bet is 10 to 600 seconds, or none.
func TestTimeToBetAsItIsFilledIn(t *testing.T) {
	for typed, want := range map[string]int{"": 0, "0": 0, " 30 ": 30, "10": 10, "600": 600, "9": -1, "601": -1, "x": -1, "-5": -1} {
		n, err := seconds(typed)
		if err != nil {
			n = -1
		}
		if n != want {
			t.Errorf("%q is %d, want %d", typed, n, want)
		}
	}
}

// A window that is closed lets its time to bet stand: nothing happens at a table that
// another program has now.
func TestTimeToBetStandsWithTheWindow(t *testing.T) {
	s := timed(t, "LB1", record.Settings{BetTime: 30, BetTimeEnds: true})
	s.open()
	s.keys("1d\td")
	seq := s.table().Seq
	if err := s.shell.Release(); err != nil {
		t.Fatal(err)
	}
	s.pass(time.Minute)
	if s.table().Seq != seq || s.table().Phase() != pit.Betting {
		t.Errorf("phase %v after the window was closed", s.table().Phase())
	}
}
