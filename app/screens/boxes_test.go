package screens

import (
	"slices"
	"strings"
	"testing"

	"sabot/app/controls"
)

// A box is named by its own number, beyond nine with 0 before it, or by a tap; several in
// any order. What cannot be meant says why, and nothing changes its number.
func TestBoxesByTheirNumbers(t *testing.T) {
	s := banco(t)
	table := s.shell.table
	choices := []boxChoice{{Box: 2, About: "5"}, {Box: 4, About: "non deve nulla", Off: true}, {Box: 7, About: "7.50"}, {Box: 12, About: "2.50"}}
	drawn := func() *controls.Drawn { return s.shell.overlay.content().(*controls.Drawn) }

	var got []int
	table.askBoxes("Commissioni", "", choices, true, func(boxes []int) { got = boxes })
	s.keys("\n")
	if got != nil || !strings.Contains(words(drawn()), "Prima scegli un box") {
		t.Fatalf("Enter with no box: %v", got)
	}
	s.keys("4")
	if !strings.Contains(words(drawn()), "Box 4: non deve nulla") {
		t.Errorf("box 4, which owes nothing: %s", words(drawn()))
	}
	s.keys("3")
	if !strings.Contains(words(drawn()), "Box 3: qui non è possibile") {
		t.Errorf("box 3, which is not meant: %s", words(drawn()))
	}
	s.keys("027")           // twelve, seven
	s.touchOn(drawn(), "2") // two
	s.keys("7\n")           // not seven after all
	if !slices.Equal(got, []int{12, 2}) {
		t.Errorf("boxes %v, want 12 and 2", got)
	}

	got = nil
	table.askBoxes("Commissioni", "", choices, false, func(boxes []int) { got = boxes })
	s.keys("7")
	if !slices.Equal(got, []int{7}) {
		t.Errorf("boxes %v, want 7 at once", got)
	}
}

// words are all that is drawn.
func words(d *controls.Drawn) string {
	var all []string
	for _, o := range d.Board.Objects() {
		if text := drawnText(o); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, " | ")
}

// A menu's line has the letter of its place, be others off or not, and no digit.
func TestMenuLinesKeepTheirLetters(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.shell.table.openMenu()
	s.keys("1237")
	if s.shell.overlay == nil {
		t.Fatal("a digit chose a line of the menu")
	}
	s.keys("a") // off while the table is shut
	if s.shell.overlay == nil || s.table().Seq != 0 {
		t.Fatal("a line that is off was chosen")
	}
	s.keys("D") // the limits are off too, the letters go on
	s.keys("c")
	if !strings.Contains(words(s.shell.overlay.content().(*controls.Drawn)), "Ultime mani") {
		t.Error("C is not the third line")
	}
}
