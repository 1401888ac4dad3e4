package controls

import (
	"testing"

	"fyne.io/fyne/v2"
)

// Enter lies where it was drawn on the two screens that were drawn, and on others between and beyond them whole in
// the window, at its lower right.
func TestEnterLiesWhereItWasDrawn(t *testing.T) {
	for _, c := range []struct {
		window fyne.Size
		want   Bounds
	}{
		{fyne.NewSize(1920, 1080), Bounds{1600, 946, 308, 122}},
		{fyne.NewSize(1024, 768), Bounds{853, 673, 164, 87}},
		{fyne.NewSize(1366, 768), Bounds{1138, 673, 219, 87}},
		{fyne.NewSize(1280, 800), Bounds{1066, 701, 205, 91}},
	} {
		if got := EnterPlace(c.window); got != c.want {
			t.Errorf("%v: %v, want %v", c.window, got, c.want)
		}
	}
	for wide := float32(800); wide <= 3840; wide += 37 {
		for high := float32(600); high <= 2160; high += 41 {
			at := EnterPlace(fyne.NewSize(wide, high))
			if at.X+at.W >= wide || at.Y+at.H >= high || at.X < wide*0.8 || wide-at.X-at.W > wide*0.02 || at.H < 48 {
				t.Fatalf("%.0fx%.0f: %v", wide, high, at)
			}
		}
	}
}
