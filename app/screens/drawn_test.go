package screens

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// drawnText is the text of an object, "" for one that has none.
func drawnText(o fyne.CanvasObject) string {
	if t, ok := o.(*canvas.Text); ok {
		return t.Text
	}
	return ""
}
