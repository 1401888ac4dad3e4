package architecture

import (
	"regexp"
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

// A label and its value are joined by the catalogue alone: French writes a space before the colon.
func TestColonsAreOfTheLanguage(t *testing.T) {
	joined := regexp.MustCompile(`\+=? ?": ?"`)
	sourcesOf(t, func(path, source string) {
		if found := joined.FindString(source); found != "" {
			t.Errorf("%s has %s: see Label and Colon in app/text", path, found)
		}
	}, "app/controls", "app/practice", "app/screens", "app/session", "app/text", "app/view")
}
