package controls

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
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
