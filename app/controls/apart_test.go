package controls

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Of two lists beside each other the one keeps its lines together where a text of the
// other takes two.
func TestListsBesideEachOther(t *testing.T) {
	long := "one of the sentences that take more than a line of half"
	s := NewSheet(Sheet{
		Columns: []Column{{Width: 1}, {Width: 3}, {Width: 1}, {Width: 3}}, Apart: 2,
		Rows: [][]string{{"A", long, "1", "short"}, {"B", "short", "2", long}, {"C", "short", "", ""}},
	})
	s.draw(fyne.NewSize(1024, 768))
	var left, right []string
	for _, line := range s.lines {
		left, right = append(left, line[0]), append(right, line[2])
	}
	if want := []string{"A", "", "B", "C"}; !slices.Equal(left[:min(4, len(left))], want) {
		t.Errorf("at the left the lines begin with %q, want %q", left, want)
	}
	if want := []string{"1", "2"}; !slices.Equal(right[:2], want) {
		t.Errorf("at the right the lines begin with %q, want %q", right, want)
	}
}

// The heads of a table are all heavy or all light: one that does not fit its column in
// heavy letters stands beside no heavier one.
func TestHeadsAreOfOneWeight(t *testing.T) {
	seen := map[bool]int{}
	for narrow := float32(0.7); narrow < 1.3; narrow += 0.02 {
		s := NewSheet(Sheet{
			Columns: []Column{{Head: "Nummer", Width: narrow}, {Head: "Name", Width: 3}, {Head: "Rolle", Width: 6}},
			Rows:    [][]string{{"1", "a", "b"}},
		})
		s.draw(fyne.NewSize(1024, 768))
		weights := map[bool]int{}
		for _, o := range s.Board.objects {
			if line, ok := o.(*canvas.Text); ok && slices.Contains([]string{"Nummer", "Name", "Rolle"}, line.Text) {
				weights[line.TextStyle.Bold]++
				seen[line.TextStyle.Bold]++
			}
		}
		if len(weights) != 1 {
			t.Errorf("with a first column of %g, %d heads are heavy and %d light", narrow, weights[true], weights[false])
		}
	}
	if len(seen) != 2 {
		t.Errorf("only heads of one weight were seen: %v", seen)
	}
}

// A menu that is drawn for the first time leaves as much room as it does later: a choice
// that is told about in two lines stands between the edges of its key.
func TestMenuIsDrawnAtOnce(t *testing.T) {
	m := NewMenu(Menu{Title: "x", Choices: []Choice{{Label: "a", About: "one of the sentences that tell about a choice, and that take more than a single line below it on the key"}, {Label: "b"}}})
	size := fyne.NewSize(1024, 768)
	heights := func() (all []float32) {
		for _, o := range m.draw(size) {
			all = append(all, o.Position().Y, o.Size().Height)
		}
		return all
	}
	if first, later := heights(), heights(); !slices.Equal(first, later) {
		t.Errorf("drawn first: %v, later: %v", first, later)
	}
}
