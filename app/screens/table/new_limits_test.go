package table

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/games"
)

// A manager has limits changed from the table's menu, by keys alone: spot by spot, with
// what does not go in chips refused by its name, and no sooner than the next hand.
func TestLimitsChangeFromTheMenu(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	menu := func() {
		s.Shell.TypedKey(fyne.KeyF10)
		s.Keys("hm")
	}
	menu()
	s.Keys("a10.55\n500\n") // 59
	s.Keys("ea")            // announce, from the next hand on
	if got := s.said(); !strings.Contains(got, "59") || !strings.Contains(got, "5.00") && !strings.Contains(got, "of 5") {
		t.Errorf("10.55 with chips of 5: %q", got)
	}
	s.Shell.CloseOverlay()
	menu()
	s.Keys("a20\n500\n")
	s.Keys("ea")
	s.Keys("114711\n") // no croupier
	if s.Table().NewLimits != nil || s.Table().Game.Options().Limits["59"].Min != 1000 {
		t.Error("a croupier has the limits changed")
	}
	s.Keys("316931\n")
	if got := s.Table().Game.Options().Limits["59"]; got != (games.Limit{Min: 2000, Max: 50000}) {
		t.Errorf("the limits are %+v: %s", got, s.said())
	}
	menu()
	s.Keys("a50\n500\n")
	s.Keys("ed316931\n") // in 45 minutes
	waits := s.Table().NewLimits
	if waits == nil || s.Table().Game.Options().Limits["59"].Min != 2000 {
		t.Fatalf("they do not wait: %s", s.said())
	}
	if a := s.screen.viewer().NextAct().Announce(s.Table()); a.Limits == nil || a.Limits.Minutes < 45 || len(a.Limits.Rows) != 1 {
		t.Errorf("players are told %+v", a.Limits)
	}
	menu()
	s.Keys("f316931\n")
	if s.Table().NewLimits != nil {
		t.Errorf("they wait still: %s", s.said())
	}
}

// What was changed during play goes back with the closing: the line at the top of the closed table, its page of limits and the page
// on which the next opening is signed say by which limits it opens.
func TestClosedTableSaysTheLimitsOfTheNextOpening(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Keys("hm" + "a20\n500\n" + "ea" + screentest.ManagerCode)
	s.Says("59 20–500")
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys(screentest.Counted + screentest.CroupierCode + screentest.InspectorCode)
	s.LeaveOverlays()
	s.Says("59 10–500")
	if rows := s.screen.viewer().Limits(s.Table(), nil); rows[0].Min != "10" {
		t.Errorf("F2 has %+v", rows[0])
	}
	if tile := s.screen.viewer().Floor().Tile(s.Table(), nil); strings.Contains(tile.Minimum, "20") {
		t.Errorf("the floor has %q", tile.Minimum)
	}
	s.Keys("\n" + screentest.Counted)
	s.Shows("59: 20–500 → 10–500")
}

// Limits that wait do not outlive the closing: the page on which it is signed says that they do not begin.
func TestClosingSaysThatAnnouncedLimitsDoNotBegin(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Keys("hm" + "a20\n500\n" + "ed" + screentest.ManagerCode) // in 45 minutes
	if s.Table().NewLimits == nil {
		t.Fatalf("they do not wait: %s", s.said())
	}
	s.LeaveOverlays()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys(screentest.Counted)
	s.Shows("begin: the table closes before.")
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	s.LeaveOverlays()
	s.Keys("\n" + screentest.Counted + screentest.CroupierCode + screentest.InspectorCode)
	if !s.Table().Open || s.Table().Shift != 2 || s.Table().NewLimits != nil {
		t.Errorf("open %v, shift %d, waiting %+v", s.Table().Open, s.Table().Shift, s.Table().NewLimits)
	}
}

// Whose minimum alone changes keeps its maximum, every bet of the three games: also PLAY, which the 59 beside it caps.
func TestMinimumAloneLeavesTheRestOfTheLimits(t *testing.T) {
	for _, name := range []string{"LB1", "PB1", "BJ1"} {
		s := newSeat(t, name, "en")
		s.Keys("\n" + screentest.Counted + screentest.CroupierCode + screentest.InspectorCode + "\n")
		spots := games.PresetSpots(s.Table().Game)
		for n, spot := range spots {
			before := maps.Clone(s.Table().Game.Options().Limits)
			was := before[spot.Name]
			if was.Max == 0 { // it has one first
				was.Max = 40_000
			}
			change := func(least, most games.Amount) {
				s.Shell.TypedKey(fyne.KeyF10)
				s.Keys("hm" + string(rune('a'+n)) + strconv.Itoa(int(least/100)) + "\n" + strconv.Itoa(int(most/100)) + "\n")
				s.Choose("new_limits_announce")
				s.Keys("a" + screentest.ManagerCode)
				s.LeaveOverlays()
			}
			change(was.Min+1000, was.Max)
			is := s.Table().Game.Options().Limits
			want := maps.Clone(before)
			want[spot.Name] = games.Limit{Min: was.Min + 1000, Max: was.Max}
			if !maps.Equal(is, want) {
				t.Errorf("%s, %s: the limits are %+v, want %+v: %s", name, spot.Name, is, want, s.said())
			}
		}
	}
}
