package table

import (
	"slices"
	"strings"
	"testing"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
)

// A box is named by its own number, beyond nine with 0 before it, or by a tap; several in
// any order. What cannot be meant says why, and nothing changes its number.
func TestBoxesByTheirNumbers(t *testing.T) {
	s := banco(t)
	table := s.screen
	choices := []boxChoice{{Box: 2, About: "5"}, {Box: 4, About: "non deve nulla", Off: true}, {Box: 7, About: "7.50"}, {Box: 12, About: "2.50"}}
	drawn := func() *controls.Drawn { return s.Shell.Overlay().Content().(*controls.Drawn) }

	var got []int
	table.bets().askBoxes("Commissioni", "", choices, true, func(boxes []int) { got = boxes })
	s.Keys("\n")
	if got != nil || !strings.Contains(screentest.Words(drawn()), "Prima scegli un box") {
		t.Fatalf("Enter with no box: %v", got)
	}
	s.Keys("4")
	if !strings.Contains(screentest.Words(drawn()), "Box 4: non deve nulla") {
		t.Errorf("box 4, which owes nothing: %s", screentest.Words(drawn()))
	}
	s.Keys("3")
	if !strings.Contains(screentest.Words(drawn()), "Box 3: qui non è possibile") {
		t.Errorf("box 3, which is not meant: %s", screentest.Words(drawn()))
	}
	s.Keys("027")           // twelve, seven
	s.TouchOn(drawn(), "2") // two
	s.Keys("7\n")           // not seven after all
	if !slices.Equal(got, []int{12, 2}) {
		t.Errorf("boxes %v, want 12 and 2", got)
	}

	got = nil
	table.bets().askBoxes("Commissioni", "", choices, false, func(boxes []int) { got = boxes })
	s.Keys("7")
	if !slices.Equal(got, []int{7}) {
		t.Errorf("boxes %v, want 7 at once", got)
	}
}

// A menu's line has the letter of its place, be others off or not, and no digit.
func TestMenuLinesKeepTheirLetters(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.screen.pages().openMenu()
	s.Keys("1237")
	if s.Shell.Overlay() == nil {
		t.Fatal("a digit chose a line of the menu")
	}
	s.Keys("a") // off while the table is shut
	if s.Shell.Overlay() == nil || s.Table().Seq != 0 {
		t.Fatal("a line that is off was chosen")
	}
	s.Keys("B") // nobody deals there yet either, the letters go on
	s.Keys("c")
	if !strings.Contains(screentest.Words(s.Shell.Overlay().Content().(*controls.Drawn)), "Ultime mani") {
		t.Error("C is not the third line")
	}
}
