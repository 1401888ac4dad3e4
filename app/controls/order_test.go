package controls

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2/test"
)

// What has others read in another order is a question mark in a window too.
func TestTextIsReadInItsOrder(t *testing.T) {
	test.NewTempApp(t)
	if got := Text("Bruno\u202e (21)", 14, color.Black, false, 0).Text; got != "Bruno? (21)" {
		t.Errorf("it is shown as %q", got)
	}
}
