package controls

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/theme"
)

// lefts are where the texts that begin so begin, in the order in which they were drawn.
func lefts(d *Drawn, begins ...string) (at []float32, sizes []float32) {
	for _, o := range test.WidgetRenderer(d).Objects() {
		t, ok := o.(*canvas.Text)
		for _, b := range begins {
			if ok && strings.HasPrefix(t.Text, b) {
				at, sizes = append(at, t.Position().X), append(sizes, t.TextSize)
			}
		}
	}
	return at, sizes
}

// A column begins at one line: its head, its texts, and what of them goes on below; and
// not where the figures beside it end.
func TestColumnsBeginAtOneLine(t *testing.T) {
	test.NewTempApp(t)
	s := NewSheet(Sheet{
		Title: "Limits", Rows: [][]string{{"21+3", "100", strings.Repeat("pays ", 60)}},
		Columns: []Column{{Head: "Spot", Width: 1}, {Head: "Most", Width: 1, Align: 1}, {Head: "Pays", Width: 4}},
	})
	s.Resize(fyne.NewSize(1024, 768))
	at, _ := lefts(s.Drawn, "Pays", "pays")
	if len(at) < 3 {
		t.Fatalf("%d texts in the column", len(at))
	}
	for _, x := range at {
		if x != at[0] {
			t.Errorf("the column begins at %v", at)
			break
		}
	}
	for _, o := range test.WidgetRenderer(s.Drawn).Objects() {
		if f, ok := o.(*canvas.Text); ok && f.Text == "100" && at[0]-f.Position().X-f.Size().Width < 15 {
			t.Errorf("the figure ends at %v, the text begins at %v", f.Position().X+f.Size().Width, at[0])
		}
	}
}

// What is suggested begins at one line and in letters of one size, whatever key takes it.
func TestSuggestionsBeginAtOneLine(t *testing.T) {
	test.NewTempApp(t)
	p := NewPrompt(Prompt{Title: "Why", Suggestions: []string{"Seen", "Seal"}})
	p.Resize(fyne.NewSize(1024, 768))
	at, sizes := lefts(p.Drawn, "Sea", "See")
	if len(at) != 2 || at[0] != at[1] || sizes[0] != sizes[1] {
		t.Errorf("they begin at %v, in letters of %v", at, sizes)
	}
}

// One line of a count is framed, the one that is typed in; a wrong one is marked otherwise.
func TestCountFramesOneLine(t *testing.T) {
	test.NewTempApp(t)
	c := NewCount(Count{Show: func([]string) Counted {
		return Counted{Lines: []CountLine{{Chip: "100", Typed: "10", Wrong: true}, {Chip: "25"}}}
	}}, 2)
	c.Key(fyne.KeyDown)
	c.Resize(fyne.NewSize(1024, 768))
	framed, marked := 0, 0
	for _, o := range test.WidgetRenderer(c.Drawn).Objects() {
		r, ok := o.(*canvas.Rectangle)
		switch {
		case !ok:
		case r.StrokeColor == color.Color(theme.Place) || r.StrokeColor == color.Color(theme.Warn):
			framed++
		case r.FillColor == color.Color(theme.Warn):
			marked++
		}
	}
	if framed != 1 || marked != 1 {
		t.Errorf("%d lines are framed, %d marked", framed, marked)
	}
}

// Beyond the first chip of a count and its last no key goes on to the other end; Home and End go there.
func TestCountDoesNotWrap(t *testing.T) {
	test.NewTempApp(t)
	c := NewCount(Count{Show: func(typed []string) Counted { return Counted{Lines: make([]CountLine, len(typed))} }}, 3)
	for _, step := range []struct {
		key  fyne.KeyName
		line int
	}{{fyne.KeyUp, 0}, {fyne.KeyEnd, 2}, {fyne.KeyDown, 2}, {fyne.KeyTab, 2}, {fyne.KeyUp, 1}, {fyne.KeyHome, 0}, {fyne.KeyDown, 1}} {
		if !c.Key(step.key) || c.line != step.line {
			t.Errorf("%s goes to line %d, not %d", step.key, c.line, step.line)
		}
	}
}
