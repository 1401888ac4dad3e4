package screens

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/pit"
)

// again starts the program once more on the same record.
func (s *seat) again() *seat {
	s.t.Helper()
	if err := errors.Join(s.shell.Release(), s.shell.house.Close()); err != nil {
		s.t.Fatal(err)
	}
	return seatAt(s.t, s.dir, s.shell.options)
}

// A program that starts at a table that is open knows nobody: it asks for the PIN of who
// deals, and no key does anything before.
func TestOpenTableAsksWhoDeals(t *testing.T) {
	for _, c := range []struct {
		name, code, croupier string
	}{{"the croupier on duty", "114711\n", "11"}, {"another one, who relieves", "124712\n", "12"}} {
		s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
		s.open()
		s.keys("125\t25\n")
		next := s.again()
		seq := next.table().Seq
		next.keys("1d \n")
		next.shell.typedKey(fyne.KeyF9)
		next.shell.typedKey(fyne.KeyF3)
		next.keys("\b\b\b\b" + "215821\n") // the inspector deals no cards
		if next.table().Seq != seq || next.shell.overlay == nil {
			t.Fatalf("%s: %d entries before the PIN", c.name, next.table().Seq-seq)
		}
		next.keys(c.code)
		if next.shell.overlay != nil || next.table().Croupier != c.croupier || next.table().Phase() != pit.Betting {
			t.Errorf("%s: %s deals, %s", c.name, next.table().Croupier, next.said())
		}
		if got := next.table().Current.On(1, "play", ""); got != 2500 {
			t.Errorf("%s: PLAY is %d", c.name, got)
		}
	}
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	next := s.again()
	next.keys("\x1b")
	if next.shell.table != nil {
		t.Error("Esc lets whoever stands there in")
	}
}

// In an open shift closing Sabot is asked about.
func TestQuitAsks(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	closed := false
	s.shell.exit = func() { closed = true }
	s.shell.typedKey(fyne.KeyF10)
	s.keys("l")
	if closed || s.shell.overlay == nil || !strings.Contains(words(s.shell.overlay.content().(*controls.Drawn)), "Il tavolo LB1 è aperto") {
		t.Fatalf("closed %v without a question", closed)
	}
	s.keys("a")
	if closed {
		t.Fatal("who stays leaves")
	}
	s.shell.closeOverlay()
	s.shell.quit()
	s.keys("b")
	if !closed {
		t.Error("who leaves stays")
	}
}
