package screens

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/screens/screentest"
	"sabot/app/theme"
)

// inks returns the colours of all lines of the page that is shown, and the size of its smallest letters.
func inks(s *screentest.Seat) (all []color.Color, least float32) {
	least = 100
	for _, d := range screentest.Drawing(s.Shell.Top().Content(), 0, 0, nil) {
		if line, ok := d.O.(*canvas.Text); ok && strings.TrimSpace(line.Text) != "" {
			all, least = append(all, line.Color), min(least, line.TextSize)
		}
	}
	return all, least
}

// Look and letters are chosen by keys, are seen at once and are there again when the program starts again. Options name
// others for one run, and nothing is kept of them.
func TestLookAndLettersAreOfThisMachine(t *testing.T) {
	t.Cleanup(func() { theme.Wear(theme.Dark); theme.Enlarge(0) })
	s := arrive(t, Options{Language: "it"})
	s.Shell.Window.Resize(fyne.NewSize(1366, 768))
	dark := theme.Text
	before, small := inks(s.Seat)
	s.Keys("c")
	s.Says("✓ Scuro")
	s.Says("✓ 100 %")
	s.Keys("f")
	after, _ := inks(s.Seat)
	if theme.Worn() != theme.Light || !slices.Contains(before, color.Color(dark)) || slices.Contains(after, color.Color(dark)) || !slices.Contains(after, color.Color(theme.Text)) {
		t.Errorf("light: %v\nfirst it was %v", after, before)
	}
	s.Keys("c")
	s.Says("✓ Chiaro")
	s.Keys("i")
	if _, large := inks(s.Seat); theme.Enlarged() != 150 || large < 1.2*small {
		t.Errorf("at %d %% the smallest letters are %.1f, before %.1f", theme.Enlarged(), large, small)
	}
	again := func(o Options) (theme.Look, int) {
		theme.Wear(theme.Dark)
		theme.Enlarge(0)
		Dress(fyne.CurrentApp(), o)
		return theme.Worn(), theme.Enlarged()
	}
	if look, letters := again(Options{}); look != theme.Light || letters != 150 {
		t.Errorf("started again: look %d, letters %d", look, letters)
	}
	if _, letters := again(Options{Letters: 125}); letters != 125 {
		t.Errorf("--text 125: %d", letters)
	}
	s.Keys("ce")
	s.Keys("cg")
	if look, letters := again(Options{}); look != theme.Dark || letters != 100 {
		t.Errorf("dark again: look %d, letters %d", look, letters)
	}
	if look, letters := again(Options{Light: true, Letters: 150}); look != theme.Light || letters != 150 {
		t.Errorf("--light --text 150: look %d, letters %d", look, letters)
	}
	if look, letters := again(Options{}); look != theme.Dark || letters != 100 {
		t.Errorf("options are kept: look %d, letters %d", look, letters)
	}
	if err := (Options{Letters: 130}).Check(); err == nil || !strings.Contains(err.Error(), "100 125 150") {
		t.Errorf("--text 130: %v", err)
	}
	if err := (Options{Letters: 125}).Check(); err != nil {
		t.Errorf("--text 125: %v", err)
	}
}
