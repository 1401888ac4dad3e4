package theme_test

import (
	"testing"
	"unicode"

	"fyne.io/fyne/v2"
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"golang.org/x/image/font/sfnt"

	"sabot/app/theme"
	"sabot/pit/record"
)

// TestWhatMayBeRecordedIsInEveryFont: each letter that the record takes can be shown on the
// screen and printed, bold as well.
func TestWhatMayBeRecordedIsInEveryFont(t *testing.T) {
	screen := theme.Theme{Scale: 1}
	for name, ttf := range map[string][]byte{
		"screen": screen.Font(fyne.TextStyle{}).Content(), "screen bold": screen.Font(fyne.TextStyle{Bold: true}).Content(),
		"paper": dejavusans.TTF, "paper bold": dejavusansbold.TTF,
	} {
		face, err := sfnt.Parse(ttf)
		if err != nil {
			t.Fatal(err)
		}
		var buf sfnt.Buffer
		n := 0
		for _, of := range record.Letters().R16 {
			for r := rune(of.Lo); r <= rune(of.Hi); r += rune(of.Stride) {
				n++
				if glyph, err := face.GlyphIndex(&buf, r); err != nil || glyph == 0 {
					t.Errorf("%s: %c (U+%04X) is missing", name, r, r)
				}
				if unicode.IsControl(r) {
					t.Errorf("U+%04X steers a terminal", r)
				}
			}
		}
		if n < 700 {
			t.Fatalf("only %d letters", n)
		}
	}
}
