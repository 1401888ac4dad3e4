package table

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/app/view"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// timed is a demo table whose bets are taken for so many seconds.
func timed(t *testing.T, table string, settings record.Settings) *seat {
	t.Helper()
	s := newSeat(t, table, "it")
	manager, err := s.Shell.House.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	set, _ := s.Shell.House.State.TableNamed(table)
	if set.Settings != nil {
		settings.Burn, settings.Float = set.Settings.Burn, set.Settings.Float
	}
	set.Settings = &settings
	if err := s.Shell.House.Staff().SetTable(set, manager); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *seat) announced() view.Announced { return s.screen.viewer().NextAct().Announce(s.Table()) }

// "PLACE YOUR BETS - 10", "ULTIME PUNTATE viene visualizzato quando rimangono solo 5
// secondi" (source 000): the time to bet runs by the window's clock, and closes nothing by
// itself.
func TestTimeToBet(t *testing.T) {
	s := timed(t, "LB1", record.Settings{BetTime: 30})
	s.Open()
	if a := s.announced(); a.Timed || a.Kind != view.BetsOpen || a.Text != "Fate il vostro gioco" {
		t.Fatalf("without a bet: %+v", a)
	}
	s.Keys("1g\tg")
	start := s.Clock().Time
	at := func(second int) view.Announced {
		s.Pass(start.Add(time.Duration(second) * time.Second).Sub(s.Clock().Time))
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
	if s.act() != "Tempo scaduto: annuncia «Nulla va più»" || s.Table().Deal().Phase() != hand.Betting {
		t.Errorf("at its end: %q in phase %v", s.act(), s.Table().Deal().Phase())
	}
	s.Keys("\n")
	if a := s.announced(); a.Timed || a.Kind != view.NoMoreBets || s.act() != "Nulla va più. Prima carta al box 1" {
		t.Errorf("after the call: %+v, %q", a, s.act())
	}
	s.Keys("8")
	if s.act() != "Carta al banco, scoperta" {
		t.Errorf("then: %q", s.act())
	}
}

// Where the house has it so, no more bets comes by itself; while the table is paused the
// time stands.
func TestTimeToBetEndsByItself(t *testing.T) {
	s := timed(t, "LB1", record.Settings{BetTime: 30, BetTimeEnds: true})
	s.Open()
	s.Keys("1g\tg")
	s.Pass(10 * time.Second)
	left := s.announced().Seconds
	s.F4("ma")
	if s.Table().Deal().Phase() != hand.Paused {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Pass(time.Hour)
	s.Keys("\n" + "riparato\n" + screentest.InspectorCode)
	if a := s.announced(); a.Kind != view.BetsOpen || a.Seconds < left-2 || a.Seconds > left {
		t.Errorf("after the pause %d seconds are left of %d: %+v", a.Seconds, left, a)
	}
	s.Pass(30 * time.Second)
	if s.Table().Deal().Phase() != hand.Dealing {
		t.Errorf("phase %v when the time is over", s.Table().Deal().Phase())
	}
}

// What was on its way when the time to bet ended is neither a card, a bet nor a decision:
// nobody can have meant it for what came by itself. An amount that nobody confirmed is no
// stake.
func TestKeysOnTheirWayDoNotCount(t *testing.T) {
	for _, way := range []string{"keys", "reader", "tap"} {
		s := timed(t, "LB1", record.Settings{BetTime: 30, BetTimeEnds: true})
		s.Open()
		s.Keys("1g\tg2")
		for s.Table().Deal().Phase() == hand.Betting {
			s.Pass(30 * time.Second / 100)
			if a := s.announced(); a.Seconds == 1 && s.screen.cursor.Typed == "" {
				s.Keys("10")
			}
		}
		if got := s.Table().Current.Round.On(2, "59", ""); got != 0 || !strings.Contains(s.said(), "10 al box 2 non era confermato") {
			t.Errorf("%s: %d lies on box 2: %s", way, got, s.said())
		}
		switch way {
		case "keys":
			s.Clock().Time = s.Clock().Time.Add(80 * time.Millisecond)
			for range 3 { // a hand that goes on with its amount
				s.Stroke('5')
				s.Pass(200 * time.Millisecond)
			}
			s.Shell.TypedKey(fyne.KeyReturn)
		case "reader":
			s.Burst("9S\n")
		case "tap":
			at, there := s.screen.strip.Board.Where("9")
			if !there {
				t.Fatal("no pad of cards")
			}
			test.TapCanvas(s.Shell.Window.Canvas(), fyne.CurrentApp().Driver().AbsolutePositionForObject(s.screen.strip).Add(at))
		}
		if n := len(s.Table().Current.Round.Laid); n != 0 || s.said() != s.Shell.Text.T("changed_by_itself") && way != "tap" {
			t.Errorf("%s: %d cards lie: %s", way, n, s.said())
		}
		s.Pass(300 * time.Millisecond)
		s.Keys("9")
		if n := len(s.Table().Current.Round.Laid); n != 1 {
			t.Errorf("%s: %d cards after the pause: %s", way, n, s.said())
		}
	}
}

func TestLastBetsAreAnnounced(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("1g\tgu")
	if a := s.announced(); a.Kind != view.LastBets || a.Text != "Ultime puntate" || s.Table().Current.LastBets.IsZero() {
		t.Fatalf("%+v: %s", a, s.said())
	}
	s.Keys("2g\tg\b\b\b")
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
		{"LB1", []string{"1g\tg", "\n", "8k8", "s"}},
		{"PB1", []string{"1\t20\n", "\n", "7s9d", "khkc"}},
		{"BJ1", []string{"1g", "\n", "8h9s", "\n"}},
	} {
		s := newSeat(t, c.table, "it")
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		if s.Table().Deal().Phase() == hand.Burning {
			s.Keys("3h")
		}
		for step, keys := range append([]string{""}, c.way...) {
			s.Keys(keys)
			phase, act := s.Table().Deal().Phase(), s.act()
			s.Shell.TypedKey(fyne.KeyEscape)
			s.F4("mb")
			if s.Table().Deal().Phase() != hand.Paused || s.screen.viewer().TopOf(s.Table(), s.Clock().Now()).Paused != "Gioco in pausa: telecamere fuori servizio" || s.act() != "In pausa. Per riprendere: Enter, poi firma un ispettore" {
				t.Fatalf("%s, step %d: phase %v, %q, %s", c.table, step, s.Table().Deal().Phase(), s.act(), s.said())
			}
			seq := s.Table().Seq
			s.Keys("1g8hs \n") // the last one asks what was done
			s.Shell.TypedKey(fyne.KeyEscape)
			if s.Table().Seq != seq {
				t.Fatalf("%s, step %d: something goes on in the pause", c.table, step)
			}
			s.F4("avisto\n" + screentest.CroupierCode)
			if s.Table().Deal().Phase() != hand.Paused {
				t.Fatalf("%s, step %d: the croupier has it go on", c.table, step)
			}
			s.Keys(screentest.InspectorCode)
			if s.Table().Deal().Phase() != phase || s.screen.viewer().TopOf(s.Table(), s.Clock().Now()).Paused != "" || s.act() != act && phase != hand.Betting {
				t.Fatalf("%s, step %d: phase %v, was %v; %q, was %q; %s", c.table, step, s.Table().Deal().Phase(), phase, s.act(), act, s.said())
			}
		}
	}
}

// The first card of a shoe says how many are burned; that is the next act, until somebody
// bets.
func TestBurningIsTheNextAct(t *testing.T) {
	s := banco(t)
	if s.act() != "Brucia 3 coperte (nessun tasto), poi le puntate" {
		t.Errorf("%q", s.act())
	}
	s.Keys("1\t20\n")
	s.Shell.TypedKey(fyne.KeyEscape)
	if s.act() != "Fate il vostro gioco" {
		t.Errorf("with a bet: %q", s.act())
	}
}

// A window that is closed lets its time to bet stand: nothing happens at a table that
// another program has now.
func TestTimeToBetStandsWithTheWindow(t *testing.T) {
	s := timed(t, "LB1", record.Settings{BetTime: 30, BetTimeEnds: true})
	s.Open()
	s.Keys("1g\tg")
	seq := s.Table().Seq
	if err := s.screen.Release(); err != nil {
		t.Fatal(err)
	}
	s.Pass(time.Minute)
	if s.Table().Seq != seq || s.Table().Deal().Phase() != hand.Betting {
		t.Errorf("phase %v after the window was closed", s.Table().Deal().Phase())
	}
}
