package controls

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/text"
	"sabot/app/view"
)

// Which variant is played stands at the top also where something waits beside it: the felt does not show it.
func TestTheVariantIsNamed(t *testing.T) {
	test.NewTempApp(t)
	for _, lang := range text.Languages() {
		words := text.Open(lang, "CHF")
		game := words.T("preset_lugano-hand")
		_, variant, _ := strings.Cut(game, ", ")
		for _, mark := range []string{"", words.T("mark_incidents", text.Args{"N": 1})} {
			top := NewTop()
			top.shown = view.Top{Table: "LB1 · " + game, Mark: mark}
			if !slices.ContainsFunc(top.draw(fyne.NewSize(1024, TopHigh)), func(o fyne.CanvasObject) bool {
				line, ok := o.(*canvas.Text)
				return ok && strings.Contains(line.Text, variant) && line.TextSize >= readable
			}) {
				t.Errorf("%s, beside %q: nothing says %q", lang, mark, variant)
			}
		}
	}
}
