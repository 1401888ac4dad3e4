package office

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/pit/record"
)

// What lies over a page keeps taps and the wheel from it, also where nothing of it can be pressed: beside the
// fields of a form, and beside its panel.
func TestNothingGoesThroughAForm(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	touched := 0
	o.desk.Noticed = func() { touched++ }
	canvas := s.Shell.Window.Canvas()
	test.TapCanvas(canvas, fyne.NewPos(10, 400))
	test.Scroll(canvas, fyne.NewPos(10, 400), 0, -10)
	if touched != 2 {
		t.Fatalf("the office under no form was touched %d times", touched)
	}
	s.Slowly("mf\n")
	form := s.Shell.Overlay().Content()
	touched = 0
	for x := float32(10); x < 100; x += 30 {
		for y := float32(10); y < 760; y += 10 {
			test.TapCanvas(canvas, fyne.NewPos(x, y))
			test.Scroll(canvas, fyne.NewPos(x, y), 0, -10)
		}
	}
	if touched > 0 || s.Shell.Overlay().Content() != form {
		t.Errorf("the office under the form was touched %d times", touched)
	}
}
