package architecture

import (
	"strings"
	"testing"
)

// A line that is drawn or measured anywhere else has Fyne read three fonts more for each weight.
func TestLinesAreLetteredInOnePlace(t *testing.T) {
	sourcesOf(t, func(path, source string) {
		for _, made := range []string{"canvas.NewText(", "canvas.Text{", "fyne.MeasureText("} {
			if path != "../../app/controls/ink.go" && strings.Contains(source, made) && !strings.Contains(source, "[]*"+made) {
				t.Errorf("%s has %s: see lettered and measure in app/controls", path, made)
			}
		}
	}, "app")
}
