package controls

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/reports"
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

// Turning goes down a page, over to the next one and back again.
func TestPaperTurns(t *testing.T) {
	test.NewTempApp(t)
	p := NewPaper()
	p.Turn(1) // nothing is there, and no size yet
	p.Resize(fyne.NewSize(620, 520))
	p.Show(make([]reports.Page, 2))
	for turns := 0; ; turns++ {
		if page, of := p.Place(); page == of {
			if turns < 2 {
				t.Errorf("the second page after %d turns", turns)
			}
			break
		}
		if turns > 5 {
			t.Fatal("it never turns over")
		}
		p.Turn(1)
	}
	p.Turn(-1)
	if page, _ := p.Place(); page != 1 || p.y == 0 {
		t.Errorf("back on page %d at %v", page, p.y)
	}
	p.Zoom(-5)
	p.Turn(1)
	if page, _ := p.Place(); page != 2 {
		t.Error("a whole page is turned in one")
	}
	p.Zoom(9)
	p.Aside(9)
	if wide, _ := p.view(); p.x+wide > reports.Wide+0.01 {
		t.Errorf("beyond the page: %v", p.x+wide)
	}
}

// What the marks say is on the paper: ink where there is text, white beside it.
func TestPaperIsInked(t *testing.T) {
	page := reports.Page{Marks: []reports.Mark{{X: 20, Y: 20, W: 100, H: 10, Text: "Turno", Size: 20, Bold: true}, {X: 20, Y: 100, W: 50, H: 10, Fill: true}}}
	picture := printed(page, 420, 594, 2, 0, 0)
	dark := func(x0, y0, x1, y1 int) (n int) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				if r, _, _, _ := picture.At(x, y).RGBA(); r < 0x4000 {
					n++
				}
			}
		}
		return n
	}
	if dark(40, 40, 240, 60) < 100 || dark(0, 70, 420, 594) != 0 {
		t.Errorf("%d dark points on the text, %d elsewhere", dark(40, 40, 240, 60), dark(0, 70, 420, 594))
	}
	if r, _, _, _ := picture.At(60, 210).RGBA(); r>>8 != 232 {
		t.Errorf("the ground is %d", r>>8)
	}
}
