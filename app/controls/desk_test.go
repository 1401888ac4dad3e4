package controls

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Whatever is chosen is seen, however long the list, and the keys below it go through it
// all.
func TestDeskFollowsWhatIsChosen(t *testing.T) {
	test.NewTempApp(t)
	var view DeskView
	for i := range 80 {
		if i%4 == 0 {
			view.Lines = append(view.Lines, DeskLine{Heading: true, Text: fmt.Sprint("day ", i)})
			continue
		}
		view.Lines = append(view.Lines, DeskLine{Text: fmt.Sprint("shift ", i)})
	}
	d := NewDesk()
	d.Resize(fyne.NewSize(1024, 768))
	choose := func(i int) {
		for view.Lines[i].Heading {
			i++
		}
		view.Chosen = i
		d.Set(view)
		if _, there := d.Where(view.Lines[i].Text); !there {
			t.Errorf("%s is not seen", view.Lines[i].Text)
		}
	}
	d.OnChoose = choose
	for _, i := range []int{1, 2, 30, 79, 78, 50, 49, 5, 1} {
		choose(i)
	}
	for range 30 {
		p, _ := d.Where("▼")
		d.Tapped(&fyne.PointEvent{Position: p})
	}
	if view.Chosen != 79 {
		t.Errorf("the end is %d", view.Chosen)
	}
}
