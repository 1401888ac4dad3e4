package controls

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
)

// While a report of the house is shown beside the list, no line of it and no kind of report is lit.
func TestDeskLightsNothingOfWhatIsApart(t *testing.T) {
	lit := func(apart bool) int {
		d := NewDesk()
		d.Set(DeskView{Lines: []DeskLine{{Text: "PB1"}}, Kinds: []DeskKey{{Label: "Shift", Key: "1"}}, Apart: apart})
		n := 0
		for _, o := range d.draw(fyne.NewSize(1366, 768)) {
			if r, ok := o.(*canvas.Rectangle); ok && r.FillColor == theme.KeyDown {
				n++
			}
		}
		return n
	}
	if beside, of := lit(true), lit(false); beside != 0 || of != 2 {
		t.Errorf("%d places are lit beside a report of the house, %d beside one of a shift", beside, of)
	}
}
