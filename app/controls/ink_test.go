package controls

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"sabot/app/theme"
)

// An amount stays on the line of its currency.
func TestAmountsAreNotBroken(t *testing.T) {
	test.NewTempApp(t)
	const sentence = "+ Boîte à billets, estimée des achats : CHF 1 250,00 · EUR 20,00"
	for width := float32(120); width < 560; width += 7 {
		lines := Wrap(sentence, readable, width)
		if strings.Join(lines, " ") != sentence {
			t.Fatalf("%q", lines)
		}
		for _, l := range lines {
			if strings.HasSuffix(l, "CHF") || strings.HasSuffix(l, "EUR") {
				t.Errorf("%.0f wide: %q", width, lines)
			}
		}
	}
}

// A placed text is as large as Fyne says, when it is placed again and in another typeface too.
func TestPlacedTextIsAsLargeAsItIs(t *testing.T) {
	test.NewTempApp(t)
	for range 2 {
		for _, bold := range []bool{false, true} {
			for _, size := range []float32{16, 40} {
				for _, s := range []string{"", "Banco", "CHF 1 250,00"} {
					text := lettered(s, theme.Ink, bold)
					text.TextSize = size
					if Place(text, 0, 0, 100, 100, 0); text.Size() != text.MinSize() {
						t.Errorf("%q of %.0f, bold %v: %v, not %v", s, size, bold, text.Size(), text.MinSize())
					}
					text.FontSource = theme.Face(!bold)
					if Place(text, 0, 0, 100, 100, 0); text.Size() != text.MinSize() {
						t.Errorf("%q in the other typeface: %v, not %v", s, text.Size(), text.MinSize())
					}
				}
			}
		}
	}
}
