package controls

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/view"
)

// A notch of the wheel is what an arrow key is, in every list and page that scrolls.
func TestWheelIsTheArrowKeys(t *testing.T) {
	test.NewTempApp(t)
	rows := make([][]string, 60)
	for i := range rows {
		rows[i] = []string{"row"}
	}
	columns := []Column{{Width: 1}}
	picker := NewPicker(Picker{Rows: rows, Columns: columns})
	sheet := NewSheet(Sheet{Rows: rows, Columns: columns})
	history := NewHistory(History{Hands: make([]view.Shown, 20), Staked: func(string) string { return "" }})
	for _, c := range []struct {
		name string
		*Drawn
		at func() int
	}{
		{"picker", picker.Drawn, picker.Chosen}, {"sheet", sheet.Drawn, func() int { return sheet.first }}, {"history", history.Drawn, func() int { return history.first }},
	} {
		c.Resize(fyne.NewSize(1024, 768))
		turn := func(notches float32) { c.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 10*notches)}) }
		start := c.at()
		turn(-3)
		down := c.at()
		turn(3)
		if down == start || c.at() != start {
			t.Errorf("%s: at %d, with the wheel down at %d, and up again at %d", c.name, start, down, c.at())
		}
	}
}
