package controls

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/view"
)

// A tile that is looked at for its Good Road names it, however many there are on the page.
func TestEachTileNamesItsGoodRoad(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)} {
		for _, tables := range []int{1, 8, 20, 28, 100} {
			var shown TilesView
			for n := range tables {
				shown.Tiles = append(shown.Tiles, ShownTile{Tile: view.Tile{Name: fmt.Sprint("PB", n), Open: true, Road: true}, Good: []string{"Dragone"}, Looks: true})
			}
			tiles := NewTiles()
			tiles.Resize(size)
			tiles.Set(shown)
			named := 0
			for _, o := range test.WidgetRenderer(tiles.Drawn).Objects() {
				if word, is := o.(*canvas.Text); is && strings.HasPrefix(word.Text, "» Dragone") {
					named++
				}
			}
			if page := min(tables, tiles.perPage()); named != page {
				t.Errorf("%d tables at %v: %d of %d tiles name their road", tables, size, named, page)
			}
		}
	}
}
