package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/games"
)

// A manager has limits changed from the table's menu, by keys alone: spot by spot, with
// what does not go in chips refused by its name, and no sooner than the next hand.
func TestLimitsChangeFromTheMenu(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "en"})
	s.open()
	menu := func() {
		s.shell.typedKey(fyne.KeyF10)
		s.keys("hm")
	}
	menu()
	s.keys("a10.55\n500\n") // 59
	s.keys("ea")            // announce, from the next hand on
	if got := s.said(); !strings.Contains(got, "59") || !strings.Contains(got, "5.00") && !strings.Contains(got, "of 5") {
		t.Errorf("10.55 with chips of 5: %q", got)
	}
	s.shell.closeOverlay()
	menu()
	s.keys("a20\n500\n")
	s.keys("ea")
	s.keys("114711\n") // no croupier
	if s.table().NewLimits != nil || s.table().Game.Options().Limits["59"].Min != 1000 {
		t.Error("a croupier has the limits changed")
	}
	s.keys("316931\n")
	if got := s.table().Game.Options().Limits["59"]; got != (games.Limit{Min: 2000, Max: 50000}) {
		t.Errorf("the limits are %+v: %s", got, s.said())
	}
	menu()
	s.keys("a50\n500\n")
	s.keys("ed316931\n") // in 45 minutes
	waits := s.table().NewLimits
	if waits == nil || s.table().Game.Options().Limits["59"].Min != 2000 {
		t.Fatalf("they do not wait: %s", s.said())
	}
	if a := s.shell.table.viewer().Announce(s.table()); a.Limits == nil || a.Limits.Minutes < 45 || len(a.Limits.Rows) != 1 {
		t.Errorf("players are told %+v", a.Limits)
	}
	menu()
	s.keys("f316931\n")
	if s.table().NewLimits != nil {
		t.Errorf("they wait still: %s", s.said())
	}
}
