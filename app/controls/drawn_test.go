package controls

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Fyne forgets the renderer of what was not painted for a minute, as the table behind the office, and makes another
// one when it comes back in its old size: it must show all at once.
func TestDrawnComesBackAfterItsRendererIsForgotten(t *testing.T) {
	drawn := 0
	d := NewDrawn(fyne.NewSize(10, 10), func(fyne.Size) []fyne.CanvasObject {
		drawn++
		return []fyne.CanvasObject{canvas.NewText("9", nil)}
	}, nil)
	d.Refresh()
	if d.Resize(fyne.NewSize(100, 100)); drawn != 1 {
		t.Errorf("it was drawn %d times in its first size, want once", drawn)
	}
	again := d.CreateRenderer()
	if len(again.Objects()) == 0 {
		t.Error("it comes back blank")
	}
	if again.Refresh(); len(again.Objects()) == 0 {
		t.Error("it stays blank though it is told to draw itself")
	}
}
