package controls

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
)

// plates are the keys that are drawn.
func plates(objects []fyne.CanvasObject) (all []*canvas.Rectangle) {
	for _, o := range objects {
		if r, ok := o.(*canvas.Rectangle); ok && (r.FillColor == theme.Key || r.FillColor == theme.Enter) {
			all = append(all, r)
		}
	}
	return all
}

// The key that closes a page ends at the edge at which the keys below it end. That of Enter has its own place.
func TestKeysEndAtOneEdge(t *testing.T) {
	long := make([][]string, 40)
	for i := range long {
		long[i] = []string{"x"}
	}
	nothing := func() {}
	for name, draw := range map[string]func(fyne.Size) []fyne.CanvasObject{
		"menu":   NewMenu(Menu{Title: "x", Close: "c", OnClose: nothing, Choices: []Choice{{Label: "a"}, {Label: "b"}}}).draw,
		"picker": NewPicker(Picker{Title: "x", Close: "c", OnClose: nothing, Columns: []Column{{Head: "x", Width: 1}}, Rows: long}).draw,
		"sheet":  NewSheet(Sheet{Title: "x", Close: "c", OnClose: nothing, OK: "ok", OnOK: nothing, Columns: []Column{{Head: "x", Width: 1}}, Rows: long}).draw,
	} {
		size := fyne.NewSize(1024, 768)
		draw(size)
		right := float32(0)
		enter := EnterPlace(size)
		keys := slices.DeleteFunc(plates(draw(size)), func(k *canvas.Rectangle) bool { return k.Position().X == enter.X && k.Position().Y == enter.Y })
		for _, k := range keys {
			right = max(right, k.Position().X+k.Size().Width)
		}
		at := 0
		for _, k := range keys {
			if end := k.Position().X + k.Size().Width; end > right-1 {
				at++
			} else if end > right-20 {
				t.Errorf("%s: a key ends at %.0f, another at %.0f", name, end, right)
			}
		}
		if at < 2 {
			t.Errorf("%s: %d keys end at the right edge", name, at)
		}
	}
}

// What is said about a choice stands as close below it in one line as in two.
func TestChoicesStandCloseAboveWhatIsSaid(t *testing.T) {
	m := NewMenu(Menu{Title: "x", Choices: []Choice{
		{Label: "first", About: "one of the sentences that tell about a choice, and that take more than a single line below it on the key"},
		{Label: "second", About: "short"},
	}})
	size := fyne.NewSize(1024, 768)
	m.draw(size)
	middle := func(begins string) float32 {
		for _, o := range m.draw(size) {
			if line, ok := o.(*canvas.Text); ok && strings.HasPrefix(line.Text, begins) {
				return line.Position().Y + line.Size().Height/2
			}
		}
		t.Fatalf("no %q", begins)
		return 0
	}
	if two, one := middle("one of")-middle("first"), middle("short")-middle("second"); max(two-one, one-two) > 1 {
		t.Errorf("%.0f below the label in two lines, %.0f in one", two, one)
	}
}

// Keys in a row are drawn one way: where one has its hint below its label, all have.
func TestKeysOfAListAreDrawnOneWay(t *testing.T) {
	p := NewPicker(Picker{
		Title: "x", Columns: []Column{{Head: "x", Width: 1}}, Rows: [][]string{{"x"}},
		Acts: []PickerAct{{Label: "Open", Do: func(int) {}}, {Label: "What of it", Key: "W"}, {Label: "a", Key: "A"}, {Label: "b", Key: "B"}, {Label: "c", Key: "C"}, {Label: "d", Key: "D"}, {Label: "e", Key: "E"}},
	})
	at := map[string]float32{}
	for _, o := range p.draw(fyne.NewSize(1024, 768)) {
		if line, ok := o.(*canvas.Text); ok {
			at[line.Text] = line.Position().Y
		}
	}
	if at["W"] == at["What of it"] {
		t.Fatal("the hint of the long one has room at its side")
	}
	for label, hint := range map[string]string{"a": "A", "e": "E"} {
		if at[hint] != at["W"] || at[label] != at["What of it"] {
			t.Errorf("%s stands at %.0f, its hint at %.0f: others at %.0f and %.0f", label, at[label], at[hint], at["What of it"], at["W"])
		}
	}
}

// A space that holds words together gives way where they have no room in one line, and begins none.
func TestHeldSpaceGivesWay(t *testing.T) {
	width := Measure("registrazione", 19, false).Width + 3
	for _, line := range Wrap("Casa · registrazione\u00a049", 19, width) {
		if line != strings.TrimSpace(line) {
			t.Errorf("a line is %q", line)
		}
	}
}
