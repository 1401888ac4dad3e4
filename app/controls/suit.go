package controls

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/assets"
)

// suitOrder is the order in which suits stand everywhere.
var suitOrder = []string{"s", "h", "c", "d"}

// suits are the pictures of the suits, by letter. They are drawn from shapes: the
// fonts have them in colours of their own or not at all.
var suits = map[string]fyne.Resource{}

func init() {
	for _, letter := range suitOrder {
		name := "suits/" + letter + ".svg"
		if b, err := assets.Suits.ReadFile(name); err == nil {
			suits[letter] = fyne.NewStaticResource(name, b)
		}
	}
}

// Suit returns the picture of a suit in a square; nil where nobody read one.
func Suit(letter string, x, y, side float32) fyne.CanvasObject {
	resource, ok := suits[letter]
	if !ok {
		return nil
	}
	image := canvas.NewImageFromResource(resource)
	image.FillMode = canvas.ImageFillContain
	image.Move(fyne.NewPos(x, y))
	image.Resize(fyne.NewSize(side, side))
	return image
}
