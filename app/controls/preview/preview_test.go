package preview

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/reports/paper"
)

// Turning goes down a page, over to the next one and back again.
func TestPaperTurns(t *testing.T) {
	test.NewTempApp(t)
	p := NewPaper()
	p.Turn(1) // nothing is there, and no size yet
	p.Resize(fyne.NewSize(620, 520))
	p.Show(make([]paper.Page, 2))
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
	if wide, _ := p.view(); p.x+wide > paper.Wide+0.01 {
		t.Errorf("beyond the page: %v", p.x+wide)
	}
}

// What the marks say is on the paper: ink where there is text, white beside it.
func TestPaperIsInked(t *testing.T) {
	page := paper.Page{Marks: []paper.Mark{{X: 20, Y: 20, W: 100, H: 10, Text: "Turno", Size: 20, Bold: true}, {X: 20, Y: 100, W: 50, H: 10, Fill: true}}}
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
