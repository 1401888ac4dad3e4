package controls

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// The name of a key stands in one piece beside its choice.
func TestMenuKeyIsNotBroken(t *testing.T) {
	menu := NewMenu(Menu{Title: "Anticipata", Choices: []Choice{{Label: "Fatto", Key: "Enter"}}})
	for _, o := range menu.draw(fyne.NewSize(1024, 768)) {
		if word, ok := o.(*canvas.Text); ok && word.Text == "Enter" {
			if word.TextSize < readable*menu.Board.Unit {
				t.Errorf("the key is written in %v", word.TextSize)
			}
			return
		}
	}
	t.Error("no piece of the menu is its key")
}
